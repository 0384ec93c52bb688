package dev.baton;

import dev.baton.internal.line.Segment;
import org.jspecify.annotations.Nullable;

/**
 * One request that waits in a queue: a thread or a future. A waiter is used for one request; if the queue turned
 * it away (a broken rendezvous), it may be offered again.
 *
 * @param <T> what the request receives
 */
public abstract sealed class Waiter<T> permits ThreadWaiter, FutureWaiter {
    /*
     * Memory modes
     *   queue, segment, cell: plain; written before the waiter is put into its cell, read by the waiter's own thread or
     *     by a thread that found the waiter in the cell. A future's abort may come from a thread that got the future by
     *     other means: it sees them through the publication of the future.
     *   weight: final.
     *   load: plain. A value is written by the one resume of the cell before its CAS to RESUMED, and read after RESUMED
     *     was seen. A section is written before the waiter is put into its cell.
     */
    private @Nullable WaitQueue queue;
    private @Nullable Segment segment;
    private int cell;
    private final int weight;
    /** The value that the request was served with; in a grant queue, the section that it asks the holder to run. */
    private @Nullable Object load;

    Waiter(int weight, @Nullable Section<?> section) {
        this.weight = weight;
        this.load = section;
    }

    /** What the holder of a lock may run on behalf of this request, if the request says so. */
    final @Nullable Section<?> section() {
        return load instanceof Section<?> section ? section : null;
    }

    /** How much the request asks for; only queues that grant by weight look at it. */
    final int weight() {
        return weight;
    }

    /** What holds the thing requested, once the request is served: a thread, or what stands for a future's owner. */
    abstract Object requester();

    /** Whether a thread of its own is awake and takes its turn itself, in a queue where that is the custom. */
    boolean takesItsTurn() {
        return false;
    }

    /** Tells the owner of this request that it was served. Called once, after the cell has decided. */
    abstract void signal();

    final void enter(WaitQueue queue, Segment segment, int cell) {
        this.queue = queue;
        this.segment = segment;
        this.cell = cell;
        entering(queue);
    }

    /** Called before the waiter is put into its cell. */
    void entering(WaitQueue queue) {}

    /** Forgets the place in the queue: the outcome is known, and a kept waiter must not keep segments. */
    final void leave() {
        segment = null;
        queue = null;
    }

    final @Nullable WaitQueue queue() {
        return queue;
    }

    final @Nullable Segment segment() {
        return segment;
    }

    final int cell() {
        return cell;
    }

    final void setValue(@Nullable T value) {
        load = value;
    }

    /** The value, or null if there is none yet, or none to come. */
    @SuppressWarnings("unchecked") // only values of T are set
    final @Nullable T value() {
        return (T) load;
    }

    /** Asks the queue to let this waiter go; false if it was served first. */
    final boolean abort() {
        WaitQueue at = queue;
        return at != null && at.abort(this);
    }
}
