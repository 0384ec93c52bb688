package dev.baton.combine;

import dev.baton.HandOff;
import dev.baton.combine.internal.HeldBack;
import dev.baton.internal.park.Combining.Line;
import java.lang.System.Logger;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
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
 * Needs a JVM started with {@code --add-opens java.base/java.lang=ALL-UNNAMED}, on the module path
 * {@code =dev.baton.combine}. Where that is missing, one line in the
 * log says so, threads come from the JDK's scheduler and every lock hands off by {@link HandOff#DISPATCH}, without any
 * other difference.
 * <p>
 * <b>Fairness.</b> After {@value #STREAK} hand-overs in a row a carrier runs one other task, alternately one of its own
 * and one from outside, before it goes on with the next owner. So no task waits for ever behind sections, and the
 * owner of a lock does not wait behind all tasks. If half as many threads lined up meanwhile as were served, those that
 * release the lock are held back until its queue has run dry, at most {@value HeldBack#MILLIS} ms.
 */
public final class CombiningScheduler implements AutoCloseable {
    /*
     * Overview
     *   A ForkJoinPool whose workers have a one-element slot "run next". A releaser R that hands a lock to W on a
     *   carrier:
     *
     *      capture on ─► unpark(W) ─► execute(W's continuation) goes to the slot ─► R yields
     *      R's continuation is submitted to the pool (COMBINE) or kept for later on this carrier (INLINE)
     *      the worker's loop finds the slot filled and runs W, before it looks for any other task
     *
     *   If W does not sleep, it is not woken. If it was not parked yet, or belongs to another scheduler, nothing is
     *   captured and the hand-over is a dispatch.
     *   One that is just parking then goes on at once on its own carrier (park): it has the lock, and must not stand
     *   in line behind tasks that will want it.
     *
     *   A queue that got half as many entries during STREAK hand-overs is fed by those who release: they come back
     *   sooner than it ends, and each section costs two switches and a move of a stack. Then the carrier holds the
     *   releasers back (HeldBack) until it hands over to the last in line. After that most threads are ready to run
     *   and few wait for the lock, so most sections cost no switch at all.
     *
     * Invariants
     *   - a captured continuation is run next by the carrier that captured it, or submitted if that is pinned;
     *   - a continuation held back is submitted when the hand-overs of its carrier end, for whatever reason, and at the
     *     latest by the clock: a section that goes on for ever keeps only its own carrier.
     *
     * Source
     *   "Minimize Your Critical Path with Combine-and-Exchange Locks", sections 5 and 5.2.
     *
     * Memory modes
     *   The fields of a worker are touched only by code that runs on that worker, so plain.
     */

    /** Hand-overs in a row after which a carrier runs one other task. */
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

    /** {@return whether virtual threads can be combined in this JVM} */
    public static boolean isAvailable() {
        return CarrierAccess.missing() == null;
    }

    /**
     * Creates a scheduler with as many carriers as there are processors.
     *
     * @return the scheduler
     */
    public static CombiningScheduler create() {
        return create(Runtime.getRuntime().availableProcessors());
    }

    /**
     * Creates a scheduler.
     *
     * @param carriers platform threads that run the virtual ones
     * @return the scheduler
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

    /** {@return a builder of virtual threads on this scheduler} */
    public Thread.Builder.OfVirtual builder() {
        return pool == null ? Thread.ofVirtual() : CarrierAccess.newBuilder(this::submit);
    }

    /** {@return a factory of virtual threads on this scheduler} */
    public ThreadFactory threadFactory() {
        return builder().factory();
    }

    /** {@return an executor that starts a virtual thread on this scheduler for each task} */
    public ExecutorService newExecutor() {
        return Executors.newThreadPerTaskExecutor(threadFactory());
    }

    /**
     * Ends the carriers once their queue is empty; virtual threads that are parked, or held back at a lock, then never
     * run again. So let them end first, as {@link #newExecutor}'s {@code close} does.
     */
    @Override
    public void close() {
        if (pool != null) {
            pool.shutdown();
        }
    }

    /** Where the JDK brings a continuation that can run. */
    private void submit(Runnable continuation) {
        if (CarrierAccess.currentCarrier() instanceof Carrier carrier && carrier.scheduler == this
                && carrier.keep(continuation)) {
            return;
        }
        submitTask(continuation);
    }

    private void submitTask(Runnable continuation) {
        assert pool != null;
        pool.execute(new Turn(continuation));
    }

    /**
     * Runs {@code next} where the current thread runs, if both are virtual and on such a scheduler; wakes it otherwise.
     */
    static void handOver(Thread next, boolean sleeps, boolean stays, Line line) {
        if (!Thread.currentThread().isVirtual() || !next.isVirtual()
                || !(CarrierAccess.currentCarrier() instanceof Carrier carrier)) {
            LockSupport.unpark(next);
            return;
        }
        if (!sleeps) {
            carrier.endStreak(); // it sees that it was served before it sleeps
            return;
        }
        carrier.capturing = true;
        LockSupport.unpark(next);
        carrier.capturing = false;
        Runnable captured = carrier.next;
        if (captured == null) {
            carrier.endStreak(); // it had not parked yet, or runs elsewhere
            return;
        }
        carrier.keepNextYield = stays;
        if (!stays) {
            carrier.handedOver(line);
        }
        Thread.yield();
        flushIfPinned(carrier, captured);
    }

    /** Parks the current thread; if it is served before it sleeps, it goes on at once where it is. */
    static void park(Object blocker) {
        if (!(CarrierAccess.currentCarrier() instanceof Carrier carrier)) {
            LockSupport.park(blocker);
            return;
        }
        carrier.resumeNext = true;
        LockSupport.park(blocker);
        if (CarrierAccess.currentCarrier() == carrier) {
            carrier.resumeNext = false; // it did not sleep
        }
    }

    /** A pinned thread cannot give its carrier away: lets the captured one run elsewhere then. */
    private static void flushIfPinned(Carrier carrier, Runnable captured) {
        if (CarrierAccess.currentCarrier() != carrier || carrier.next != captured) {
            return; // it did yield
        }
        carrier.keepNextYield = false;
        carrier.endStreak();
        carrier.next = null;
        carrier.scheduler.submitTask(captured);
    }

    /** A continuation's turn on a carrier, and the turns of those that it hands over to. */
    private static final class Turn extends ForkJoinTask<@Nullable Void> {
        private static final long serialVersionUID = 1L;

        private final transient Runnable continuation;

        Turn(Runnable continuation) {
            this.continuation = continuation;
        }

        @Override
        protected boolean exec() {
            Carrier carrier = (Carrier) Thread.currentThread();
            carrier.run(continuation);
            for (;;) {
                Runnable following = carrier.takeNext();
                if (following == null) {
                    carrier.endStreak();
                    return false; // nobody joins it
                }
                if (++carrier.streak >= STREAK) {
                    carrier.streak = 0;
                    runOther(carrier);
                }
                carrier.run(following);
            }
        }

        /** Runs one task that waits for this carrier or for any, while the slot is empty. */
        private static void runOther(Carrier carrier) {
            carrier.fromOutside = !carrier.fromOutside;
            ForkJoinTask<?> other = carrier.fromOutside ? pollSubmission() : pollNextLocalTask();
            if (other == null) {
                other = carrier.fromOutside ? pollNextLocalTask() : pollSubmission();
            }
            if (other instanceof Turn turn) {
                carrier.run(turn.continuation);
                Runnable another = carrier.next;
                if (another != null) {
                    carrier.next = null;
                    carrier.scheduler.submitTask(another);
                }
            }
        }

        @Override
        public @Nullable Void getRawResult() {
            return null;
        }

        @Override
        protected void setRawResult(@Nullable Void value) {}
    }

    /** Worker with the slot. */
    private static final class Carrier extends ForkJoinWorkerThread {
        final CombiningScheduler scheduler;
        @Nullable
        Runnable next;
        final Deque<Runnable> later = new ArrayDeque<>();
        boolean capturing;
        boolean keepNextYield;
        /** Set while a thread parks for a lock: if it is served before it sleeps, it goes on at once. */
        boolean resumeNext;
        /** Sections in a row. */
        int streak;
        /** The line that the hand-overs counted here were for, and its entries before them. */
        @Nullable
        Line handingOver;
        long enteredBefore;
        int handOvers;
        /** Releasers that wait for the queue to run dry, and whether the one about to yield joins them. */
        @Nullable
        HeldBack held;
        boolean holdNextYield;
        /** Whose turn it is between streaks: tasks from outside the pool, or the carrier's own. */
        boolean fromOutside;

        Carrier(ForkJoinPool pool, CombiningScheduler scheduler) {
            super(pool);
            this.scheduler = scheduler;
            setDaemon(true);
        }

        void run(Runnable continuation) {
            continuation.run();
            resumeNext = false; // it sleeps, or it would be in the slot
        }

        /** Notes a hand-over, and decides whether its releaser is held back. */
        void handedOver(Line line) {
            if (!line.equals(handingOver)) {
                endStreak();
                handingOver = line;
                enteredBefore = line.entries();
            }
            handOvers++;
            if (!line.mayHaveWaiters()) {
                endStreak();
            } else if (held == null && handOvers == STREAK) {
                long entered = line.entries();
                if (entered - enteredBefore >= STREAK / 2) {
                    held = HeldBack.begin(scheduler::submitTask);
                }
                handOvers = 0;
                enteredBefore = entered;
            }
            holdNextYield = held != null;
        }

        /** The hand-overs in a row are over: lets those run that were held back for them. */
        void endStreak() {
            HeldBack ended = held;
            held = null;
            holdNextYield = false;
            handingOver = null;
            handOvers = 0;
            if (ended != null) {
                ended.letGo();
            }
        }

        @Nullable
        Runnable takeNext() {
            Runnable following = next;
            next = null;
            return following == null ? later.pollFirst() : following;
        }

        /** Takes the continuation for this carrier, if that is what the hand-over under way wants. */
        boolean keep(Runnable continuation) {
            if (capturing) {
                capturing = false;
                next = continuation;
                return true;
            }
            boolean onThisCarrierItself = Thread.currentThread() == this; // it has just unmounted the continuation
            if (resumeNext && onThisCarrierItself) {
                resumeNext = false;
                next = continuation;
                return true;
            }
            if (holdNextYield && onThisCarrierItself) {
                holdNextYield = false;
                if (held != null && held.add(continuation)) {
                    return true;
                }
                endStreak();
                return false;
            }
            if (keepNextYield && onThisCarrierItself) {
                keepNextYield = false;
                later.addFirst(continuation);
                return true;
            }
            return false;
        }
    }
}
