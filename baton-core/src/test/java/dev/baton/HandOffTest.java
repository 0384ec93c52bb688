package dev.baton;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.testing.TestThreads;
import dev.baton.testing.ThreadKind;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Sections run once, in order, whoever runs them. */
class HandOffTest {
    private static final Tuning SMALL = new Tuning(2, 1);

    @ParameterizedTest
    @CsvSource({"DISPATCH,PLATFORM", "DISPATCH,VIRTUAL", "INLINE,PLATFORM", "COMBINE,PLATFORM", "COMBINE,VIRTUAL"})
    void sectionsRunInOrderExactlyOnce(HandOff handOff, ThreadKind kind) {
        Mutex mutex = new Mutex(handOff, SMALL);
        List<Integer> order = new ArrayList<>();
        mutex.lock();
        try (TestThreads threads = new TestThreads(kind)) {
            for (int i = 0; i < 200; i++) {
                int number = i;
                threads.startAndAwaitParked(() -> {
                    int result = mutex.withLock((Callable<Integer>) () -> {
                        order.add(number);
                        return number * 2;
                    });
                    assertThat(result).isEqualTo(number * 2);
                });
            }
            mutex.unlock();
        }
        assertThat(order).isSorted().hasSize(200);
        assertThat(mutex.isLocked()).isFalse();
    }

    @ParameterizedTest
    @EnumSource(names = {"INLINE", "COMBINE"})
    void holderRunsTheSectionsOfThoseWhoWait(HandOff handOff) {
        Mutex mutex = new Mutex(handOff, SMALL);
        List<Thread> runners = Collections.synchronizedList(new ArrayList<>());
        try (TestThreads threads = new TestThreads(ThreadKind.PLATFORM)) {
            mutex.lock();
            for (int i = 0; i < 10; i++) {
                threads.startAndAwaitParked(() -> mutex.withLock(() -> {
                    runners.add(Thread.currentThread());
                }));
            }
            mutex.unlock();
        }
        assertThat(runners).hasSize(10);
        assertThat(runners.stream().distinct()).as("the first owner ran all of them").hasSize(1);
    }

    @Test
    void failureOfADelegatedSectionReachesItsOwnerWithTheCallersTrace() {
        Mutex mutex = new Mutex(HandOff.COMBINE, SMALL);
        try (TestThreads threads = new TestThreads(ThreadKind.PLATFORM)) {
            mutex.lock();
            threads.startAndAwaitParked(() -> mutex.withLock(() -> {}));
            threads.startAndAwaitParked(() -> assertThatThrownBy(() -> failingCaller(mutex)).hasMessage("planted")
                    .satisfies(thrown -> assertThat(thrown.getStackTrace())
                            .anyMatch(frame -> frame.getMethodName().equals("failingCaller"))));
            threads.startAndAwaitParked(() -> mutex.withLock(() -> {}));
            mutex.unlock();
        }
        assertThat(mutex.isLocked()).isFalse();
    }

    private static void failingCaller(Mutex mutex) throws Exception {
        mutex.withLock((Callable<Void>) () -> {
            throw new java.io.IOException("planted");
        });
    }

    @ParameterizedTest
    @EnumSource
    void sectionThatTimesOutOrIsInterruptedNeverRuns(HandOff handOff) {
        Mutex mutex = new Mutex(handOff, SMALL);
        AtomicInteger ran = new AtomicInteger();
        mutex.lock();
        try (TestThreads threads = new TestThreads(ThreadKind.PLATFORM)) {
            threads.start(() -> assertThatThrownBy(
                    () -> mutex.withLock(ran::incrementAndGet, 1, TimeUnit.MILLISECONDS))
                    .isInstanceOf(TimeoutException.class));
            Thread interrupted = threads.startAndAwaitParked(() -> assertThatThrownBy(
                    () -> mutex.withLock(ran::incrementAndGet, 1, TimeUnit.DAYS))
                    .isInstanceOf(InterruptedException.class));
            interrupted.interrupt();
        }
        mutex.unlock();
        assertThat(ran.get()).isZero();
        assertThat(mutex.isLocked()).isFalse();
    }

    /** An abort that comes while the holder runs the section waits for its end and reports success. */
    @Test
    void interruptDuringADelegatedSectionIsKeptForLater() {
        Mutex mutex = new Mutex(HandOff.COMBINE, SMALL);
        CompletableFuture<Void> begun = new CompletableFuture<>();
        CompletableFuture<Void> mayEnd = new CompletableFuture<>();
        try (TestThreads threads = new TestThreads(ThreadKind.PLATFORM)) {
            mutex.lock();
            threads.startAndAwaitParked(() -> mutex.withLock(() -> {}));
            Thread owner = threads.startAndAwaitParked(() -> {
                int result = mutex.withLock(() -> {
                    begun.complete(null);
                    mayEnd.join();
                    return 7;
                }, 1, TimeUnit.DAYS);
                assertThat(result).isEqualTo(7);
                assertThat(Thread.interrupted()).isTrue();
            });
            mutex.unlock();
            begun.join();
            owner.interrupt();
            TestThreads.awaitTrue(() -> !owner.isInterrupted()); // it has seen it, and then tries to leave
            TestThreads.awaitParked(owner);
            mayEnd.complete(null);
        }
    }

    @ParameterizedTest
    @EnumSource
    void asyncSectionsRunInOrderAndCancelledOnesNotAtAll(HandOff handOff) throws Exception {
        Mutex mutex = new Mutex(handOff, SMALL);
        List<Integer> order = Collections.synchronizedList(new ArrayList<>());
        try (ExecutorService executor = Executors.newFixedThreadPool(2)) {
            mutex.lock();
            List<CompletableFuture<Integer>> requests = new ArrayList<>();
            for (int i = 0; i < 100; i++) {
                int number = i;
                requests.add(mutex.withLockAsync(() -> {
                    order.add(number);
                    return number;
                }, executor));
            }
            for (int i = 0; i < 100; i += 3) {
                assertThat(requests.get(i).cancel(false)).isTrue();
            }
            mutex.unlock();
            for (int i = 0; i < 100; i++) {
                if (i % 3 != 0) {
                    assertThat(requests.get(i).get()).isEqualTo(i);
                }
            }
            CompletableFuture<Integer> failing = mutex.withLockAsync(() -> {
                throw new java.io.IOException("planted");
            }, executor);
            assertThatThrownBy(failing::get).hasRootCauseMessage("planted");
        }
        assertThat(order).isSorted().hasSize(66).noneMatch(number -> number % 3 == 0);
        TestThreads.awaitTrue(() -> !mutex.isLocked());
    }

    @ParameterizedTest
    @EnumSource
    void rejectedAsyncSectionDoesNotLoseTheLock(HandOff handOff) {
        Mutex mutex = new Mutex(handOff, SMALL);
        mutex.lock();
        CompletableFuture<Integer> request = mutex.withLockAsync(() -> 1, task -> {
            throw new RejectedExecutionException("planted");
        });
        mutex.unlock();
        assertThatThrownBy(request::join).hasRootCauseMessage("planted");
        assertThat(mutex.tryLock()).isTrue();
    }
}
