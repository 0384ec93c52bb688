package dev.baton.proof.scenario;

import static dev.baton.internal.access.CoreAccess.CORE;

import dev.baton.CyclicBarrier;
import dev.baton.check.api.Scenario;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** The barrier that all pass or none. */
final class CyclicBarrierScenarios {
    private static final int TRIPPED = 1;
    private static final int BROKEN = 2;

    private CyclicBarrierScenarios() {}

    static List<ProofScenario> all() {
        List<ProofScenario> all = new ArrayList<>();
        for (int size : new int[]{1, 2}) {
            String name = "CyclicBarrier, segments of " + size;
            ProofScenario waits = ProofScenario.of(name, "one waits, the last arrives", 2,
                    scenario -> waits(scenario, size));
            all.add(waits.inDeepRunsIf(size == 1));
            all.add(ProofScenario.of(name, "timeout races the last arrival", 2,
                    scenario -> timeoutRacesArrival(scenario, size)).inDeepRuns());
            all.add(ProofScenario.of(name, "interrupt races the last arrival", 2,
                    scenario -> interruptRacesArrival(scenario, size)).inDeepRuns());
            all.add(ProofScenario.of(name, "cancelled future races the last arrival", 2,
                    scenario -> cancelRacesArrival(scenario, size)).inDeepRuns());
            all.add(ProofScenario.of(name, "reset breaks it or not, for both", 2, scenario -> reset(scenario, size)));
            all.add(ProofScenario.of(name, "two futures, one cancelled, and a last arrival", 2,
                    scenario -> twoFutures(scenario, size)));
            all.add(ProofScenario.of(name, "two of three cancel or arrive, the third has arrived", 3,
                    scenario -> threeAsync(scenario, size)).inDeepRuns().withoutSpuriousWakeups());
            all.add(ProofScenario.of(name, "both wait", 2, scenario -> arrive(scenario, size, 2)).inDeepRuns());
            all.add(ProofScenario.of(name, "both wait, the last runs the action", 2,
                    scenario -> action(scenario, size)).inDeepRuns());
            all.add(ProofScenario.of(name, "timeout breaks it or not, for both who wait", 2,
                    scenario -> timeout(scenario, size)).inDeepRuns());
            all.add(ProofScenario.of(name, "interrupt breaks it or not, for both who wait", 2,
                    scenario -> interrupt(scenario, size)).inDeepRuns());
            all.add(ProofScenario.of(name, "three wait", 3, scenario -> arrive(scenario, size, 3)).inDeepRuns()
                    .upToSymmetry());
        }
        return all;
    }

    private static CyclicBarrier barrier(int parties, @Nullable Runnable action, int size) {
        return CORE.cyclicBarrier(parties, action, Lined.lined(CORE.reentrantLock(false, size)));
    }

    private static void arrive(Scenario scenario, int size, int parties) {
        CyclicBarrier barrier = barrier(parties, null, size);
        int[] arrived = new int[parties];
        for (int i = 0; i < parties; i++) {
            int mine = i;
            scenario.thread("arrives", () -> {
                arrived[mine] = 1;
                assert outcome(barrier, false) == TRIPPED : "broken by nobody";
                for (int other = 0; other < parties; other++) {
                    assert arrived[other] == 1 : "went on before all arrived";
                }
            });
        }
        scenario.finallyAssert(() -> {
            assert barrier.getNumberWaiting() == 0 && !barrier.isBroken();
        });
    }

    private static void action(Scenario scenario, int size) {
        Ledger ledger = new Ledger();
        int[] arrived = new int[2];
        CyclicBarrier barrier = barrier(2, () -> {
            assert arrived[0] + arrived[1] == 2 : "acted before all arrived";
            ledger.section();
        }, size);
        for (int i = 0; i < 2; i++) {
            int mine = i;
            scenario.thread("arrives", () -> {
                arrived[mine] = 1;
                assert outcome(barrier, false) == TRIPPED : "broken by nobody";
                assert ledger.sections == 1 : "went on before the action";
            });
        }
    }

    private static void timeout(Scenario scenario, int size) {
        CyclicBarrier barrier = barrier(2, null, size);
        int[] outcomes = new int[2];
        scenario.thread("arrives", () -> outcomes[0] = outcome(barrier, false));
        scenario.thread("times out, perhaps", () -> outcomes[1] = outcome(barrier, true));
        scenario.finallyAssert(() -> assertAllOrNone(barrier, outcomes));
    }

    private static void interrupt(Scenario scenario, int size) {
        CyclicBarrier barrier = barrier(2, null, size);
        Ledger ledger = new Ledger();
        int[] outcomes = new int[2];
        scenario.thread("interrupts and arrives", () -> {
            ledger.interruptTarget();
            outcomes[0] = outcome(barrier, false);
        });
        scenario.thread("arrives", () -> {
            ledger.offerInterrupt();
            outcomes[1] = outcome(barrier, false);
        });
        scenario.finallyAssert(() -> assertAllOrNone(barrier, outcomes));
    }

    private static void waits(Scenario scenario, int size) {
        Ledger ledger = new Ledger();
        CyclicBarrier barrier = barrier(2, ledger::section, size);
        scenario.thread("arrives", () -> {
            ledger.first = 1;
            arriveAside(barrier);
        });
        scenario.thread("waits", () -> {
            ledger.second = 1;
            assert outcome(barrier, false) == TRIPPED : "broken by nobody";
            assert ledger.first == 1 && ledger.sections == 1 : "went on before all arrived";
        });
    }

    private static void timeoutRacesArrival(Scenario scenario, int size) {
        CyclicBarrier barrier = barrier(2, null, size);
        Ledger ledger = new Ledger();
        int[] outcomes = new int[1];
        scenario.thread("arrives", () -> {
            ledger.first = 1;
            arriveAside(barrier);
        });
        scenario.thread("times out, perhaps", () -> {
            outcomes[0] = outcome(barrier, true);
            assert outcomes[0] == BROKEN || ledger.first == 1 : "went on before all arrived";
        });
        scenario.finallyAssert(() -> {
            assert barrier.isBroken() == (outcomes[0] == BROKEN) : "tripped for one of them only";
        });
    }

    private static void interruptRacesArrival(Scenario scenario, int size) {
        CyclicBarrier barrier = barrier(2, null, size);
        Ledger ledger = new Ledger();
        int[] outcomes = new int[1];
        scenario.thread("interrupts and arrives", () -> {
            ledger.interruptTarget();
            arriveAside(barrier);
        });
        scenario.thread("waits", () -> {
            ledger.offerInterrupt();
            outcomes[0] = outcome(barrier, false);
        });
        scenario.finallyAssert(() -> {
            assert barrier.isBroken() == (outcomes[0] == BROKEN) : "tripped for one of them only";
        });
    }

    private static void cancelRacesArrival(Scenario scenario, int size) {
        CyclicBarrier barrier = barrier(2, null, size);
        Ledger ledger = new Ledger();
        scenario.thread("arrives", () -> {
            ledger.first = 1;
            arriveAside(barrier);
        });
        scenario.thread("cancels", () -> {
            CompletableFuture<Integer> request = barrier.awaitAsync();
            if (request.cancel(false)) {
                ledger.second = 1;
            }
        });
        scenario.finallyAssert(() -> {
            assert barrier.isBroken() == (ledger.second == 1) : "tripped for one of them only";
        });
    }

    private static void reset(Scenario scenario, int size) {
        CyclicBarrier barrier = barrier(2, null, size);
        CompletableFuture<Integer> first = barrier.awaitAsync();
        int[] outcomes = new int[1];
        scenario.thread("arrives", () -> outcomes[0] = outcome(barrier, true));
        scenario.thread("resets", barrier::reset);
        scenario.finallyAssert(() -> {
            assert first.isDone() : "a request was forgotten";
            assert outcomes[0] != TRIPPED || !first.isCompletedExceptionally() : "tripped for one of them only";
        });
    }

    private static void twoFutures(Scenario scenario, int size) {
        CyclicBarrier barrier = barrier(3, null, size);
        CompletableFuture<Integer> first = barrier.awaitAsync();
        CompletableFuture<Integer> second = barrier.awaitAsync();
        int[] outcomes = new int[1];
        scenario.thread("arrives", () -> outcomes[0] = outcome(barrier, false));
        scenario.thread("cancels the first", () -> first.cancel(false));
        scenario.finallyAssert(() -> {
            boolean broken = outcomes[0] == BROKEN;
            assert first.isCancelled() == broken : "tripped for one of them only";
            assert barrier.isBroken() == broken;
            assert !second.isDone() || second.isCompletedExceptionally() == broken;
        });
    }

    private static void threeAsync(Scenario scenario, int size) {
        CyclicBarrier barrier = barrier(3, null, size);
        CompletableFuture<Integer> first = barrier.awaitAsync();
        scenario.thread("cancels the first", () -> first.cancel(false));
        scenario.threads(2, () -> arriveAside(barrier));
        scenario.finallyAssert(() -> {
            assert barrier.isBroken() == first.isCancelled() : "tripped for one of them only";
        });
    }

    private static void arriveAside(CyclicBarrier barrier) {
        CompletableFuture<Integer> _ = barrier.awaitAsync();
    }

    private static void assertAllOrNone(CyclicBarrier barrier, int[] outcomes) {
        assert outcomes[0] == outcomes[1] : "tripped for one of them only";
        assert barrier.isBroken() == (outcomes[0] == BROKEN);
    }

    private static int outcome(CyclicBarrier barrier, boolean timed) {
        try {
            if (timed) {
                barrier.await(1, TimeUnit.SECONDS);
            } else {
                barrier.await();
            }
            return TRIPPED;
        } catch (InterruptedException | BrokenBarrierException | TimeoutException broken) {
            return BROKEN;
        }
    }
}
