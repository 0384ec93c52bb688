package dev.baton;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.testing.TestThreads;
import dev.baton.testing.ThreadKind;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What the JDK promises of an executor with a limit and a queue: the same tests for its class and for ours. */
abstract class ExecutorServiceContract {
    private final List<ExecutorService> created = new ArrayList<>();

    /** An executor that runs {@code limit} tasks at once, with a queue without a limit. */
    abstract ExecutorService newExecutor(int limit);

    private ExecutorService executor(int limit) {
        ExecutorService executor = newExecutor(limit);
        created.add(executor);
        return executor;
    }

    @AfterEach
    void close() throws InterruptedException {
        for (ExecutorService executor : created) {
            executor.shutdownNow();
            assertThat(executor.awaitTermination(1, TimeUnit.MINUTES)).isTrue();
        }
    }

    /** A task that runs until it is told to end. */
    private static final class Occupation implements Callable<String> {
        final java.util.concurrent.CountDownLatch begun = new java.util.concurrent.CountDownLatch(1);
        final java.util.concurrent.CountDownLatch end = new java.util.concurrent.CountDownLatch(1);
        volatile boolean interrupted;

        @Override
        public String call() {
            begun.countDown();
            try {
                end.await();
            } catch (InterruptedException e) {
                interrupted = true;
            }
            return "done";
        }

        static Occupation of(ExecutorService executor) throws InterruptedException {
            Occupation occupation = new Occupation();
            executor.submit(occupation);
            occupation.begun.await();
            return occupation;
        }
    }

    @Test
    void submitReturnsWhatTheTaskReturns() throws Exception {
        ExecutorService executor = executor(2);
        assertThat(executor.submit(() -> 42).get()).isEqualTo(42);
        assertThat(executor.submit(() -> {}, "fixed").get(1, TimeUnit.MINUTES)).isEqualTo("fixed");
        assertThat(executor.submit(() -> {}).get()).isNull();
        Future<Integer> future = executor.submit(() -> 7);
        assertThat(future.get()).isEqualTo(7);
        assertThat(future.isDone()).isTrue();
        assertThat(future.isCancelled()).isFalse();
        assertThat(future.cancel(true)).isFalse();
        assertThat(future.resultNow()).isEqualTo(7);
    }

    @Test
    void taskThatThrowsFailsItsFutureAndNothingElse() throws Exception {
        ExecutorService executor = executor(1);
        for (Throwable thrown : List.of(new Exception("planted"), new IllegalStateException("planted"),
                new AssertionError("planted"), new StackOverflowError("planted"))) {
            Future<Object> future = executor.submit(() -> {
                TestThreads.<RuntimeException>throwUnchecked(thrown);
                return null;
            });
            assertThatThrownBy(future::get).isInstanceOf(ExecutionException.class).hasCause(thrown);
        }
        assertThat(executor.submit(() -> 1).get()).isEqualTo(1);
    }

    @Test
    void commandThatThrowsDoesNotEndTheExecutor() throws Exception {
        ExecutorService executor = executor(1);
        executor.execute(() -> {
            throw new IllegalStateException("planted, its trace belongs here");
        });
        assertThat(executor.submit(() -> 1).get()).isEqualTo(1);
    }

    @Test
    void nullsAreRefused() {
        ExecutorService executor = executor(1);
        assertThatThrownBy(() -> executor.execute(null)).isInstanceOf(NullPointerException.class);
        assertThatThrownBy(() -> executor.submit((Runnable) null)).isInstanceOf(NullPointerException.class);
        assertThatThrownBy(() -> executor.submit((Callable<?>) null)).isInstanceOf(NullPointerException.class);
        assertThatThrownBy(() -> executor.submit(null, 1)).isInstanceOf(NullPointerException.class);
        assertThatThrownBy(() -> executor.invokeAll(null)).isInstanceOf(NullPointerException.class);
        assertThatThrownBy(() -> executor.invokeAll(Collections.singletonList(null)))
                .isInstanceOf(NullPointerException.class);
        assertThatThrownBy(() -> executor.invokeAny(null)).isInstanceOf(NullPointerException.class);
        assertThatThrownBy(() -> executor.invokeAny(List.of())).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void noMoreThanTheLimitRunAtOnceAndAllRun() throws Exception {
        ExecutorService executor = executor(3);
        AtomicInteger now = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        List<Future<?>> futures = new ArrayList<>();
        for (int i = 0; i < 10_000; i++) {
            futures.add(executor.submit(() -> {
                most.accumulateAndGet(now.incrementAndGet(), Math::max);
                Thread.yield();
                now.decrementAndGet();
            }));
        }
        for (Future<?> future : futures) {
            future.get();
        }
        assertThat(most.get()).isBetween(1, 3);
        assertThat(now).hasValue(0);
    }

    @Test
    void tasksBeginInOrder() throws Exception {
        ExecutorService executor = executor(1);
        Occupation first = Occupation.of(executor);
        List<Integer> order = Collections.synchronizedList(new ArrayList<>());
        List<Future<?>> futures = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            int number = i;
            futures.add(executor.submit(() -> order.add(number)));
        }
        first.end.countDown();
        for (Future<?> future : futures) {
            future.get();
        }
        assertThat(order).containsExactlyElementsOf(IntStream.range(0, 100).boxed().toList());
    }

    @Test
    void cancelledTaskInTheQueueNeverRuns() throws Exception {
        ExecutorService executor = executor(1);
        Occupation first = Occupation.of(executor);
        AtomicInteger ran = new AtomicInteger();
        Future<Integer> cancelled = executor.submit(ran::incrementAndGet);
        Future<Integer> behind = executor.submit(() -> 5);
        assertThat(cancelled.cancel(false)).isTrue();
        assertThat(cancelled.isCancelled()).isTrue();
        assertThatThrownBy(cancelled::get).isInstanceOf(CancellationException.class);
        first.end.countDown();
        assertThat(behind.get()).isEqualTo(5);
        assertThat(ran).hasValue(0);
    }

    @Test
    void cancelInterruptsATaskThatRunsIfAskedTo() throws Exception {
        ExecutorService executor = executor(1);
        Occupation task = new Occupation();
        Future<String> future = executor.submit(task);
        task.begun.await();
        assertThat(future.cancel(true)).isTrue();
        assertThatThrownBy(future::get).isInstanceOf(CancellationException.class);
        assertThat(executor.submit(() -> task.interrupted).get()).isTrue();
        Occupation left = new Occupation();
        Future<String> alone = executor.submit(left);
        left.begun.await();
        assertThat(alone.cancel(false)).isTrue();
        left.end.countDown();
        assertThat(executor.submit(() -> left.interrupted).get()).isFalse();
    }

    @Test
    void timedGetLeavesTheTaskAlone() throws Exception {
        ExecutorService executor = executor(1);
        Occupation task = new Occupation();
        Future<String> future = executor.submit(task);
        task.begun.await();
        assertThatThrownBy(() -> future.get(1, TimeUnit.MILLISECONDS)).isInstanceOf(TimeoutException.class);
        task.end.countDown();
        assertThat(future.get()).isEqualTo("done");
    }

    @Test
    void shutdownRunsWhatWaitsAndRejectsTheRest() throws Exception {
        ExecutorService executor = executor(1);
        Occupation first = Occupation.of(executor);
        Future<Integer> waiting = executor.submit(() -> 3);
        executor.shutdown();
        assertThat(executor.isShutdown()).isTrue();
        assertThat(executor.isTerminated()).isFalse();
        assertThat(executor.awaitTermination(1, TimeUnit.MILLISECONDS)).isFalse();
        assertThatThrownBy(() -> executor.submit(() -> 1)).isInstanceOf(RejectedExecutionException.class);
        assertThatThrownBy(() -> executor.execute(() -> {})).isInstanceOf(RejectedExecutionException.class);
        first.end.countDown();
        assertThat(executor.awaitTermination(1, TimeUnit.MINUTES)).isTrue();
        assertThat(executor.isTerminated()).isTrue();
        assertThat(waiting.isDone()).isTrue();
        assertThat(first.interrupted).isFalse();
        executor.shutdown();
        assertThat(executor.shutdownNow()).isEmpty();
    }

    @Test
    void shutdownNowInterruptsWhatRunsAndReturnsWhatWaits() throws Exception {
        ExecutorService executor = executor(1);
        Occupation first = Occupation.of(executor);
        AtomicInteger ran = new AtomicInteger();
        Runnable command = ran::incrementAndGet;
        executor.execute(command);
        Future<Integer> waiting = executor.submit(ran::incrementAndGet);
        List<Runnable> unrun = executor.shutdownNow();
        assertThat(unrun).hasSize(2).first().isSameAs(command);
        assertThat(unrun.getLast()).isSameAs(waiting);
        assertThat(executor.awaitTermination(1, TimeUnit.MINUTES)).isTrue();
        assertThat(first.interrupted).isTrue();
        assertThat(waiting.isDone()).isFalse();
        assertThat(ran).hasValue(0);
        unrun.forEach(Runnable::run);
        assertThat(ran).as("they may be run by hand").hasValue(2);
        assertThat(waiting.get()).isEqualTo(2);
    }

    @Test
    void closeWaitsForAllTasks() throws Exception {
        AtomicInteger ran = new AtomicInteger();
        try (ExecutorService executor = newExecutor(2)) {
            for (int i = 0; i < 100; i++) {
                executor.execute(ran::incrementAndGet);
            }
        }
        assertThat(ran).hasValue(100);
    }

    @Test
    void closeThatIsInterruptedStopsTheTasks() throws Exception {
        ExecutorService executor = executor(1);
        Occupation task = Occupation.of(executor);
        try (TestThreads threads = new TestThreads(ThreadKind.PLATFORM)) {
            threads.startAndAwaitParked(() -> {
                executor.close();
                assertThat(Thread.interrupted()).isTrue();
            }).interrupt();
        }
        assertThat(task.interrupted).isTrue();
        assertThat(executor.isTerminated()).isTrue();
    }

    @Test
    void invokeAllReturnsCompletedFuturesInOrder() throws Exception {
        ExecutorService executor = executor(2);
        List<Callable<Integer>> tasks = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            int number = i;
            tasks.add(() -> {
                if (number == 13) {
                    throw new Exception("planted");
                }
                return number;
            });
        }
        List<Future<Integer>> futures = executor.invokeAll(tasks);
        assertThat(futures).allMatch(Future::isDone).hasSize(20);
        assertThat(futures.get(7).get()).isEqualTo(7);
        assertThatThrownBy(futures.get(13)::get).hasRootCauseMessage("planted");
        assertThat(executor.invokeAll(List.of())).isEmpty();
    }

    @Test
    void timedInvokeAllCancelsWhatIsNotDone() throws Exception {
        ExecutorService executor = executor(1);
        Occupation endless = new Occupation();
        List<Future<Object>> futures = executor.invokeAll(List.of(() -> 1, endless::call, () -> 3), 50,
                TimeUnit.MILLISECONDS);
        assertThat(futures).allMatch(Future::isDone);
        assertThat(futures.get(1).isCancelled()).isTrue(); // its end by the interrupt may let the last one in before its cancel
        endless.end.countDown();
        assertThat(executor.submit(() -> 1).get()).isEqualTo(1);
    }

    @Test
    void invokeAnyReturnsOneResultAndCancelsTheRest() throws Exception {
        ExecutorService executor = executor(2);
        Occupation endless = new Occupation();
        assertThat(executor.invokeAny(List.<Callable<String>>of(endless, () -> "quick"))).isEqualTo("quick");
        assertThatThrownBy(() -> executor.invokeAny(List.of(() -> {
            throw new Exception("planted");
        }))).isInstanceOf(ExecutionException.class).hasRootCauseMessage("planted");
        Occupation late = new Occupation();
        assertThatThrownBy(() -> executor.invokeAny(List.of(late), 5, TimeUnit.MILLISECONDS))
                .isInstanceOf(TimeoutException.class);
    }

    @Test
    void worksUnderCompletableFuture() {
        ExecutorService executor = executor(2);
        CompletableFuture<Integer> sum = CompletableFuture.completedFuture(0);
        for (int i = 0; i < 1_000; i++) {
            sum = sum.thenCombineAsync(CompletableFuture.supplyAsync(() -> 1, executor), Integer::sum, executor);
        }
        assertThat(sum.join()).isEqualTo(1_000);
    }

    @Test
    void whatTheSubmitterDidIsSeenByTheTaskAndTheResultByTheWaiter() throws Exception {
        ExecutorService executor = executor(2);
        int[] plain = new int[1];
        for (int i = 1; i <= 1_000; i++) {
            plain[0] = i;
            int expected = i;
            executor.submit(() -> {
                assertThat(plain[0]).isEqualTo(expected);
                plain[0]++;
            }).get();
            assertThat(plain[0]).isEqualTo(i + 1);
        }
    }
}
