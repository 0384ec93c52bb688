package dev.baton;

import dev.baton.internal.line.Segment;
import dev.baton.internal.park.ParkLoop;
import dev.baton.internal.park.SpinPolicy;
import java.lang.invoke.ConstantBootstraps;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.IntPredicate;

import org.jspecify.annotations.Nullable;

/**
 * FIFO queue of waiters, of either discipline: a {@link Line} of cells, made when the first request has to wait. What a
 * cell may hold, and which thread serves it, is the discipline's ({@link CancellableQueueSynchronizer},
 * {@link GrantQueue}).
 */
abstract class WaitQueue {
    /*
     * Memory modes
     *   line: volatile, and set once by a CAS. A release changes the state and then looks whether there is a line; the
     *   first to enter makes one and then looks at the state. One of the two sees the other.
     */

    /** Cell states that both disciplines use; a cell starts as null and may hold a {@link Waiter}. */
    enum Mark {
        /** The waiter was served; its value is in the waiter. */
        RESUMED,
        /** The waiter left; a thread that serves passes over the cell. */
        CANCELLED
    }

    /** Null for the default, which all queues of users have. */
    private final @Nullable Tuning tuning;
    private volatile @Nullable Line line;

    WaitQueue(Tuning tuning) {
        this.tuning = tuning.equals(Tuning.DEFAULT) ? null : tuning;
    }

    /**
     * Takes {@code waiter} out of the queue unless it was served first.
     *
     * @return whether the waiter left; if not, its value has arrived
     */
    abstract boolean abort(Waiter<?> waiter);

    /** The object that a thread dump shows a waiting thread to be parked on. */
    Object blocker() {
        return this;
    }

    /** How threads wait here. */
    ParkLoop<ThreadWaiter<?>> parkLoop() {
        return ServedWait.LOOP;
    }

    /** What the threads in this queue will learn about spinning. */
    SpinPolicy newSpinPolicy() {
        return new SpinPolicy(tuning().spins(), false);
    }

    final Tuning tuning() {
        return tuning == null ? Tuning.DEFAULT : tuning;
    }

    /** The line, if anybody has ever waited. */
    final @Nullable Line lineVolatile() {
        return line;
    }

    /** The line of a queue in which somebody waits, or did. */
    final Line line() {
        return Objects.requireNonNull(lineVolatile());
    }

    final Line lineOrNew() {
        Line seen = lineVolatile();
        if (seen != null) {
            return seen;
        }
        Line created = new Line(tuning(), newSpinPolicy());
        return casLine(created) ? created : line();
    }

    /** Lists the queue for {@link Locks}, when its first request is about to enter. */
    final void listWhenFirst() {
        if (lineVolatile() == null) {
            ContendedQueues.add(this);
        }
    }

    /** Whether {@code waiter}, which is in line, is the next one to be served. */
    final boolean isFirst(Waiter<?> waiter) {
        return line().distanceOf(waiter) == 0L;
    }

    final long entryIndexVolatile() {
        Line line = lineVolatile();
        return line == null ? 0L : line.entryIndexVolatile();
    }

    /** For tests of the structure. */
    final long serviceIndexVolatile() {
        Line line = lineVolatile();
        return line == null ? 0L : line.serviceIndexVolatile();
    }

    /** {@return the number of requests waiting now, threads and futures; an estimate while others come and go} */
    public final int getQueueLength() {
        int[] count = new int[1];
        forEachWaiter(waiter -> count[0]++);
        return count[0];
    }

    /** {@return whether any request, of a thread or a future, is waiting now} */
    public final boolean hasQueuedThreads() {
        return getQueueLength() > 0;
    }

    /** {@return the threads waiting now, first in line first; an estimate while others come and go} */
    public final List<Thread> getQueuedThreads() {
        return queuedThreads(weight -> true);
    }

    /** Those of the waiting threads that ask for a weight as described. */
    final List<Thread> queuedThreads(IntPredicate weights) {
        List<Thread> threads = new ArrayList<>();
        forEachWaiter(waiter -> {
            if (waiter instanceof ThreadWaiter<?> threadWaiter && weights.test(waiter.weight())) {
                threads.add(threadWaiter.thread());
            }
        });
        return threads;
    }

    final void forEachWaiter(Consumer<Waiter<?>> action) {
        Line line = lineVolatile();
        if (line != null) {
            line.forEachWaiter(action);
        }
    }

    /** The segment with the smallest id that either reference points at; for tests of the structure. */
    final Segment leftmostSegment() {
        return lineOrNew().leftmostSegment();
    }

    private boolean casLine(Line created) {
        return LINE.compareAndSet(this, null, created);
    }

    // VarHandle mechanics
    private static final VarHandle LINE = ConstantBootstraps.fieldVarHandle(MethodHandles.lookup(), "line",
            VarHandle.class, WaitQueue.class, Line.class);
}
