package dev.baton.combine.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.baton.HandOff;
import dev.baton.Mutex;
import dev.baton.combine.CombiningScheduler;
import dev.baton.testing.TestThreads;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** With the real clock and real carriers nobody is held back for long, and nobody is lost. */
class HeldBackStressTest {
    private static final int THREADS = 400;
    private static final int ROUNDS = 50;

    @Test
    void theClockRuns() {
        AtomicInteger runs = new AtomicInteger();
        HeldBack forAWhile = HeldBack.begin(Runnable::run);
        int added = forAWhile.add(runs::incrementAndGet) ? 1 : 0;
        TestThreads.awaitTrue(() -> !forAWhile.add(() -> {}));
        TestThreads.awaitTrue(() -> runs.get() == added);
    }

    /**
     * Threads that come back to the lock at once feed its queue, so that releasers are held back. Now and then a section
     * keeps its carrier until a thread outside takes a step, unless all others stand in line.
     */
    @Test
    void sectionThatWaitsForAReleaserEnds() throws Exception {
        assumeTrue(CombiningScheduler.isAvailable(), "needs --add-opens java.base/java.lang=ALL-UNNAMED");
        Mutex mutex = new Mutex(HandOff.COMBINE);
        AtomicInteger ready = new AtomicInteger(THREADS);
        AtomicInteger steps = new AtomicInteger();
        int[] sections = new int[1];
        try (CombiningScheduler scheduler = CombiningScheduler.create(2)) {
            List<Thread> threads = new ArrayList<>();
            for (int i = 0; i < THREADS; i++) {
                threads.add(scheduler.builder().start(() -> {
                    for (int round = 0; round < ROUNDS; round++) {
                        mutex.lock();
                        if (++sections[0] % 333 == 0) {
                            int before = steps.get();
                            while (steps.get() == before && mutex.getQueueLength() < ready.get() - 1) {
                                Thread.onSpinWait();
                            }
                        }
                        mutex.unlock();
                        steps.incrementAndGet();
                    }
                    ready.decrementAndGet();
                }));
            }
            for (Thread thread : threads) {
                thread.join();
            }
        }
        assertThat(sections[0]).isEqualTo(THREADS * ROUNDS);
        assertThat(mutex.isLocked()).isFalse();
    }
}
