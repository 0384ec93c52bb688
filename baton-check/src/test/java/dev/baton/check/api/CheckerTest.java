package dev.baton.check.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.check.explore.Verdict;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class CheckerTest {
    static final class Counter {
        int plain;
        volatile int ready;
    }

    @Test
    void lostUpdateIsSeen() {
        CheckResult result = new Checker().check(scenario -> {
            Counter counter = new Counter();
            scenario.threads(2, () -> counter.plain++);
            scenario.outcome(() -> counter.plain);
        });
        assertThat(result.verdict()).isEqualTo(Verdict.VERIFIED);
        assertThat(result.outcomes().keySet()).containsExactly("1", "2");
        assertThat(result.races()).isNotEmpty();
    }

    @Test
    void assertionInAThreadIsAViolationWithATrace() {
        CheckResult result = new Checker().check(scenario -> {
            Counter counter = new Counter();
            scenario.thread(() -> {
                counter.ready = 1;
                counter.plain = 1;
            });
            scenario.thread(() -> {
                if (counter.ready == 1 && counter.plain == 0) {
                    throw new IllegalStateException("too early");
                }
            });
        });
        assertThat(result.verdict()).isEqualTo(Verdict.VIOLATED);
        assertThat(result.counterexample()).contains("too early", "CheckerTest.java");
    }

    @Test
    void volatilePublicationIsVerified() {
        CheckResult result = new Checker().check(scenario -> {
            Counter counter = new Counter();
            scenario.thread(() -> {
                counter.plain = 1;
                counter.ready = 1;
            });
            scenario.thread(() -> {
                if (counter.ready == 1) {
                    assert counter.plain == 1;
                }
            });
        });
        result.assertVerified();
        assertThat(result.executions()).isEqualTo(2);
        assertThat(result.races()).isEmpty();
        assertThat(result.outcomes()).isEqualTo(Map.of("", 2L));
    }

    private final int step = 2;
    private AtomicInteger fromElsewhere;

    private void add(Counter counter) {
        synchronized (counter) {
            counter.plain += step;
        }
    }

    @Test
    void scenarioMayCallMethodsOfItsTest() {
        new Checker().check(scenario -> {
            Counter counter = new Counter();
            scenario.threads(2, () -> add(counter));
            scenario.finallyAssert(() -> {
                assert counter.plain == 4;
            });
        }).assertVerified();
    }

    @Test
    void scenarioMayNotUseWhatWasSetElsewhere() {
        fromElsewhere = new AtomicInteger();
        assertThatThrownBy(() -> new Checker().check(scenario -> scenario.thread(() -> fromElsewhere.set(1))))
                .hasStackTraceContaining("fromElsewhere");
        fromElsewhere = null;
    }
}
