package dev.baton;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.testing.TestThreads;
import dev.baton.testing.ThreadKind;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Permits under load: never more holders than permits, none lost, memory bounded. */
class SemaphoreStressTest {
    private static Semaphore semaphore(int permits, int segmentSize) {
        return new Semaphore(permits, true, Integer.MAX_VALUE, new Tuning(segmentSize, 4));
    }

    /** Release against cancel: whoever wins, exactly one permit is accounted for afterwards. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 32})
    void releaseRacingCancelLosesNothing(int segmentSize) {
        Semaphore semaphore = semaphore(0, segmentSize);
        int rounds = 10_000;
        AtomicInteger turn = new AtomicInteger();
        CompletableFuture<?>[] request = new CompletableFuture<?>[1];
        try (TestThreads threads = new TestThreads(ThreadKind.PLATFORM)) {
            threads.start(() -> {
                for (int round = 0; round < rounds; round++) {
                    int begin = 2 * round + 1;
                    TestThreads.awaitTrue(() -> turn.get() == begin);
                    request[0].cancel(false);
                    turn.set(begin + 1);
                }
            });
            for (int round = 0; round < rounds; round++) {
                request[0] = semaphore.acquireAsync();
                int end = 2 * round + 2;
                turn.set(end - 1);
                semaphore.release();
                TestThreads.awaitTrue(() -> turn.get() == end);
                boolean acquired = !request[0].isCancelled();
                assertThat(request[0]).isDone();
                assertThat(semaphore.availablePermits()).isEqualTo(acquired ? 0 : 1);
                assertThat(semaphore.drainPermits()).isEqualTo(acquired ? 0 : 1);
            }
        }
        SegmentListInvariants.check(semaphore.queue(), 3);
    }

    /** Mixed weights, threads and futures, every kind of abort; holders never exceed permits. */
    @ParameterizedTest
    @CsvSource({"PLATFORM,1", "PLATFORM,2", "PLATFORM,32", "VIRTUAL,1", "VIRTUAL,2", "VIRTUAL,32"})
    void weightsAndAbortsKeepTheAccount(ThreadKind kind, int segmentSize) {
        int permits = 6;
        Semaphore semaphore = semaphore(permits, segmentSize);
        AtomicInteger held = new AtomicInteger();
        long seed = System.nanoTime();
        try (TestThreads threads = new TestThreads(kind)) {
            for (int t = 0; t < 16; t++) {
                SplittableRandom random = new SplittableRandom(seed + t);
                threads.start(() -> {
                    for (int i = 0; i < 2_000; i++) {
                        int weight = random.nextInt(permits + 1);
                        if (acquireSomehow(semaphore, weight, random)) {
                            assertThat(held.addAndGet(weight)).as("seed %d", seed).isLessThanOrEqualTo(permits);
                            held.addAndGet(-weight);
                            semaphore.release(weight);
                        }
                    }
                });
            }
        }
        assertThat(semaphore.availablePermits()).as("seed %d", seed).isEqualTo(permits);
        assertThat(semaphore.hasQueuedThreads()).isFalse();
        SegmentListInvariants.check(semaphore.queue(), 3);
    }

    private static boolean acquireSomehow(Semaphore semaphore, int weight, SplittableRandom random)
            throws InterruptedException {
        switch (random.nextInt(6)) {
            case 0 -> {
                return semaphore.tryAcquire(weight);
            }
            case 1 -> {
                return semaphore.tryAcquire(weight, random.nextInt(50_000), TimeUnit.NANOSECONDS);
            }
            case 2 -> {
                CompletableFuture<Void> request = semaphore.acquireAsync(weight);
                return !request.cancel(false);
            }
            case 3 -> {
                Thread.currentThread().interrupt();
                try {
                    semaphore.acquire(weight);
                    return true;
                } catch (InterruptedException aborted) {
                    return false;
                }
            }
            case 4 -> semaphore.acquireUninterruptibly(weight);
            default -> semaphore.acquire(weight);
        }
        return true;
    }

    /** Waiters interrupted from outside at any moment of their wait. */
    @ParameterizedTest
    @EnumSource
    void interruptsFromOutsideLoseNothing(ThreadKind kind) {
        Semaphore semaphore = semaphore(1, 2);
        AtomicInteger inside = new AtomicInteger();
        AtomicLong aborted = new AtomicLong();
        try (TestThreads threads = new TestThreads(kind)) {
            Thread[] victims = new Thread[8];
            AtomicInteger running = new AtomicInteger(victims.length);
            for (int t = 0; t < victims.length; t++) {
                victims[t] = threads.start(() -> {
                    while (aborted.get() < 2_000) {
                        try {
                            semaphore.acquire();
                        } catch (InterruptedException interrupted) {
                            aborted.incrementAndGet();
                            continue;
                        }
                        assertThat(inside.incrementAndGet()).isEqualTo(1);
                        Thread.yield();
                        inside.decrementAndGet();
                        semaphore.release();
                    }
                    running.decrementAndGet();
                });
            }
            threads.start(() -> {
                for (int i = 0; running.get() > 0; i++) {
                    victims[i % victims.length].interrupt();
                    TestThreads.giveWay();
                }
            });
        }
        assertThat(semaphore.availablePermits()).isEqualTo(1);
        assertThat(semaphore.hasQueuedThreads()).isFalse();
    }

    @Test
    void tenThousandVirtualThreadsWithRandomTimeoutsForTenSeconds() {
        int permits = 8;
        Semaphore semaphore = new Semaphore(permits);
        AtomicInteger held = new AtomicInteger();
        AtomicLong served = new AtomicLong();
        AtomicLong aborted = new AtomicLong();
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(10);
        long seed = end;
        try (TestThreads threads = new TestThreads(ThreadKind.VIRTUAL)) {
            for (int t = 0; t < 10_000; t++) {
                SplittableRandom random = new SplittableRandom(seed + t);
                threads.start(() -> {
                    while (System.nanoTime() < end) {
                        if (semaphore.tryAcquire(random.nextInt(1, 20_000), TimeUnit.MICROSECONDS)) {
                            assertThat(held.incrementAndGet()).isLessThanOrEqualTo(permits);
                            LockSupport.parkNanos(1_000); // yielding in a circle would keep others from any carrier
                            held.decrementAndGet();
                            semaphore.release();
                            served.incrementAndGet();
                        } else {
                            aborted.incrementAndGet();
                        }
                    }
                });
            }
        }
        System.out.println("10,000 virtual threads: served " + served + ", aborted " + aborted);
        assertThat(served.get()).isPositive();
        assertThat(aborted.get()).isPositive();
        assertThat(semaphore.availablePermits()).as("seed %d", seed).isEqualTo(permits);
        assertThat(semaphore.hasQueuedThreads()).isFalse();
        SegmentListInvariants.check(semaphore.queue(), 3);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 32})
    void memoryIsBoundedUnderEndlessAborts(int segmentSize) throws InterruptedException {
        Semaphore semaphore = semaphore(0, segmentSize);
        CompletableFuture<Void> front = semaphore.acquireAsync();
        for (int i = 0; i < 300_000; i++) {
            assertThat(semaphore.tryAcquire(1, TimeUnit.NANOSECONDS)).isFalse();
            assertThat(semaphore.acquireAsync().cancel(false)).isTrue();
        }
        SegmentListInvariants.check(semaphore.queue(), 4);
        semaphore.release();
        assertThat(front).isCompleted();
    }
}
