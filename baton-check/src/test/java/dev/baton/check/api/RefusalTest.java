package dev.baton.check.api;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.check.program.UnmodelledException;
import java.util.List;
import java.util.Vector;
import org.junit.jupiter.api.Test;

/** What cannot be modelled is refused, with the place. */
class RefusalTest {
    @Test
    void sharedArrayHandedToTheJdkIsRefused() {
        assertThatThrownBy(() -> new Checker().check(scenario -> {
            int[] shared = new int[2];
            scenario.thread(() -> java.util.Arrays.fill(shared, 1));
        })).isInstanceOf(UnmodelledException.class).hasMessageContaining("Arrays.fill");
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
    void sharedListIsRefusedWithThePlace() {
        assertThatThrownBy(() -> new Checker().check(scenario -> {
            Box<List<String>> box = new Box<>();
            box.value = new Vector<>();
            scenario.threads(2, () -> box.value.add("x"));
        })).isInstanceOf(UnmodelledException.class).hasMessageContaining("java.util.Vector")
                .hasMessageContaining("RefusalTest.java:");
    }

    @Test
    void capturedListIsRefused() {
        assertThatThrownBy(() -> new Checker().check(scenario -> {
            List<String> list = new Vector<>();
            scenario.threads(2, () -> list.add("x"));
        })).isInstanceOf(UnmodelledException.class).hasMessageContaining("java.util.Vector");
    }

    @Test
    void valueThatAThreadWouldInheritIsRefused() {
        assertThatThrownBy(() -> new Checker().check(scenario -> scenario.thread(() -> {
            InheritableThreadLocal<Integer> local = new InheritableThreadLocal<>();
            local.set(5);
            new Thread(() -> {
                assert local.get() == 5;
            }).start();
        }))).isInstanceOf(UnmodelledException.class).hasMessageContaining("InheritableThreadLocal");
        new Checker().check(scenario -> scenario.thread(() -> {
            InheritableThreadLocal<Integer> local = new InheritableThreadLocal<>();
            local.set(5);
            assert local.get() == 5;
        })).assertVerified();
    }
}
