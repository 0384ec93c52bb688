package dev.baton.check.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.check.explore.Verdict;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Threads that only some executions start, so many that the graph's rows grow in the middle of a search. */
class ThreadsInSomeExecutionsTest {
    private static final int MANY = 8;

    /** Idle threads change nothing but how wide the rows are from the beginning. */
    @ParameterizedTest
    @ValueSource(strings = {"sc", "tso", "rc11", "jam"})
    void asManyExecutionsAsWithRowsThatAreWideFromTheStart(String model) {
        CheckResult growing = explored(model, 0);
        CheckResult wide = explored(model, MANY);
        assertThat(growing.verdict()).as(growing.toString()).isEqualTo(Verdict.VERIFIED);
        assertThat(growing.executions()).isEqualTo(wide.executions()).isGreaterThan(30);
    }

    private static CheckResult explored(String model, int idle) {
        return new Checker().model(model).check(scenario -> {
            for (int i = 0; i < idle; i++) {
                scenario.thread("idle", () -> {});
            }
            AtomicInteger started = new AtomicInteger();
            AtomicInteger counter = new AtomicInteger();
            scenario.thread("starts many, perhaps", () -> {
                counter.incrementAndGet();
                if (started.get() == 1) {
                    for (int i = 0; i < MANY; i++) {
                        start(() -> {});
                    }
                }
                counter.incrementAndGet();
            });
            scenario.thread("asks for them", () -> {
                counter.incrementAndGet();
                started.set(1);
                counter.incrementAndGet();
            });
            scenario.thread("counts", counter::incrementAndGet);
            scenario.finallyAssert(() -> {
                assert counter.get() == 5 : "lost an increment";
            });
        });
    }

    private static void start(Runnable body) {
        new Thread(body).start();
    }
}
