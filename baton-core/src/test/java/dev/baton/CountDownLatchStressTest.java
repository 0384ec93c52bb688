package dev.baton;

import static java.util.concurrent.TimeUnit.NANOSECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.testing.TestThreads;
import dev.baton.testing.ThreadKind;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CountDownLatchStressTest {
    private static final int ROUNDS = 10_000;

    /** Each request is either aborted by its canceller or let through, and none of them waits on. */
    @ParameterizedTest
    @CsvSource({"1", "2", "32"})
    void countDownRacingCancelDecidesEachRequestOnce(int segmentSize) {
        AtomicInteger turn = new AtomicInteger();
        Round[] rounds = new Round[ROUNDS];
        for (int i = 0; i < ROUNDS; i++) {
            rounds[i] = new Round(segmentSize);
        }
        try (TestThreads threads = new TestThreads(ThreadKind.PLATFORM)) {
            threads.start(() -> {
                for (int i = 0; i < ROUNDS; i++) {
                    awaitTurn(turn, 2 * i);
                    rounds[i].latch.countDown();
                }
            });
            threads.start(() -> {
                for (int i = 0; i < ROUNDS; i++) {
                    awaitTurn(turn, 2 * i);
                    rounds[i].cancelOdd();
                }
            });
        }
        for (Round round : rounds) {
            round.check();
        }
    }

    /** Both racers announce themselves; they go on when both are there. */
    private static void awaitTurn(AtomicInteger turn, int before) {
        turn.incrementAndGet();
        for (int spins = 0; turn.get() < before + 2; spins++) {
            if (spins < 100) {
                Thread.onSpinWait();
            } else {
                TestThreads.giveWay();
            }
        }
    }

    private static final class Round {
        final CountDownLatch latch;
        final List<CompletableFuture<Void>> futures = new ArrayList<>();
        final boolean[] aborted = new boolean[6];

        Round(int segmentSize) {
            latch = new CountDownLatch(1, new Tuning(segmentSize, 0));
            for (int i = 0; i < aborted.length; i++) {
                futures.add(latch.awaitAsync());
            }
        }

        void cancelOdd() {
            for (int i = 1; i < aborted.length; i += 2) {
                aborted[i] = futures.get(i).cancel(false);
            }
        }

        void check() {
            for (int i = 0; i < aborted.length; i++) {
                Throwable failure = futures.get(i).handle((nothing, thrown) -> thrown).join();
                assertThat(failure instanceof CancellationException).as("request " + i).isEqualTo(aborted[i]);
            }
            assertThat(latch.hasQueuedThreads()).isFalse();
        }
    }

    @ParameterizedTest
    @CsvSource({"PLATFORM, 1, 60", "PLATFORM, 32, 60", "VIRTUAL, 1, 200", "VIRTUAL, 2, 200"})
    void threadsThatTimeOutOrAreInterruptedWhileTheLatchOpens(ThreadKind kind, int segmentSize, int rounds) {
        long seed = ThreadLocalRandom.current().nextLong();
        SplittableRandom random = new SplittableRandom(seed);
        for (int round = 0; round < rounds; round++) {
            CountDownLatch latch = new CountDownLatch(2, new Tuning(segmentSize, 16));
            AtomicInteger through = new AtomicInteger();
            AtomicInteger aborted = new AtomicInteger();
            List<Thread> interruptible = new ArrayList<>();
            try (TestThreads threads = new TestThreads(kind)) {
                for (int i = 0; i < 12; i++) {
                    long nanos = random.nextInt(200_000);
                    boolean timed = i % 2 == 0;
                    Thread thread = threads.start(() -> {
                        boolean open;
                        try {
                            open = timed ? latch.await(nanos, NANOSECONDS) : awaited(latch);
                        } catch (InterruptedException interrupt) {
                            open = false;
                        }
                        assertThat(!open || latch.getCount() == 0).isTrue();
                        (open ? through : aborted).incrementAndGet();
                    });
                    if (!timed && i % 4 == 1) {
                        interruptible.add(thread);
                    }
                }
                latch.countDown();
                interruptible.forEach(Thread::interrupt);
                latch.countDown();
            }
            assertThat(through.get() + aborted.get()).as("seed " + seed).isEqualTo(12);
            assertThat(latch.hasQueuedThreads()).isFalse();
        }
    }

    private static boolean awaited(CountDownLatch latch) throws InterruptedException {
        latch.await();
        return true;
    }

    @Test
    void tenThousandVirtualThreadsWaitForOneLatch() {
        int waiting = 10_000;
        CountDownLatch latch = new CountDownLatch(waiting);
        AtomicInteger through = new AtomicInteger();
        try (TestThreads threads = new TestThreads(ThreadKind.VIRTUAL)) {
            for (int i = 0; i < waiting; i++) {
                int place = i;
                threads.start(() -> {
                    if (place % 3 == 0) {
                        latch.await(place, NANOSECONDS);
                    }
                    latch.countDown();
                    latch.await();
                    assertThat(latch.getCount()).isZero();
                    through.incrementAndGet();
                });
            }
        }
        assertThat(through).hasValue(waiting);
    }

    @Test
    void counterDoesNotWrapAndTheLatchStaysOpen() {
        CountDownLatch latch = new CountDownLatch(1);
        AtomicBoolean wrong = new AtomicBoolean();
        try (TestThreads threads = new TestThreads(ThreadKind.PLATFORM)) {
            for (int i = 0; i < 4; i++) {
                threads.start(() -> {
                    for (int j = 0; j < 500_000; j++) {
                        latch.countDown();
                        if (latch.getCount() != 0 || !latch.tryAwait()) {
                            wrong.set(true);
                        }
                    }
                });
            }
        }
        assertThat(wrong).isFalse();
    }
}
