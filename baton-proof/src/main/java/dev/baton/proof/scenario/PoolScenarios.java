package dev.baton.proof.scenario;

import static dev.baton.internal.access.CoreAccess.CORE;

import dev.baton.Bag;
import dev.baton.BlockingPool;
import dev.baton.Lease;
import dev.baton.check.api.Scenario;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The bag, as queue and as stack, and the pool upon it. */
final class PoolScenarios {
    private PoolScenarios() {}

    static List<ProofScenario> all() {
        List<ProofScenario> all = new ArrayList<>();
        for (boolean stack : new boolean[]{false, true}) {
            for (int size : new int[]{1, 2}) {
                String name = "Bag, " + (stack ? "stack" : "queue") + ", segments of " + size;
                all.add(ProofScenario.of(name, "two puts serve two who wait", 2,
                        scenario -> serveTwo(scenario, stack, size)));
                all.add(ProofScenario.of(name, "two takes empty it", 2, scenario -> emptyIt(scenario, stack, size)));
                all.add(ProofScenario.of(name, "one who waits cancels, a put comes", 2,
                        scenario -> cancelWaiting(scenario, stack, size)));
                all.add(ProofScenario.of(name, "first of two who wait cancels, a put comes", 2,
                        scenario -> cancelFirst(scenario, stack, size)));
                all.add(ProofScenario.of(name, "put races take", 2, scenario -> putTake(scenario, stack, size))
                        .inDeepRuns());
                all.add(ProofScenario.of(name, "timeout races put", 2, scenario -> timeout(scenario, stack, size))
                        .inDeepRuns());
                all.add(ProofScenario.of(name, "interrupt races put", 2,
                        scenario -> interrupt(scenario, stack, size)).inDeepRuns());
                all.add(ProofScenario.of(name, "cancelled future races put", 2,
                        scenario -> cancel(scenario, stack, size)).inDeepRuns());
                all.add(ProofScenario.of(name, "two takes race two puts", 3,
                        scenario -> twoTakes(scenario, stack, size)).inDeepRuns());
            }
        }
        all.add(ProofScenario.of("BlockingPool", "one who waits cancels, a return comes", 2,
                PoolScenarios::cancelWaitingLease));
        all.add(ProofScenario.of("BlockingPool", "two who wait are served by two returns", 2,
                PoolScenarios::serveTwoLeases));
        all.add(ProofScenario.of("BlockingPool", "two threads share one element", 2, PoolScenarios::lease)
                .inDeepRuns());
        all.add(ProofScenario.of("BlockingPool", "cancelled request races a return", 2,
                PoolScenarios::cancelledLease).inDeepRuns());
        all.add(ProofScenario.of("BlockingPool", "timeout races a return", 2, PoolScenarios::timedLease)
                .inDeepRuns());
        all.add(ProofScenario.of("BlockingPool", "a young lease is no leak", 2, PoolScenarios::youngLease));
        all.add(ProofScenario.of("BlockingPool", "a round of maintenance meets a try", 2,
                scenario -> maintain(scenario, false)).inDeepRuns());
        all.add(ProofScenario.of("BlockingPool", "a round of maintenance meets a try that keeps its lease", 2,
                PoolScenarios::maintainBesideTry).inDeepRuns());
        all.add(ProofScenario.of("BlockingPool", "a round of maintenance meets a return", 2,
                PoolScenarios::maintainBesideReturn).inDeepRuns());
        all.add(ProofScenario.of("BlockingPool", "a round of maintenance meets a take", 2,
                scenario -> maintain(scenario, true)).inDeepRuns());
        return all;
    }

    /** The round sees when the lease began, if it sees the lease. */
    private static void youngLease(Scenario scenario) {
        BlockingPool<String> pool = CORE.timed(BlockingPool.<String>builder(1, () -> "a"), () -> 100L)
                .leaksAfter(Duration.ofNanos(50L)).build();
        scenario.thread("takes", () -> {
            Lease<String> lease = pool.tryTake();
            assert lease != null : "nobody else takes";
        });
        scenario.thread("looks after the pool", pool::maintain);
        scenario.finallyAssert(() -> {
            assert pool.statistics().leaks() == 0L : "a lease that has just begun was reported";
        });
    }

    /**
     * A pool of one whose elements live for 50 ns, by a clock that the scenario turns; which were made and closed. A put and
     * a take of the bag under it may make each other try again without end, so none of its scenarios can be exhausted.
     */
    private static final class AgeingPool {
        long now;
        int made;
        int closed;
        final BlockingPool<Integer> pool = CORE
                .timed(CORE.tuned(BlockingPool.<Integer>builder(1, this::make), 2), () -> now)
                .closer(this::close).maximumLifetime(Duration.ofNanos(50L)).build();

        private Integer make() {
            assert made == closed : "two elements in one place";
            return ++made;
        }

        private void close(Integer element) {
            assert element == ++closed : "closed twice";
        }
    }

    /** The try gets a young element, or nothing because the round has the place. */
    private static void maintainBesideTry(Scenario scenario) {
        AgeingPool ageing = new AgeingPool();
        ageing.pool.takeUninterruptibly().close();
        ageing.now = 100L;
        boolean[] got = new boolean[1];
        scenario.thread("looks after the pool", ageing.pool::maintain);
        scenario.thread("tries", () -> {
            Lease<Integer> lease = ageing.pool.tryTake();
            got[0] = lease != null;
            assert lease == null || lease.get() == 2 : "an element past its lifetime was leased";
        });
        scenario.finallyAssert(() -> {
            assert ageing.closed == 1 : "not closed";
            assert ageing.pool.getSize() == ageing.made - ageing.closed : "elements miscounted";
            assert (ageing.pool.tryTake() == null) == got[0] : "place lost or doubled";
        });
    }

    /** The element that comes back is past its lifetime: the return closes it, or the round does. */
    private static void maintainBesideReturn(Scenario scenario) {
        AgeingPool ageing = new AgeingPool();
        Lease<Integer> lease = ageing.pool.takeUninterruptibly();
        ageing.now = 100L;
        scenario.thread("looks after the pool", ageing.pool::maintain);
        scenario.thread("returns", lease::close);
        scenario.finallyAssert(() -> {
            assert ageing.pool.getSize() == ageing.made - ageing.closed : "elements miscounted";
            Lease<Integer> next = ageing.pool.tryTake();
            assert next != null && next.get() == 2 && ageing.closed == 1 : "place lost, or an old element leased";
        });
    }

    /** One element, too old: it is closed once and replaced at most once, and its place is not lost. */
    private static void maintain(Scenario scenario, boolean waits) {
        AgeingPool ageing = new AgeingPool();
        ageing.pool.takeUninterruptibly().close();
        ageing.now = 100L;
        scenario.thread("looks after the pool", ageing.pool::maintain);
        scenario.thread("takes", () -> {
            Lease<Integer> lease = waits ? ageing.pool.takeUninterruptibly() : ageing.pool.tryTake();
            if (lease != null) {
                assert lease.get() == 2 : "an element past its lifetime was leased";
                lease.close();
            }
        });
        scenario.finallyAssert(() -> {
            assert ageing.closed == 1 : "not closed";
            assert ageing.pool.getSize() == ageing.made - ageing.closed : "elements miscounted";
            Lease<Integer> left = ageing.pool.tryTake();
            assert left != null && left.get() == 2 : "place lost";
        });
    }

    private static Bag<String> bag(boolean stack, int size) {
        return CORE.bag(stack, size);
    }

    private static void putTake(Scenario scenario, boolean stack, int size) {
        Bag<String> bag = bag(stack, size);
        scenario.thread("puts", () -> bag.put("a"));
        scenario.thread("takes", () -> {
            assert bag.takeUninterruptibly().equals("a");
        });
        scenario.finallyAssert(() -> {
            assert bag.getSize() == 0 && bag.tryTake() == null;
        });
    }

    private static void timeout(Scenario scenario, boolean stack, int size) {
        Bag<String> bag = bag(stack, size);
        Ledger ledger = new Ledger();
        scenario.thread("puts", () -> bag.put("a"));
        scenario.thread("times out, perhaps", () -> {
            try {
                if (bag.tryTake(1, TimeUnit.SECONDS) != null) {
                    ledger.served = 1;
                }
            } catch (InterruptedException e) {
                throw Ledger.unexpected(e);
            }
        });
        scenario.finallyAssert(() -> assertLeft(bag, 1 - ledger.served));
    }

    private static void interrupt(Scenario scenario, boolean stack, int size) {
        Bag<String> bag = bag(stack, size);
        Ledger ledger = new Ledger();
        scenario.thread("interrupts and puts", () -> {
            ledger.interruptTarget();
            bag.put("a");
        });
        scenario.thread("takes", () -> {
            ledger.offerInterrupt();
            try {
                bag.take();
                ledger.served = 1;
            } catch (InterruptedException aborted) {
                assert !Thread.currentThread().isInterrupted();
            }
        });
        scenario.finallyAssert(() -> assertLeft(bag, 1 - ledger.served));
    }

    private static void cancel(Scenario scenario, boolean stack, int size) {
        Bag<String> bag = bag(stack, size);
        Ledger ledger = new Ledger();
        scenario.thread("puts", () -> bag.put("a"));
        scenario.thread("cancels", () -> {
            if (!bag.takeAsync().cancel(false)) {
                ledger.served = 1;
            }
        });
        scenario.finallyAssert(() -> assertLeft(bag, 1 - ledger.served));
    }

    private static void twoTakes(Scenario scenario, boolean stack, int size) {
        Bag<String> bag = bag(stack, size);
        String[] taken = new String[2];
        scenario.thread("puts", () -> {
            bag.put("a");
            bag.put("b");
        });
        scenario.thread("takes", () -> taken[0] = bag.takeUninterruptibly());
        scenario.thread("takes", () -> taken[1] = bag.takeUninterruptibly());
        scenario.finallyAssert(() -> {
            assert !taken[0].equals(taken[1]) : "taken twice";
            assertLeft(bag, 0);
        });
    }

    private static void serveTwo(Scenario scenario, boolean stack, int size) {
        Bag<String> bag = bag(stack, size);
        CompletableFuture<String> first = bag.takeAsync();
        CompletableFuture<String> second = bag.takeAsync();
        scenario.thread("puts a", () -> bag.put("a"));
        scenario.thread("puts b", () -> bag.put("b"));
        scenario.finallyAssert(() -> {
            assert !first.join().equals(second.join()) : "taken twice";
            assertLeft(bag, 0);
        });
    }

    private static void emptyIt(Scenario scenario, boolean stack, int size) {
        Bag<String> bag = bag(stack, size);
        bag.put("a");
        bag.put("b");
        String[] taken = new String[2];
        scenario.thread("takes", () -> taken[0] = bag.takeUninterruptibly());
        scenario.thread("takes too", () -> taken[1] = bag.takeUninterruptibly());
        scenario.finallyAssert(() -> {
            assert !taken[0].equals(taken[1]) : "taken twice";
            assertLeft(bag, 0);
        });
    }

    private static void cancelWaiting(Scenario scenario, boolean stack, int size) {
        Bag<String> bag = bag(stack, size);
        CompletableFuture<String> request = bag.takeAsync();
        scenario.thread("puts", () -> bag.put("a"));
        scenario.thread("cancels", () -> request.cancel(false));
        scenario.finallyAssert(() -> {
            assert request.isDone() : "a request was forgotten";
            assertLeft(bag, request.isCancelled() ? 1 : 0);
        });
    }

    private static void cancelFirst(Scenario scenario, boolean stack, int size) {
        Bag<String> bag = bag(stack, size);
        CompletableFuture<String> first = bag.takeAsync();
        CompletableFuture<String> second = bag.takeAsync();
        scenario.thread("puts", () -> bag.put("a"));
        scenario.thread("cancels the first", () -> first.cancel(false));
        scenario.finallyAssert(() -> {
            assert first.isDone() : "a request was forgotten";
            assert second.isDone() == first.isCancelled() : "served out of order";
            assertLeft(bag, 0);
        });
    }

    private static void assertLeft(Bag<String> bag, int count) {
        assert bag.getSize() == count : "element lost or doubled";
        for (int i = 0; i < count; i++) {
            assert bag.tryTake() != null : "element lost";
        }
        assert bag.tryTake() == null : "element doubled";
    }

    private static BlockingPool<Ledger> pool() {
        return pool(1);
    }

    static BlockingPool<Ledger> pool(int capacity) {
        return CORE.tuned(BlockingPool.<Ledger>builder(capacity, Ledger::new), 2).build();
    }

    private static void lease(Scenario scenario) {
        BlockingPool<Ledger> pool = pool();
        scenario.threads(2, () -> {
            try (Lease<Ledger> lease = pool.takeUninterruptibly()) {
                lease.get().section();
            }
        });
        scenario.finallyAssert(() -> assertSections(pool, 2));
    }

    private static void cancelledLease(Scenario scenario) {
        BlockingPool<Ledger> pool = pool();
        Ledger ledger = new Ledger();
        scenario.thread("leases", () -> {
            try (Lease<Ledger> lease = pool.takeUninterruptibly()) {
                lease.get().section();
            }
        });
        scenario.thread("cancels", () -> {
            CompletableFuture<Lease<Ledger>> request = pool.takeAsync();
            if (!request.cancel(false)) {
                ledger.served = 1;
                try (Lease<Ledger> lease = request.join()) {
                    lease.get().section();
                }
            }
        });
        scenario.finallyAssert(() -> assertSections(pool, 1 + ledger.served));
    }

    private static void timedLease(Scenario scenario) {
        BlockingPool<Ledger> pool = pool();
        Ledger ledger = new Ledger();
        scenario.thread("leases", () -> {
            try (Lease<Ledger> lease = pool.takeUninterruptibly()) {
                lease.get().section();
            }
        });
        scenario.thread("times out, perhaps", () -> {
            try (@Nullable
            Lease<Ledger> lease = pool.tryTake(1, TimeUnit.SECONDS)) {
                if (lease != null) {
                    ledger.served = 1;
                    lease.get().section();
                }
            } catch (InterruptedException e) {
                throw Ledger.unexpected(e);
            }
        });
        scenario.finallyAssert(() -> assertSections(pool, 1 + ledger.served));
    }

    private static void cancelWaitingLease(Scenario scenario) {
        BlockingPool<Ledger> pool = pool();
        Lease<Ledger> lease = pool.takeUninterruptibly();
        CompletableFuture<Lease<Ledger>> request = pool.takeAsync();
        scenario.thread("returns", () -> {
            lease.get().section();
            lease.close();
        });
        scenario.thread("cancels", () -> request.cancel(false));
        scenario.finallyAssert(() -> {
            if (!request.isCancelled()) {
                request.join().close();
            }
            assertSections(pool, 1);
        });
    }

    private static void serveTwoLeases(Scenario scenario) {
        BlockingPool<Ledger> pool = pool(2);
        Lease<Ledger> one = pool.takeUninterruptibly();
        Lease<Ledger> other = pool.takeUninterruptibly();
        CompletableFuture<Lease<Ledger>> first = pool.takeAsync();
        CompletableFuture<Lease<Ledger>> second = pool.takeAsync();
        scenario.thread("returns", one::close);
        scenario.thread("returns the other", other::close);
        scenario.finallyAssert(() -> {
            assert first.join().get() != second.join().get() : "two have the same element";
            assert pool.tryTake() == null : "element doubled";
        });
    }

    private static void assertSections(BlockingPool<Ledger> pool, int count) {
        Lease<Ledger> last = pool.tryTake();
        assert last != null : "element lost";
        assert last.get().sections == count : "two threads had it at once";
    }
}
