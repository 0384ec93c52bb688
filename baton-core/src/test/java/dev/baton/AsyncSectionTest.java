package dev.baton;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.testing.TestThreads;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Whatever happens to the executor of a section, what it holds comes back exactly once. */
class AsyncSectionTest {
    /** The executor gets the section at once, or when what it needs is given back. */
    private static <R> CompletableFuture<R> granted(SectionSource source, boolean waits,
            java.util.concurrent.Callable<R> section, Executor executor) {
        if (!waits) {
            return source.run(section, executor);
        }
        Runnable held = source.hold();
        CompletableFuture<R> future = source.run(section, executor);
        assertThat(future).isNotDone();
        held.run();
        return future;
    }

    private static boolean[] both() {
        return new boolean[]{false, true};
    }

    @ParameterizedTest
    @EnumSource
    void sectionRunsOnTheExecutorAndItsResultIsTheFutures(SectionSource.Kind kind) {
        SectionSource source = kind.create();
        for (boolean waits : both()) {
            assertThat(granted(source, waits, () -> 42, Runnable::run).join()).isEqualTo(42);
            assertThat(granted(source, waits, () -> null, Runnable::run).join()).isNull();
            source.mustBeWhole();
        }
    }

    @ParameterizedTest
    @EnumSource
    void sectionThatThrowsGivesBack(SectionSource.Kind kind) {
        SectionSource source = kind.create();
        for (Throwable thrown : List.of(new Exception("planted"), new AssertionError("planted"),
                new StackOverflowError("planted"), new OutOfMemoryError("planted"))) {
            for (boolean waits : both()) {
                CompletableFuture<Object> future = granted(source, waits, () -> {
                    TestThreads.<RuntimeException>throwUnchecked(thrown);
                    return null;
                }, Runnable::run);
                assertThatThrownBy(future::join).isInstanceOf(CompletionException.class).hasCause(thrown);
                source.mustBeWhole();
            }
        }
    }

    /** An inline mutex needs no executor where its lock is free. */
    @ParameterizedTest
    @EnumSource
    void executorThatRejectsGivesBack(SectionSource.Kind kind) {
        SectionSource source = kind.create();
        for (Throwable thrown : List.of(new RejectedExecutionException("planted"), new OutOfMemoryError("planted"))) {
            CompletableFuture<Integer> future = granted(source, true, () -> 1,
                    task -> TestThreads.<RuntimeException>throwUnchecked(thrown));
            if (!kind.name().contains("MUTEX") || kind == SectionSource.Kind.MUTEX) {
                assertThatThrownBy(future::join).hasCause(thrown);
            }
            source.mustBeWhole();
        }
    }

    @ParameterizedTest
    @EnumSource
    void executorThatRunsTheSectionAndThrowsGivesBackOnce(SectionSource.Kind kind) {
        SectionSource source = kind.create();
        for (boolean waits : both()) {
            AtomicInteger runs = new AtomicInteger();
            CompletableFuture<Integer> future = granted(source, waits, runs::incrementAndGet, task -> {
                task.run();
                throw new RejectedExecutionException("planted");
            });
            assertThat(future.join()).isEqualTo(1);
            assertThat(runs).hasValue(1);
            source.mustBeWhole();
        }
    }

    @ParameterizedTest
    @EnumSource
    void executorThatKeepsTheSectionAndThrowsRunsItNoMore(SectionSource.Kind kind) {
        SectionSource source = kind.create();
        AtomicInteger runs = new AtomicInteger();
        Deque<Runnable> kept = new ArrayDeque<>();
        CompletableFuture<Integer> future = granted(source, true, runs::incrementAndGet, task -> {
            kept.add(task);
            throw new RejectedExecutionException("planted");
        });
        source.mustBeWhole();
        assertThat(future).isDone();
        int before = runs.get();
        kept.forEach(Runnable::run);
        assertThat(runs).hasValue(before);
        source.mustBeWhole();
    }

    @ParameterizedTest
    @EnumSource
    void executorThatRunsTheSectionTwiceRunsItOnce(SectionSource.Kind kind) {
        SectionSource source = kind.create();
        AtomicInteger runs = new AtomicInteger();
        CompletableFuture<Integer> future = granted(source, true, runs::incrementAndGet, task -> {
            task.run();
            task.run();
        });
        assertThat(future.join()).isEqualTo(1);
        assertThat(runs).hasValue(1);
        source.mustBeWhole();
    }

    @ParameterizedTest
    @EnumSource
    void cancelBeforeTheGrantTakesTheSectionBack(SectionSource.Kind kind) {
        SectionSource source = kind.create();
        AtomicInteger runs = new AtomicInteger();
        Runnable held = source.hold();
        CompletableFuture<Integer> future = source.run(runs::incrementAndGet, Runnable::run);
        assertThat(future.cancel(false)).isTrue();
        held.run();
        assertThat(future).isCancelled();
        assertThat(runs).hasValue(0);
        source.mustBeWhole();
    }

    @Test
    void cancelledSectionLeavesTheLine() {
        Semaphore semaphore = new Semaphore(0, true);
        assertThat(semaphore.withPermitAsync(() -> 1, Runnable::run).cancel(false)).isTrue();
        assertThat(semaphore.getQueueLength()).isZero();
        BlockingPool<Object> pool = BlockingPool.builder(1, Object::new).build();
        Lease<Object> held = pool.takeUninterruptibly();
        assertThat(pool.withLeaseAsync(element -> 1, Runnable::run).cancel(false)).isTrue();
        assertThat(pool.getQueueLength()).isZero();
        held.close();
    }

    /** The executor has the section and has not begun: cancel and orTimeout bring the permit back. */
    @ParameterizedTest
    @EnumSource(names = {"FAIR_SEMAPHORE", "BARGING_SEMAPHORE", "MUTEX", "QUEUE_POOL", "STACK_POOL"})
    void cancelOfASectionThatTheExecutorHasNotBegunGivesBack(SectionSource.Kind kind) {
        SectionSource source = kind.create();
        for (boolean waits : both()) {
            AtomicInteger runs = new AtomicInteger();
            Deque<Runnable> kept = new ArrayDeque<>();
            CompletableFuture<Integer> future = granted(source, waits, runs::incrementAndGet, kept::add);
            assertThat(future.cancel(true)).isTrue();
            source.mustBeWhole();
            kept.forEach(Runnable::run);
            assertThat(runs).hasValue(0);
            source.mustBeWhole();
        }
        CompletableFuture<Integer> timed = source.run(() -> 1, task -> {}).orTimeout(1, TimeUnit.MILLISECONDS);
        assertThatThrownBy(timed::join).hasCauseInstanceOf(TimeoutException.class);
        source.mustBeWhole();
    }

    @ParameterizedTest
    @EnumSource
    void cancelOfASectionThatRunsComesTooLate(SectionSource.Kind kind) {
        SectionSource source = kind.create();
        List<CompletableFuture<Integer>> self = new ArrayList<>();
        List<Boolean> cancelled = new ArrayList<>();
        Runnable held = source.hold();
        self.add(source.run(() -> {
            cancelled.add(self.getFirst().cancel(true));
            return 7;
        }, Runnable::run));
        held.run();
        assertThat(self.getFirst().join()).isEqualTo(7);
        assertThat(cancelled).containsExactly(false);
        assertThat(self.getFirst().cancel(true)).isFalse();
        source.mustBeWhole();
    }

    @ParameterizedTest
    @EnumSource
    void executorThatIsShutDownGivesBack(SectionSource.Kind kind) {
        SectionSource source = kind.create();
        ExecutorService executor = Executors.newSingleThreadExecutor();
        executor.shutdown();
        List<CompletableFuture<Integer>> futures = new ArrayList<>();
        Runnable held = source.hold();
        for (int i = 0; i < 20; i++) {
            futures.add(source.run(() -> 1, executor));
        }
        held.run();
        TestThreads.awaitTrue(() -> futures.stream().allMatch(CompletableFuture::isDone));
        TestThreads.awaitTrue(() -> {
            Runnable again = source.tryHold();
            if (again != null) {
                again.run();
            }
            return again != null;
        });
        source.mustBeWhole();
    }

    @ParameterizedTest
    @EnumSource
    void whatTheSectionHeldIsBackWhenItsFutureCompletes(SectionSource.Kind kind) {
        SectionSource source = kind.create();
        AtomicInteger whole = new AtomicInteger();
        Runnable held = source.hold();
        CompletableFuture<Void> after = source.run(() -> 1, Runnable::run).thenRun(() -> {
            source.mustBeWhole();
            whole.incrementAndGet();
        });
        held.run();
        after.join();
        assertThat(whole).hasValue(1);
    }

    /** Sections that run where the one before gives back: the stack does not grow with them. */
    @ParameterizedTest
    @EnumSource
    void longChainDoesNotGrowTheStack(SectionSource.Kind kind) {
        SectionSource source = kind.create();
        AtomicInteger runs = new AtomicInteger();
        List<CompletableFuture<Integer>> futures = new ArrayList<>();
        Runnable held = source.hold();
        for (int i = 0; i < 20_000; i++) {
            futures.add(source.run(runs::incrementAndGet, Runnable::run));
        }
        held.run();
        futures.forEach(CompletableFuture::join);
        assertThat(runs).hasValue(20_000);
    }

    @Test
    void failureOfTheGrantIsTheFutures() {
        BlockingPool<Object> pool = BlockingPool.builder(1, () -> {
            throw new IllegalStateException("planted");
        }).executor(Runnable::run).build();
        assertThatThrownBy(pool.withLeaseAsync(element -> 1, Runnable::run)::join)
                .hasRootCauseMessage("planted");
        pool.close();
        assertThatThrownBy(pool.withLeaseAsync(element -> 1, Runnable::run)::join)
                .hasRootCauseMessage("closed");
    }

    /** Releases beyond the limit fail, and the future says so instead of never completing. */
    @Test
    void permitThatCannotGoBackFailsTheFuture() {
        Semaphore semaphore = Semaphore.withLimit(1);
        CompletableFuture<Integer> future = semaphore.withPermitAsync(() -> {
            semaphore.release();
            return 1;
        }, Runnable::run);
        assertThatThrownBy(future::join).hasCauseInstanceOf(IllegalStateException.class);
        assertThat(semaphore.availablePermits()).isEqualTo(1);
    }

    @Test
    void nullsAreRefusedBeforeAnythingIsTaken() {
        Semaphore semaphore = new Semaphore(1);
        assertThatThrownBy(() -> semaphore.withPermitAsync(null, Runnable::run))
                .isInstanceOf(NullPointerException.class);
        assertThatThrownBy(() -> semaphore.withPermitAsync(() -> 1, null)).isInstanceOf(NullPointerException.class);
        assertThat(semaphore.availablePermits()).isEqualTo(1);
        BlockingPool<Object> pool = BlockingPool.builder(1, Object::new).build();
        assertThatThrownBy(() -> pool.withLeaseAsync(null, Runnable::run)).isInstanceOf(NullPointerException.class);
        assertThatThrownBy(() -> pool.withLeaseAsync(element -> 1, null)).isInstanceOf(NullPointerException.class);
        assertThatThrownBy(() -> pool.withLease(null)).isInstanceOf(NullPointerException.class);
        assertThat(pool.tryTake()).isNotNull();
    }
}
