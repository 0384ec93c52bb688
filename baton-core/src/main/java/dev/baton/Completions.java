package dev.baton;

import dev.baton.internal.park.Combining;

import org.jspecify.annotations.Nullable;

/**
 * Requests served by one operation that serves several. Futures complete after the last one was served, so that no
 * code of a user runs while others still wait for what they were promised. Only the last completes on the caller's
 * thread: code that depends on one of them may block until another completes. The first thread served may take the
 * caller's place after that, as the lock's {@link HandOff} says.
 */
final class Completions {
    private @Nullable FutureWaiter<?, ?> first;
    private @Nullable FutureWaiter<?, ?> last;
    private final HandOff handOff;
    private final @Nullable GrantQueue queue;
    private @Nullable ThreadWaiter<?> nextOwner;

    Completions() {
        handOff = HandOff.DISPATCH;
        queue = null;
    }

    /** Batch of an operation after which the current thread hands over by {@code handOff} for {@code queue}. */
    Completions(HandOff handOff, GrantQueue queue) {
        this.handOff = handOff;
        this.queue = queue;
    }

    /** Keeps the first thread served for the hand-over; false if that is not wanted or another one came first. */
    boolean keepNextOwner(ThreadWaiter<?> served) {
        if (!handOff.staysHere() || nextOwner != null) {
            return false;
        }
        nextOwner = served;
        return true;
    }

    void add(FutureWaiter<?, ?> served) {
        FutureWaiter<?, ?> before = last;
        if (before == null) {
            first = served;
        } else {
            before.nextCompletion = served;
        }
        last = served;
    }

    void run() {
        FutureWaiter<?, ?> served = first;
        first = null;
        last = null;
        while (served != null) {
            FutureWaiter<?, ?> next = served.nextCompletion;
            served.nextCompletion = null;
            if (next == null) {
                served.signal();
            } else {
                served.signalAside();
            }
            served = next;
        }
        ThreadWaiter<?> owner = nextOwner;
        if (owner != null && queue != null) {
            nextOwner = null;
            Combining.handOver(owner.thread(), owner.maySleep(), handOff == HandOff.INLINE, queue);
        }
    }
}
