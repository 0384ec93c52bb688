package dev.baton;

import dev.baton.internal.line.Segment;
import dev.baton.internal.park.Combining;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.locks.LockSupport;

import org.jspecify.annotations.Nullable;

/**
 * Request of the thread that created it, platform or virtual. Offer it to a queue, then await it in the same
 * thread.
 * <p>
 * A timeout or interrupt aborts the request in constant time. If the value arrives first, the wait returns it and
 * an interrupt that came too late is re-asserted: nothing is lost either way.
 *
 * @param <T> what the request receives
 */
public final class ThreadWaiter<T> extends Waiter<T> {
    /** A wait shorter than this is not worth spinning for. */
    private static final long IMPATIENT_NANOS = 1_000L;
    /** A wait this short is over by the time that its request stands in the queue; the clock need not be asked. */
    private static final long INSTANT_NANOS = 10L;

    private final Thread thread = Thread.currentThread();
    /**
     * Set by the thread before it parks, cleared by whoever wakes it to compete. Volatile where the thread announces and
     * where the other looks, for the last look. Plain elsewhere: the wake-up itself orders the clearing, and a stale value
     * costs one more round. Proof: ReentrantLock, barging.
     */
    private volatile boolean parking;

    /** Creates a request of the current thread. */
    public ThreadWaiter() {
        this(1);
    }

    ThreadWaiter(int weight) {
        this(weight, null);
    }

    ThreadWaiter(int weight, @Nullable Section<?> section) {
        super(weight, section);
    }

    Thread thread() {
        return thread;
    }

    /**
     * Waits until served or interrupted.
     *
     * @return the value
     * @throws InterruptedException if interrupted before the value arrived; the request is aborted
     */
    public T await() throws InterruptedException {
        if (await(true, false, 0L)) {
            return value();
        }
        throw new InterruptedException();
    }

    /**
     * Waits until served, interrupted or out of time.
     *
     * @param nanos the longest to wait; zero or less aborts at once unless the value is there
     * @return the value, or null if the time ran out; the request is then aborted
     * @throws InterruptedException if interrupted before the value arrived; the request is aborted
     */
    public @Nullable T await(long nanos) throws InterruptedException {
        if (await(true, true, nanos)) {
            return value();
        }
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        return null;
    }

    /**
     * Waits until served; an interrupt is kept for later.
     *
     * @return what the request was served with
     */
    public T awaitUninterruptibly() {
        await(false, false, 0L);
        return value();
    }

    /**
     * The wait itself. Aborted by interrupt, it leaves the interrupt asserted if timed (so that the caller can
     * tell the reasons apart) and cleared otherwise.
     */
    private boolean await(boolean interruptible, boolean timed, long nanos) {
        WaitQueue<T> competed = competed();
        boolean patient = !timed || nanos > IMPATIENT_NANOS;
        if (isServed() || (competed == null && patient && spin())) {
            leave();
            return true;
        }
        boolean clocked = timed && nanos > INSTANT_NANOS;
        long deadline = clocked ? System.nanoTime() + nanos : 0L;
        int lostRaces = 0;
        boolean interrupted = false;
        boolean abortable = true;
        WaitRecord record = null;
        boolean served = true;
        boolean slept = false;
        while (!isServed()) {
            interrupted |= Thread.interrupted();
            boolean tired = interruptible && interrupted;
            if (!tired && competed != null && compete(competed, lostRaces)) {
                break;
            }
            long remaining = clocked ? deadline - System.nanoTime() : 0L;
            if (abortable && (tired || (timed && remaining <= 0L))) {
                if (abort()) {
                    served = false;
                    break;
                }
                abortable = false; // the abort lost: the value is there, or about to come
                continue;
            }
            if (competed == null && announcesSleep()) {
                continue; // for a last look
            }
            if (record == null) {
                record = WaitRecord.begin();
            }
            try {
                if (timed && abortable) {
                    LockSupport.parkNanos(blocker(), remaining);
                } else {
                    park();
                }
            } catch (RuntimeException | Error failed) { // a virtual thread needs memory to park
                if (abortable && (interruptible || timed) && abort()) {
                    leave();
                    throw failed;
                }
                Thread.yield();
            }
            slept = true;
            if (competed != null && !parkingPlain()) {
                lostRaces++; // unless it wins now
            }
        }
        if (record != null) {
            record.end(blocker(), served, interrupted);
        }
        if (served && slept) {
            callNext();
        }
        leave();
        if (interrupted && (served || timed)) {
            thread.interrupt();
        }
        return served;
    }

    /** Wakes the thread behind, which also sleeps, now that this one has its turn: see {@link WaitQueue#callsNext}. */
    private void callNext() {
        WaitQueue<T> queue = queue();
        Segment at = segment();
        if (queue != null && at != null && queue.callsNext()) {
            int next = cell() + 1;
            if (next < at.size() && at.cellVolatile(next) instanceof ThreadWaiter<?> behind) {
                behind.signal();
            }
        }
    }

    /** The queue, if this thread has to take its turn in it against others. */
    private @Nullable WaitQueue<T> competed() {
        WaitQueue<T> queue = queue();
        return queue != null && queue.competes() ? queue : null;
    }

    /**
     * Tries to take its turn. If it fails, it has announced that it will park, so that a release after its last
     * look wakes it.
     */
    private boolean compete(WaitQueue<T> queue, int lostRaces) {
        int spins = Math.min(queue.spins(), (1 << Math.min(lostRaces, 7)) - 1);
        for (;;) {
            queue.compete(this, lostRaces);
            if (isServed()) {
                return true;
            }
            if (spins > 0 && queue.isFirst(this)) {
                spins--;
                Thread.onSpinWait();
            } else if (!parkingPlain()) {
                setParkingVolatile();
                queue.aboutToPark(this);
            } else {
                return false;
            }
        }
    }

    /** Announces once that the thread is about to sleep, where those who serve it ask; true if it has to look again. */
    private boolean announcesSleep() {
        WaitQueue<T> queue = queue();
        if (parkingPlain() || queue == null || !queue.asksForSleepers()) {
            return false;
        }
        setParkingVolatile(); // as the served cell: one of the two sees the other
        return true;
    }

    /** Whether the thread sleeps, or is about to; to be asked by one who has served it, of a queue that asks. */
    boolean maySleep() {
        return parkingVolatile();
    }

    /** Wakes the thread if it parks, to take its turn. */
    void wakeToCompete() {
        if (parkingVolatile()) {
            setParkingPlain(false);
            LockSupport.unpark(thread);
        }
    }

    @Override
    boolean takesItsTurn() {
        return !parkingPlain();
    }

    /** Notes that the thread is already parked, for one that another thread puts into the queue. */
    void assumeParked() {
        setParkingPlain(true);
    }

    /** Undoes {@link #assumeParked}: the thread is woken, and enters by itself. */
    void assumeAwake() {
        setParkingPlain(false);
    }

    private boolean isServed() {
        Segment at = segment();
        return at == null || at.cellVolatile(cell()) == WaitQueue.Mark.RESUMED;
    }

    /**
     * Spins while this thread is first in line and spinning has paid lately. A virtual thread at a lock that combines may
     * have as many before it as there are other processors: those who sleep are run at once by those who release.
     */
    private boolean spin() {
        WaitQueue<T> queue = queue();
        if (queue == null) {
            return false;
        }
        Line line = queue.line();
        SpinBudget spinning = line.spinning();
        if (line.distanceOf(this) > spinning.reach()) {
            return false;
        }
        int budget = spinning.current();
        for (int used = 0; used < budget; used++) {
            Thread.onSpinWait();
            if (isServed()) {
                spinning.answered();
                return true;
            }
        }
        if (budget > 0) {
            spinning.exhausted();
        }
        return false;
    }

    private void park() {
        WaitQueue<T> queue = queue();
        if (queue != null && queue.asksForSleepers()) {
            Combining.park(queue.blocker());
        } else {
            LockSupport.park(blocker());
        }
    }

    private Object blocker() {
        WaitQueue<T> queue = queue();
        return queue == null ? this : queue.blocker();
    }

    @Override
    Thread requester() {
        return thread;
    }

    @Override
    void signal() {
        LockSupport.unpark(thread);
    }

    private boolean parkingVolatile() {
        return parking;
    }

    private void setParkingVolatile() {
        parking = true;
    }

    private boolean parkingPlain() {
        return (boolean) PARKING.get(this);
    }

    private void setParkingPlain(boolean parks) {
        PARKING.set(this, parks);
    }

    // VarHandle mechanics
    private static final VarHandle PARKING;

    static {
        try {
            PARKING = MethodHandles.lookup().findVarHandle(ThreadWaiter.class, "parking", boolean.class);
        } catch (ReflectiveOperationException failure) {
            throw new ExceptionInInitializerError(failure);
        }
    }
}
