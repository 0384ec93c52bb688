package dev.baton;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.testing.TestThreads;
import dev.baton.testing.ThreadKind;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Barging is allowed, but the first in line is passed by no more often than stated. */
class BargingBoundTest {
    private static final int LIMIT = 5;

    private static Semaphore semaphore(int permits, boolean fair) {
        return new Semaphore(permits, fair, Integer.MAX_VALUE, new Tuning(2, 0, LIMIT));
    }

    /** The head needs more than there is, so others may pass; after the limit they must wait too. */
    @ParameterizedTest
    @EnumSource
    void headThatNeedsMuchIsPassedByAtMostTheLimit(ThreadKind kind) throws InterruptedException {
        Semaphore semaphore = semaphore(3, false);
        try (TestThreads threads = new TestThreads(kind)) {
            threads.startAndAwaitParked(() -> semaphore.acquire(5));
            for (int i = 0; i < LIMIT; i++) {
                semaphore.acquire();
                semaphore.release();
            }
            assertThat(semaphore.availablePermits()).isEqualTo(3);
            assertThat(semaphore.tryAcquire()).as("closed to all but the first in line").isFalse();
            assertThat(semaphore.tryAcquire(0, SECONDS)).isFalse();
            CompletableFuture<Void> behind = semaphore.acquireAsync();
            assertThat(behind).isNotDone();
            semaphore.release(2);
            TestThreads.awaitTrue(() -> semaphore.availablePermits() == 0 && semaphore.getQueueLength() == 1);
            semaphore.release(4);
            assertThat(behind).succeedsWithin(60, SECONDS);
            assertThat(semaphore.tryAcquire(3)).as("open again").isTrue();
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void untimedTriesPassWithinTheSameBound(boolean fair) {
        Semaphore semaphore = semaphore(3, fair);
        try (TestThreads threads = new TestThreads(ThreadKind.PLATFORM)) {
            Thread first = threads.startAndAwaitParked(() -> {
                try {
                    semaphore.acquire(5);
                } catch (InterruptedException expected) {
                    assertThat(semaphore.tryAcquire()).as("no one waits any more").isTrue();
                }
            });
            for (int i = 0; i < LIMIT; i++) {
                assertThat(semaphore.tryAcquire(2)).isTrue();
                semaphore.release(2);
            }
            assertThat(semaphore.tryAcquire()).isFalse();
            first.interrupt();
        }
        assertThat(semaphore.availablePermits()).isEqualTo(2);
        assertThat(semaphore.tryAcquire(2)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void eachFirstInLineHasTheWholeBound(boolean fair) {
        Semaphore semaphore = semaphore(3, fair);
        for (int round = 0; round < 3; round++) {
            assertThat(semaphore.tryAcquire()).as("passes nobody").isTrue();
            semaphore.release();
            CompletableFuture<Void> first = semaphore.acquireAsync(5);
            for (int i = 0; i < LIMIT; i++) {
                assertThat(semaphore.tryAcquire()).isTrue();
                semaphore.release();
            }
            assertThat(semaphore.tryAcquire()).isFalse();
            semaphore.release(2);
            assertThat(first).isCompleted();
            semaphore.release(3);
        }
    }

    /** A future cannot compete, so it is handed what comes free, barging or not. */
    @Test
    void futureIsServedDirectly() {
        ReentrantLock lock = new ReentrantLock(false);
        lock.lock();
        CompletableFuture<LockToken> request = lock.lockAsync();
        lock.unlock();
        assertThat(request).isCompleted();
        assertThat(lock.tryLock()).isFalse();
        request.join().close();
        assertThat(lock.isLocked()).isFalse();
    }

    @ParameterizedTest
    @CsvSource({"PLATFORM,2", "PLATFORM,4", "VIRTUAL,2", "VIRTUAL,4"})
    void waiterOfALockIsPassedByAtMostTheStatedNumber(ThreadKind kind, int others) {
        ReentrantLock lock = new ReentrantLock(false, new Tuning(2, 0, LIMIT));
        int rounds = 200;
        boolean[] done = new boolean[1];
        int[] passes = new int[1];
        int[] worst = new int[1];
        try (TestThreads threads = new TestThreads(kind)) {
            Thread victim = threads.start(() -> {
                for (int round = 0; round < rounds; round++) {
                    lock.lock();
                    worst[0] = Math.max(worst[0], passes[0]);
                    passes[0] = 0;
                    lock.unlock();
                }
                lock.lock();
                done[0] = true;
                lock.unlock();
            });
            for (int t = 0; t < others; t++) {
                threads.start(() -> {
                    for (boolean over = false; !over;) {
                        lock.lock();
                        over = done[0];
                        if (lock.hasQueuedThread(victim)) {
                            passes[0]++;
                        } else {
                            passes[0] = 0;
                        }
                        lock.unlock();
                        Thread.onSpinWait();
                    }
                });
            }
        }
        int ahead = others - 1; // the rest may stand before the victim; the first seen may have come before it
        assertThat(worst[0]).isLessThanOrEqualTo(LIMIT * (ahead + 1) + ahead + 1);
    }

    /** However long the others hold the lock, and however soon they want it again, the waiter gets it. */
    @ParameterizedTest
    @EnumSource
    void greedyOwnerDoesNotStarveAWaiter(ThreadKind kind) {
        ReentrantLock lock = new ReentrantLock(false);
        boolean[] done = new boolean[1];
        try (TestThreads threads = new TestThreads(kind)) {
            lock.lock();
            threads.startAndAwaitParked(() -> {
                for (int i = 0; i < 20; i++) {
                    lock.lock();
                    done[0] = i == 19;
                    lock.unlock();
                }
            });
            while (!done[0]) {
                lock.unlock();
                lock.lock();
                for (int i = 0; i < 10; i++) {
                    Thread.yield(); // a long section: the woken waiter comes too late, again and again
                }
            }
            lock.unlock();
        }
    }
}
