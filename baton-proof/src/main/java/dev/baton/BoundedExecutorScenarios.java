package dev.baton;

import dev.baton.check.api.Scenario;
import dev.baton.proof.ProofScenario;
import java.util.List;

/** The monitor under the bounded executor: a slot goes on exactly once, whatever the task and its cancel do. */
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

    private static BoundedExecutor executor() {
        return BoundedExecutor.builder(1).build();
    }

    private static BoundedTask<Integer> task(BoundedExecutor executor, Ledger ledger) {
        return new BoundedTask<>(executor, () -> {
            ledger.section();
            return ledger.sections;
        });
    }

    private static BoundedTask<Integer> started(BoundedExecutor executor, Ledger ledger) {
        BoundedTask<Integer> task = task(executor, ledger);
        assert executor.queue().place(task) == BoundedQueue.Place.SLOT;
        return task;
    }

    private static void cancelInLine(Scenario scenario) {
        BoundedExecutor executor = executor();
        BoundedQueue queue = executor.queue();
        Ledger ledger = new Ledger();
        BoundedTask<Integer> first = started(executor, ledger);
        BoundedTask<Integer> second = task(executor, ledger);
        BoundedTask<Integer> third = task(executor, ledger);
        assert queue.place(second) == BoundedQueue.Place.LINE && queue.place(third) == BoundedQueue.Place.LINE;
        scenario.thread("leaves", () -> {
            assert queue.leavesSlot(first);
        });
        scenario.thread("cancels", () -> ledger.served = queue.withdraws(second) ? 1 : 0);
        scenario.finallyAssert(() -> {
            BoundedTask<?> next = first.successor;
            assert next == (ledger.served == 1 ? third : second) : "out of order";
            assert queue.slots() == 1 && next.holdsSlot : "slot lost or doubled";
            assert queue.begins(next, BoundedTask.Phase.STARTING) == (next == third) : "a cancelled task runs";
        });
    }

    private static void submitMeanwhile(Scenario scenario) {
        BoundedExecutor executor = executor();
        BoundedQueue queue = executor.queue();
        Ledger ledger = new Ledger();
        BoundedTask<Integer> first = started(executor, ledger);
        BoundedTask<Integer> second = task(executor, ledger);
        scenario.thread("leaves", () -> {
            assert queue.leavesSlot(first);
        });
        scenario.thread("submits", () -> ledger.served = queue.place(second) == BoundedQueue.Place.SLOT ? 1 : 0);
        scenario.finallyAssert(() -> {
            assert second.holdsSlot && queue.slots() == 1 : "a task waits beside a free slot";
            assert (first.successor == second) != (ledger.served == 1) : "started by nobody, or twice";
        });
    }

    private static void cancelAtBegin(Scenario scenario) {
        BoundedExecutor executor = executor();
        BoundedQueue queue = executor.queue();
        Ledger ledger = new Ledger();
        BoundedTask<Integer> task = started(executor, ledger);
        scenario.thread("begins", () -> ledger.served = queue.begins(task, BoundedTask.Phase.STARTING) ? 1 : 0);
        scenario.thread("cancels", () -> queue.withdraws(task));
        scenario.finallyAssert(() -> {
            assert (task.phase == BoundedTask.Phase.RUNNING) == (ledger.served == 1) : "a cancelled task runs";
            assert queue.slots() == 1 && queue.leavesSlot(task) && !queue.leavesSlot(task) : "slot lost or doubled";
        });
    }

    private static void cancelWhileItRuns(Scenario scenario) {
        BoundedExecutor executor = executor();
        BoundedQueue queue = executor.queue();
        Ledger ledger = new Ledger();
        BoundedTask<Integer> task = started(executor, ledger);
        scenario.thread("runs", task::runInSlot);
        scenario.thread("cancels", () -> ledger.served = task.cancel(true) ? 0 : 1);
        scenario.finallyAssert(() -> {
            assert task.isDone() && task.isCancelled() == (ledger.served == 0) : "cancel did not say what it did";
            assert ledger.sections == 1 || task.isCancelled() : "a result without a run";
            assert queue.slots() == 0 : "slot lost or doubled";
        });
    }
}
