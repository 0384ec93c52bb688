package dev.baton.check.api;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.check.program.UnmodelledException;
import java.util.StringTokenizer;
import org.junit.jupiter.api.Test;

/** What cannot be modelled is refused, with the place. */
class RefusalTest {
    @Test
    void sharedArrayHandedToTheJdkIsRefused() {
        assertThatThrownBy(() -> new Checker().check(scenario -> {
            char[] shared = new char[2];
            scenario.thread(() -> "ab".getChars(0, 2, shared, 0));
        })).isInstanceOf(UnmodelledException.class).hasMessageContaining("String.getChars");
    }

    @Test
    void readingAFileIsRefused() {
        assertThatThrownBy(() -> new Checker().check(scenario -> scenario.thread(() -> {
            if (java.nio.file.Path.of("x").isAbsolute()) {
                throw new AssertionError();
            }
        }))).isInstanceOf(UnmodelledException.class).hasMessageContaining("Path");
    }

    @Test
    void inputIsRefusedWithThePlace() {
        assertThatThrownBy(() -> new Checker().check(scenario -> scenario.thread(() -> {
            if (System.in == null) {
                throw new AssertionError();
            }
        }))).isInstanceOf(UnmodelledException.class).hasMessageContaining("RefusalTest")
                .hasMessageContaining("System.in");
    }

    @Test
    void sharedTokenizerIsRefusedWithThePlace() {
        assertThatThrownBy(() -> new Checker().check(scenario -> {
            Box<StringTokenizer> box = new Box<>();
            box.value = new StringTokenizer("a b");
            scenario.threads(2, () -> box.value.nextToken());
        })).isInstanceOf(UnmodelledException.class).hasMessageContaining("java.util.StringTokenizer")
                .hasMessageContaining("RefusalTest.java:");
    }

    @Test
    void capturedTokenizerIsRefused() {
        assertThatThrownBy(() -> new Checker().check(scenario -> {
            StringTokenizer tokens = new StringTokenizer("a b");
            scenario.threads(2, () -> tokens.nextToken());
        })).isInstanceOf(UnmodelledException.class).hasMessageContaining("java.util.StringTokenizer");
    }
}
