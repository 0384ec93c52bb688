package dev.baton;

import dev.baton.internal.park.ParkLoop.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

/**
 * How a select waits; see {@link Select}.
 *
 * @param <R> the result
 */
abstract class Selecting<R> {
    /*
     * Overview
     *   First each clause is tried by itself, while nothing of the select is in any line. If none can happen, all of them
     *   enter their lines for one Selection, whose word the first to be served decides. If one of them finds meanwhile that
     *   it need not wait, the selection is taken back, unless it is decided, and all begins anew; in that case another thread
     *   has made progress.
     *
     * Abort
     *   The selection's word is decided by ABORTED, and all clauses leave their lines.
     */
    private static final long FOREVER = Long.MAX_VALUE;
    /** Looks at a selection before its thread parks. */
    private static final int SPINS = 128;

    private final ChannelWait wait = new ChannelWait(SPINS);
    private final boolean fair;
    private final List<Clause<R>> clauses = new ArrayList<>();
    private @Nullable Supplier<? extends R> otherwise;
    private @Nullable Supplier<? extends R> late;
    private long timeout = FOREVER;
    private int random;

    Selecting(boolean fair) {
        this.fair = fair;
        this.random = fair ? (int) System.nanoTime() : 0;
    }

    final void addClause(Clause<R> clause) {
        for (Clause<R> other : clauses) {
            if (other.isSameAs(clause)) {
                throw new IllegalArgumentException("the clause is there twice: " + clause);
            }
        }
        clauses.add(clause);
    }

    final void setTimeout(long nanos, Supplier<? extends R> result) {
        if (late != null) {
            throw new IllegalArgumentException("a select has one timeout");
        }
        timeout = nanos;
        late = result;
    }

    final void setDefault(Supplier<? extends R> result) {
        if (otherwise != null) {
            throw new IllegalArgumentException("a select has one default");
        }
        otherwise = result;
    }

    /**
     * Waits for the first clause, and does it.
     *
     * @return what the clause's function makes of it
     * @throws InterruptedException     if interrupted on entry or while waiting; no clause has happened
     * @throws IllegalArgumentException if there is no clause
     */
    public final R select() throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        Object chosen = choose(true);
        if (chosen == Outcome.INTERRUPTED) {
            throw new InterruptedException();
        }
        return resultOf(chosen);
    }

    /**
     * As {@link #select()}; an interrupt is kept for later.
     *
     * @return what the clause's function makes of it
     * @throws IllegalArgumentException if there is no clause
     */
    public final R selectUninterruptibly() {
        return resultOf(choose(false));
    }

    /**
     * As {@link #select()}, without a thread.
     *
     * @return a future of the result. Cancelling it, or completing it in any other way, takes the select back unless a clause
     *         has happened
     * @throws IllegalArgumentException if there is no clause
     */
    public final CompletableFuture<R> selectAsync() {
        requireClauses();
        for (;;) {
            SelectRequest<R> request = new SelectRequest<>(this, clauses.size() + 1);
            Object chosen = poll();
            if (chosen == null && otherwise != null) {
                chosen = Outcome.SERVED;
            } else if (chosen == null && timeout <= 0L) {
                chosen = Outcome.TIMED_OUT;
            }
            if (chosen != null) {
                return request.answered(chosen);
            }
            Selection selection = request.selection();
            if (late != null) {
                Clause<R> timer = new FutureClause<>("timeout", this,
                        () -> new CompletableFuture<@Nullable Object>().completeOnTimeout(null, timeout,
                                TimeUnit.NANOSECONDS),
                        none -> {}, none -> resultOf(Outcome.TIMED_OUT));
                timer.enter(selection);
            }
            if (enter(selection)) {
                return request.future();
            }
        }
    }

    /** What was chosen: a Chosen, SERVED for the default, TIMED_OUT or INTERRUPTED. */
    private Object choose(boolean interruptible) {
        requireClauses();
        boolean limited = timeout > 0L && timeout != FOREVER;
        long deadline = limited ? System.nanoTime() + timeout : 0L;
        for (;;) {
            Object found = poll();
            if (found != null) {
                return found;
            }
            if (otherwise != null) {
                return Outcome.SERVED;
            }
            long left = limited ? deadline - System.nanoTime() : timeout;
            if (left <= 0L) {
                return Outcome.TIMED_OUT;
            }
            Selection selection = new Selection(clauses.size(), null);
            if (enter(selection)) {
                return await(selection, interruptible, left);
            }
        }
    }

    private Object await(Selection selection, boolean interruptible, long left) {
        Outcome outcome = left == FOREVER
                ? wait.await(selection, this, interruptible)
                : wait.awaitNanos(selection, this, left, interruptible);
        if (outcome != Outcome.SERVED) {
            return outcome;
        }
        selection.leave();
        return selection.chosen();
    }

    /** Tries the clauses by themselves: what was chosen, or null. Of those that can happen, fair takes each as often. */
    private @Nullable Object poll() {
        int count = clauses.size();
        if (!fair || count < 3) {
            int first = fair && count == 2 ? nextRandom(2) : 0;
            for (int i = 0; i < count; i++) {
                Object chosen = poll(clauses.get(i ^ first));
                if (chosen != null) {
                    return chosen;
                }
            }
            return null;
        }
        int[] untried = new int[count]; // a start at random is not enough: a clause behind others that cannot happen gains
        for (int i = 0; i < count; i++) {
            untried[i] = i;
        }
        for (int left = count; left > 0; left--) {
            int drawn = nextRandom(left);
            Object chosen = poll(clauses.get(untried[drawn]));
            if (chosen != null) {
                return chosen;
            }
            untried[drawn] = untried[left - 1];
        }
        return null;
    }

    private static @Nullable Object poll(Clause<?> clause) {
        Object value = clause.poll();
        return value == null ? null : new Selection.Chosen(clause, value);
    }

    /** A number below {@code bound}. Lost updates of the state do no harm. */
    private int nextRandom(int bound) {
        int next = random * 1_664_525 + 1_013_904_223;
        random = next;
        return (int) (((next & 0xFFFF_FFFFL) * bound) >>> 32); // the high bits: the low ones of this generator repeat soon
    }

    /** Lets all clauses enter their lines; false if one need not wait and the selection was taken back. */
    private boolean enter(Selection selection) {
        boolean takenBack = false;
        try {
            for (int i = 0; i < clauses.size() && !selection.isDecided(); i++) {
                takenBack = !clauses.get(i).enter(selection) && selection.abort();
            }
        } catch (RuntimeException | Error failure) {
            if (selection.abort() || selection.verdict() == Decision.ABORTED) {
                throw failure;
            }
        } finally {
            selection.finish();
        }
        return !takenBack;
    }

    /** The result of what was chosen. */
    @SuppressWarnings("unchecked") // a clause of this select was chosen
    final R resultOf(Object chosen) {
        if (chosen == Outcome.SERVED) {
            return Objects.requireNonNull(otherwise).get();
        }
        if (chosen == Outcome.TIMED_OUT) {
            return Objects.requireNonNull(late).get();
        }
        Selection.Chosen happened = (Selection.Chosen) chosen;
        return ((Clause<R>) happened.clause()).result(happened.value());
    }

    private void requireClauses() {
        if (clauses.isEmpty() && late == null && otherwise == null) {
            throw new IllegalArgumentException("a select needs a clause");
        }
    }

    @Override
    public String toString() {
        return super.toString() + clauses;
    }
}
