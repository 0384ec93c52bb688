package dev.baton.check.api;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.check.program.UnmodelledException;
import java.util.StringJoiner;
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
    void sharedJoinerIsRefusedWithThePlace() {
        assertThatThrownBy(() -> new Checker().check(scenario -> {
            Box<StringJoiner> box = new Box<>();
            box.value = new StringJoiner(",");
            scenario.threads(2, () -> box.value.add("x"));
        })).isInstanceOf(UnmodelledException.class).hasMessageContaining("java.util.StringJoiner")
                .hasMessageContaining("RefusalTest.java:");
    }

    @Test
    void capturedJoinerIsRefused() {
        assertThatThrownBy(() -> new Checker().check(scenario -> {
            StringJoiner joiner = new StringJoiner(",");
            scenario.threads(2, () -> joiner.add("x"));
        })).isInstanceOf(UnmodelledException.class).hasMessageContaining("java.util.StringJoiner");
    }
}
