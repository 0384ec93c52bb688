package dev.baton;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.LockSubject.Monitored;
import dev.baton.testing.Serialization;
import dev.baton.testing.TestThreads;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.Lock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** Contract of the reentrant lock, without its conditions; the same for the JDK's and ours. */
@ParameterizedClass
@MethodSource("dev.baton.LockSubject#all")
class ReentrantLockTest {
    @Parameter
    LockSubject subject;

    private Monitored lock() {
        return subject.newLock();
    }

    /** A way to wait for a lock that an interrupt ends. */
    private interface Interruptible {
        boolean lock(Lock lock) throws InterruptedException;
    }

    private static final List<Interruptible> INTERRUPTIBLE = List.of(lock -> {
        lock.lockInterruptibly();
        return true;
    }, lock -> lock.tryLock(1, TimeUnit.DAYS), lock -> lock.tryLock(Long.MAX_VALUE, TimeUnit.NANOSECONDS));

    @Test
    void fairnessIsAsAskedFor() {
        assertThat(lock().isFair()).isEqualTo(subject.fair());
        assertThat(new ReentrantLock().isFair()).isFalse();
        assertThat(new ReentrantLock(true).isFair()).isTrue();
    }

    @Test
    void locksAndUnlocks() {
        Monitored lock = lock();
        assertThat(lock.isLocked()).isFalse();
        lock.lock();
        assertThat(lock.isLocked()).isTrue();
        assertThat(lock.isHeldByCurrentThread()).isTrue();
        assertThat(lock.getOwner()).isSameAs(Thread.currentThread());
        lock.unlock();
        assertThat(lock.isLocked()).isFalse();
        assertThat(lock.isHeldByCurrentThread()).isFalse();
        assertThat(lock.getOwner()).isNull();
    }

    @Test
    void countsHolds() throws InterruptedException {
        Monitored lock = lock();
        assertThat(lock.getHoldCount()).isZero();
        lock.lock();
        assertThat(lock.tryLock()).isTrue();
        assertThat(lock.tryLock(0, SECONDS)).isTrue();
        lock.lockInterruptibly();
        assertThat(lock.getHoldCount()).isEqualTo(4);
        for (int held = 3; held >= 0; held--) {
            lock.unlock();
            assertThat(lock.getHoldCount()).isEqualTo(held);
            assertThat(lock.isLocked()).isEqualTo(held > 0);
        }
    }

    @Test
    void unlockByAnotherFailsAndChangesNothing() {
        Monitored lock = lock();
        assertThatThrownBy(lock::unlock).isInstanceOf(IllegalMonitorStateException.class);
        assertThat(lock.isLocked()).isFalse();
        lock.lock();
        try (TestThreads threads = new TestThreads(subject.kind())) {
            threads.start(() -> {
                assertThatThrownBy(lock::unlock).isInstanceOf(IllegalMonitorStateException.class);
                assertThat(lock.isHeldByCurrentThread()).isFalse();
                assertThat(lock.getHoldCount()).isZero();
                assertThat(lock.getOwner()).isNotNull().isNotSameAs(Thread.currentThread());
            });
        }
        assertThat(lock.getHoldCount()).isEqualTo(1);
        lock.unlock();
        assertThatThrownBy(lock::unlock).isInstanceOf(IllegalMonitorStateException.class);
    }

    @Test
    void tryFailsIfAnotherHolds() {
        Monitored lock = lock();
        lock.lock();
        try (TestThreads threads = new TestThreads(subject.kind())) {
            threads.start(() -> {
                assertThat(lock.tryLock()).isFalse();
                for (long timeout : new long[]{0, -1, Long.MIN_VALUE}) {
                    assertThat(lock.tryLock(timeout, SECONDS)).isFalse();
                }
                long start = System.nanoTime();
                assertThat(lock.tryLock(20, MILLISECONDS)).isFalse();
                assertThat(System.nanoTime() - start).isGreaterThanOrEqualTo(MILLISECONDS.toNanos(20));
                assertThat(lock.hasQueuedThreads()).isFalse();
            });
        }
        lock.unlock();
    }

    @Test
    void timedTrySucceedsAtOnceWhateverTheTimeout() throws InterruptedException {
        for (long timeout : new long[]{0, -1, Long.MIN_VALUE, Long.MAX_VALUE}) {
            Monitored lock = lock();
            assertThat(lock.tryLock(timeout, SECONDS)).isTrue();
            assertThat(lock.getHoldCount()).isEqualTo(1);
        }
    }

    @Test
    void waiterGetsTheLock() {
        Monitored lock = lock();
        List<Interruptible> ways = new ArrayList<>(INTERRUPTIBLE);
        ways.add(held -> {
            held.lock();
            return true;
        });
        for (Interruptible way : ways) {
            lock.lock();
            try (TestThreads threads = new TestThreads(subject.kind())) {
                Thread thread = threads.startAndAwaitParked(() -> {
                    assertThat(way.lock(lock)).isTrue();
                    assertThat(lock.isHeldByCurrentThread()).isTrue();
                    assertThat(lock.getOwner()).isSameAs(Thread.currentThread());
                    assertThat(lock.getHoldCount()).isEqualTo(1);
                    lock.unlock();
                });
                assertThat(lock.hasQueuedThread(thread)).isTrue();
                lock.unlock();
            }
        }
        assertThat(lock.isLocked()).isFalse();
    }

    @Test
    void holdsOfTheOwnerKeepWaitersOut() {
        Monitored lock = lock();
        lock.lock();
        lock.lock();
        AtomicBoolean entered = new AtomicBoolean();
        try (TestThreads threads = new TestThreads(subject.kind())) {
            Thread thread = threads.startAndAwaitParked(() -> {
                lock.lock();
                entered.set(true);
                lock.unlock();
            });
            lock.unlock();
            TestThreads.awaitParked(thread);
            assertThat(entered).isFalse();
            lock.unlock();
        }
        assertThat(entered).isTrue();
    }

    @Test
    void interruptOnEntryComesFirst() {
        Monitored lock = lock();
        for (boolean held : new boolean[]{false, true}) {
            if (held) {
                lock.lock();
            }
            for (Interruptible way : INTERRUPTIBLE) {
                Thread.currentThread().interrupt();
                assertThatThrownBy(() -> way.lock(lock)).isInstanceOf(InterruptedException.class);
                assertThat(Thread.currentThread().isInterrupted()).isFalse();
                assertThat(lock.getHoldCount()).isEqualTo(held ? 1 : 0);
            }
        }
    }

    @Test
    void uninterruptibleFormsIgnoreTheInterrupt() {
        Monitored lock = lock();
        Thread.currentThread().interrupt();
        lock.lock();
        assertThat(lock.tryLock()).isTrue();
        assertThat(Thread.interrupted()).isTrue();
        assertThat(lock.getHoldCount()).isEqualTo(2);
    }

    @Test
    void interruptEndsTheWait() {
        Monitored lock = lock();
        lock.lock();
        for (Interruptible way : INTERRUPTIBLE) {
            try (TestThreads threads = new TestThreads(subject.kind())) {
                Thread thread = threads.startAndAwaitParked(() -> {
                    assertThatThrownBy(() -> way.lock(lock)).isInstanceOf(InterruptedException.class);
                    assertThat(Thread.currentThread().isInterrupted()).isFalse();
                    assertThat(lock.isHeldByCurrentThread()).isFalse();
                });
                thread.interrupt();
            }
            assertThat(lock.hasQueuedThreads()).isFalse();
        }
        lock.unlock();
    }

    @Test
    void uninterruptibleWaitKeepsTheInterrupt() {
        Monitored lock = lock();
        lock.lock();
        try (TestThreads threads = new TestThreads(subject.kind())) {
            Thread thread = threads.startAndAwaitParked(() -> {
                lock.lock();
                assertThat(Thread.currentThread().isInterrupted()).isTrue();
                lock.unlock();
            });
            thread.interrupt();
            TestThreads.awaitTrue(() -> lock.hasQueuedThread(thread));
            assertThat(lock.isHeldByCurrentThread()).isTrue();
            lock.unlock();
        }
    }

    @Test
    void abortedWaiterLetsTheNextOneThrough() {
        Monitored lock = lock();
        lock.lock();
        try (TestThreads threads = new TestThreads(subject.kind())) {
            Thread first = threads.startAndAwaitParked(
                    () -> assertThatThrownBy(lock::lockInterruptibly).isInstanceOf(InterruptedException.class));
            Thread second = threads.startAndAwaitParked(() -> {
                lock.lockInterruptibly();
                lock.unlock();
            });
            first.interrupt();
            TestThreads.awaitTrue(() -> !lock.hasQueuedThread(first));
            assertThat(lock.hasQueuedThread(second)).isTrue();
            assertThat(lock.getQueueLength()).isEqualTo(1);
            lock.unlock();
        }
        assertThat(lock.isLocked()).isFalse();
    }

    @Test
    void showsItsQueue() {
        Monitored lock = lock();
        lock.lock();
        assertThat(lock.hasQueuedThreads()).isFalse();
        try (TestThreads threads = new TestThreads(subject.kind())) {
            List<Thread> started = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                started.add(threads.startAndAwaitParked(() -> {
                    lock.lock();
                    lock.unlock();
                }));
                assertThat(lock.getQueueLength()).isEqualTo(i + 1);
            }
            assertThat(lock.hasQueuedThreads()).isTrue();
            assertThat(lock.getQueuedThreads()).containsExactlyInAnyOrderElementsOf(started);
            assertThat(lock.hasQueuedThread(Thread.currentThread())).isFalse();
            lock.unlock();
        }
        assertThat(lock.hasQueuedThreads()).isFalse();
        assertThat(lock.getQueueLength()).isZero();
        assertThat(lock.getQueuedThreads()).isEmpty();
    }

    @Test
    @SuppressWarnings("NullAway")
    void nullsAreRejected() {
        Monitored lock = lock();
        assertThatThrownBy(() -> lock.hasQueuedThread(null)).isInstanceOf(NullPointerException.class);
        assertThatThrownBy(() -> lock.tryLock(1, null)).isInstanceOf(NullPointerException.class);
        assertThat(lock.isLocked()).isFalse();
    }

    @Test
    void saysItsStateAndOwner() {
        Monitored lock = lock();
        String identity = lock.getClass().getName() + "@" + Integer.toHexString(lock.hashCode());
        assertThat(lock).hasToString(identity + "[Unlocked]");
        lock.lock();
        assertThat(lock).hasToString(identity + "[Locked by thread " + Thread.currentThread().getName() + "]");
        lock.unlock();
        assertThat(lock).hasToString(identity + "[Unlocked]");
    }

    @Test
    void deserializedLockIsUnlocked() {
        Monitored lock = lock();
        lock.lock();
        Monitored copy = Serialization.copy(lock);
        assertThat(copy.isLocked()).isFalse();
        assertThat(copy.isFair()).isEqualTo(subject.fair());
        assertThat(copy.tryLock()).isTrue();
        assertThat(copy.getHoldCount()).isEqualTo(1);
        copy.unlock();
        assertThat(lock.getHoldCount()).isEqualTo(1);
        lock.unlock();
    }

    @Test
    void fairLockServesInOrder() {
        if (!subject.fair()) {
            return;
        }
        Monitored lock = lock();
        List<Integer> order = Collections.synchronizedList(new ArrayList<>());
        lock.lock();
        try (TestThreads threads = new TestThreads(subject.kind())) {
            for (int i = 0; i < 20; i++) {
                int number = i;
                threads.startAndAwaitParked(() -> {
                    lock.lock();
                    order.add(number);
                    lock.unlock();
                });
            }
            lock.unlock();
        }
        assertThat(order).hasSize(20).isSorted();
    }

    @Test
    void excludes() {
        Monitored lock = lock();
        int[] counter = new int[1];
        try (TestThreads threads = new TestThreads(subject.kind())) {
            for (int t = 0; t < 8; t++) {
                threads.start(() -> {
                    for (int i = 0; i < 2_000; i++) {
                        lock.lock();
                        try {
                            counter[0]++;
                        } finally {
                            lock.unlock();
                        }
                    }
                });
            }
        }
        assertThat(counter[0]).isEqualTo(16_000);
        assertThat(lock.isLocked()).isFalse();
        assertThat(lock.hasQueuedThreads()).isFalse();
    }
}
