package dev.baton;

import java.lang.System.Logger;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinWorkerThread;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

import org.jspecify.annotations.Nullable;

/**
 * Scheduler of virtual threads on which a lock with {@link HandOff#COMBINE} or {@link HandOff#INLINE} lets the next
 * owner run at once on the releaser's carrier. Create threads by {@link #builder}, {@link #threadFactory} or
 * {@link #newExecutor}; everything else about them is as with the JDK's own scheduler.
 * <p>
 * Needs a JVM started with {@code --add-opens java.base/java.lang=ALL-UNNAMED}. Where that is missing, one line in the
 * log says so, threads come from the JDK's scheduler and every lock hands off by {@link HandOff#DISPATCH}, without any
 * other difference.
 * <p>
 * <b>Fairness.</b> A carrier runs at most {@value #STREAK} sections in a row this way; the next owner then takes its
 * turn with the other tasks.
 */
public final class CombiningScheduler implements AutoCloseable {
    /*
     * Overview
     *   A ForkJoinPool whose workers have a one-element slot "run next". A releaser R that hands a lock to W on a carrier:
     *
     *      capture on ─► unpark(W) ─► execute(W's continuation) goes to the slot ─► R yields
     *      R's continuation is submitted to the pool (COMBINE) or kept for later on this carrier (INLINE)
     *      the worker's loop finds the slot filled and runs W, before it looks for any other task
     *
     *   If W was not parked yet, or belongs to another scheduler, nothing is captured and the hand-over is a dispatch.
     *
     * Source
     *   "Minimize Your Critical Path with Combine-and-Exchange Locks", sections 5 and 5.2.
     *
     * Memory modes
     *   The fields of a worker are touched only by code that runs on that worker, so plain.
     */

    /** Most sections that a carrier runs in a row before other tasks get their turn. */
    static final int STREAK = 256;

    private static final Logger LOG = System.getLogger(CombiningScheduler.class.getName());
    private static boolean said;

    private final @Nullable ForkJoinPool pool;

    /** Creates a scheduler on its own pool, or, with 0 carriers, one that stands for the JDK's. */
    private CombiningScheduler(int carriers) {
        pool = carriers == 0
                ? null
                : new ForkJoinPool(carriers, owner -> new Carrier(owner, this), null, true, carriers, carriers + 256, 1,
                        null, 30, TimeUnit.SECONDS);
    }

    /** Whether virtual threads can be combined in this JVM. */
    public static boolean isAvailable() {
        return CarrierAccess.missing() == null;
    }

    /** Creates a scheduler with as many carriers as there are processors. */
    public static CombiningScheduler create() {
        return create(Runtime.getRuntime().availableProcessors());
    }

    /**
     * Creates a scheduler.
     *
     * @param carriers platform threads that run the virtual ones
     * @throws IllegalArgumentException if {@code carriers} is not positive
     */
    public static CombiningScheduler create(int carriers) {
        if (carriers < 1) {
            throw new IllegalArgumentException("carriers: " + carriers);
        }
        String missing = CarrierAccess.missing();
        if (missing != null) {
            sayOnce(missing);
            return new CombiningScheduler(0);
        }
        return new CombiningScheduler(carriers);
    }

    private static synchronized void sayOnce(String missing) {
        if (!said) {
            said = true;
            LOG.log(Logger.Level.WARNING, "locks hand off by DISPATCH, because " + missing);
        }
    }

    /** A builder of virtual threads on this scheduler. */
    public Thread.Builder.OfVirtual builder() {
        return pool == null ? Thread.ofVirtual() : CarrierAccess.newBuilder(this::submit);
    }

    /** A factory of virtual threads on this scheduler. */
    public ThreadFactory threadFactory() {
        return builder().factory();
    }

    /** An executor that starts a virtual thread on this scheduler for each task. */
    public ExecutorService newExecutor() {
        return Executors.newThreadPerTaskExecutor(threadFactory());
    }

    /** Ends the carriers once their queue is empty; virtual threads still parked then never run again. */
    @Override
    public void close() {
        if (pool != null) {
            pool.shutdown();
        }
    }

    /** Where the JDK brings a continuation that can run. */
    private void submit(Runnable continuation) {
        if (CarrierAccess.currentCarrier() instanceof Carrier carrier && carrier.keep(continuation)) {
            return;
        }
        submitTask(continuation);
    }

    private void submitTask(Runnable continuation) {
        assert pool != null;
        pool.execute(() -> runHere(continuation));
    }

    /** Runs a continuation on the current carrier, then what it left in the slot. */
    private void runHere(Runnable continuation) {
        Carrier carrier = (Carrier) Thread.currentThread();
        continuation.run();
        for (int streak = 0;; streak++) {
            Runnable following = carrier.next;
            carrier.next = null;
            if (following == null) {
                following = carrier.later.pollFirst();
            }
            if (following == null) {
                return;
            }
            if (streak >= STREAK) {
                submitTask(following);
            } else {
                following.run();
            }
        }
    }

    /**
     * Hands over to {@code next}, which has just been served: runs it where the current thread runs, if that is a
     * virtual thread on a scheduler like this and the policy wants it; wakes it otherwise.
     */
    static void handOver(Thread next, HandOff policy) {
        if (!policy.staysHere() || !Thread.currentThread().isVirtual() || !next.isVirtual()
                || !(CarrierAccess.currentCarrier() instanceof Carrier carrier)) {
            LockSupport.unpark(next);
            return;
        }
        carrier.capturing = true;
        LockSupport.unpark(next);
        carrier.capturing = false;
        if (carrier.next == null) {
            return; // it had not parked yet, or runs elsewhere
        }
        carrier.keepNextYield = policy == HandOff.INLINE;
        Thread.yield();
        flushIfPinned(carrier);
    }

    /** A pinned thread cannot give its carrier away: lets the captured one run elsewhere then. */
    private static void flushIfPinned(Carrier carrier) {
        if (CarrierAccess.currentCarrier() != carrier) {
            return;
        }
        carrier.keepNextYield = false;
        Runnable stranded = carrier.next;
        if (stranded != null) {
            carrier.next = null;
            carrier.scheduler.submitTask(stranded);
        }
    }

    /** Worker with the slot. */
    private static final class Carrier extends ForkJoinWorkerThread {
        final CombiningScheduler scheduler;
        @Nullable
        Runnable next;
        final Deque<Runnable> later = new ArrayDeque<>();
        boolean capturing;
        boolean keepNextYield;

        Carrier(ForkJoinPool pool, CombiningScheduler scheduler) {
            super(pool);
            this.scheduler = scheduler;
            setDaemon(true);
        }

        /** Takes the continuation for this carrier, if that is what the hand-over under way wants. */
        boolean keep(Runnable continuation) {
            if (capturing) {
                capturing = false;
                next = continuation;
                return true;
            }
            if (keepNextYield && Thread.currentThread() == this) {
                keepNextYield = false;
                later.addFirst(continuation);
                return true;
            }
            return false;
        }
    }
}
