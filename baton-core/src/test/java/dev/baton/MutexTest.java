package dev.baton;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.testing.TestThreads;
import dev.baton.testing.ThreadKind;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Contract of the mutex, its aborts and its misuse. */
class MutexTest {
    private final Mutex mutex = new Mutex(new Tuning(2, 1));

    @ParameterizedTest
    @EnumSource
    void handsTheLockOnInOrder(ThreadKind kind) {
        List<Integer> order = Collections.synchronizedList(new ArrayList<>());
        mutex.lock();
        try (TestThreads threads = new TestThreads(kind)) {
            for (int i = 0; i < 20; i++) {
                int number = i;
                threads.startAndAwaitParked(() -> mutex.withLock(() -> {
                    order.add(number);
                }));
            }
            assertThat(mutex.tryLock()).isFalse();
            mutex.unlock();
        }
        assertThat(order).isSorted().hasSize(20);
        assertThat(mutex.isLocked()).isFalse();
    }

    @Test
    void isNotReentrantAndHasNoOwner() throws InterruptedException {
        mutex.lock();
        assertThat(mutex.tryLock()).isFalse();
        assertThat(mutex.tryLock(1, TimeUnit.MILLISECONDS)).isFalse();
        try (TestThreads threads = new TestThreads(ThreadKind.PLATFORM)) {
            threads.start(mutex::unlock);
        }
        assertThat(mutex.tryLock(0, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void unlockOfAnUnlockedMutexFailsAndChangesNothing() {
        assertThatThrownBy(mutex::unlock).isInstanceOf(IllegalMonitorStateException.class);
        assertThat(mutex.tryLock()).isTrue();
        mutex.unlock();
        assertThatThrownBy(mutex::unlock).isInstanceOf(IllegalMonitorStateException.class);
        assertThat(mutex.isLocked()).isFalse();
    }

    @Test
    void sectionThatThrowsLeavesTheMutexUnlocked() throws Exception {
        assertThat(mutex.withLock(() -> 42)).isEqualTo(42);
        assertThatThrownBy(() -> mutex.withLock(() -> {
            throw new IllegalStateException("planted");
        })).hasMessage("planted");
        assertThatThrownBy(() -> mutex.withLock((Runnable) null)).isInstanceOf(NullPointerException.class);
        assertThat(mutex.isLocked()).isFalse();
    }

    @Test
    void asyncRequestsTakeTheirTurn() {
        CompletableFuture<LockToken> first = mutex.lockAsync();
        CompletableFuture<LockToken> second = mutex.lockAsync();
        CompletableFuture<LockToken> third = mutex.lockAsync();
        assertThat(first).isCompleted();
        assertThat(second).isNotDone();
        assertThat(mutex.toString()).endsWith("[Locked, waiters = 2]");
        assertThat(second.cancel(false)).isTrue();
        mutex.unlock();
        assertThat(third).isCompleted();
        mutex.unlock();
        assertThat(mutex.toString()).endsWith("[Unlocked]");
    }

    @ParameterizedTest
    @EnumSource
    void interruptAbortsOnlyTheInterruptibleWait(ThreadKind kind) {
        mutex.lock();
        try (TestThreads threads = new TestThreads(kind)) {
            Thread stubborn = threads.startAndAwaitParked(() -> {
                mutex.lock();
                assertThat(Thread.interrupted()).isTrue();
                mutex.unlock();
            });
            Thread polite = threads.startAndAwaitParked(
                    () -> assertThatThrownBy(mutex::lockInterruptibly).isInstanceOf(InterruptedException.class));
            Thread timed = threads.startAndAwaitParked(() -> assertThatThrownBy(() -> mutex.tryLock(1, TimeUnit.DAYS))
                    .isInstanceOf(InterruptedException.class));
            polite.interrupt();
            timed.interrupt();
            stubborn.interrupt();
            TestThreads.awaitTrue(() -> mutex.getQueueLength() == 1);
            mutex.unlock();
        }
        assertThat(mutex.isLocked()).isFalse();
    }

    /** Wrong unlocks racing right ones: at most one of two succeeds for one lock. */
    @Test
    void unlocksAreNeverCountedTwice() {
        AtomicInteger unlocked = new AtomicInteger();
        int rounds = 5_000;
        for (int round = 0; round < rounds; round++) {
            mutex.lock();
            CompletableFuture<LockToken> request = round % 2 == 0 ? mutex.lockAsync() : new CompletableFuture<>();
            try (TestThreads threads = new TestThreads(ThreadKind.PLATFORM)) {
                threads.start(() -> {
                    try {
                        mutex.unlock();
                        unlocked.incrementAndGet();
                    } catch (IllegalMonitorStateException foundOut) {
                        // the other one was first
                    }
                });
                request.cancel(false);
            }
            if (!request.isCancelled()) {
                mutex.unlock();
            }
            assertThat(mutex.isLocked()).isFalse();
        }
        assertThat(unlocked.get()).isEqualTo(rounds);
    }

    @ParameterizedTest
    @CsvSource({"PLATFORM,1", "PLATFORM,32", "VIRTUAL,1", "VIRTUAL,32"})
    void excludesUnderLoadWithAborts(ThreadKind kind, int segmentSize) {
        Mutex contended = new Mutex(new Tuning(segmentSize, 4));
        int[] counter = new int[1];
        AtomicInteger expected = new AtomicInteger();
        try (TestThreads threads = new TestThreads(kind)) {
            for (int t = 0; t < 8; t++) {
                int number = t;
                threads.start(() -> {
                    for (int i = 0; i < 3_000; i++) {
                        boolean locked = switch ((i + number) % 4) {
                            case 0 -> contended.tryLock(20, TimeUnit.MICROSECONDS);
                            case 1 -> !contended.lockAsync().cancel(false);
                            case 2 -> contended.tryLock();
                            default -> {
                                contended.lock();
                                yield true;
                            }
                        };
                        if (locked) {
                            counter[0]++;
                            expected.incrementAndGet();
                            contended.unlock();
                        }
                    }
                });
            }
        }
        assertThat(counter[0]).isEqualTo(expected.get());
        assertThat(contended.isLocked()).isFalse();
        SegmentListInvariants.check(contended.queue(), 3);
    }
}
