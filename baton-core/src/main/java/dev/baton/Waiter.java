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
     *   queue, segment, cell: plain; written before the waiter is put into its cell by CAS, read by the waiter's
     *     own thread or by whoever found the waiter in the cell. A future's abort may come from a thread that got
     *     the future by other means: it sees them through the publication of the future.
     *   weight, section: final. servedBefore: plain, of the thread that serves.
     *   value: plain; written by the one resume of the cell before its CAS to RESUMED, read after RESUMED was seen.
     */
    private @Nullable WaitQueue<T> queue;
    private @Nullable Segment segment;
    private int cell;
    private @Nullable T value;
    private final int weight;
    private final @Nullable Section<?> section;
    /** The request that the same operation served before this one; see {@link Completions}. */
    @Nullable
    Waiter<?> servedBefore;

    Waiter(int weight, @Nullable Section<?> section) {
        this.weight = weight;
        this.section = section;
    }

    /** What the holder of a lock may run on behalf of this request, if the request says so. */
    final @Nullable Section<?> section() {
        return section;
    }

    /** How much the request asks for; only queues that grant by weight look at it. */
    final int weight() {
        return weight;
    }

    /** Who holds what the request is for, once it is served: a thread, or what stands for a future's owner. */
    abstract Object requester();

    /** Whether the owner is awake and takes its turn itself, in a queue where that is the custom. */
    boolean takesItsTurn() {
        return false;
    }

    /** Tells the owner of this request that its value is there. Called once, after the cell has decided. */
    abstract void signal();

    final void enter(WaitQueue<T> queue, Segment segment, int cell) {
        this.queue = queue;
        this.segment = segment;
        this.cell = cell;
    }

    /** Forgets the place in the queue: the outcome is known, and a kept waiter must not keep segments. */
    final void leave() {
        segment = null;
        queue = null;
    }

    final @Nullable WaitQueue<T> queue() {
        return queue;
    }

    final @Nullable Segment segment() {
        return segment;
    }

    final int cell() {
        return cell;
    }

    final void setValue(@Nullable T value) {
        this.value = value;
    }

    final T value() {
        T arrived = value;
        if (arrived == null) {
            throw new IllegalStateException("the waiter was not served");
        }
        return arrived;
    }

    /** Asks the queue to let this waiter go; false if its value has arrived first. */
    final boolean abort() {
        WaitQueue<T> at = queue;
        return at != null && at.abort(this);
    }
}
