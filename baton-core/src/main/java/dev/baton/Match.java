package dev.baton;

import java.lang.invoke.ConstantBootstraps;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

import org.jspecify.annotations.Nullable;

/** A send and a receive that both wait, and are to be decided together. */
final class Match {
    /*
     * Overview
     *   A send that is under way decides a receive that waits by one step on the receive's word. If both stand in cells, two
     *   words have to be decided at once, because either request may have other offers elsewhere. The match is put into
     *   both words, and then its own status decides. Any thread that meets it in a word completes it first.
     *
     * State
     *   OPEN ──both words won──► COMMITTED
     *     └────a word was decided otherwise──► FAILED, and the words are opened again
     *
     * Invariants
     *   - Words are won in the order of Decision.order(), so threads that complete each other's matches do not go in
     *     circles: each match that is met on the way holds a word that comes later.
     *   - A match that is late to a word (its status is known) changes nothing: FAILED counts as an open word.
     *
     * Memory modes
     *   status: volatile, CAS. It decides two requests, whose threads look at it before they park.
     */
    private static final int OPEN = 0;
    private static final int COMMITTED = 1;
    private static final int FAILED = 2;

    final Offer send;
    final Offer receive;
    @SuppressWarnings("UnusedVariable") // through its VarHandle
    private int status;

    Match(Offer send, Offer receive) {
        this.send = send;
        this.receive = receive;
    }

    boolean isOpen() {
        return statusVolatile() == OPEN;
    }

    boolean isCommitted() {
        return statusVolatile() == COMMITTED;
    }

    /** Decides the match, as any thread may that meets it. The thread that commits it tells both sides. */
    void settle() {
        Told told = attempt(null);
        while (told != null) { // in the middle of another operation: no code of a user may run here
            Told next = told.before();
            told.setBefore(null);
            told.tell(false);
            told = next;
        }
    }

    /** As {@link #settle}; futures of a match that this thread has committed are added to those still to be told. */
    @Nullable
    Told attempt(@Nullable Told told) {
        boolean sendFirst = send.decision().order() <= receive.decision().order();
        Decision first = (sendFirst ? send : receive).decision();
        Decision second = (sendFirst ? receive : send).decision();
        boolean won = first.claim(this) && second.claim(this);
        if (casStatus(won ? COMMITTED : FAILED) && won) {
            return receive.decision().signal(send.decision().signal(told));
        }
        if (!isCommitted()) {
            first.release(this);
            second.release(this);
        }
        return told;
    }

    private int statusVolatile() {
        return (int) STATUS.getVolatile(this);
    }

    private boolean casStatus(int decided) {
        return STATUS.compareAndSet(this, OPEN, decided);
    }

    // VarHandle mechanics
    private static final VarHandle STATUS = ConstantBootstraps.fieldVarHandle(MethodHandles.lookup(), "status",
            VarHandle.class, Match.class, int.class);
}
