package dev.baton;

import dev.baton.internal.park.ParkLoop.Outcome;
import java.lang.invoke.ConstantBootstraps;
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
    private static final long SHORTEST_PAUSE_NANOS = 1_000L;
    /** The longest that a thread without a place in line waits before it looks again. */
    private static final long LONGEST_PAUSE_NANOS = 1_000_000L;

    private final Thread thread = Thread.currentThread();
    /**
     * Set by the thread before it parks, cleared by the releaser that wakes it to compete. Volatile where the thread
     * announces and where the releaser looks, for the last look. Plain elsewhere: the wake-up itself orders the
     * clearing, and a stale value costs one more round. Proof: ReentrantLock, barging.
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

    /** Waits in {@code queue}, as long as it takes, for a request that could not be let through on arrival. */
    static void acquireInterruptibly(GrantQueue queue, int weight) throws InterruptedException {
        ThreadWaiter<?> waiter = new ThreadWaiter<>(weight);
        queue.enter(waiter);
        if (waiter.await(true) == Outcome.INTERRUPTED) {
            throw new InterruptedException();
        }
    }

    /** As {@link #acquireInterruptibly}, for no longer than {@code nanos}; false if the time was over. */
    static boolean acquireWithin(GrantQueue queue, int weight, long nanos) throws InterruptedException {
        if (nanos <= 0L) {
            return false;
        }
        ThreadWaiter<?> waiter = new ThreadWaiter<>(weight);
        queue.enter(waiter);
        return waiter.isServedWithin(nanos);
    }

    /**
     * As {@link #acquireInterruptibly}, whatever happens. While there is no memory for a request, the thread takes its
     * chance outside the line.
     *
     * @param known the request, if there is one already
     * @return false if the state was taken outside the line, so that {@link Rule#granted} was not called
     */
    static boolean acquireUninterruptibly(GrantQueue queue, int weight, @Nullable ThreadWaiter<?> known) {
        ThreadWaiter<?> waiter = enterIfThereIsMemory(queue, weight, known);
        for (long nanos = SHORTEST_PAUSE_NANOS; waiter == null; nanos = Math.min(nanos * 2L, LONGEST_PAUSE_NANOS)) {
            pauseOutside(nanos);
            if (queue.takeOnArrival(weight)) {
                return false;
            }
            waiter = enterIfThereIsMemory(queue, weight, known);
        }
        waiter.await(false);
        return true;
    }

    private static @Nullable ThreadWaiter<?> enterIfThereIsMemory(GrantQueue queue, int weight,
            @Nullable ThreadWaiter<?> known) {
        try {
            ThreadWaiter<?> waiter = known == null ? new ThreadWaiter<>(weight) : known;
            queue.enter(waiter);
            return waiter;
        } catch (OutOfMemoryError full) {
            return null;
        }
    }

    /** Lets some time pass, by the means that are left without memory. */
    static void pauseOutside(long nanos) {
        try {
            LockSupport.parkNanos(nanos); // an interrupt that is set ends this at once; then it is a loop that yields
        } catch (OutOfMemoryError full) {
            Thread.onSpinWait();
        }
        Thread.yield();
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
        if (await(true) == Outcome.INTERRUPTED) {
            throw new InterruptedException();
        }
        return arrived();
    }

    /**
     * Waits until served, interrupted or out of time.
     *
     * @param nanos the longest to wait; zero or less aborts at once unless the value is there
     * @return the value, or null if the time ran out; the request is then aborted
     * @throws InterruptedException if interrupted before the value arrived; the request is aborted
     */
    public @Nullable T await(long nanos) throws InterruptedException {
        return isServedWithin(nanos) ? arrived() : null;
    }

    /**
     * Waits until served; an interrupt is kept for later.
     *
     * @return what the request was served with
     */
    public T awaitUninterruptibly() {
        await(false);
        return arrived();
    }

    /** Waits for as long as it takes. */
    Outcome await(boolean interruptible) {
        WaitQueue at = queue();
        return at == null ? Outcome.SERVED : at.parkLoop().await(this, at.blocker(), interruptible);
    }

    /** Waits for no longer than {@code nanos}; false if the request was aborted because the time was over. */
    boolean isServedWithin(long nanos) throws InterruptedException {
        WaitQueue at = queue();
        Outcome outcome = at == null ? Outcome.SERVED : at.parkLoop().awaitNanos(this, at.blocker(), nanos);
        if (outcome == Outcome.INTERRUPTED) {
            throw new InterruptedException();
        }
        return outcome == Outcome.SERVED;
    }

    private T arrived() {
        T value = value();
        if (value == null) {
            throw new IllegalStateException("the waiter was not served");
        }
        return value;
    }

    /** Announces that the thread is about to park; false if that is known. */
    boolean announceParking() {
        if (parkingPlain()) {
            return false;
        }
        setParkingVolatile(); // as the served cell: one of the two sees the other
        return true;
    }

    /** Whether the thread sleeps, or is about to; to be asked by the thread that has served it. */
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

    /** Notes that the thread is already parked, for a request that another thread puts into the queue. */
    void assumeParked() {
        setParkingPlain(true);
    }

    /** Undoes {@link #assumeParked}: the thread is woken, and enters by itself. */
    void assumeAwake() {
        setParkingPlain(false);
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
    private static final VarHandle PARKING = ConstantBootstraps.fieldVarHandle(MethodHandles.lookup(), "parking",
            VarHandle.class, ThreadWaiter.class, boolean.class);
}
