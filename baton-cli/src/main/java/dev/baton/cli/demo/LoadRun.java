package dev.baton.cli.demo;

import dev.baton.cli.demo.ConnectionPool.Lease;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;

/** One run of a {@link Load} on one pool, with an account of everything at its end. */
public final class LoadRun {
    private static final long SEED = 20_231_115;

    private final Load load;
    private final ConnectionPool.Maker maker;
    private final Tally tally = new Tally();
    private final CountDownLatch start = new CountDownLatch(1);
    private final List<Thread> threads = new ArrayList<>();
    private volatile boolean over;
    private volatile boolean interrupted;

    public LoadRun(Load load, ConnectionPool.Maker maker) {
        this.load = load;
        this.maker = maker;
    }

    /** Is told about every tenth of a second of a run. */
    @FunctionalInterface
    public interface Watcher {
        void at(Duration elapsed, long served, long aborted);
    }

    /** Ends the run before its time: every thread is interrupted, what was counted so far is the result. */
    public void interrupt() {
        interrupted = true;
        over = true;
    }

    /** Runs the load to its end. */
    public LoadResult run(Watcher watcher) throws InterruptedException {
        try (DemoDatabase database = new DemoDatabase()) {
            long servedInTime;
            double seconds;
            int stuck;
            int idle;
            try (ConnectionPool pool = maker.make(database, load.connections())) {
                startThreads(pool);
                long began = System.nanoTime();
                start.countDown();
                watchUntilOver(began, watcher);
                servedInTime = tally.servedSoFar();
                seconds = (System.nanoTime() - began) / 1e9;
                over = true;
                stuck = drain();
                idle = countIdle(pool);
            }
            int lostConnections = Math.max(database.opened() - idle, database.stillOpen());
            return new LoadResult(seconds, tally.servedSoFar(), servedInTime / seconds, tally.abortedSoFar(),
                    tally.failedSoFar(), tally.waits(), tally.delays(), stuck,
                    tally.madeSoFar() - tally.endedSoFar(), lostConnections, tally.sharedUsesSoFar(), interrupted,
                    tally.firstFailure());
        }
    }

    private void startThreads(ConnectionPool pool) {
        SplittableRandom seeds = new SplittableRandom(SEED);
        for (int index = 0; index < load.threads(); index++) {
            SplittableRandom random = seeds.split();
            boolean impatient = load.isImpatient(index);
            threads.add(Thread.ofVirtual().start(() -> work(pool, impatient, random)));
        }
    }

    private void watchUntilOver(long began, Watcher watcher) throws InterruptedException {
        Duration elapsed = Duration.ZERO;
        while (!over && elapsed.compareTo(load.length()) < 0) {
            Duration left = load.length().minus(elapsed);
            Duration tick = Duration.ofMillis(100);
            Thread.sleep(left.compareTo(tick) < 0 ? left : tick);
            elapsed = Duration.ofNanos(System.nanoTime() - began);
            watcher.at(elapsed, tally.servedSoFar(), tally.abortedSoFar());
        }
    }

    /** Lets those who wait finish; returns how many never would have. */
    private int drain() throws InterruptedException {
        if (interrupted) {
            threads.forEach(Thread::interrupt);
        }
        if (joinWhileMoving()) {
            return 0;
        }
        int stuck = (int) threads.stream().filter(Thread::isAlive).count();
        threads.forEach(Thread::interrupt);
        return joinWhileMoving() ? stuck : (int) threads.stream().filter(Thread::isAlive).count();
    }

    /** Joins all threads; false if some live on and no request ended for the drain limit. */
    private boolean joinWhileMoving() throws InterruptedException {
        for (Thread thread : threads) {
            long ended = -1;
            while (!thread.join(load.drainLimit())) {
                if (tally.endedSoFar() == ended) {
                    return false;
                }
                ended = tally.endedSoFar();
            }
        }
        return true;
    }

    /** Takes out all that is in the pool, gives it back, and tells how many connections that was. */
    private int countIdle(ConnectionPool pool) throws InterruptedException {
        List<Lease> leases = new ArrayList<>();
        Set<DemoConnection> distinct = new HashSet<>();
        try {
            while (leases.size() < load.connections()) {
                Lease lease = pool.take(Duration.ZERO);
                if (lease == null) {
                    break;
                }
                leases.add(lease);
                distinct.add(lease.connection());
            }
            return distinct.size();
        } finally {
            leases.forEach(Lease::close);
        }
    }

    private void work(ConnectionPool pool, boolean impatient, SplittableRandom random) {
        try {
            start.await();
            do {
                if (impatient) {
                    long shortest = load.shortestPatience().toNanos();
                    requestWithin(random.nextLong(shortest, load.longestPatience().toNanos() + 1), pool, random);
                } else {
                    request(pool, random);
                }
            } while (!over);
        } catch (InterruptedException stopped) {
            // The run is over; request() has counted what this ended.
        }
    }

    private void request(ConnectionPool pool, SplittableRandom random) throws InterruptedException {
        tally.made();
        long began = System.nanoTime();
        try {
            use(pool.take(), System.nanoTime() - began, random);
        } catch (InterruptedException stopped) {
            tally.interrupted();
            throw stopped;
        } catch (RuntimeException failure) {
            tally.failed(failure);
        }
    }

    private void requestWithin(long patienceNanos, ConnectionPool pool, SplittableRandom random)
            throws InterruptedException {
        tally.made();
        long began = System.nanoTime();
        try {
            Lease lease = pool.take(Duration.ofNanos(patienceNanos));
            long waited = System.nanoTime() - began;
            if (lease == null) {
                tally.aborted(waited - patienceNanos);
            } else {
                use(lease, waited, random);
            }
        } catch (InterruptedException stopped) {
            tally.interrupted();
            throw stopped;
        } catch (RuntimeException failure) {
            tally.failed(failure);
        }
    }

    /** Queries over the leased connection and holds it for a round trip. */
    private void use(Lease lease, long waitedNanos, SplittableRandom random) {
        tally.granted(waitedNanos);
        try (lease) {
            DemoConnection connection = lease.connection();
            if (!connection.enter()) {
                tally.sharedUse();
            }
            try {
                connection.readBalance(random.nextInt(DemoDatabase.ACCOUNTS));
                roundTrip();
            } finally {
                connection.exit();
            }
        } catch (SQLException failure) {
            if (interrupted) {
                tally.interrupted();
            } else {
                tally.failed(failure);
            }
            return;
        }
        tally.served();
    }

    private void roundTrip() {
        try {
            Thread.sleep(load.roundTrip());
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt(); // served all the same; the loop ends at its next wait
        }
    }
}
