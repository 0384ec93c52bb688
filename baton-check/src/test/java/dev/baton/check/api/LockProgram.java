package dev.baton.check.api;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** Random programs of two or three threads around one lock of the JDK and its conditions; made anew from their seed. */
final class LockProgram {
    /** What a thread does, each with a lock that it takes itself. */
    enum Region {
        LOCK, TRY, TRY_TIMED, TRY_ZERO, INTERRUPTIBLY, REENTRANT, AWAIT, AWAIT_TIMED, AWAIT_NANOS, AWAIT_UNINTERRUPTIBLY, SIGNAL, SIGNAL_ALL, INTERRUPT, STRAY_UNLOCK, LOOK, VOLATILE, READ, STRAY_SIGNAL
    }

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition[] conditions = {lock.newCondition(), lock.newCondition()};
    private final List<List<Region>> threads = new ArrayList<>();
    private final int which;
    private int x;
    private volatile int v;
    private volatile Thread last;
    private final int[] seen = new int[4];

    private LockProgram(List<List<Region>> threads) {
        this.which = 0;
        this.threads.addAll(threads);
    }

    private LockProgram(long seed, int most) {
        SplittableRandom random = new SplittableRandom(seed);
        int count = random.nextInt(6) == 0 ? 3 : 2;
        which = random.nextInt(4) == 0 ? 1 : 0;
        for (int t = 0; t < count; t++) {
            List<Region> regions = new ArrayList<>();
            int length = count == 3 ? 1 : 1 + random.nextInt(most);
            for (int i = 0; i < length; i++) {
                regions.add(Region.values()[random.nextInt(Region.values().length)]);
            }
            threads.add(regions);
        }
    }

    static void define(Scenario scenario, long seed, int most) {
        define(scenario, new LockProgram(seed, most));
    }

    /** Threads with commas between them, each a row of regions with spaces between. */
    static void define(Scenario scenario, String text) {
        List<List<Region>> threads = new ArrayList<>();
        for (String thread : text.split(",")) {
            List<Region> regions = new ArrayList<>();
            for (String region : thread.strip().split(" ")) {
                regions.add(Region.valueOf(region));
            }
            threads.add(regions);
        }
        define(scenario, new LockProgram(threads));
    }

    private static void define(Scenario scenario, LockProgram program) {
        for (int t = 0; t < program.threads.size(); t++) {
            int number = t;
            boolean isLast = t == program.threads.size() - 1;
            boolean isKnown = isLast && program.threads.getFirst().contains(Region.INTERRUPT);
            scenario.thread(() -> {
                if (isKnown) {
                    program.last = Thread.currentThread();
                }
                program.seen[number] = program.run(number, 0, 0);
            });
        }
        scenario.outcome(() -> program.seen[0] + " " + program.seen[1] + " " + program.seen[2] + " x="
                + Integer.toString(program.x, 4)
                + (program.lock.isLocked() ? " locked" : ""));
    }

    static String text(long seed, int most) {
        return "seed " + seed + ": " + new LockProgram(seed, most).threads;
    }

    private int run(int t, int at, int sum) {
        List<Region> regions = threads.get(t);
        if (at == regions.size()) {
            return sum;
        }
        int result;
        try {
            result = region(t, regions.get(at));
        } catch (InterruptedException e) {
            result = 7;
        } catch (IllegalMonitorStateException e) {
            result = 8;
        }
        return run(t, at + 1, sum * 10 + result);
    }

    private int region(int t, Region region) throws InterruptedException {
        switch (region) {
            case LOCK -> lock.lock();
            case TRY -> {
                if (!lock.tryLock()) {
                    return 9;
                }
            }
            case TRY_TIMED -> {
                if (!lock.tryLock(1, TimeUnit.SECONDS)) {
                    return 9;
                }
            }
            case TRY_ZERO -> {
                if (!lock.tryLock(0, TimeUnit.SECONDS)) {
                    return 9;
                }
            }
            case INTERRUPTIBLY -> lock.lockInterruptibly();
            case INTERRUPT -> {
                Thread thread = last;
                if (t == 0 && thread != null) {
                    thread.interrupt();
                    return 1;
                }
                return 0;
            }
            case STRAY_UNLOCK -> {
                lock.unlock();
                return 1;
            }
            case LOOK -> {
                return (lock.isLocked() ? 1 : 0) + (lock.isHeldByCurrentThread() ? 2 : 0) + 2 * lock.getHoldCount();
            }
            case READ -> {
                return v;
            }
            case STRAY_SIGNAL -> {
                conditions[0].signal();
                return 1;
            }
            case VOLATILE -> {
                v = t + 1;
                return v;
            }
            default -> lock.lock();
        }
        try {
            return inside(t, region);
        } finally {
            lock.unlock();
        }
    }

    /** What a thread does with the lock; {@link #x} tells the order of all that was done with it. */
    private int inside(int t, Region region) throws InterruptedException {
        mark(t);
        Condition condition = conditions[0];
        switch (region) {
            case REENTRANT -> {
                lock.lock();
                try {
                    return lock.getHoldCount();
                } finally {
                    lock.unlock();
                }
            }
            case AWAIT -> condition.await();
            case AWAIT_UNINTERRUPTIBLY -> condition.awaitUninterruptibly();
            case AWAIT_TIMED -> {
                boolean signalled = condition.await(1, TimeUnit.SECONDS);
                mark(t);
                return signalled ? 4 : 5;
            }
            case AWAIT_NANOS -> {
                long left = condition.awaitNanos(1000);
                mark(t);
                return left > 0 ? 4 : 5;
            }
            case SIGNAL -> conditions[which].signal();
            case SIGNAL_ALL -> condition.signalAll();
            default -> {
                return Math.min(v, 3);
            }
        }
        mark(t);
        return Thread.interrupted() ? 1 : 2;
    }

    private void mark(int t) {
        x = 4 * x + t + 1;
    }
}
