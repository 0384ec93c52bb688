package dev.baton;

import java.lang.invoke.ConstantBootstraps;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Objects;

import org.jspecify.annotations.Nullable;

/** One wait of a select: its clauses stand in line at their primitives, and the first to be served decides the word. */
final class Selection extends Decision {
    /*
     * Overview
     *   A clause of a channel is an offer whose word is this one. A clause of another primitive is a request with a future:
     *   when it is served, it tries to decide the word, and gives back what it got if it comes too late.
     *
     * Abort
     *   Each clause that stands in line is taken out in constant time, after the word is decided.
     *
     *   A thread that decides does so only if all clauses have entered. Otherwise the thread that lets them enter finds the
     *   selection decided when it is done, and takes them out itself.
     *
     * Memory modes
     *   field      read      write      why that is enough
     *   entries    plain     plain      written before `complete` is set; read by the same thread, or after that was seen
     *   complete   volatile  volatile   with the word: of the thread that decides and the one that enters, one sees the other
     *   next       –         getAndAdd, release  selections need different numbers, in no order
     */

    /** What a clause left at its primitive. */
    interface Entry {
        /** Takes it out again, once the selection is decided. */
        void withdraw();
    }

    /** The outcome: which clause, and what it got. */
    record Chosen(Clause<?> clause, Object value) {}

    @SuppressWarnings("UnusedVariable") // through its VarHandle
    private static long next;

    private final long order = (long) NEXT.getAndAddRelease(1L);
    private final @Nullable Entry[] entries;
    private int entered;
    private volatile boolean complete;

    /** A selection of so many clauses whose owner is told through {@code listener}, or is a thread if that is null. */
    Selection(int clauses, @Nullable Told listener) {
        super(listener);
        this.entries = new Entry[clauses];
    }

    @Override
    long order() {
        return order;
    }

    @Override
    long number() {
        return order;
    }

    /** Notes what a clause is about to leave at its primitive. */
    void enter(Entry entry) {
        entries[entered++] = entry;
    }

    /** Notes that no more clauses will enter; takes out those that have if the selection is decided. */
    void finish() {
        complete = true;
        if (isDecided()) {
            withdrawAll();
        }
    }

    @Override
    void leave() {
        if (complete) {
            withdrawAll();
        }
    }

    private void withdrawAll() {
        for (Entry entry : entries) {
            if (entry != null) {
                entry.withdraw();
            }
        }
    }

    /** Decides for a clause, and tells the owner; false if the selection is decided. */
    boolean choose(Chosen chosen) {
        if (!decide(chosen)) {
            return false;
        }
        Completions.tell(signal(null));
        return true;
    }

    /** What was chosen; only once it is decided, and not aborted. */
    Chosen chosen() {
        Object verdict = Objects.requireNonNull(verdict());
        if (verdict instanceof Match match) {
            Offer mine = match.send.decision() == this ? match.send : match.receive;
            return new Chosen(Objects.requireNonNull(mine.clause()), match.send.element());
        }
        return (Chosen) verdict;
    }

    /** Whether {@code offer} is what decided. */
    boolean isChosen(Offer offer) {
        Object verdict = verdict();
        if (verdict instanceof Match match) {
            return match.send == offer || match.receive == offer;
        }
        return verdict instanceof Chosen chosen && chosen.clause() == offer.clause();
    }

    // VarHandle mechanics
    private static final VarHandle NEXT = ConstantBootstraps.staticFieldVarHandle(MethodHandles.lookup(), "next",
            VarHandle.class, Selection.class, long.class);
}
