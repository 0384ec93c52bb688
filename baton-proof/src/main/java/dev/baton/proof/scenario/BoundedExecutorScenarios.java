package dev.baton.proof.scenario;

import static dev.baton.internal.access.CoreAccess.CORE;

import dev.baton.BoundedExecutor;
import dev.baton.check.api.Scenario;
import dev.baton.internal.access.OpenExecutor;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.RunnableFuture;

/** The monitor under the bounded executor: a slot goes on exactly once, whatever the task and its cancel do. */
@SuppressWarnings("ReferenceEquality") // the very task is meant
final class BoundedExecutorScenarios {
    private BoundedExecutorScenarios() {}

    static List<ProofScenario> all() {
        String name = "BoundedExecutor";
        return List.of(
                ProofScenario.of(name, "the first in line is cancelled while the slot is given on", 2,
                        BoundedExecutorScenarios::cancelInLine),
                ProofScenario.of(name, "a task is submitted while the slot is given on", 2,
                        BoundedExecutorScenarios::submitMeanwhile),
                ProofScenario.of(name, "a task is cancelled while it begins", 2,
                        BoundedExecutorScenarios::cancelAtBegin),
                ProofScenario.of(name, "a task is cancelled while it begins and ends", 2,
                        BoundedExecutorScenarios::cancelWhileItRuns).inDeepRuns());
    }

    private static OpenExecutor executor() {
        return CORE.open(BoundedExecutor.builder(1).build());
    }

    private static RunnableFuture<Integer> task(OpenExecutor executor, Ledger ledger) {
        return executor.task(() -> {
            ledger.section();
            return ledger.sections;
        });
    }

    private static RunnableFuture<Integer> started(OpenExecutor executor, Ledger ledger) {
        RunnableFuture<Integer> task = task(executor, ledger);
        assert executor.takesSlot(task);
        return task;
    }

    private static void cancelInLine(Scenario scenario) {
        OpenExecutor executor = executor();
        Ledger ledger = new Ledger();
        RunnableFuture<Integer> first = started(executor, ledger);
        RunnableFuture<Integer> second = task(executor, ledger);
        RunnableFuture<Integer> third = task(executor, ledger);
        assert !executor.takesSlot(second) && !executor.takesSlot(third);
        scenario.thread("leaves", () -> {
            assert executor.leavesSlot(first);
        });
        scenario.thread("cancels", () -> ledger.served = executor.withdraws(second) ? 1 : 0);
        scenario.finallyAssert(() -> {
            RunnableFuture<?> next = Objects.requireNonNull(executor.successor(first));
            assert next == (ledger.served == 1 ? third : second) : "out of order";
            assert executor.slots() == 1 && executor.holdsSlot(next) : "slot lost or doubled";
            assert executor.begins(next) == (next == third) : "a cancelled task runs";
        });
    }

    private static void submitMeanwhile(Scenario scenario) {
        OpenExecutor executor = executor();
        Ledger ledger = new Ledger();
        RunnableFuture<Integer> first = started(executor, ledger);
        RunnableFuture<Integer> second = task(executor, ledger);
        scenario.thread("leaves", () -> {
            assert executor.leavesSlot(first);
        });
        scenario.thread("submits", () -> ledger.served = executor.takesSlot(second) ? 1 : 0);
        scenario.finallyAssert(() -> {
            assert executor.holdsSlot(second) && executor.slots() == 1 : "a task waits beside a free slot";
            assert (executor.successor(first) == second) != (ledger.served == 1) : "started by nobody, or twice";
        });
    }

    private static void cancelAtBegin(Scenario scenario) {
        OpenExecutor executor = executor();
        Ledger ledger = new Ledger();
        RunnableFuture<Integer> task = started(executor, ledger);
        scenario.thread("begins", () -> ledger.served = executor.begins(task) ? 1 : 0);
        scenario.thread("cancels", () -> executor.withdraws(task));
        scenario.finallyAssert(() -> {
            assert executor.isRunning(task) == (ledger.served == 1) : "a cancelled task runs";
            assert executor.slots() == 1 && executor.leavesSlot(task) && !executor.leavesSlot(task)
                    : "slot lost or doubled";
        });
    }

    private static void cancelWhileItRuns(Scenario scenario) {
        OpenExecutor executor = executor();
        Ledger ledger = new Ledger();
        RunnableFuture<Integer> task = started(executor, ledger);
        scenario.thread("runs", () -> executor.runInSlot(task));
        scenario.thread("cancels", () -> ledger.served = task.cancel(true) ? 0 : 1);
        scenario.finallyAssert(() -> {
            assert task.isDone() && task.isCancelled() == (ledger.served == 0) : "cancel did not say what it did";
            assert ledger.sections == 1 || task.isCancelled() : "a result without a run";
            assert executor.slots() == 0 : "slot lost or doubled";
        });
    }
}
