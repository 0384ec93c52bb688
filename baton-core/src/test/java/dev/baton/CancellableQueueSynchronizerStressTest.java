package dev.baton;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.testing.HangLimit;
import dev.baton.testing.TestThreads;
import dev.baton.testing.ThreadKind;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Random mixes with exact accounting: every permit is somewhere, and only once. */
class CancellableQueueSynchronizerStressTest {
    private static final int RACES = 10_000;
    private static final int WORKERS = 4;
    private static final int STEPS = 5_000;
    private static final int LONG_STEPS = 400_000;
    private static final int ABORT_ROUNDS = 10;
    private static final int ABORTS_IN_A_ROUND = 25_000;

    static Stream<Arguments> modesAndSizes() {
        return Stream.of(QueueMode.values())
                .flatMap(mode -> Stream.of(1, 2, 32).map(size -> Arguments.of(mode, size)));
    }

    @ParameterizedTest
    @MethodSource("modesAndSizes")
    void permitsAreExactAfterARandomMix(QueueMode mode, int size) {
        for (ThreadKind kind : ThreadKind.values()) {
            mix(mode, size, kind, STEPS);
        }
    }

    @Tag("deep")
    @HangLimit(seconds = 600)
    @ParameterizedTest
    @MethodSource("modesAndSizes")
    void permitsAreExactAfterALongRandomMix(QueueMode mode, int size) {
        for (ThreadKind kind : ThreadKind.values()) {
            mix(mode, size, kind, LONG_STEPS);
        }
    }

    private static void mix(QueueMode mode, int size, ThreadKind kind, int steps) {
        int permits = 2;
        long seed = new SplittableRandom().nextLong();
        SplittableRandom random = new SplittableRandom(seed);
        PaperSemaphore semaphore = new PaperSemaphore(mode, permits, new Tuning(size, 10));
        AtomicInteger inside = new AtomicInteger();
        try (TestThreads threads = new TestThreads(kind)) {
            for (int t = 0; t < WORKERS; t++) {
                SplittableRandom mine = random.split();
                Thread worker = threads.start(() -> {
                    for (int step = 0; step < steps; step++) {
                        if (enter(semaphore, mode, mine)) {
                            int now = inside.incrementAndGet();
                            assertThat(now).as("inside at once, seed %s", seed).isLessThanOrEqualTo(permits);
                            if (mine.nextInt(8) == 0) {
                                Thread.yield();
                            }
                            inside.decrementAndGet();
                            semaphore.release();
                        }
                    }
                });
                if (t == 0) {
                    threads.start(() -> interruptNowAndThen(worker));
                }
            }
        } catch (AssertionError failure) {
            throw new AssertionError("seed " + seed + ", " + semaphore, failure);
        }
        assertThat(semaphore.queue.getQueueLength()).as("seed %s", seed).isZero();
        SegmentListInvariants.check(semaphore.queue);
        assertThat(semaphore.drainedPermits()).as("permits at the end, seed %s", seed).isEqualTo(permits);
    }

    private static void interruptNowAndThen(Thread worker) {
        for (int i = 0; worker.isAlive(); i++) {
            if (i % 50 == 0) {
                worker.interrupt();
            }
            TestThreads.giveWay();
        }
    }

    /** Tries to get a permit in one of the ways there are; whether it was got. */
    private static boolean enter(PaperSemaphore semaphore, QueueMode mode, SplittableRandom random) {
        try {
            return switch (random.nextInt(6)) {
                case 0 -> semaphore.acquire(random.nextInt(20_000));
                case 1 -> semaphore.acquire(0);
                case 2 -> mode.isSync() ? semaphore.tryAcquire() : semaphore.acquire(0);
                case 3 -> {
                    semaphore.acquire();
                    yield true;
                }
                case 4 -> semaphore.acquire(Long.MAX_VALUE);
                default -> !semaphore.acquireAsync().cancel(false);
            };
        } catch (InterruptedException aborted) {
            return false;
        }
    }

    @ParameterizedTest
    @MethodSource("modesAndSizes")
    void releaseRacingACancelServesOrRestoresExactlyOnce(QueueMode mode, int size) throws Exception {
        PaperSemaphore semaphore = new PaperSemaphore(mode, 1, new Tuning(size, 10));
        AtomicLong cancelled = new AtomicLong();
        CyclicBarrier line = new CyclicBarrier(2);
        int rounds = RACES;
        Race race = new Race();
        try (TestThreads threads = new TestThreads(ThreadKind.PLATFORM)) {
            threads.start(() -> {
                for (int round = 0; round < rounds; round++) {
                    semaphore.acquire();
                    race.request = semaphore.acquireAsync();
                    race.arrived.set(0);
                    line.await();
                    race.meet();
                    semaphore.release();
                    line.await();
                }
            });
            threads.start(() -> {
                for (int round = 0; round < rounds; round++) {
                    line.await();
                    CompletableFuture<Boolean> request = race.request;
                    race.meet();
                    if (request.cancel(false)) {
                        cancelled.incrementAndGet();
                    } else {
                        assertThat(request.join()).isTrue();
                        semaphore.release();
                    }
                    line.await();
                }
            });
        }
        assertThat(semaphore.drainedPermits()).as("permits after %s races, %s cancelled", rounds, cancelled)
                .isEqualTo(1);
        SegmentListInvariants.check(semaphore.queue);
    }

    /** Two threads let go at the same moment. */
    private static final class Race {
        volatile CompletableFuture<Boolean> request = CompletableFuture.completedFuture(true);
        final AtomicInteger arrived = new AtomicInteger();

        void meet() {
            arrived.incrementAndGet();
            for (int spin = 0; arrived.get() < 2; spin++) {
                if (spin > 1_000) {
                    TestThreads.giveWay();
                }
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void heapIsBoundedUnderEndlessAborts(QueueMode mode) {
        PaperSemaphore semaphore = new PaperSemaphore(mode, 1, new Tuning(2, 0));
        assertThat(semaphore.acquireAsync()).isCompleted();
        CompletableFuture<Boolean> oldest = semaphore.acquireAsync();
        for (int round = 0; round < ABORT_ROUNDS; round++) {
            try (TestThreads threads = new TestThreads(ThreadKind.PLATFORM)) {
                for (int t = 0; t < WORKERS; t++) {
                    threads.start(() -> {
                        for (int i = 0; i < ABORTS_IN_A_ROUND; i++) {
                            assertThat(semaphore.acquire(0)).isFalse();
                        }
                    });
                }
            }
            SegmentListInvariants.check(semaphore.queue, 4); // at rest: a walker beside others may stand on removed ones
        }
        CompletableFuture<Boolean> youngest = semaphore.acquireAsync();
        semaphore.release();
        assertThat(oldest).isCompletedWithValue(true);
        assertThat(youngest).isNotDone();
        semaphore.release();
        assertThat(youngest).isCompletedWithValue(true);
        SegmentListInvariants.check(semaphore.queue);
    }
}
