package dev.baton.check.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.check.explore.Verdict;
import dev.baton.check.explore.Violation;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Pools of threads in a program: what the JDK promises holds, mistakes around them are found, and idle workers are no hang. */
class ExecutorsTest {
    enum Pool {
        OF_TWO(() -> Executors.newFixedThreadPool(2)), CACHED(Executors::newCachedThreadPool), VIRTUAL(
                Executors::newVirtualThreadPerTaskExecutor), SCHEDULED(
                        () -> Executors.newScheduledThreadPool(2)), WRAPPED(
                                () -> Executors.unconfigurableExecutorService(Executors.newFixedThreadPool(2)));

        final Supplier<ExecutorService> make;

        Pool(Supplier<ExecutorService> make) {
            this.make = make;
        }
    }

    /** Code of a main thread that may throw what calls of executors throw. */
    interface Body {
        void run() throws InterruptedException, ExecutionException;
    }

    private static void run(Body body) {
        try {
            body.run();
        } catch (InterruptedException | ExecutionException e) {
            throw new AssertionError(e);
        }
    }

    private static CheckResult counting(Pool pool, boolean atomic) {
        String name = pool.name();
        return new Checker().check(scenario -> scenario.thread(() -> run(() -> {
            AtomicInteger count = new AtomicInteger();
            Runnable task = atomic
                    ? count::incrementAndGet
                    : () -> count.setPlain(count.getPlain() + 1);
            ExecutorService executor = Pool.valueOf(name).make.get();
            Future<?> one = executor.submit(task);
            Future<?> two = executor.submit(task);
            one.get();
            two.get();
            assert count.get() == 2;
        })));
    }

    @ParameterizedTest
    @EnumSource
    void tasksRunAndAreSeenToHaveRun(Pool pool) {
        counting(pool, true).assertVerified();
    }

    @ParameterizedTest
    @EnumSource
    void tasksOfTwoThreadsRace(Pool pool) {
        assertThat(counting(pool, false).verdict()).isEqualTo(Verdict.VIOLATED);
    }

    @Test
    void tasksOfOneThreadDoNot() {
        new Checker().check(scenario -> scenario.thread(() -> run(() -> {
            int[] count = {0};
            ExecutorService executor = Executors.newSingleThreadExecutor();
            Future<?> one = executor.submit(() -> count[0]++);
            Future<?> two = executor.submit(() -> count[0]++);
            one.get();
            two.get();
            assert count[0] == 2;
        }))).assertVerified();
    }

    @Test
    void taskThatWaitsForOneBehindItIsAHang() {
        CheckResult result = new Checker().check(scenario -> scenario.thread(() -> run(() -> {
            ExecutorService executor = Executors.newFixedThreadPool(1);
            Callable<Integer> inner = () -> 1;
            executor.submit(() -> executor.submit(inner).get()).get();
        })));
        assertThat(result.violations()).first().extracting(Violation::kind).isEqualTo(Violation.Kind.AWAIT_TERMINATION);
    }

    @Test
    void closedPoolOfOneHasRunItsTask() {
        new Checker().check(scenario -> scenario.thread(() -> {
            int[] count = {0};
            try (ExecutorService executor = Executors.newSingleThreadExecutor()) {
                executor.execute(() -> count[0]++);
            }
            assert count[0] == 1;
        })).assertVerified();
    }

    @ParameterizedTest
    @EnumSource
    void closedPoolHasRunItsTasks(Pool pool) {
        String name = pool.name();
        new Checker().check(scenario -> scenario.thread(() -> {
            int[] done = {0};
            try (ExecutorService executor = Pool.valueOf(name).make.get()) {
                executor.execute(() -> done[0] = 1);
            }
            assert done[0] == 1;
        })).assertVerified();
    }

    @ParameterizedTest
    @EnumSource(names = "VIRTUAL", mode = EnumSource.Mode.EXCLUDE)
    void poolThatIsStoppedHasEitherRunATaskOrGivesItBackAndATimerMayCancelIt(Pool pool) {
        String name = pool.name();
        CheckResult result = new Checker().check(scenario -> {
            Box<List<Runnable>> left = new Box<>();
            AtomicInteger ran = new AtomicInteger();
            scenario.thread(() -> {
                ExecutorService executor = Pool.valueOf(name).make.get();
                executor.execute(ran::incrementAndGet);
                left.value = new ArrayList<>(executor.shutdownNow());
                executor.close();
            });
            scenario.outcome(() -> ran.get() + " " + left.value.size());
        });
        assertThat(result.assertVerified().outcomes().keySet())
                .isEqualTo(name.equals("SCHEDULED") ? java.util.Set.of("1 0", "0 1", "0 0") : java.util.Set.of("1 0"));
    }

    @Test
    void submissionAfterShutdownIsRefused() {
        CheckResult result = new Checker().check(scenario -> {
            AtomicInteger ran = new AtomicInteger();
            int[] refused = {0};
            scenario.thread(() -> run(() -> {
                ExecutorService executor = Executors.newFixedThreadPool(1);
                Thread closer = new Thread(executor::shutdown);
                closer.start();
                try {
                    executor.execute(ran::incrementAndGet);
                } catch (RejectedExecutionException e) {
                    refused[0] = 1;
                }
                closer.join();
                executor.close();
            }));
            scenario.outcome(() -> ran.get() + " " + refused[0]);
        });
        assertThat(result.assertVerified().outcomes().keySet()).containsExactlyInAnyOrder("1 0", "0 1");
    }

    @Test
    void fullPoolLetsItsCallerRun() {
        CheckResult result = new Checker().check(scenario -> {
            AtomicInteger byCaller = new AtomicInteger();
            scenario.thread("caller", () -> {
                Thread caller = Thread.currentThread();
                ThreadPoolExecutor executor = new ThreadPoolExecutor(1, 1, 0, TimeUnit.SECONDS,
                        new ArrayBlockingQueue<>(1), new ThreadPoolExecutor.CallerRunsPolicy());
                for (int i = 0; i < 3; i++) {
                    executor.execute(() -> {
                        if (Thread.currentThread() == caller) {
                            byCaller.incrementAndGet();
                        }
                    });
                }
            });
            scenario.outcome(byCaller::get);
        });
        assertThat(result.assertVerified().outcomes().keySet()).containsExactlyInAnyOrder("0", "1");
    }

    @Test
    void waitingUntilAPoolIsNotBusyIsAnAwait() {
        new Checker().check(scenario -> scenario.thread(() -> {
            AtomicInteger ran = new AtomicInteger();
            ThreadPoolExecutor executor = (ThreadPoolExecutor) Executors.newFixedThreadPool(1);
            executor.execute(ran::incrementAndGet);
            while (executor.getCompletedTaskCount() < 1) {
                Thread.onSpinWait();
            }
            assert ran.get() == 1;
        })).assertVerified();
    }

    @Test
    void idleThreadOfACachedPoolIsUsedAgainOrHasGone() {
        CheckResult result = new Checker().check(scenario -> {
            Box<String> seen = new Box<>();
            scenario.thread(() -> run(() -> {
                ExecutorService executor = Executors.newCachedThreadPool();
                Thread one = executor.submit(Thread::currentThread).get();
                Thread two = executor.submit(Thread::currentThread).get();
                seen.value = one == two ? "used again" : "another one";
            }));
            scenario.outcome(() -> seen.value);
        });
        assertThat(result.assertVerified().outcomes().keySet()).containsExactlyInAnyOrder("used again", "another one");
    }

    @Test
    void scheduledTaskRunsAndARepeatedOneUntilItIsCancelled() {
        new Checker().check(scenario -> scenario.thread(() -> run(() -> {
            ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();
            CountDownLatch ticked = new CountDownLatch(1);
            ScheduledFuture<?> ticks = timer.scheduleAtFixedRate(ticked::countDown, 1, 1, TimeUnit.SECONDS);
            ticked.await();
            ticks.cancel(false);
            assert ticks.isCancelled();
        }))).assertVerified();
    }

    @Test
    void scheduledTaskRacesWithItsMaker() {
        assertThat(new Checker().check(scenario -> scenario.thread(() -> run(() -> {
            int[] count = {0};
            ScheduledExecutorService timer = Executors.newScheduledThreadPool(1);
            Future<?> task = timer.schedule(() -> count[0]++, 1, TimeUnit.SECONDS);
            count[0]++;
            task.get();
            assert count[0] == 2;
        }))).verdict()).isEqualTo(Verdict.VIOLATED);
    }
}
