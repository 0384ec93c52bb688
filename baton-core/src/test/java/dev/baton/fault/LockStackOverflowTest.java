package dev.baton.fault;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.HandOff;
import dev.baton.LockToken;
import dev.baton.Mutex;
import dev.baton.ReentrantLock;
import dev.baton.ReentrantReadWriteLock;
import dev.baton.Semaphore;
import dev.baton.fault.StackDepths.Meeting;
import dev.baton.fault.StackDepths.Row;
import dev.baton.testing.TestThreads;
import dev.baton.testing.ThreadKind;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Each operation of locks, semaphores and conditions with ever more stack left. An operation that overflows has done
 * nothing and may be called again: nobody sleeps for ever, and no hold and no permit is lost or made.
 */
class LockStackOverflowTest {
    static List<Row> rows() {
        List<Row> rows = new ArrayList<>();
        for (boolean fair : new boolean[]{true, false}) {
            String kind = fair ? ", fair: " : ", barging: ";
            rows.add(new Row("Semaphore" + kind + "release", () -> release(new Semaphore(0, fair), 1)));
            rows.add(new Row("Semaphore" + kind + "release of several", () -> release(new Semaphore(0, fair), 3)));
            rows.add(new Row("Semaphore" + kind + "release to a future", () -> releaseToFuture(fair)));
            rows.add(new Row("Semaphore" + kind + "acquire, and time out", () -> timeOut(new Semaphore(0, fair))));
            rows.add(new Row("Semaphore" + kind + "try behind another", () -> tryBehind(fair)));
            rows.add(new Row("ReentrantLock" + kind + "unlock", () -> {
                ReentrantLock lock = new ReentrantLock(fair);
                return unlock(lock, lock);
            }));
            rows.add(new Row("ReentrantLock" + kind + "lock, and time out", () -> {
                ReentrantLock lock = new ReentrantLock(fair);
                return timeOut(lock.lockAsync(), lock);
            }));
            rows.add(new Row("ReentrantLock" + kind + "signal", () -> signal(new ReentrantLock(fair), false)));
            rows.add(new Row("ReentrantLock" + kind + "signalAll", () -> signal(new ReentrantLock(fair), true)));
            rows.add(new Row("ReentrantLock" + kind + "wait, and time out",
                    () -> timeOutCondition(new ReentrantLock(fair))));
            rows.add(new Row("ReadWriteLock" + kind + "unlock of the writer before a reader", () -> {
                ReentrantReadWriteLock lock = new ReentrantReadWriteLock(fair);
                return unlock(lock.writeLock(), lock.readLock());
            }));
            rows.add(new Row("ReadWriteLock" + kind + "unlock of the reader before a writer", () -> {
                ReentrantReadWriteLock lock = new ReentrantReadWriteLock(fair);
                return unlock(lock.readLock(), lock.writeLock());
            }));
            rows.add(new Row("ReadWriteLock" + kind + "signal",
                    () -> signal(new ReentrantReadWriteLock(fair).writeLock(), false)));
            rows.add(new Row("ReadWriteLock" + kind + "read, and time out", () -> {
                ReentrantReadWriteLock lock = new ReentrantReadWriteLock(fair);
                return timeOut(lock.writeLock().lockAsync(), lock.readLock());
            }));
        }
        rows.add(new Row("Semaphore, fair: cancel before another", LockStackOverflowTest::cancelBeforeAnother));
        for (HandOff handOff : HandOff.values()) {
            rows.add(new Row("Mutex, " + handOff + ": unlock", () -> unlock(new Mutex(handOff))));
            rows.add(new Row("Mutex, " + handOff + ": unlock before a section", () -> runSections(new Mutex(handOff))));
        }
        return rows;
    }

    @ParameterizedTest
    @MethodSource("rows")
    void nothingIsLostWhereverTheStackEnds(Row row) throws Exception {
        row.mustLoseNothing();
    }

    private static Meeting release(Semaphore semaphore, int permits) {
        return new Meeting(semaphore::acquire, () -> semaphore.release(permits), () -> releaseAgain(semaphore, permits),
                () -> mustHave(semaphore, permits - 1));
    }

    /** A release that overflowed has done nothing, or has left the wake-up to the next release. */
    private static void releaseAgain(Semaphore semaphore, int permits) {
        assertThat(semaphore.getQueueLength()).isEqualTo(1);
        assertThat(semaphore.availablePermits()).isIn(0, permits);
        semaphore.release(semaphore.availablePermits() == 0 ? permits : 0);
    }

    private static void mustHave(Semaphore semaphore, int permits) {
        assertThat(semaphore.availablePermits()).isEqualTo(permits);
        assertThat(semaphore.hasQueuedThreads()).isFalse();
        semaphore.release();
        assertThat(semaphore.tryAcquire(permits + 1)).isTrue();
        assertThat(semaphore.tryAcquire()).isFalse();
        try (TestThreads threads = new TestThreads(ThreadKind.PLATFORM)) {
            threads.startAndAwaitParked(semaphore::acquire);
            semaphore.release();
        }
    }

    private static Meeting releaseToFuture(boolean fair) {
        Semaphore semaphore = new Semaphore(0, fair);
        CompletableFuture<Void> request = semaphore.acquireAsync();
        return new Meeting(null, semaphore::release, () -> {
            assertThat(request).isNotDone();
            releaseAgain(semaphore, 1);
        }, () -> {
            request.get(20, TimeUnit.SECONDS);
            mustHave(semaphore, 0);
        });
    }

    /** A request for more than there is aborts; the thread behind it has what it asks for. */
    private static Meeting cancelBeforeAnother() {
        Semaphore semaphore = new Semaphore(1, true);
        CompletableFuture<Void> first = semaphore.acquireAsync(5);
        Faults.Operation cancel = () -> assertThat(first.cancel(false)).isTrue();
        return new Meeting(() -> semaphore.acquire(), cancel, () -> {
            assertThat(first).isNotDone();
            cancel.run();
        }, () -> mustHave(semaphore, 0));
    }

    private static Meeting timeOut(Semaphore semaphore) {
        return new Meeting(null, () -> semaphore.tryAcquire(1, TimeUnit.MICROSECONDS), () -> {},
                () -> mustHave(semaphore, 0));
    }

    /** A try that takes what the first in line cannot use. */
    private static Meeting tryBehind(boolean fair) {
        Semaphore semaphore = new Semaphore(1, fair);
        CompletableFuture<Void> first = semaphore.acquireAsync(2);
        Faults.Operation attempt = () -> assertThat(semaphore.tryAcquire()).isTrue();
        return new Meeting(null, attempt, attempt, () -> {
            assertThat(semaphore.availablePermits()).isZero();
            semaphore.release(2);
            first.get(20, TimeUnit.SECONDS);
            mustHave(semaphore, 0);
        });
    }

    private static Meeting unlock(Lock held, Lock wanted) {
        return new Meeting(held::lock, () -> {
            wanted.lock();
            wanted.unlock();
        }, held::unlock, () -> unlockAgain(held), () -> {}, () -> {
            mustBeFree(held);
            mustBeFree(wanted);
        });
    }

    /** An unlock that overflowed has done nothing, or has left the wake-up to the next unlock. */
    private static void unlockAgain(Lock lock) {
        try {
            lock.unlock();
        } catch (IllegalMonitorStateException free) {
            lock.lock();
            lock.unlock();
        }
    }

    private static void mustBeFree(Lock lock) {
        assertThat(lock.tryLock()).isTrue();
        lock.unlock();
        try (TestThreads threads = new TestThreads(ThreadKind.PLATFORM)) {
            threads.start(() -> {
                assertThat(lock.tryLock(20, TimeUnit.SECONDS)).isTrue();
                lock.unlock();
            });
        }
    }

    /** {@code held} stays locked by a token meanwhile. */
    private static Meeting timeOut(CompletableFuture<LockToken> held, Lock lock) {
        return new Meeting(null, () -> assertThat(lock.tryLock(1, TimeUnit.MICROSECONDS)).isFalse(), () -> {}, () -> {
            held.join().close();
            mustBeFree(lock);
        });
    }

    private static Meeting signal(Lock lock, boolean all) {
        Condition condition = lock.newCondition();
        Faults.Operation signal = all ? condition::signalAll : condition::signal;
        TestThreads threads = new TestThreads(ThreadKind.PLATFORM);
        return new Meeting(() -> {
            threads.startAndAwaitParked(() -> {
                lock.lock();
                condition.await();
                lock.unlock();
            });
            lock.lock();
        }, null, signal, signal, lock::unlock, () -> {
            threads.close();
            mustBeFree(lock);
        });
    }

    private static Meeting timeOutCondition(Lock lock) {
        Condition condition = lock.newCondition();
        return new Meeting(lock::lock, null, () -> assertThat(condition.awaitNanos(1_000L)).isNotPositive(), () -> {},
                lock::unlock, () -> {
                    mustBeFree(lock);
                    Meeting signalled = signal(lock, false);
                    signalled.before().run();
                    condition.signal(); // nobody waits there any more
                    signalled.acts().run();
                    signalled.after().run();
                    signalled.settle().run();
                });
    }

    private static Meeting unlock(Mutex mutex) {
        return new Meeting(mutex::lock, () -> {
            mutex.lock();
            mutex.unlock();
        }, mutex::unlock, () -> unlockAgain(mutex), () -> {}, () -> {
            assertThat(mutex.isLocked()).isFalse();
            assertThat(mutex.tryLock()).isTrue();
        });
    }

    /** The holder runs the section of the thread that waits. */
    private static Meeting runSections(Mutex mutex) {
        int[] sections = new int[1];
        Runnable section = () -> sections[0]++;
        return new Meeting(mutex::lock, () -> mutex.withLock(section), mutex::unlock, () -> unlockAgain(mutex),
                () -> {}, () -> {
                    assertThat(sections[0]).isEqualTo(1);
                    assertThat(mutex.isLocked()).isFalse();
                });
    }

    private static void unlockAgain(Mutex mutex) {
        if (!mutex.isLocked()) {
            mutex.lock();
        }
        mutex.unlock();
    }
}
