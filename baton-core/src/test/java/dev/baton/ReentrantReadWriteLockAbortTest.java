package dev.baton;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.testing.TestThreads;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.Lock;
import org.junit.jupiter.api.Test;

/** Waits for the read-write lock that a timeout or an interrupt may end. */
class ReentrantReadWriteLockAbortTest extends ReadWriteContract {
    private interface Interruptible {
        boolean lock(Lock lock) throws InterruptedException;
    }

    private static final List<Interruptible> INTERRUPTIBLE = List.of(lock -> {
        lock.lockInterruptibly();
        return true;
    }, lock -> lock.tryLock(1, TimeUnit.DAYS), lock -> lock.tryLock(Long.MAX_VALUE, TimeUnit.NANOSECONDS));

    @Test
    void abortedWriterLetsTheReadersBehindItIn() {
        read.lock();
        AtomicInteger inside = new AtomicInteger();
        try (TestThreads threads = threads()) {
            Thread writer = threads.startAndAwaitParked(
                    () -> assertThatThrownBy(write::lockInterruptibly).isInstanceOf(InterruptedException.class));
            for (int i = 0; i < 3; i++) {
                threads.startAndAwaitParked(() -> {
                    read.lock();
                    inside.incrementAndGet();
                    read.unlock();
                });
            }
            writer.interrupt();
            TestThreads.awaitTrue(() -> inside.get() == 3); // although the first reader still reads
            assertThat(lock.getReadHoldCount()).isEqualTo(1);
            read.unlock();
        }
    }

    @Test
    void timedOutWriterLetsTheReadersBehindItIn() {
        read.lock();
        try (TestThreads threads = threads()) {
            Thread writer = threads.start(() -> assertThat(write.tryLock(30, MILLISECONDS)).isFalse());
            Thread reader = threads.start(() -> lockAndUnlock(read));
            reader.join();
            writer.join();
            read.unlock();
        } catch (InterruptedException hung) {
            throw new AssertionError(hung);
        }
    }

    @Test
    void waitersOfBothKindsGetIn() {
        for (Lock held : List.of(read, write)) {
            for (Lock wanted : List.of(read, write)) {
                if (held == read && wanted == read) {
                    continue;
                }
                for (Interruptible way : INTERRUPTIBLE) {
                    held.lock();
                    try (TestThreads threads = threads()) {
                        threads.startAndAwaitParked(() -> {
                            assertThat(way.lock(wanted)).isTrue();
                            assertThat(lock.getReadHoldCount()).isEqualTo(wanted == read ? 1 : 0);
                            assertThat(lock.getWriteHoldCount()).isEqualTo(wanted == write ? 1 : 0);
                            wanted.unlock();
                        });
                        held.unlock();
                    }
                }
            }
        }
        assertThat(lock.getReadLockCount()).isZero();
        assertThat(lock.isWriteLocked()).isFalse();
    }

    @Test
    void interruptOnEntryComesFirst() {
        for (Lock side : List.of(read, write)) {
            for (Interruptible way : INTERRUPTIBLE) {
                Thread.currentThread().interrupt();
                assertThatThrownBy(() -> way.lock(side)).isInstanceOf(InterruptedException.class);
                assertThat(Thread.currentThread().isInterrupted()).isFalse();
            }
            Thread.currentThread().interrupt();
            side.lock();
            assertThat(side.tryLock()).isTrue();
            assertThat(Thread.interrupted()).isTrue();
            side.unlock();
            side.unlock();
        }
        assertThat(lock.getReadLockCount()).isZero();
        assertThat(lock.isWriteLocked()).isFalse();
    }

    @Test
    void interruptEndsTheWait() {
        write.lock();
        for (Lock side : List.of(read, write)) {
            for (Interruptible way : INTERRUPTIBLE) {
                try (TestThreads threads = threads()) {
                    Thread thread = threads.startAndAwaitParked(() -> {
                        assertThatThrownBy(() -> way.lock(side)).isInstanceOf(InterruptedException.class);
                        assertThat(Thread.currentThread().isInterrupted()).isFalse();
                        assertThat(lock.getReadHoldCount()).isZero();
                    });
                    thread.interrupt();
                }
                assertThat(lock.hasQueuedThreads()).isFalse();
            }
        }
        assertThat(lock.getReadLockCount()).isZero();
        write.unlock();
    }

    @Test
    void uninterruptibleWaitKeepsTheInterrupt() {
        write.lock();
        try (TestThreads threads = threads()) {
            for (Lock side : List.of(read, write)) {
                Thread thread = threads.startAndAwaitParked(() -> {
                    side.lock();
                    assertThat(Thread.currentThread().isInterrupted()).isTrue();
                    side.unlock();
                });
                thread.interrupt();
            }
            write.unlock();
        }
    }
}
