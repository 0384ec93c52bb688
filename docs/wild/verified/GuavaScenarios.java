import com.google.common.base.Suppliers;
import com.google.common.collect.ConcurrentHashMultiset;
import com.google.common.util.concurrent.Futures;
import com.google.common.util.concurrent.Monitor;
import com.google.common.util.concurrent.MoreExecutors;
import com.google.common.util.concurrent.SettableFuture;
import dev.baton.check.api.ModelCheck;
import dev.baton.check.api.Scenario;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicInteger;

/** Guava: futures, their listeners, a monitor, memoization, a sequential executor, a multiset. */
class GuavaScenarios {
    @ModelCheck
    void listenerRunsOnceAndSeesTheValue(Scenario scenario) {
        var future = SettableFuture.<int[]>create();
        var runs = new AtomicInteger();
        scenario.thread("setter", () -> future.set(new int[] {7}));
        scenario.thread("listener", () -> future.addListener(() -> {
            try {
                assert Futures.getDone(future)[0] == 7;
            } catch (ExecutionException never) {
                throw new AssertionError(never);
            }
            runs.incrementAndGet();
        }, Runnable::run));
        scenario.finallyAssert(() -> {
            assert runs.get() == 1;
        });
    }

    @ModelCheck
    void setOrCancelled(Scenario scenario) {
        var future = SettableFuture.<Integer>create();
        var successes = new AtomicInteger();
        scenario.thread("setter", () -> {
            if (future.set(1)) {
                successes.incrementAndGet();
            }
        });
        scenario.thread("canceller", () -> {
            if (future.cancel(false)) {
                successes.incrementAndGet();
            }
        });
        scenario.finallyAssert(() -> {
            assert successes.get() == 1 && future.isDone();
        });
    }

    @ModelCheck
    void getIsWokenUp(Scenario scenario) {
        var future = SettableFuture.<Integer>create();
        scenario.thread("setter", () -> future.set(1));
        scenario.thread("getter", () -> {
            assert future.get() == 1;
        });
    }

    @ModelCheck
    void memoizedOnce(Scenario scenario) {
        var calls = new AtomicInteger();
        var memoized = Suppliers.memoize(() -> {
            calls.incrementAndGet();
            return new int[] {7};
        });
        scenario.threads(2, () -> {
            assert memoized.get()[0] == 7;
        });
        scenario.finallyAssert(() -> {
            assert calls.get() == 1;
        });
    }

    @ModelCheck
    void monitorWakesWhoeverWaitsForTheGuard(Scenario scenario) {
        var monitor = new Monitor();
        var open = new boolean[1];
        var guard = monitor.newGuard(() -> open[0]);
        scenario.thread("waiter", () -> {
            monitor.enterWhen(guard);
            assert open[0];
            monitor.leave();
        });
        scenario.thread("opener", () -> {
            monitor.enter();
            open[0] = true;
            monitor.leave();
        });
    }

    @ModelCheck
    void tasksRunOneAfterTheOther(Scenario scenario) {
        var executor = MoreExecutors.newSequentialExecutor(Runnable::run);
        var runs = new int[1];
        scenario.threads(2, () -> executor.execute(() -> runs[0]++));
        scenario.finallyAssert(() -> {
            assert runs[0] == 2;
        });
    }

    @ModelCheck
    void occurrencesAreCounted(Scenario scenario) {
        var multiset = ConcurrentHashMultiset.<Integer>create();
        multiset.add(1);
        scenario.thread("adder", () -> multiset.add(1));
        scenario.thread("remover", () -> {
            assert multiset.remove(1);
        });
        scenario.finallyAssert(() -> {
            assert multiset.count(1) == 1;
        });
    }
}
