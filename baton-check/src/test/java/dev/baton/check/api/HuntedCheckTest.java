package dev.baton.check.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.check.explore.Bound;
import dev.baton.check.explore.Verdict;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Hunting in checks of real classes. */
final class HuntedCheckTest {
    static final VarHandle READY;

    static {
        try {
            READY = MethodHandles.lookup().findVarHandle(Mail.class, "ready", boolean.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    static final class Mail {
        int message;
        boolean ready;
    }

    private static void mail(Scenario scenario, boolean released) {
        Mail mail = new Mail();
        scenario.thread(() -> {
            mail.message = 1;
            if (released) {
                READY.setRelease(mail, true);
            } else {
                READY.setOpaque(mail, true);
            }
        }).thread(() -> {
            if ((boolean) READY.getAcquire(mail)) {
                assert mail.message == 1;
            }
        });
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void aFaultOfTheMemoryModelIsFound(long seed) {
        CheckResult result = new Checker().hunt(seed).timeLimit(Duration.ofSeconds(30))
                .check(scenario -> mail(scenario, false));
        assertThat(result.verdict()).isEqualTo(Verdict.VIOLATED);
        assertThat(result.counterexample()).contains("setRelease");
    }

    @Test
    void nothingIsVerified() {
        CheckResult result = new Checker().hunt(1).maxExecutions(1_000).check(scenario -> mail(scenario, true));
        assertThat(result.verdict()).isEqualTo(Verdict.NOT_EXHAUSTED);
        assertThat(result.notExhausted()).isInstanceOf(Bound.Hunted.class);
        assertThat(result.toString()).contains("hunted with seed 1: 1,000 samples");
    }

    @Test
    void aHangIsFound() {
        CheckResult result = new Checker().hunt(1).timeLimit(Duration.ofSeconds(30)).check(scenario -> {
            AtomicInteger tickets = new AtomicInteger();
            scenario.threads(2, () -> {
                int mine = tickets.get();
                tickets.set(mine + 1);
                while (tickets.get() < 2) {
                    Thread.onSpinWait();
                }
            });
        });
        assertThat(result.verdict()).isEqualTo(Verdict.VIOLATED);
    }
}
