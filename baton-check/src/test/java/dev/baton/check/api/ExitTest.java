package dev.baton.check.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.check.event.Timeouts;
import dev.baton.check.explore.Verdict;
import dev.baton.check.explore.Violation;
import dev.baton.check.program.UnmodelledException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** {@code System.exit} ends the program: what is left undone then is no mistake, and what went wrong before it is. */
class ExitTest {
    @Test
    void noOtherThreadHasToEnd() {
        for (String model : new String[]{"sc", "rc11", "jam"}) {
            CheckResult result = new Checker().model(model).check(scenario -> {
                CountDownLatch never = new CountDownLatch(1);
                scenario.thread(() -> System.exit(3));
                scenario.thread(never::await);
            });
            assertThat(result.assertVerified().outcomes().keySet()).as(model).containsExactly("System.exit(3)");
            assertThat(result.toString()).contains("executions end before all threads do: ", "by System.exit(3)");
        }
    }

    @Test
    void withoutTheExitTheHangIsFound() {
        CheckResult result = new Checker().check(scenario -> {
            VolatileBox<String> box = new VolatileBox<>(null);
            CountDownLatch never = new CountDownLatch(1);
            scenario.thread(() -> {
                if (box.value == null) {
                    System.exit(0);
                }
            });
            scenario.thread(() -> {
                box.value = "set";
                never.await();
            });
        });
        assertThat(result.violations().getFirst().kind()).isEqualTo(Violation.Kind.AWAIT_TERMINATION);
    }

    @Test
    void mistakeBeforeTheExitIsFound() {
        CheckResult result = new Checker().check(scenario -> {
            VolatileBox<String> box = new VolatileBox<>(null);
            scenario.thread(() -> {
                box.value = "set";
                Runtime.getRuntime().exit(0);
            });
            scenario.thread(() -> {
                assert box.value == null;
            });
        });
        assertThat(result.violations().getFirst().kind()).isEqualTo(Violation.Kind.ASSERTION);
    }

    /** Neither the end of the thread nor what the check says at the end comes after it. */
    @Test
    void nothingComesAfterIt() {
        CheckResult result = new Checker().check(scenario -> {
            Box<String> box = new Box<>();
            scenario.thread(() -> {
                try {
                    Runtime.getRuntime().halt(1);
                } finally {
                    box.value = "after";
                }
            });
            scenario.thread(() -> {
                assert box.value == null;
            });
            scenario.finallyAssert(() -> {
                throw new AssertionError("the program has ended");
            });
        });
        assertThat(result.assertVerified().outcomes().keySet()).containsExactly("Runtime.halt(1)");
    }

    /** A wait that expires when nothing else can go on: the program has ended before that. */
    @Test
    void noTimeIsUpAfterIt() {
        new Checker().timeouts(Timeouts.LAST).check(scenario -> {
            CountDownLatch latch = new CountDownLatch(1);
            scenario.thread(() -> System.exit(0));
            scenario.thread(() -> {
                assert latch.await(1, TimeUnit.SECONDS);
            });
        }).assertVerified();
    }

    @Test
    void setUpMustNotExit() {
        assertThatThrownBy(() -> new Checker().check(scenario -> {
            scenario.threads(2, () -> {});
            System.exit(0);
        })).isInstanceOf(UnmodelledException.class).hasMessageContaining("no check may make this call");
    }
}
