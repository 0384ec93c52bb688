package dev.baton;

import java.lang.invoke.ConstantBootstraps;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.locks.LockSupport;

import org.jspecify.annotations.Nullable;

/**
 * The one word that decides a request: what came of it, or that it was aborted. A request may have several {@link Offer}s, as
 * a select has; whichever of them decides the word first is the one that happens.
 */
abstract class Decision {
    /*
     * State
     *
     *      null ──decide──► outcome                        final: of an offer, or ABORTED
     *        │ ▲
     *        ▼ └── the match failed
     *      Match ──the match was committed──► itself       final
     *
     * Invariants
     *   - A word that is decided never changes.
     *   - A Match stands in two words or in none when it is committed, and its status decides both at once.
     *   - The waiting thread announces itself before it looks at the word for the last time; a thread that decides looks for
     *     the announcement after. One of the two sees the other: no wake-up is lost.
     *
     * Memory modes
     *   field   read      write           why that is enough
     *   word    volatile  CAS             the last look before a thread parks, and the cells of channels
     *           –         CAS, release    cleaning up after a match that failed
     *   waiter  volatile  volatile        as above
     *           plain     plain           before the request is published, and by its own thread
     *   Proof: "Channel", "Select".
     */

    /** The outcome of a request that was taken back. */
    static final Object ABORTED = new Object();

    @SuppressWarnings("UnusedVariable") // through its VarHandle
    private @Nullable Object word;
    private @Nullable Object waiter;

    /** A request whose owner is told through {@code listener}, or a thread's if that is null. */
    Decision(@Nullable Told listener) {
        this.waiter = listener;
    }

    /** Where it comes among the words that a match has to win: all matches win theirs in this order. */
    abstract long order();

    /** A number of the request, not necessarily its own. */
    abstract long number();

    /** Takes all that belongs to the request, which is decided, out of the cells where it still stands. */
    abstract void leave();

    /** Whether the request is decided. */
    final boolean isDecided() {
        Object seen = wordVolatile();
        return seen instanceof Match match ? match.isCommitted() : seen != null;
    }

    /** What decided the request: the outcome, or a {@link Match} that was committed; null while it is open. */
    final @Nullable Object verdict() {
        Object seen = wordVolatile();
        return seen instanceof Match match && !match.isCommitted() ? null : seen;
    }

    /** Decides the request unless it is decided. */
    final boolean decide(Object outcome) {
        for (;;) {
            Object seen = wordVolatile();
            if (seen instanceof Match match && !match.isCommitted()) {
                match.settle();
            } else if (seen != null) {
                return false;
            } else if (casWord(null, outcome)) {
                return true;
            }
        }
    }

    /** Wins the word for {@code match} while that is open; false if the word is decided otherwise. */
    final boolean claim(Match match) {
        for (;;) {
            Object seen = wordVolatile();
            if (seen == match || !match.isOpen()) {
                return true;
            }
            if (seen instanceof Match other && !other.isCommitted()) {
                other.settle();
            } else if (seen != null) {
                return false;
            } else if (casWord(null, match)) {
                return true;
            }
        }
    }

    /** Opens the word again after {@code match} has failed. */
    final void release(Match match) {
        casWordRelease(match, null);
    }

    /** Takes the request back unless it is decided. */
    final boolean abort() {
        if (!decide(ABORTED)) {
            return false;
        }
        leave();
        return true;
    }

    /** Makes the thread that waits known to the thread that decides, which then wakes it; false if that was done before. */
    final boolean announce(Thread thread) {
        if (waiter == thread) {
            return false;
        }
        setWaiterVolatile(thread);
        return true;
    }

    /** Forgets the thread; whether it was announced. */
    final boolean forgetThread() {
        if (waiter == null) {
            return false;
        }
        waiter = null;
        return true;
    }

    /** The thread that waits, or the future; null for a thread that does not park yet. */
    final @Nullable Object requester() {
        Object waits = waiterVolatile();
        return waits instanceof Told future ? future.shown() : waits;
    }

    /** Wakes the thread of a request that was decided; a future is added to those that are still to be told. */
    final @Nullable Told signal(@Nullable Told told) {
        Object waits = waiterVolatile();
        if (waits instanceof Thread thread) {
            LockSupport.unpark(thread);
        } else if (waits instanceof Told future) {
            return Completions.add(told, future);
        }
        return told;
    }

    private @Nullable Object wordVolatile() {
        return WORD.getVolatile(this);
    }

    private boolean casWord(@Nullable Object expected, Object value) {
        return WORD.compareAndSet(this, expected, value);
    }

    private void casWordRelease(Match expected, @Nullable Object value) {
        Object unused = WORD.compareAndExchangeRelease(this, expected, value);
    }

    private @Nullable Object waiterVolatile() {
        return WAITER.getVolatile(this);
    }

    private void setWaiterVolatile(Thread thread) {
        WAITER.setVolatile(this, thread);
    }

    // VarHandle mechanics
    private static final VarHandle WORD = ConstantBootstraps.fieldVarHandle(MethodHandles.lookup(), "word",
            VarHandle.class, Decision.class, Object.class);
    private static final VarHandle WAITER = ConstantBootstraps.fieldVarHandle(MethodHandles.lookup(), "waiter",
            VarHandle.class, Decision.class, Object.class);
}
