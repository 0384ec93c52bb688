package dev.baton.proof.scenario;

import static dev.baton.internal.access.CoreAccess.CORE;

import dev.baton.Barrier;
import dev.baton.CountDownLatch;
import dev.baton.check.api.Scenario;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** The latch, and the barrier that does not break. */
final class LatchScenarios {
    private LatchScenarios() {}

    static List<ProofScenario> all() {
        List<ProofScenario> all = new ArrayList<>();
        for (int size : new int[]{1, 2}) {
            String latch = "CountDownLatch, segments of " + size;
            all.add(ProofScenario.of(latch, "await races countDown", 2, scenario -> latch(scenario, size, 1)));
            all.add(ProofScenario.of(latch, "timeout races countDown", 2, scenario -> timedLatch(scenario, size)));
            all.add(ProofScenario.of(latch, "interrupt races countDown", 2,
                    scenario -> interruptedLatch(scenario, size)));
            all.add(ProofScenario.of(latch, "cancelled future races countDown", 3,
                    scenario -> cancelledLatch(scenario, size)));
            all.add(ProofScenario.of(latch, "await that leaves cancelled cells behind races countDown", 2,
                    scenario -> leftBehind(scenario, size)));
            all.add(ProofScenario.of(latch, "await races two countDowns", 3, scenario -> latch(scenario, size, 2)));
            String barrier = "Barrier, segments of " + size;
            all.add(ProofScenario.of(barrier, "two arrive", 2, scenario -> barrier(scenario, size, 2)));
            all.add(ProofScenario.of(barrier, "timeout races the last arrival", 2,
                    scenario -> timedBarrier(scenario, size)));
            all.add(ProofScenario.of(barrier, "cancelled future races the last arrival", 2,
                    scenario -> cancelledBarrier(scenario, size)));
            all.add(ProofScenario.of(barrier, "three arrive", 3, scenario -> barrier(scenario, size, 3))
                    .upToSymmetry());
        }
        String lazy = "CountDownLatch, no queue yet";
        all.add(ProofScenario.of(lazy, "two first awaits race countDown", 3, LatchScenarios::firstTwo));
        all.add(ProofScenario.of(lazy, "first request, cancelled, races the first await", 2,
                LatchScenarios::firstCancelled));
        all.add(ProofScenario.of(lazy, "first await races a look at the queue, then countDown", 2,
                LatchScenarios::firstSeen));
        all.add(ProofScenario.of(lazy, "the count is read while two count down", 3, LatchScenarios::counted));
        all.add(ProofScenario.of(lazy, "one countDown too many", 2, LatchScenarios::beyondZero));
        return all;
    }

    private static void latch(Scenario scenario, int size, int count) {
        CountDownLatch latch = CORE.countDownLatch(count, size);
        int[] done = new int[count];
        for (int i = 0; i < count; i++) {
            int mine = i;
            scenario.thread("counts", () -> {
                done[mine] = 1;
                latch.countDown();
            });
        }
        scenario.thread("awaits", () -> {
            latch.awaitUninterruptibly();
            for (int i = 0; i < count; i++) {
                assert done[i] == 1 : "opened too early";
            }
        });
    }

    private static CountDownLatch lazyLatch(int count) {
        return CORE.countDownLatch(count, 1);
    }

    private static void firstTwo(Scenario scenario) {
        CountDownLatch latch = lazyLatch(1);
        Ledger ledger = new Ledger();
        scenario.thread("counts", () -> {
            ledger.first = 1;
            latch.countDown();
        });
        scenario.threads(2, () -> {
            latch.awaitUninterruptibly();
            assert ledger.first == 1 : "opened too early";
        });
        scenario.finallyAssert(() -> {
            assert latch.tryAwait() && !latch.hasQueuedThreads();
        });
    }

    private static void firstCancelled(Scenario scenario) {
        CountDownLatch latch = lazyLatch(1);
        scenario.thread("asks, cancels and counts", () -> {
            latch.awaitAsync().cancel(false);
            latch.countDown();
        });
        scenario.thread("awaits", latch::awaitUninterruptibly);
        scenario.finallyAssert(() -> {
            assert latch.getCount() == 0L && !latch.hasQueuedThreads();
        });
    }

    private static void firstSeen(Scenario scenario) {
        CountDownLatch latch = lazyLatch(1);
        scenario.thread("looks and counts", () -> {
            assert latch.getQueueLength() <= 1 : "one request, seen twice";
            latch.countDown();
        });
        scenario.thread("awaits", latch::awaitUninterruptibly);
    }

    private static void counted(Scenario scenario) {
        CountDownLatch latch = lazyLatch(2);
        scenario.thread("counts", latch::countDown);
        scenario.thread("counts too", latch::countDown);
        scenario.thread("reads", () -> {
            long first = latch.getCount();
            long second = latch.getCount();
            assert 2L >= first && first >= second && second >= 0L : "the count grew";
            assert second > 0L || latch.tryAwait() : "closed at zero";
        });
    }

    private static void beyondZero(Scenario scenario) {
        CountDownLatch latch = lazyLatch(1);
        CompletableFuture<Void> waiting = latch.awaitAsync();
        scenario.thread("counts", latch::countDown);
        scenario.thread("counts too", latch::countDown);
        scenario.finallyAssert(() -> {
            assert waiting.isDone() && latch.getCount() == 0L : "not opened";
            assert CORE.isServedExactly(latch) : "released twice";
        });
    }

    private static void timedLatch(Scenario scenario, int size) {
        CountDownLatch latch = CORE.countDownLatch(1, size);
        Ledger ledger = new Ledger();
        scenario.thread("counts", () -> {
            ledger.first = 1;
            latch.countDown();
        });
        scenario.thread("times out, perhaps", () -> {
            try {
                assert !latch.await(1, TimeUnit.SECONDS) || ledger.first == 1 : "opened too early";
            } catch (InterruptedException e) {
                throw Ledger.unexpected(e);
            }
        });
        scenario.finallyAssert(() -> {
            assert latch.tryAwait() && !latch.hasQueuedThreads();
        });
    }

    private static void interruptedLatch(Scenario scenario, int size) {
        CountDownLatch latch = CORE.countDownLatch(1, size);
        Ledger ledger = new Ledger();
        scenario.thread("interrupts and counts", () -> {
            ledger.interruptTarget();
            ledger.first = 1;
            latch.countDown();
        });
        scenario.thread("awaits", () -> {
            ledger.offerInterrupt();
            try {
                latch.await();
                assert ledger.first == 1 : "opened too early";
            } catch (InterruptedException aborted) {
                assert !Thread.currentThread().isInterrupted();
            }
        });
    }

    private static void cancelledLatch(Scenario scenario, int size) {
        CountDownLatch latch = CORE.countDownLatch(1, size);
        CompletableFuture<Void> cancelled = latch.awaitAsync();
        scenario.thread("counts", latch::countDown);
        scenario.thread("cancels", () -> cancelled.cancel(false));
        scenario.thread("awaits", latch::awaitUninterruptibly);
        scenario.finallyAssert(() -> {
            assert cancelled.isDone() : "a request was forgotten";
        });
    }

    private static void leftBehind(Scenario scenario, int size) {
        CountDownLatch latch = CORE.countDownLatch(1, size);
        for (int i = 0; i < size; i++) {
            latch.awaitAsync().cancel(false);
        }
        Ledger ledger = new Ledger();
        scenario.thread("counts", () -> {
            ledger.first = 1;
            latch.countDown();
        });
        scenario.thread("awaits", () -> {
            latch.awaitUninterruptibly();
            assert ledger.first == 1 : "opened too early";
        });
        scenario.finallyAssert(() -> {
            assert !latch.hasQueuedThreads();
        });
    }

    private static void barrier(Scenario scenario, int size, int parties) {
        Barrier barrier = CORE.barrier(parties, size);
        int[] arrived = new int[parties];
        int[] indices = new int[parties];
        for (int i = 0; i < parties; i++) {
            int mine = i;
            scenario.thread("arrives", () -> {
                arrived[mine] = 1;
                int index = barrier.awaitUninterruptibly();
                for (int other = 0; other < parties; other++) {
                    assert arrived[other] == 1 : "went on before all arrived";
                }
                indices[mine] = index;
            });
        }
        scenario.finallyAssert(() -> {
            int sum = 0;
            for (int index : indices) {
                sum += 1 << index;
            }
            assert sum == (1 << parties) - 1 : "an arrival index was given twice";
        });
    }

    private static void timedBarrier(Scenario scenario, int size) {
        Barrier barrier = CORE.barrier(2, size);
        Ledger ledger = new Ledger();
        scenario.thread("arrives", () -> {
            ledger.first = 1;
            barrier.awaitUninterruptibly();
        });
        scenario.thread("times out, perhaps", () -> {
            try {
                barrier.await(1, TimeUnit.SECONDS);
                assert ledger.first == 1 : "went on before all arrived";
            } catch (InterruptedException e) {
                throw Ledger.unexpected(e);
            } catch (TimeoutException aborted) {
                ledger.second = 1; // it still counts as arrived
            }
        });
        scenario.finallyAssert(() -> {
            assert barrier.getNumberArrived() == 0 : "the round did not end";
        });
    }

    private static void cancelledBarrier(Scenario scenario, int size) {
        Barrier barrier = CORE.barrier(2, size);
        Ledger ledger = new Ledger();
        scenario.thread("arrives", () -> {
            ledger.first = 1;
            barrier.awaitUninterruptibly();
        });
        scenario.thread("cancels", () -> {
            CompletableFuture<Integer> request = barrier.awaitAsync();
            if (!request.cancel(false)) {
                request.join(); // a cancel may come too late a moment before the future is done
                assert ledger.first == 1 : "went on before all arrived";
            }
        });
        scenario.finallyAssert(() -> {
            assert barrier.getNumberArrived() == 0 : "the round did not end";
        });
    }
}
