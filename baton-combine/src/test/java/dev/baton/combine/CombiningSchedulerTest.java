package dev.baton.combine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.baton.HandOff;
import dev.baton.Mutex;
import dev.baton.ReentrantLock;
import dev.baton.ReentrantReadWriteLock;
import dev.baton.Semaphore;
import dev.baton.testing.TestThreads;
import java.io.File;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Sections follow each other on one carrier, others get their turn, and every primitive works with every policy. */
class CombiningSchedulerTest {
    @BeforeEach
    void needsTheFlag() {
        assumeTrue(CombiningScheduler.isAvailable(), "needs --add-opens java.base/java.lang=ALL-UNNAMED");
    }

    @Test
    void waitersEnterOnTheCarrierOfTheReleaser() throws Exception {
        Mutex mutex = new Mutex(HandOff.COMBINE);
        List<Thread> carriers = Collections.synchronizedList(new ArrayList<>());
        try (CombiningScheduler scheduler = CombiningScheduler.create(2)) {
            List<Thread> threads = heldWithWaiters(scheduler, mutex, 50,
                    () -> carriers.add(CarrierAccess.currentCarrier()));
            LockSupport.unpark(threads.getFirst());
            joinAll(threads);
        }
        assertThat(carriers).hasSize(51);
        assertThat(carriers.stream().distinct()).as("carriers of a chain of sections").hasSize(1);
    }

    /** A task that begins with the first of a long chain of sections stands behind it on the only carrier. */
    @Test
    void manySectionsInARowLetAnotherTaskThrough() throws Exception {
        Mutex mutex = new Mutex(HandOff.COMBINE);
        int waiters = 3 * CombiningScheduler.STREAK;
        AtomicInteger sections = new AtomicInteger();
        AtomicInteger sectionsBefore = new AtomicInteger(Integer.MAX_VALUE);
        AtomicReference<Thread> other = new AtomicReference<>();
        try (CombiningScheduler scheduler = CombiningScheduler.create(1)) {
            List<Thread> threads = heldWithWaiters(scheduler, mutex, waiters, () -> {
                if (sections.incrementAndGet() == 1) {
                    other.set(scheduler.builder().start(() -> sectionsBefore.set(sections.get())));
                }
            });
            LockSupport.unpark(threads.getFirst());
            joinAll(threads);
            other.get().join();
        }
        assertThat(sections.get()).isEqualTo(waiters + 1);
        assertThat(sectionsBefore.get()).as("sections run before the other task")
                .isBetween(CombiningScheduler.STREAK / 2, waiters - 1);
    }

    /** First the thread that holds the mutex until it is unparked, then those that wait for it. */
    private static List<Thread> heldWithWaiters(CombiningScheduler scheduler, Mutex mutex, int waiters,
            Runnable section) {
        List<Thread> threads = new ArrayList<>();
        AtomicBoolean held = new AtomicBoolean();
        threads.add(scheduler.builder().start(() -> {
            mutex.lock();
            held.set(true);
            LockSupport.park();
            section.run();
            mutex.unlock();
        }));
        TestThreads.awaitTrue(held::get);
        for (int i = 0; i < waiters; i++) {
            threads.add(scheduler.builder().start(() -> {
                mutex.lock();
                section.run();
                mutex.unlock();
            }));
        }
        threads.forEach(TestThreads::awaitParked);
        return threads;
    }

    @ParameterizedTest
    @EnumSource
    void mutexKeepsOthersOutAndLosesNobody(HandOff handOff) throws Exception {
        Mutex mutex = new Mutex(handOff);
        int[] counter = new int[1];
        try (CombiningScheduler scheduler = CombiningScheduler.create(2)) {
            List<Thread> threads = new ArrayList<>();
            for (int t = 0; t < 1_000; t++) {
                threads.add(scheduler.builder().start(() -> {
                    for (int i = 0; i < 200; i++) {
                        mutex.lock();
                        counter[0]++;
                        mutex.unlock();
                    }
                }));
            }
            joinAll(threads);
        }
        assertThat(counter[0]).isEqualTo(200_000);
        assertThat(mutex.isLocked()).isFalse();
    }

    @ParameterizedTest
    @EnumSource
    void semaphoreKeepsItsLimitAndLosesNobody(HandOff handOff) throws Exception {
        Semaphore semaphore = new Semaphore(4, true, handOff);
        AtomicInteger inside = new AtomicInteger();
        AtomicInteger entries = new AtomicInteger();
        runMany(300, index -> {
            int permits = 1 + index % 3;
            for (int i = 0; i < 100; i++) {
                semaphore.acquireUninterruptibly(permits);
                assertThat(inside.addAndGet(permits)).isLessThanOrEqualTo(4);
                entries.incrementAndGet();
                inside.addAndGet(-permits);
                semaphore.release(permits);
            }
        });
        assertThat(entries.get()).isEqualTo(30_000);
        assertThat(semaphore.availablePermits()).isEqualTo(4);
    }

    @ParameterizedTest
    @EnumSource
    void readWriteLockKeepsWritersAloneAndLosesNobody(HandOff handOff) throws Exception {
        ReentrantReadWriteLock lock = new ReentrantReadWriteLock(true, handOff);
        int[] guarded = new int[2];
        AtomicInteger reads = new AtomicInteger();
        runMany(300, index -> {
            for (int i = 0; i < 100; i++) {
                if ((index + i) % 4 == 0) {
                    lock.writeLock().lock();
                    guarded[0]++;
                    guarded[1]++;
                    lock.writeLock().unlock();
                } else {
                    lock.readLock().lock();
                    assertThat(guarded[0]).isEqualTo(guarded[1]);
                    reads.incrementAndGet();
                    lock.readLock().unlock();
                }
            }
        });
        assertThat(guarded[0]).isEqualTo(7_500);
        assertThat(reads.get()).isEqualTo(22_500);
        assertThat(lock.getReadLockCount()).isZero();
    }

    @ParameterizedTest
    @EnumSource
    void conditionLosesNoSignal(HandOff handOff) throws Exception {
        ReentrantLock lock = new ReentrantLock(true, handOff);
        Condition changed = lock.newCondition();
        int[] items = new int[1];
        AtomicInteger taken = new AtomicInteger();
        runMany(200, index -> {
            for (int i = 0; i < 50; i++) {
                lock.lock();
                if (index % 2 == 0) {
                    items[0]++;
                    changed.signal();
                } else {
                    while (items[0] == 0) {
                        changed.awaitUninterruptibly();
                    }
                    items[0]--;
                    taken.incrementAndGet();
                }
                lock.unlock();
            }
        });
        assertThat(taken.get()).isEqualTo(5_000);
        assertThat(items[0]).isZero();
        assertThat(lock.isLocked()).isFalse();
    }

    private interface Work {
        void run(int index);
    }

    private static void runMany(int count, Work work) throws Exception {
        try (CombiningScheduler scheduler = CombiningScheduler.create(2);
                ExecutorService executor = scheduler.newExecutor()) {
            List<Future<?>> running = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                int index = i;
                running.add(executor.submit(() -> work.run(index)));
            }
            for (Future<?> one : running) {
                one.get();
            }
        }
    }

    private static void joinAll(List<Thread> threads) throws InterruptedException {
        for (Thread thread : threads) {
            thread.join();
        }
    }

    /** Without the flag: one line in the log, and everything else works. */
    @Test
    void saysOnceWhatIsMissingAndDispatches() throws Exception {
        String classes = pathOf(CombiningScheduler.class) + File.pathSeparator + pathOf(WithoutTheFlag.class)
                + File.pathSeparator + System.getProperty("java.class.path");
        Process process = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-cp",
                classes, WithoutTheFlag.class.getName()).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).as(output).isZero();
        assertThat(output)
                .containsOnlyOnce("locks hand off by DISPATCH, because the JVM was started without --add-opens")
                .contains("counted 20000");
    }

    private static Path pathOf(Class<?> type) throws Exception {
        return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
    }

    /** What the JVM without the flag runs. */
    static final class WithoutTheFlag {
        private WithoutTheFlag() {}

        public static void main(String[] arguments) throws Exception {
            if (CombiningScheduler.isAvailable()) {
                throw new AssertionError("available without the flag");
            }
            Mutex mutex = new Mutex(HandOff.COMBINE);
            int[] counter = new int[1];
            for (int round = 0; round < 2; round++) {
                try (CombiningScheduler scheduler = CombiningScheduler.create();
                        ExecutorService executor = scheduler.newExecutor()) {
                    for (int i = 0; i < 100; i++) {
                        executor.execute(() -> {
                            for (int j = 0; j < 100; j++) {
                                mutex.lock();
                                counter[0]++;
                                mutex.unlock();
                            }
                        });
                    }
                }
            }
            System.out.println("counted " + counter[0]);
        }
    }
}
