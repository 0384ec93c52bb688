package dev.baton;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.testing.TestThreads;
import dev.baton.testing.ThreadKind;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Sections raced by timeouts, interrupts and cancels run once if their caller is told so, and else not at all. */
class SectionAbortTest {
    private static final int THREADS = 6;
    private static final int ROUNDS = 3_000;

    @ParameterizedTest
    @EnumSource
    void timeoutsAndInterruptsLoseNothingAndRunNothingTwice(HandOff handOff) {
        Mutex mutex = new Mutex(handOff, new Tuning(2, 1));
        int[] inside = new int[1];
        AtomicInteger completed = new AtomicInteger();
        AtomicBoolean done = new AtomicBoolean();
        AtomicInteger working = new AtomicInteger(THREADS);
        int[] counted = new int[1];
        try (TestThreads threads = new TestThreads(ThreadKind.PLATFORM)) {
            List<Thread> workers = new ArrayList<>();
            for (int t = 0; t < THREADS; t++) {
                SplittableRandom random = new SplittableRandom(41L + t);
                workers.add(threads.start(() -> {
                    for (int round = 0; round < ROUNDS; round++) {
                        AtomicInteger runs = new AtomicInteger();
                        boolean success = attempt(mutex, random.nextInt(30), () -> {
                            assertThat(++inside[0]).isEqualTo(1);
                            runs.incrementAndGet();
                            counted[0]++;
                            inside[0]--;
                        });
                        assertThat(runs.get()).isEqualTo(success ? 1 : 0);
                        if (success) {
                            completed.incrementAndGet();
                        }
                    }
                    if (working.decrementAndGet() == 0) {
                        done.set(true);
                    }
                }));
            }
            threads.start(() -> {
                SplittableRandom random = new SplittableRandom(7);
                while (!done.get()) {
                    workers.get(random.nextInt(THREADS)).interrupt();
                    Thread.onSpinWait();
                }
            });
        }
        assertThat(counted[0]).isEqualTo(completed.get());
        assertThat(mutex.tryLock()).as("the lock is free at the end").isTrue();
    }

    private static boolean attempt(Mutex mutex, int micros, Runnable section) throws Exception {
        try {
            return mutex.withLock(() -> {
                section.run();
                return true;
            }, micros, TimeUnit.MICROSECONDS);
        } catch (TimeoutException | InterruptedException aborted) {
            return false;
        }
    }

    @ParameterizedTest
    @EnumSource
    void cancelledAsyncSectionNeverRunsAndAnyOtherRunsOnce(HandOff handOff) throws Exception {
        Mutex mutex = new Mutex(handOff, new Tuning(2, 1));
        SplittableRandom random = new SplittableRandom(13);
        try (ExecutorService executor = Executors.newFixedThreadPool(2);
                ExecutorService cancellers = Executors.newFixedThreadPool(1)) {
            for (int round = 0; round < 300; round++) {
                List<AtomicInteger> runs = new ArrayList<>();
                List<CompletableFuture<Integer>> requests = new ArrayList<>();
                List<CompletableFuture<Boolean>> cancels = new ArrayList<>();
                for (int i = 0; i < 10; i++) {
                    AtomicInteger count = new AtomicInteger();
                    runs.add(count);
                    CompletableFuture<Integer> request = mutex.withLockAsync(count::incrementAndGet, executor);
                    requests.add(request);
                    cancels.add(random.nextBoolean()
                            ? CompletableFuture.supplyAsync(() -> request.cancel(true), cancellers)
                            : CompletableFuture.completedFuture(false));
                }
                for (int i = 0; i < 10; i++) {
                    boolean cancelled = cancels.get(i).get();
                    assertThat(requests.get(i).handle((result, failure) -> failure == null).get())
                            .isEqualTo(!cancelled);
                    assertThat(runs.get(i).get()).isEqualTo(cancelled ? 0 : 1);
                }
            }
        }
        TestThreads.awaitTrue(() -> !mutex.isLocked());
    }
}
