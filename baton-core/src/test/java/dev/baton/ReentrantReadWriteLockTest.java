package dev.baton;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.ReadWriteSubject.Monitored;
import dev.baton.testing.TestThreads;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import org.junit.jupiter.api.Test;

/** Contract of the read-write lock: who holds it, together with whom, and in which order. */
class ReentrantReadWriteLockTest extends ReadWriteContract {
    @Test
    void writerHoldsAlone() {
        write.lock();
        assertThat(lock.isWriteLocked()).isTrue();
        assertThat(lock.isWriteLockedByCurrentThread()).isTrue();
        assertThat(lock.writeLockIsMine()).isTrue();
        assertThat(lock.getOwner()).isSameAs(Thread.currentThread());
        assertThat(lock.getReadLockCount()).isZero();
        try (TestThreads threads = threads()) {
            threads.start(() -> {
                assertThat(read.tryLock()).isFalse();
                assertThat(write.tryLock()).isFalse();
                for (long timeout : new long[]{0, -1, Long.MIN_VALUE}) {
                    assertThat(read.tryLock(timeout, SECONDS)).isFalse();
                    assertThat(write.tryLock(timeout, SECONDS)).isFalse();
                }
                assertThat(read.tryLock(5, MILLISECONDS)).isFalse();
                assertThat(write.tryLock(5, MILLISECONDS)).isFalse();
                assertThat(lock.isWriteLockedByCurrentThread()).isFalse();
                assertThat(lock.writeLockIsMine()).isFalse();
                assertThat(lock.getWriteHoldCount()).isZero();
            });
        }
        write.unlock();
        assertThat(lock.isWriteLocked()).isFalse();
        assertThat(lock.getOwner()).isNull();
    }

    @Test
    void readersHoldTogether() {
        read.lock();
        try (TestThreads threads = threads()) {
            threads.start(() -> {
                assertThat(read.tryLock()).isTrue();
                assertThat(lock.getReadLockCount()).isEqualTo(2);
                assertThat(lock.getReadHoldCount()).isEqualTo(1);
                assertThat(write.tryLock()).isFalse();
                assertThat(write.tryLock(1, MILLISECONDS)).isFalse();
                read.unlock();
                assertThat(lock.getReadHoldCount()).isZero();
                read.lock();
                read.unlock();
            });
        }
        assertThat(lock.getReadLockCount()).isEqualTo(1);
        assertThat(lock.isWriteLocked()).isFalse();
        assertThat(lock.getOwner()).isNull();
        assertThat(write.tryLock()).as("a reader cannot become a writer").isFalse();
        read.unlock();
        assertThat(write.tryLock()).isTrue();
        write.unlock();
    }

    @Test
    void countsHolds() throws InterruptedException {
        for (int i = 1; i <= 3; i++) {
            write.lock();
            assertThat(lock.getWriteHoldCount()).isEqualTo(i);
            assertThat(lock.writeLockHolds()).isEqualTo(i);
        }
        assertThat(write.tryLock()).isTrue();
        assertThat(write.tryLock(0, SECONDS)).isTrue();
        write.lockInterruptibly();
        assertThat(lock.getWriteHoldCount()).isEqualTo(6);
        for (int i = 5; i >= 0; i--) {
            write.unlock();
            assertThat(lock.getWriteHoldCount()).isEqualTo(i);
        }
        assertThat(lock.isWriteLocked()).isFalse();
        for (int i = 1; i <= 3; i++) {
            read.lock();
            assertThat(lock.getReadHoldCount()).isEqualTo(i);
        }
        assertThat(read.tryLock()).isTrue();
        assertThat(read.tryLock(-1, SECONDS)).isTrue();
        read.lockInterruptibly();
        assertThat(lock.getReadLockCount()).isEqualTo(6);
        for (int i = 5; i >= 0; i--) {
            read.unlock();
            assertThat(lock.getReadHoldCount()).isEqualTo(i);
            assertThat(lock.getReadLockCount()).isEqualTo(i);
        }
    }

    @Test
    void holdsOfManyReadersAreKeptApart() {
        int readers = 5;
        CountDownLatch inside = new CountDownLatch(readers);
        try (TestThreads threads = threads()) {
            for (int i = 1; i <= readers; i++) {
                int holds = i;
                threads.start(() -> {
                    for (int h = 1; h <= holds; h++) {
                        read.lock();
                        assertThat(lock.getReadHoldCount()).isEqualTo(h);
                    }
                    inside.countDown();
                    inside.await(); // no polling: virtual threads that poll can keep others from starting
                    for (int h = holds - 1; h >= 0; h--) {
                        read.unlock();
                        assertThat(lock.getReadHoldCount()).isEqualTo(h);
                    }
                    assertThatThrownBy(read::unlock).isInstanceOf(IllegalMonitorStateException.class);
                });
            }
        }
        assertThat(lock.getReadLockCount()).isZero();
    }

    @Test
    void holdsOfManyLocksAreKeptApart() {
        List<Monitored> locks = new ArrayList<>();
        for (int i = 0; i < 1000; i++) {
            locks.add(subject.newLock());
            locks.get(i).readLock().lock();
        }
        try (TestThreads threads = threads()) {
            threads.start(() -> {
                for (int round = 0; round < 3; round++) {
                    for (int i = 0; i < locks.size(); i++) {
                        for (int held = 0; held <= i % 3; held++) {
                            locks.get(i).readLock().lock();
                        }
                    }
                    Collections.shuffle(locks, new Random(round));
                    for (Monitored held : locks) {
                        for (int left = held.getReadLockCount() - 2; left >= 0; left--) {
                            held.readLock().unlock();
                            assertThat(held.getReadHoldCount()).isEqualTo(left);
                        }
                        assertThatThrownBy(held.readLock()::unlock).isInstanceOf(IllegalMonitorStateException.class);
                    }
                }
            });
        }
        assertThat(locks).allMatch(held -> held.getReadLockCount() == 1 && held.getReadHoldCount() == 1);
    }

    @Test
    void threadThatLivesOnKeepsNoLockItHasRead() {
        AtomicReference<Monitored> shared = new AtomicReference<>(subject.newLock());
        WeakReference<Monitored> unused = new WeakReference<>(shared.get());
        CountDownLatch collected = new CountDownLatch(1);
        shared.get().readLock().lock();
        try (TestThreads threads = threads()) {
            threads.startAndAwaitParked(() -> {
                lockAndUnlock(shared.get().readLock());
                collected.await();
            });
            shared.get().readLock().unlock();
            shared.set(null);
            TestThreads.awaitTrue(() -> {
                System.gc();
                return unused.refersTo(null);
            });
            collected.countDown();
        }
    }

    @Test
    void unlockByAnotherFailsAndChangesNothing() {
        assertThatThrownBy(write::unlock).isInstanceOf(IllegalMonitorStateException.class);
        assertThatThrownBy(read::unlock).isInstanceOf(IllegalMonitorStateException.class);
        assertThat(lock.getReadLockCount()).isZero();
        read.lock();
        assertThatThrownBy(write::unlock).isInstanceOf(IllegalMonitorStateException.class);
        try (TestThreads threads = threads()) {
            threads.start(() -> {
                assertThatThrownBy(read::unlock).isInstanceOf(IllegalMonitorStateException.class);
                assertThatThrownBy(write::unlock).isInstanceOf(IllegalMonitorStateException.class);
            });
        }
        assertThat(lock.getReadHoldCount()).isEqualTo(1);
        read.unlock();
        write.lock();
        try (TestThreads threads = threads()) {
            threads.start(() -> assertThatThrownBy(write::unlock).isInstanceOf(IllegalMonitorStateException.class));
        }
        assertThat(lock.getWriteHoldCount()).isEqualTo(1);
        write.unlock();
    }

    @Test
    void writerMayReadAndDowngrade() throws InterruptedException {
        write.lock();
        read.lock();
        assertThat(read.tryLock()).isTrue();
        assertThat(read.tryLock(0, SECONDS)).isTrue();
        assertThat(lock.getReadHoldCount()).isEqualTo(3);
        try (TestThreads threads = threads()) {
            Thread reader = threads.startAndAwaitParked(() -> lockAndUnlock(read));
            write.unlock();
            TestThreads.awaitTrue(() -> !lock.hasQueuedThread(reader)); // downgraded: others may read
            assertThat(lock.isWriteLocked()).isFalse();
            Thread writer = threads.startAndAwaitParked(() -> lockAndUnlock(write));
            for (int i = 2; i >= 0; i--) {
                assertThat(lock.hasQueuedThread(writer)).isTrue();
                read.unlock();
                assertThat(lock.getReadHoldCount()).isEqualTo(i);
            }
        }
    }

    @Test
    void writerMayReadWhoeverWaits() {
        write.lock();
        try (TestThreads threads = threads()) {
            threads.startAndAwaitParked(() -> lockAndUnlock(write));
            threads.startAndAwaitParked(() -> lockAndUnlock(read));
            read.lock();
            read.unlock();
            write.lock();
            write.unlock();
            write.unlock();
        }
        assertThat(lock.getReadLockCount()).isZero();
    }

    @Test
    void reentrantReaderPassesAWaitingWriter() {
        read.lock();
        try (TestThreads threads = threads()) {
            Thread writer = threads.startAndAwaitParked(() -> lockAndUnlock(write));
            read.lock();
            assertThat(lock.getReadHoldCount()).isEqualTo(2);
            assertThat(lock.hasQueuedThread(writer)).isTrue();
            read.unlock();
            read.unlock();
        }
    }

    @Test
    void secondReaderReentersWhileAWriterWaits() {
        read.lock();
        AtomicInteger step = new AtomicInteger();
        try (TestThreads threads = threads()) {
            threads.start(() -> {
                read.lock();
                step.set(1);
                TestThreads.awaitTrue(() -> step.get() == 2);
                read.lock();
                read.unlock();
                read.unlock();
                step.set(3);
            });
            TestThreads.awaitTrue(() -> step.get() == 1);
            threads.startAndAwaitParked(() -> lockAndUnlock(write));
            step.set(2);
            TestThreads.awaitTrue(() -> step.get() == 3);
            read.unlock();
        }
    }

    @Test
    void untimedTryReadPassesAWaitingWriterButTimedDoesNot() {
        read.lock();
        try (TestThreads threads = threads()) {
            threads.startAndAwaitParked(() -> lockAndUnlock(write));
            Thread other = threads.start(() -> {
                assertThat(read.tryLock()).isTrue();
                read.unlock();
                if (subject.fair()) {
                    assertThat(read.tryLock(0, SECONDS)).isFalse();
                    assertThat(read.tryLock(1, MILLISECONDS)).isFalse();
                }
            });
            other.join();
            read.unlock();
        } catch (InterruptedException hung) {
            throw new AssertionError(hung);
        }
    }

    @Test
    void readerWaitsBehindAWaitingWriter() {
        read.lock();
        List<String> order = Collections.synchronizedList(new ArrayList<>());
        try (TestThreads threads = threads()) {
            threads.startAndAwaitParked(() -> {
                write.lock();
                order.add("writer");
                write.unlock();
            });
            Thread reader = threads.startAndAwaitParked(() -> {
                read.lock();
                order.add("reader");
                read.unlock();
            });
            assertThat(lock.getQueuedReaderThreads()).containsExactly(reader);
            read.unlock();
        }
        assertThat(order).containsExactly("writer", "reader");
    }

    @Test
    void conditionRestoresWriteHolds() {
        Condition condition = write.newCondition();
        try (TestThreads threads = threads()) {
            Thread thread = threads.startAndAwaitParked(() -> {
                write.lock();
                write.lock();
                condition.await();
                assertThat(lock.getWriteHoldCount()).isEqualTo(2);
                write.unlock();
                write.unlock();
            });
            write.lock();
            assertThat(lock.getWaitingThreads(condition)).containsExactly(thread);
            assertThat(lock.getWaitQueueLength(condition)).isEqualTo(1);
            condition.signalAll();
            assertThat(lock.hasWaiters(condition)).isFalse();
            assertThat(lock.getQueuedWriterThreads()).containsExactly(thread);
            write.unlock();
        }
    }

    @Test
    void conditionOfAWriterThatReads() {
        Condition condition = write.newCondition();
        try (TestThreads threads = threads()) {
            threads.startAndAwaitParked(() -> {
                write.lock();
                read.lock();
                condition.await();
                assertThat(lock.getWriteHoldCount()).isEqualTo(1);
                assertThat(lock.getReadHoldCount()).isEqualTo(1);
                assertThat(lock.getReadLockCount()).isEqualTo(1);
                write.unlock();
                read.unlock();
            });
            write.lock();
            condition.signal();
            write.unlock();
        }
        assertThat(lock.getReadLockCount()).isZero();
    }

    @Test
    void fairLockServesInOrder() {
        if (!subject.fair()) {
            return;
        }
        List<Integer> order = Collections.synchronizedList(new ArrayList<>());
        write.lock();
        try (TestThreads threads = threads()) {
            for (int i = 0; i < 12; i++) {
                int number = i;
                Lock side = i % 2 == 0 ? write : read;
                threads.startAndAwaitParked(() -> {
                    side.lock();
                    order.add(number);
                    side.unlock();
                });
            }
            write.unlock();
        }
        assertThat(order).hasSize(12).isSorted();
    }

    /** Invariants under load: writers alone, readers together, no count astray, with aborts. */
    @Test
    void excludesUnderLoad() {
        AtomicInteger readers = new AtomicInteger();
        AtomicInteger writers = new AtomicInteger();
        try (TestThreads threads = threads()) {
            for (int t = 0; t < 8; t++) {
                int seed = t;
                threads.start(() -> {
                    for (int i = 0; i < 500; i++) {
                        Lock side = (i * 7 + seed) % 3 == 0 ? write : read;
                        if ((i + seed) % 5 == 0 ? side.tryLock(i % 50, TimeUnit.MICROSECONDS) : locked(side)) {
                            (side == write ? writers : readers).incrementAndGet();
                            assertThat(writers.get()).isLessThanOrEqualTo(1);
                            assertThat(writers.get() * readers.get()).isZero();
                            (side == write ? writers : readers).decrementAndGet();
                            side.unlock();
                        }
                    }
                });
            }
        }
        assertThat(lock.getReadLockCount()).isZero();
        assertThat(lock.isWriteLocked()).isFalse();
        assertThat(lock.hasQueuedThreads()).isFalse();
    }

    private static boolean locked(Lock side) {
        side.lock();
        return true;
    }
}
