package dev.baton.proof.scenario;

import static dev.baton.internal.access.CoreAccess.CORE;

import dev.baton.SynchronousQueue;
import dev.baton.check.api.Scenario;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The synchronous queue, fair and unfair. */
final class TransferScenarios {
    private TransferScenarios() {}

    static List<ProofScenario> all() {
        List<ProofScenario> all = new ArrayList<>();
        for (boolean fair : new boolean[]{true, false}) {
            String name = "SynchronousQueue, " + (fair ? "fair" : "unfair");
            all.add(ProofScenario.of(name, "put meets take", 2, scenario -> meet(scenario, fair)));
            all.add(ProofScenario.of(name, "poll's timeout races offer", 2, scenario -> timeout(scenario, fair)));
            all.add(ProofScenario.of(name, "take's interrupt races offer", 2, scenario -> interrupt(scenario, fair)));
            all.add(ProofScenario.of(name, "cancelled take races offer", 2, scenario -> cancel(scenario, fair)));
            all.add(ProofScenario.of(name, "first of two takers cancels, the second is served", 3,
                    scenario -> cancelFirst(scenario, fair)));
            all.add(ProofScenario.of(name, "two puts meet two takes", 3,
                    scenario -> twoPuts(scenario, fair)));
        }
        all.add(ProofScenario.of("SynchronousQueue, fair", "takers are served in order", 2,
                TransferScenarios::order));
        all.add(ProofScenario.of("SynchronousQueue, fair",
                "the last aborts, another joins behind it, none dead is left", 2,
                TransferScenarios::lastAborts));
        all.add(ProofScenario.of("SynchronousQueue, fair", "two neighbours abort, none dead is left", 2,
                TransferScenarios::neighboursAbort));
        return all;
    }

    private static SynchronousQueue<String> queue(boolean fair) {
        return CORE.synchronousQueue(fair);
    }

    private static void put(SynchronousQueue<String> queue, String element) {
        try {
            queue.put(element);
        } catch (InterruptedException e) {
            throw Ledger.unexpected(e);
        }
    }

    private static String take(SynchronousQueue<String> queue) {
        try {
            return queue.take();
        } catch (InterruptedException e) {
            throw Ledger.unexpected(e);
        }
    }

    private static void meet(Scenario scenario, boolean fair) {
        SynchronousQueue<String> queue = queue(fair);
        Ledger ledger = new Ledger();
        scenario.thread("puts", () -> {
            ledger.first = 1;
            put(queue, "a");
        });
        scenario.thread("takes", () -> {
            assert take(queue).equals("a");
            assert ledger.first == 1 : "taken before it was put";
        });
    }

    private static void timeout(Scenario scenario, boolean fair) {
        SynchronousQueue<String> queue = queue(fair);
        boolean[] offered = new boolean[1];
        boolean[] polled = new boolean[1];
        scenario.thread("offers", () -> offered[0] = queue.offer("a"));
        scenario.thread("times out, perhaps", () -> {
            try {
                polled[0] = queue.poll(1, TimeUnit.SECONDS) != null;
            } catch (InterruptedException e) {
                throw Ledger.unexpected(e);
            }
        });
        scenario.finallyAssert(() -> {
            assert offered[0] == polled[0] : "element lost or doubled";
        });
    }

    private static void interrupt(Scenario scenario, boolean fair) {
        SynchronousQueue<String> queue = queue(fair);
        Ledger ledger = new Ledger();
        boolean[] offered = new boolean[1];
        scenario.thread("takes", () -> {
            ledger.offerInterrupt();
            try {
                queue.take();
                ledger.served = 1;
            } catch (InterruptedException aborted) {
                assert !Thread.currentThread().isInterrupted();
            }
        });
        scenario.thread("offers and interrupts", () -> {
            while (ledger.target == null) {
                Thread.onSpinWait();
            }
            offered[0] = queue.offer("a");
            ledger.interruptTarget();
        });
        scenario.finallyAssert(() -> {
            assert offered[0] == (ledger.served == 1) : "element lost or doubled";
        });
    }

    private static void cancel(Scenario scenario, boolean fair) {
        SynchronousQueue<String> queue = queue(fair);
        CompletableFuture<String> request = queue.takeAsync();
        boolean[] offered = new boolean[1];
        scenario.thread("offers", () -> offered[0] = queue.offer("a"));
        scenario.thread("cancels", () -> request.cancel(false));
        scenario.finallyAssert(() -> {
            assert request.isDone() : "the request was forgotten";
            assert offered[0] != request.isCancelled() : "element lost or doubled";
        });
    }

    private static void cancelFirst(Scenario scenario, boolean fair) {
        SynchronousQueue<String> queue = queue(fair);
        CompletableFuture<String> first = queue.takeAsync();
        CompletableFuture<String> second = queue.takeAsync();
        scenario.thread("cancels", () -> first.cancel(false));
        scenario.threads(2, () -> queue.offer("a"));
        scenario.finallyAssert(() -> {
            assert first.isDone() && second.isDone() && !second.isCancelled() : "a request was forgotten";
        });
    }

    private static void twoPuts(Scenario scenario, boolean fair) {
        SynchronousQueue<String> queue = queue(fair);
        @Nullable
        String[] taken = new String[2];
        scenario.thread("puts a", () -> put(queue, "a"));
        scenario.thread("puts b", () -> put(queue, "b"));
        scenario.thread("takes", () -> {
            taken[0] = take(queue);
            taken[1] = take(queue);
        });
        scenario.finallyAssert(() -> {
            assert taken[0] != null && !taken[0].equals(taken[1]) : "taken twice";
        });
    }

    private static void order(Scenario scenario) {
        SynchronousQueue<String> queue = queue(true);
        CompletableFuture<String> first = queue.takeAsync();
        CompletableFuture<String> second = queue.takeAsync();
        scenario.thread("offers", () -> queue.offer("a"));
        scenario.thread("cancels the first", () -> first.cancel(false));
        scenario.finallyAssert(() -> {
            assert first.isDone() : "a request was forgotten";
            assert second.isDone() == first.isCancelled() : "served out of order";
        });
    }

    private static void lastAborts(Scenario scenario) {
        SynchronousQueue<String> queue = CORE.synchronousQueue(true);
        CompletableFuture<String> _ = queue.takeAsync();
        CompletableFuture<String> last = queue.takeAsync();
        scenario.thread("aborts", () -> last.cancel(false));
        scenario.thread("joins", () -> {
            CompletableFuture<String> _ = queue.takeAsync();
        });
        scenario.finallyAssert(() -> {
            assert CORE.nodes(queue) == 3 : "nodes left: " + CORE.nodes(queue); // a dead one, from the start, and two that live
            assert queue.offer("a") && queue.offer("b") && !queue.offer("c") : "a request was forgotten";
        });
    }

    private static void neighboursAbort(Scenario scenario) {
        SynchronousQueue<String> queue = CORE.synchronousQueue(true);
        CompletableFuture<String> _ = queue.takeAsync();
        CompletableFuture<String> second = queue.takeAsync();
        CompletableFuture<String> third = queue.takeAsync();
        CompletableFuture<String> _ = queue.takeAsync();
        scenario.thread("aborts", () -> second.cancel(false));
        scenario.thread("aborts too", () -> third.cancel(false));
        scenario.finallyAssert(() -> {
            assert CORE.nodes(queue) == 3 : "nodes left: " + CORE.nodes(queue);
            assert queue.offer("a") && queue.offer("b") && !queue.offer("c") : "a request was forgotten";
        });
    }
}
