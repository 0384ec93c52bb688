package dev.baton.proof.scenario;

import dev.baton.check.api.Scenario;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** The queue framework in all its modes: SYNC and ASYNC, SIMPLE and SMART, segments of one and two cells. */
final class FrameworkScenarios {
    private FrameworkScenarios() {}

    static List<ProofScenario> all() {
        List<ProofScenario> all = new ArrayList<>();
        for (boolean sync : new boolean[]{false, true}) {
            for (boolean smart : new boolean[]{false, true}) {
                for (int size : new int[]{1, 2}) {
                    add(all, sync, smart, size);
                }
            }
        }
        return all;
    }

    private static void add(List<ProofScenario> all, boolean sync, boolean smart, int size) {
        String name = "CancellableQueueSynchronizer " + (sync ? "SYNC" : "ASYNC") + " " + (smart ? "SMART" : "SIMPLE")
                + ", segments of " + size;
        if (sync) {
            MeetingScenarios.add(all, name, smart, size);
        } else {
            all.add(ProofScenario.of(name, "suspend races resume", 2, scenario -> exclusion(scenario, smart, size, 2)));
            all.add(ProofScenario.of(name, "timeout races resume" + (smart ? " (REFUSE)" : ""), 2,
                    scenario -> timeout(scenario, smart, size)));
            all.add(ProofScenario.of(name, "interrupt races resume", 2, scenario -> interrupt(scenario, smart, size)));
            all.add(ProofScenario.of(name, "cancelled future races resume" + (smart ? " (delegation)" : ""), 2,
                    scenario -> cancel(scenario, smart, size)));
            all.add(ProofScenario.of(name, "three threads exclude each other", 3,
                    scenario -> exclusion(scenario, smart, size, 3)).upToSymmetry());
        }
        all.add(ProofScenario.of(name, "first in line cancels, the second is served", 3,
                scenario -> cancelFirst(scenario, sync, smart, size)));
        all.add(ProofScenario.of(name, "neighbours cancel at once (segment removal)", 3,
                scenario -> cancelNeighbours(scenario, sync, smart, size)));
    }

    private static void exclusion(Scenario scenario, boolean smart, int size, int threads) {
        ProvedSemaphore semaphore = new ProvedSemaphore(false, smart, 1, size);
        Ledger ledger = new Ledger();
        scenario.threads(threads, () -> {
            try {
                semaphore.acquire();
            } catch (InterruptedException e) {
                throw Ledger.unexpected(e);
            }
            ledger.section();
            semaphore.release();
        });
        scenario.finallyAssert(() -> {
            assert ledger.sections == threads : "two threads in the section";
            assert semaphore.permits() == 1 : "permit lost";
        });
    }

    private static void timeout(Scenario scenario, boolean smart, int size) {
        ProvedSemaphore semaphore = new ProvedSemaphore(false, smart, 0, size);
        Ledger ledger = new Ledger();
        scenario.thread("resumes", semaphore::release);
        scenario.thread("times out, perhaps", () -> {
            try {
                if (semaphore.acquire(1_000)) {
                    ledger.served = 1;
                }
            } catch (InterruptedException e) {
                throw Ledger.unexpected(e);
            }
        });
        scenario.finallyAssert(() -> {
            assert semaphore.permits() == 1 - ledger.served : "permit lost";
        });
    }

    private static void interrupt(Scenario scenario, boolean smart, int size) {
        ProvedSemaphore semaphore = new ProvedSemaphore(false, smart, 0, size);
        Ledger ledger = new Ledger();
        scenario.thread("interrupts and resumes", () -> {
            ledger.interruptTarget();
            semaphore.release();
        });
        scenario.thread("waits", () -> {
            ledger.offerInterrupt();
            try {
                semaphore.acquire();
                ledger.served = 1;
            } catch (InterruptedException aborted) {
                assert !Thread.currentThread().isInterrupted();
            }
        });
        scenario.finallyAssert(() -> {
            assert semaphore.permits() == 1 - ledger.served : "permit lost";
        });
    }

    private static void cancel(Scenario scenario, boolean smart, int size) {
        ProvedSemaphore semaphore = new ProvedSemaphore(false, smart, 0, size);
        Ledger ledger = new Ledger();
        scenario.thread("resumes", semaphore::release);
        scenario.thread("cancels", () -> {
            if (!semaphore.acquireAsync().cancel(false)) {
                ledger.served = 1;
            }
        });
        scenario.finallyAssert(() -> {
            assert semaphore.permits() == 1 - ledger.served : "permit lost";
        });
    }

    private static void cancelFirst(Scenario scenario, boolean sync, boolean smart, int size) {
        ProvedSemaphore semaphore = new ProvedSemaphore(sync, smart, 0, size);
        CompletableFuture<Boolean> first = semaphore.acquireAsync();
        CompletableFuture<Boolean> second = semaphore.acquireAsync();
        scenario.thread("cancels the first", () -> first.cancel(false));
        scenario.threads(2, semaphore::release);
        scenario.finallyAssert(() -> {
            assert first.isDone() && second.isDone() : "a request was forgotten";
            assert !second.isCancelled();
            assert semaphore.permits() == (first.isCancelled() ? 1 : 0) : "permit lost";
        });
    }

    private static void cancelNeighbours(Scenario scenario, boolean sync, boolean smart, int size) {
        ProvedSemaphore semaphore = new ProvedSemaphore(sync, smart, 0, size);
        CompletableFuture<Boolean> first = semaphore.acquireAsync();
        CompletableFuture<Boolean> second = semaphore.acquireAsync();
        CompletableFuture<Boolean> third = semaphore.acquireAsync();
        scenario.thread("cancels the first", () -> first.cancel(false));
        scenario.thread("cancels the second", () -> second.cancel(false));
        scenario.thread("resumes", semaphore::release);
        scenario.finallyAssert(() -> {
            int served = (first.isCancelled() ? 0 : done(first)) + (second.isCancelled() ? 0 : done(second))
                    + done(third);
            assert served == 1 : "one resume served " + served;
            assert done(third) == 0 || (first.isCancelled() && second.isCancelled()) : "served out of order";
        });
    }

    private static int done(CompletableFuture<Boolean> request) {
        return request.isDone() ? 1 : 0;
    }
}
