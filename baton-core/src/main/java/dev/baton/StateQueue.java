package dev.baton;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Queue with a state word. A subclass is the rule: two pure functions that say which weights a state allows and by how
 * much they change it. Beside the state the word counts how often the first in line was passed by, so that the step by
 * which a request takes from the state is also the one that counts.
 */
abstract class StateQueue extends WaitQueue<GrantQueue.Grant> {
    /*
     * State (the word)
     *   bits 0 to 47: the rule's.
     *   bits 48 to 62: how often the head was passed by, at most Tuning.bypasses times. The CAS by which a request passes the
     *     head counts it. The CAS that serves the head, or that lets a request through when no one waits, starts again.
     *   bit 63: CLOSED, nobody passes the head; the head may set it.
     *
     * Memory modes
     *   The word is volatile: the wake-up argument of GrantQueue is a store-load on both sides.
     *   CLOSED is set by a release update: it only keeps others out, and the head, which sets it, then looks at the word
     *   itself. Proof: GrantQueue, "the queue closes behind one who passes".
     */

    /** One bypass of the first in line, in the word. */
    private static final long BYPASS = 1L << 48;
    /** The rule's part of the word. */
    private static final long RULE = BYPASS - 1L;
    /** The word is closed to all but the first in line. */
    private static final long CLOSED = Long.MIN_VALUE;

    private volatile long word;

    StateQueue(long initialState, Tuning tuning) {
        super(tuning);
        WORD.set(this, initialState);
    }

    /** Whether {@code state} lets a request for {@code weight} through. */
    abstract boolean allows(long state, int weight);

    /** What is added to the state when a request for {@code weight} is let through. */
    abstract long change(int weight);

    final long wordVolatile() {
        return word;
    }

    /** The rule's part of the word. */
    final long stateVolatile() {
        return stateOf(wordVolatile());
    }

    /** The rule's part of a word that was read. */
    static long stateOf(long word) {
        return word & RULE;
    }

    /** Whether the first in line may be passed by. */
    final boolean isOpen(long word) {
        return word >= 0L && word >>> 48 < tuning().bypasses();
    }

    /** Takes {@code weight} from an open word for one who passes by those that wait, and counts it. */
    final boolean casPassing(long seen, int weight) {
        return casWord(seen, seen + change(weight) + BYPASS);
    }

    /** Takes {@code weight} for one who passes nobody; opens the queue again. */
    final boolean casUnpassed(long seen, int weight) {
        return casWord(seen, stateOf(seen) + change(weight));
    }

    /** Takes {@code weight} for the head of the queue if the state allows it; opens the queue again. */
    final boolean tryTake(int weight) {
        for (;;) {
            long seen = wordVolatile();
            if (!allows(stateOf(seen), weight)) {
                return false;
            }
            if (casUnpassed(seen, weight)) {
                return true;
            }
        }
    }

    /** Lets nobody pass until the first in line is served. */
    final void setClosedRelease() {
        long unused = (long) WORD.getAndBitwiseOrRelease(this, CLOSED);
    }

    /** Replaces the state if it is {@code expected}. */
    final boolean casState(long expected, long replacement) {
        for (;;) {
            long seen = wordVolatile();
            if (stateOf(seen) != expected) {
                return false;
            }
            if (casWord(seen, (seen & ~RULE) | replacement)) {
                return true;
            }
        }
    }

    /** Replaces the whole word; for queues in which nobody is ever passed by. */
    final long getAndSetState(long replacement) {
        return stateOf((long) WORD.getAndSet(this, replacement));
    }

    /** Adds to the state, and returns what it was; the rule sees to it that this stays within its part of the word. */
    final long getAndAddState(long change) {
        return stateOf((long) WORD.getAndAdd(this, change));
    }

    /**
     * Replaces the state; for one who holds it alone. A store is enough: who passes by others takes the state. Only a
     * head may close the queue meanwhile, after races lost; if that is overwritten, it closes the queue the next time.
     */
    final void setState(long replacement) {
        replaceState(wordVolatile(), replacement);
    }

    /** As {@link #setState}, of a word that was read. */
    final void replaceState(long seen, long replacement) {
        word = (seen & ~RULE) | replacement;
    }

    final boolean casWord(long expected, long replacement) {
        return WORD.compareAndSet(this, expected, replacement);
    }

    // VarHandle mechanics
    private static final VarHandle WORD;

    static {
        try {
            WORD = MethodHandles.lookup().findVarHandle(StateQueue.class, "word", long.class);
        } catch (ReflectiveOperationException failure) {
            throw new ExceptionInInitializerError(failure);
        }
    }
}
