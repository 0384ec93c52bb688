package dev.baton.check.replay;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Labels are short, and no two classes share one. */
class LabelsTest {
    private final Labels labels = new Labels();

    static final class List {}

    static final class Inner {
        static final class List {}
    }

    @Test
    void simpleNameDoesUntilAnotherClassHasIt() {
        assertThat(labels.of(java.util.List.class)).isEqualTo("List");
        assertThat(labels.of(List.class)).isEqualTo("LabelsTest.List");
        assertThat(labels.of(Inner.List.class)).isEqualTo("Inner.List");
        assertThat(labels.of(java.awt.List.class)).isEqualTo("awt.List");
        assertThat(labels.of(java.util.List.class)).as("for good").isEqualTo("List");
    }

    @Test
    void objectsAreCountedByClass() {
        assertThat(labels.next(java.util.List.class)).isEqualTo("List#1");
        assertThat(labels.next(List.class)).isEqualTo("LabelsTest.List#1");
        assertThat(labels.next(java.util.List.class)).isEqualTo("List#2");
    }

    @Test
    void arrayIsCalledByItsElements() {
        assertThat(labels.of(int[][].class)).isEqualTo("int[][]");
        labels.of(java.util.List.class);
        assertThat(labels.next(List[].class)).isEqualTo("LabelsTest.List[]#1");
    }

    @Test
    void lambdaIsCalledByItsClass() {
        Runnable lambda = () -> {};
        assertThat(labels.of(lambda.getClass())).isEqualTo("LabelsTest$lambda");
    }
}
