package dev.baton;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.testing.TestThreads;
import dev.baton.testing.ThreadKind;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Locks under load: every kind of request and abort at once, and the account is exact afterwards. */
class LockStressTest {
    @ParameterizedTest
    @CsvSource({"PLATFORM,true,1", "PLATFORM,true,32", "PLATFORM,false,1", "PLATFORM,false,32", "VIRTUAL,true,2",
            "VIRTUAL,false,2"})
    void everyAbortKeepsTheAccount(ThreadKind kind, boolean fair, int segmentSize) {
        ReentrantLock lock = new ReentrantLock(fair, new Tuning(segmentSize, 4, 20));
        long seed = System.nanoTime();
        int[] counter = new int[1];
        AtomicInteger entered = new AtomicInteger();
        AtomicInteger running = new AtomicInteger(8);
        List<Thread> victims = new CopyOnWriteArrayList<>();
        try (TestThreads threads = new TestThreads(kind)) {
            for (int t = 0; t < 8; t++) {
                SplittableRandom random = new SplittableRandom(seed + t);
                victims.add(threads.start(() -> {
                    try {
                        for (int i = 0; i < 1_000; i++) {
                            if (useSomehow(lock, random, counter)) {
                                entered.incrementAndGet();
                            }
                        }
                    } finally {
                        running.decrementAndGet();
                    }
                }));
            }
            SplittableRandom random = new SplittableRandom(seed);
            threads.start(() -> {
                while (running.get() > 0) {
                    victims.get(random.nextInt(victims.size())).interrupt();
                    TestThreads.giveWay();
                }
            });
        }
        assertThat(counter[0]).as("seed %d", seed).isEqualTo(entered.get());
        assertThat(lock.isLocked()).isFalse();
        assertThat(lock.hasQueuedThreads()).isFalse();
        SegmentListInvariants.check(lock.queue(), 3);
    }

    private static boolean useSomehow(ReentrantLock lock, SplittableRandom random, int[] counter) {
        try {
            switch (random.nextInt(5)) {
                case 0 -> lock.lock();
                case 1 -> lock.lockInterruptibly();
                case 2 -> {
                    if (!lock.tryLock()) {
                        return false;
                    }
                }
                case 3 -> {
                    if (!lock.tryLock(random.nextInt(50_000), TimeUnit.NANOSECONDS)) {
                        return false;
                    }
                }
                default -> {
                    CompletableFuture<LockToken> request = lock.lockAsync();
                    if (request.cancel(false)) {
                        return false;
                    }
                    try (LockToken token = request.join()) {
                        assertThat(token).isNotNull();
                        counter[0]++;
                    }
                    return true;
                }
            }
        } catch (InterruptedException aborted) {
            return false;
        }
        counter[0]++;
        lock.unlock();
        return true;
    }

    /** Tokens passed around a ring by signals, with interrupts and timeouts: none is lost, none doubled. */
    @ParameterizedTest
    @CsvSource({"PLATFORM,true", "PLATFORM,false", "VIRTUAL,true", "VIRTUAL,false"})
    void signalsSurviveAborts(ThreadKind kind, boolean fair) {
        ReentrantLock lock = new ReentrantLock(fair, new Tuning(1, 4, 20));
        Condition changed = lock.newCondition();
        int turns = 600;
        int parties = 4;
        int[] turn = new int[1];
        List<Thread> victims = new CopyOnWriteArrayList<>();
        AtomicBoolean over = new AtomicBoolean();
        try (TestThreads threads = new TestThreads(kind)) {
            for (int t = 0; t < parties; t++) {
                int mine = t;
                victims.add(threads.start(() -> {
                    lock.lock();
                    while (turn[0] < turns) {
                        if (turn[0] % parties == mine) {
                            turn[0]++;
                            changed.signalAll();
                        } else {
                            try {
                                if (turn[0] % 3 == 0) {
                                    changed.await();
                                } else {
                                    changed.await(1, TimeUnit.MICROSECONDS);
                                }
                            } catch (InterruptedException aborted) {
                                assertThat(lock.isHeldByCurrentThread()).isTrue();
                            }
                        }
                    }
                    over.set(true);
                    lock.unlock();
                }));
            }
            threads.start(() -> {
                for (int i = 0; !over.get(); i++) {
                    victims.get(i % parties).interrupt();
                    TestThreads.giveWay();
                }
            });
        }
        assertThat(turn[0]).isEqualTo(turns);
        assertThat(lock.isLocked()).isFalse();
        assertThat(lock.hasQueuedThreads()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void tenThousandVirtualThreads(boolean fair) {
        ReentrantLock lock = new ReentrantLock(fair);
        ReentrantReadWriteLock shared = new ReentrantReadWriteLock(fair);
        int[] counter = new int[2];
        try (TestThreads threads = new TestThreads(ThreadKind.VIRTUAL)) {
            for (int t = 0; t < 10_000; t++) {
                Lock side = t % 10 == 0 ? shared.writeLock() : shared.readLock();
                boolean writes = t % 10 == 0;
                threads.start(() -> {
                    lock.lock();
                    counter[0]++;
                    lock.unlock();
                    side.lock();
                    if (writes) {
                        counter[1]++;
                    }
                    side.unlock();
                });
            }
        }
        assertThat(counter).containsExactly(10_000, 1_000);
        assertThat(lock.isLocked()).isFalse();
        assertThat(shared.getReadLockCount()).isZero();
        assertThat(shared.isWriteLocked()).isFalse();
    }

    /** Readers that always overlap do not keep a writer out. */
    @ParameterizedTest
    @CsvSource({"PLATFORM,true", "PLATFORM,false", "VIRTUAL,true", "VIRTUAL,false"})
    void writersDoNotStarve(ThreadKind kind, boolean fair) {
        ReentrantReadWriteLock lock = new ReentrantReadWriteLock(fair, new Tuning(2, 4, 50));
        AtomicInteger reading = new AtomicInteger();
        AtomicBoolean done = new AtomicBoolean();
        try (TestThreads threads = new TestThreads(kind)) {
            for (int t = 0; t < 4; t++) {
                threads.start(() -> {
                    while (!done.get()) {
                        lock.readLock().lock();
                        reading.incrementAndGet();
                        for (int i = 0; i < 5 && reading.get() < 2; i++) {
                            Thread.yield(); // wait for another reader, so that the lock is seldom free
                        }
                        reading.decrementAndGet();
                        lock.readLock().unlock();
                        LockSupport.parkNanos(1L); // virtual threads are not sliced: all must get a carrier at all
                    }
                });
            }
            threads.start(() -> {
                for (int i = 0; i < 20; i++) {
                    lock.writeLock().lock();
                    assertThat(reading).hasValue(0);
                    lock.writeLock().unlock();
                }
                done.set(true);
            });
        }
    }

    /** Writers that always wait do not keep a reader out. */
    @ParameterizedTest
    @CsvSource({"PLATFORM,true", "PLATFORM,false", "VIRTUAL,true", "VIRTUAL,false"})
    void readersDoNotStarve(ThreadKind kind, boolean fair) {
        ReentrantReadWriteLock lock = new ReentrantReadWriteLock(fair, new Tuning(2, 4, 50));
        AtomicBoolean done = new AtomicBoolean();
        try (TestThreads threads = new TestThreads(kind)) {
            for (int t = 0; t < 3; t++) {
                threads.start(() -> {
                    while (!done.get()) {
                        lock.writeLock().lock();
                        Thread.yield();
                        lock.writeLock().unlock();
                        LockSupport.parkNanos(1L); // as above
                    }
                });
            }
            threads.start(() -> {
                for (int i = 0; i < 20; i++) {
                    lock.readLock().lock();
                    lock.readLock().unlock();
                }
                done.set(true);
            });
        }
    }
}
