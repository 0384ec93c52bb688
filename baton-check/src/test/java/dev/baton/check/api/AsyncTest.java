package dev.baton.check.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.check.explore.Verdict;
import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RecursiveTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;

/** Futures that other threads complete, tasks that fork, timers, and what a thread inherits. */
class AsyncTest {
    @Test
    void futureIsCompletedByAThreadOfThePool() {
        new Checker().check(scenario -> scenario.thread(() -> {
            int[] made = {0};
            int result = CompletableFuture.supplyAsync(() -> made[0] = 5).thenApply(number -> number + made[0]).join();
            assert result == 10;
        })).assertVerified();
    }

    @Test
    void twoAsynchronousActionsRace() {
        assertThat(new Checker().check(scenario -> scenario.thread(() -> {
            int[] sum = {0};
            CompletableFuture<Void> one = CompletableFuture.runAsync(() -> sum[0]++);
            CompletableFuture<Void> two = CompletableFuture.runAsync(() -> sum[0]++);
            one.join();
            two.join();
            assert sum[0] == 2;
        })).verdict()).isEqualTo(Verdict.VIOLATED);
    }

    @Test
    void timeOfAFutureComesOrDoesNot() {
        CheckResult result = new Checker().check(scenario -> {
            Box<String> seen = new Box<>();
            scenario.thread(() -> {
                CompletableFuture<Integer> future = new CompletableFuture<>();
                new Thread(() -> future.complete(1)).start();
                try {
                    seen.value = "" + future.orTimeout(1, TimeUnit.SECONDS).join();
                } catch (RuntimeException e) {
                    seen.value = e.getCause() instanceof TimeoutException ? "late" : "" + e;
                }
            });
            scenario.outcome(() -> seen.value);
        });
        assertThat(result.assertVerified().outcomes().keySet()).containsExactlyInAnyOrder("1", "late");
    }

    @Test
    void futureWithADefaultIsNoHang() {
        new Checker().check(scenario -> scenario.thread(() -> {
            int result = new CompletableFuture<Integer>().completeOnTimeout(7, 1, TimeUnit.SECONDS).join();
            assert result == 7;
        })).assertVerified();
    }

    static final class Sum extends RecursiveTask<Integer> {
        private static final long serialVersionUID = 1L;
        private final int from;
        private final int to;
        private final transient int[] total;

        Sum(int from, int to, int[] total) {
            this.from = from;
            this.to = to;
            this.total = total;
        }

        @Override
        protected Integer compute() {
            if (to - from == 1) {
                total[0] += from;
                return from;
            }
            int middle = (from + to) / 2;
            Sum left = new Sum(from, middle, total);
            left.fork();
            return new Sum(middle, to, total).compute() + left.join();
        }
    }

    private static CheckResult summing(boolean shared) {
        return new Checker().check(scenario -> scenario.thread(() -> {
            int[] total = {0};
            int sum = new ForkJoinPool(2).invoke(new Sum(1, 3, total));
            assert sum == 3;
            assert !shared || total[0] == 3;
        }));
    }

    @Test
    void forkedTaskIsJoined() {
        summing(false).assertVerified();
    }

    @Test
    void forkedTasksRace() {
        assertThat(summing(true).verdict()).isEqualTo(Verdict.VIOLATED);
    }

    private static final ThreadLocal<String> USER = new ThreadLocal<>();

    @Test
    void whatAWorkerRemembersIsSeenByItsNextTask() {
        assertThat(new Checker().check(scenario -> scenario.thread(() -> {
            Runnable request = () -> {
                if (USER.get() != null) {
                    throw new AssertionError("another request's user");
                }
                USER.set("me");
            };
            CompletableFuture.runAsync(request).join();
            CompletableFuture.runAsync(request).join();
        })).verdict()).isEqualTo(Verdict.VIOLATED);
    }

    private static CheckResult timing(boolean waits) {
        return new Checker().check(scenario -> scenario.thread(() -> {
            int[] done = {0};
            CountDownLatch latch = new CountDownLatch(1);
            Timer timer = new Timer(true);
            timer.schedule(new TimerTask() {
                @Override
                public void run() {
                    done[0] = 1;
                    latch.countDown();
                }
            }, 5);
            try {
                if (waits) {
                    latch.await();
                }
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
            assert done[0] == 1;
        }));
    }

    @Test
    void timerRunsItsTaskInAThreadOfItsOwn() {
        timing(true).assertVerified();
        assertThat(timing(false).verdict()).isEqualTo(Verdict.VIOLATED);
    }

    private static final InheritableThreadLocal<String> NAME = new InheritableThreadLocal<>();

    @Test
    void threadInheritsWhatItsMakerHadWhenItWasMade() {
        CheckResult result = new Checker().check(scenario -> {
            Box<String> seen = new Box<>();
            scenario.thread(() -> {
                NAME.set("a");
                Thread child = new Thread(() -> {
                    seen.value = NAME.get();
                    NAME.set("c");
                });
                NAME.set("b");
                child.start();
                try {
                    child.join();
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
                seen.value += NAME.get();
            });
            scenario.outcome(() -> seen.value);
        });
        assertThat(result.assertVerified().outcomes().keySet()).containsExactly("ab");
    }

    @Test
    void scopedValueIsBoundInItsOwnThreadOnly() {
        new Checker().check(scenario -> {
            ScopedValue<String> user = ScopedValue.newInstance();
            VolatileBox<String> shared = new VolatileBox<>("a");
            scenario.thread(() -> ScopedValue.where(user, "a").run(() -> {
                shared.value = user.get();
                assert user.get().equals("a");
            }));
            scenario.thread(() -> {
                assert shared.value.equals("a");
                assert !user.isBound();
            });
        }).assertVerified();
    }
}
