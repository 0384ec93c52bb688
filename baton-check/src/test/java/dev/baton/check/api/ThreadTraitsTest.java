package dev.baton.check.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Locale;
import org.junit.jupiter.api.Test;

/** Name and priority of a thread, and an interrupt before its start: what others do to it is a step. */
class ThreadTraitsTest {
    @Test
    void nameThatAnotherThreadChanges() {
        FourModels.outcomes(scenario -> {
            String[] found = {""};
            Thread named = new Thread(() -> {}, "a");
            scenario.thread(() -> named.setName("b"));
            scenario.thread(() -> found[0] = named.getName());
            scenario.outcome(() -> found[0]);
        }, "a", "b");
    }

    @Test
    void priorityThatAnotherThreadChanges() {
        FourModels.outcomes(scenario -> {
            int[] found = {0};
            Thread other = new Thread(() -> {}, "a");
            scenario.thread(() -> other.setPriority(7));
            scenario.thread(() -> found[0] = other.getPriority());
            scenario.outcome(() -> found[0]);
        }, "5", "7");
    }

    @Test
    void ownNameAndThatOfANewThread() {
        FourModels.outcomes(scenario -> {
            String[] found = {""};
            int[] number = {1};
            scenario.thread(() -> number[0] = 2);
            scenario.thread(() -> {
                Thread.currentThread().setName("own");
                Thread made = new Thread(() -> found[0] = Thread.currentThread().getName(), "n" + number[0]);
                made.start();
                made.join();
                found[0] += " by " + Thread.currentThread().getName();
            });
            scenario.outcome(() -> found[0]);
        }, "n1 by own", "n2 by own");
    }

    @Test
    void namesThatTheJdkMakesUpAreTheSameInEveryExecution() {
        CheckResult result = new Checker().check(scenario -> {
            String[] found = {""};
            int[] shared = {0};
            scenario.threads(2, () -> shared[0]++);
            scenario.thread(() -> {
                Thread made = new Thread(() -> {});
                shared[0]++;
                found[0] = made.getName() + made;
            });
            scenario.outcome(() -> found[0]);
        });
        assertThat(result.outcomes()).hasSize(1);
    }

    @Test
    void interruptBeforeTheStartIsRemembered() {
        FourModels.outcomes(scenario -> {
            String[] found = {""};
            scenario.thread(() -> {
                Thread made = new Thread(() -> found[0] = "" + Thread.interrupted());
                made.interrupt();
                made.start();
                made.join();
            });
            scenario.outcome(() -> found[0]);
        }, "true");
    }

    @Test
    void settingsOfTheWholeProcessAreRefused() {
        FourModels.refused(scenario -> scenario.thread(() -> Locale.setDefault(Locale.ROOT)),
                "Locale.setDefault");
        FourModels.refused(scenario -> scenario.thread(() -> {
            System.clearProperty("none");
        }), "System.clearProperty");
        FourModels.refused(scenario -> scenario.thread(() -> {
            if (Thread.activeCount() == 0) {
                throw new AssertionError();
            }
        }), "Thread.activeCount");
    }
}
