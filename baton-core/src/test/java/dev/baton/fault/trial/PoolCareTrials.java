package dev.baton.fault.trial;

import static dev.baton.fault.trial.Trial.require;

import dev.baton.BlockingPool;
import dev.baton.Lease;
import dev.baton.PoolListener;
import dev.baton.fault.Faults;
import java.time.Duration;
import java.util.function.BiConsumer;

/** Rounds of a pool's maintenance, and leases that are watched: no place gets lost, and every element is closed once. */
final class PoolCareTrials {
    private static final Duration SHORT = Duration.ofNanos(1);

    private PoolCareTrials() {}

    static void runAll(BiConsumer<String, String> report) {
        for (BlockingPool.Order order : BlockingPool.Order.values()) {
            Trial.report("BlockingPool, " + order + ": a round that closes, creates and finds a leak",
                    faults -> round(faults, order), report);
            Trial.report("BlockingPool, " + order + ": a lease that is watched", faults -> lease(faults, order),
                    report);
        }
    }

    /** Three places; elements are too old as soon as they are there. */
    private static BlockingPool<Object> pool(BlockingPool.Order order, int[] open) {
        return BlockingPool.builder(3, () -> {
            Object element = new Object();
            open[0]++;
            return element;
        }).order(order).closer(element -> open[0]--).maximumLifetime(SHORT).maximumIdleTime(SHORT).keepAlive(SHORT)
                .minimumIdle(2).leaksAfter(SHORT).listener(new PoolListener<>() {
                }).build();
    }

    private static void round(Faults faults, BlockingPool.Order order) throws Exception {
        int[] open = new int[1];
        BlockingPool<Object> pool = pool(order, open);
        Lease<Object> first = pool.takeUninterruptibly();
        Lease<Object> leaked = pool.takeUninterruptibly();
        first.close();
        faults.during(pool::maintain);
        leaked.close();
        settle(pool, open);
    }

    private static void lease(Faults faults, BlockingPool.Order order) throws Exception {
        int[] open = new int[1];
        BlockingPool<Object> pool = pool(order, open);
        pool.takeUninterruptibly().close();
        faults.during(() -> {
            Lease<Object> lease = pool.takeUninterruptibly();
            try {
                lease.discard();
            } catch (OutOfMemoryError goesOn) {
                lease.discard();
                throw goesOn;
            }
        });
        settle(pool, open);
    }

    private static void settle(BlockingPool<Object> pool, int[] open) {
        require(pool.statistics().leased() == 0, "places lost: " + pool);
        require(pool.getSize() == open[0], "elements miscounted: " + pool + ", open " + open[0]);
        pool.maintain();
        pool.close();
        require(open[0] == 0, "elements not closed: " + open[0]);
    }
}
