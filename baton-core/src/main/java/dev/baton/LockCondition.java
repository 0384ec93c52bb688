package dev.baton;

import dev.baton.internal.park.Limit;
import dev.baton.internal.park.ParkLoop;
import dev.baton.internal.park.ParkLoop.Outcome;
import dev.baton.internal.park.StackRoom;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.Serializable;
import java.lang.invoke.ConstantBootstraps;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;

import org.jspecify.annotations.Nullable;

/** Condition of a lock. Deserialized, it has no waiters. */
final class LockCondition implements Condition, Serializable {
    /*
     * Overview
     *   A doubly linked list of waits, changed only by the lock's owner. A signal takes the first wait off the list
     *   and puts its request into the lock's queue, on behalf of its thread, which goes on sleeping: it is woken when
     *   the lock is its own, not before.
     *
     * State (of a wait)
     *
     *      WAITING ──signal──► MOVING ──► QUEUED      in the lock's queue; only the lock can end the wait now
     *         │                   └─────► SIGNALLED   no memory for a place there: the thread requests the lock itself
     *         └────timeout, interrupt───► LEFT        likewise
     *
     * Abort
     *   The CAS to LEFT or MOVING decides whether a wait was ended by its thread or by a signal. One that left stays in
     *   the list until its thread has the lock again, and takes itself off in constant time; signals pass over it.
     *
     * Memory modes
     *   list: plain, under the lock. status: volatile; QUEUED publishes the request's place in the lock's queue.
     *
     * Verified by
     *   ConditionTest, LockStressTest.
     */
    private static final long serialVersionUID = 1L;
    /** How long a wait without memory gives up the lock. */
    private static final long MEMORY_PAUSE_NANOS = 1_000_000L;

    private enum Status {
        WAITING, MOVING, QUEUED, SIGNALLED, LEFT
    }

    /** One call of an await method. */
    private static final class Wait {
        final ThreadWaiter<?> request;
        @SuppressWarnings("UnusedVariable") // through its VarHandle
        private Status status = Status.WAITING;
        @Nullable
        Wait previous;
        @Nullable
        Wait next;
        boolean listed;
        /** What the wait gave up besides its holds. */
        long released;

        Wait(int holds) {
            request = new ThreadWaiter<>(holds);
        }

        /** Acquire: who sees QUEUED sees where the request stands. Proof: ReentrantLock, "signal meets await". */
        Status statusAcquire() {
            return (Status) STATUS.getAcquire(this);
        }

        void setStatusRelease(Status replacement) {
            STATUS.setRelease(this, replacement);
        }

        /**
         * Ends WAITING, for one of those who try. That one does is all that counts. Proof: as above, "timeout races
         * signal".
         */
        boolean casWaitingAcquire(Status replacement) {
            return STATUS.compareAndExchangeAcquire(this, Status.WAITING, replacement) == Status.WAITING;
        }
    }

    @SuppressWarnings("serial") // both kinds of lock that have conditions are serializable
    private final OwnedLock lock;
    private transient Ownership ownership;
    private transient @Nullable Wait first;
    private transient @Nullable Wait last;

    LockCondition(OwnedLock lock, Ownership ownership) {
        this.lock = lock;
        this.ownership = ownership;
    }

    /** A thread waits on a condition until a signal has begun to move it to the lock's queue. */
    private static final class SignalledWait extends ParkLoop<Wait> {
        static final SignalledWait LOOP = new SignalledWait();

        @Override
        protected boolean isServed(Wait wait) {
            return wait.statusAcquire() != Status.WAITING;
        }

        @Override
        protected boolean abort(Wait wait) {
            return wait.casWaitingAcquire(Status.LEFT);
        }

        @Override
        protected int looks(Wait wait, int wakeUps) {
            return 0;
        }
    }

    @Override
    public void await() throws InterruptedException {
        await(Limit.NONE, 0L);
    }

    @Override
    public void awaitUninterruptibly() {
        Wait wait = begin();
        if (wait != null) {
            SignalledWait.LOOP.await(wait, this, false);
            end(wait);
        }
    }

    @Override
    public long awaitNanos(long nanosTimeout) throws InterruptedException {
        long deadline = System.nanoTime() + Math.max(nanosTimeout, 0L);
        await(Limit.NANO_TIME, deadline);
        long remaining = deadline - System.nanoTime();
        return remaining <= nanosTimeout ? remaining : Long.MIN_VALUE; // less than a very negative timeout
    }

    @Override
    public boolean await(long time, TimeUnit unit) throws InterruptedException {
        long nanos = unit.toNanos(time);
        return await(Limit.NANO_TIME, System.nanoTime() + Math.max(nanos, 0L));
    }

    @Override
    public boolean awaitUntil(Date deadline) throws InterruptedException {
        return await(Limit.DATE, deadline.getTime());
    }

    /** Waits; true if signalled, false if the limit came first. */
    private boolean await(Limit limit, long deadline) throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        Wait wait = begin();
        if (wait == null) {
            return !limit.isOver(deadline);
        }
        Outcome outcome = null;
        try {
            outcome = SignalledWait.LOOP.awaitUntil(wait, this, limit, deadline);
        } finally {
            end(wait);
        }
        if (outcome == Outcome.INTERRUPTED) {
            throw new InterruptedException();
        }
        return outcome == Outcome.SERVED;
    }

    /**
     * Puts the current thread on the list and gives up the lock.
     *
     * @return null if there is no memory for it; the lock was then given up for a while
     */
    private @Nullable Wait begin() {
        checkOwned();
        StackRoom.requireAround(1);
        Wait wait;
        try {
            wait = new Wait(ownership.exclusiveHolds(ownership.queue().stateVolatile()));
        } catch (OutOfMemoryError full) {
            passWithoutWait();
            return null;
        }
        Wait before = last;
        wait.previous = before;
        if (before == null) {
            first = wait;
        } else {
            before.next = wait;
        }
        last = wait;
        wait.listed = true;
        wait.released = ownership.releaseAll();
        return wait;
    }

    /** Gets the lock back, with all holds. */
    private void end(Wait wait) {
        if (awaitMoved(wait) == Status.QUEUED) {
            wait.request.await(false);
        } else {
            own(wait.request.weight(), wait.request);
            if (wait.listed) {
                unlist(wait);
            }
        }
        ownership.restore(wait.released);
    }

    private void own(int holds, @Nullable ThreadWaiter<?> request) {
        if (!ownership.ownOnArrival(holds)) {
            ownership.ownUninterruptibly(holds, request);
        }
    }

    /** The final status of a wait that is over. */
    private static Status awaitMoved(Wait wait) {
        Status status = wait.statusAcquire();
        while (status == Status.MOVING) {
            Thread.onSpinWait(); // woken, by an interrupt, in the middle of a signal
            Thread.yield();
            status = wait.statusAcquire();
        }
        return status;
    }

    /**
     * A wait for which there is no memory: the lock is given up for a while, as if the thread had been woken for no
     * reason, and taken again.
     */
    private void passWithoutWait() {
        int holds = ownership.exclusiveHolds(ownership.queue().stateVolatile());
        long released = ownership.releaseAll();
        ThreadWaiter.pauseOutside(MEMORY_PAUSE_NANOS);
        own(holds, null);
        ownership.restore(released);
    }

    @Override
    public void signal() {
        checkOwned();
        Wait wait = first;
        if (wait != null) {
            StackRoom.requireAround(1);
        }
        while (wait != null && !move(wait)) {
            wait = first;
        }
    }

    @Override
    public void signalAll() {
        checkOwned();
        if (first != null) {
            StackRoom.requireAround(1);
        }
        for (Wait wait = first; wait != null; wait = first) {
            move(wait);
        }
    }

    /** Takes {@code wait} off the list and, unless it has left by itself, puts it into the lock's queue. */
    private boolean move(Wait wait) {
        unlist(wait);
        if (!wait.casWaitingAcquire(Status.MOVING)) {
            return false;
        }
        wait.request.assumeParked();
        try {
            ownership.queue().enter(wait.request);
        } catch (OutOfMemoryError full) {
            wait.request.assumeAwake();
            wait.setStatusRelease(Status.SIGNALLED);
            wait.request.signal();
            return true;
        }
        wait.setStatusRelease(Status.QUEUED);
        return true;
    }

    private void unlist(Wait wait) {
        Wait before = wait.previous;
        Wait after = wait.next;
        if (before == null) {
            first = after;
        } else {
            before.next = after;
        }
        if (after == null) {
            last = before;
        } else {
            after.previous = before;
        }
        wait.previous = null;
        wait.next = null;
        wait.listed = false;
    }

    /** The threads that wait, first in line first; the lock must be held. */
    List<Thread> waitingThreads() {
        checkOwned();
        List<Thread> threads = new ArrayList<>();
        for (Wait wait = first; wait != null; wait = wait.next) {
            if (wait.statusAcquire() == Status.WAITING) {
                threads.add(wait.request.thread());
            }
        }
        return threads;
    }

    /** {@code condition} as one of {@code ownership}'s lock. */
    @SuppressWarnings("ReferenceEquality") // an ownership is equal to itself only
    static LockCondition of(Ownership ownership, @Nullable Condition condition) {
        if (condition == null) {
            throw new NullPointerException();
        }
        if (!(condition instanceof LockCondition mine) || mine.ownership != ownership) {
            throw new IllegalArgumentException("not owner");
        }
        return mine;
    }

    private void checkOwned() {
        if (!ownership.isOwnedByCurrentThread()) {
            throw ownership.notOwner();
        }
    }

    private void readObject(ObjectInputStream stream) throws IOException, ClassNotFoundException {
        stream.defaultReadObject();
        ownership = lock.ownership();
    }

    // VarHandle mechanics
    private static final VarHandle STATUS = ConstantBootstraps.fieldVarHandle(MethodHandles.lookup(), "status",
            VarHandle.class, Wait.class, Status.class);
}
