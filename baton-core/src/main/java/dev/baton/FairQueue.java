package dev.baton;

import dev.baton.internal.line.Segment;
import dev.baton.internal.park.Combining;
import dev.baton.internal.park.ParkLoop;
import dev.baton.internal.park.SpinPolicy;
import dev.baton.internal.park.StackRoom;
import java.util.Objects;

import org.jspecify.annotations.Nullable;

/** Grant queue that is first-in, first-out: a releaser takes for the head, and an arriving request stands behind it. */
final class FairQueue extends GrantQueue implements Combining.Line {
    /*
     * Overview
     *   A release first tries passOn(): a head that asks for just what is given gets it, and the state stays as it is.
     *   What is handed over so is never free, so no other request has a say. Otherwise the release changes the state,
     *   and serve() takes for the head for as long as the state allows.
     *
     *   A request that carries a section may also be served by the present holder of the lock, which runs the section
     *   and keeps the lock:   Waiter ──claimSection──► RUNNING ──finishSection──► RESUMED
     *
     * Invariants
     *   Those of GrantQueue. A request that wants what the head leaves takes it under GRANTING: only then is it known
     *   which request is first, and that it stays.
     *
     * Verified by
     *   See GrantQueue; HandOffTest, HandOverModelTest, SectionAbortTest.
     */
    private final HandOff handOff;

    FairQueue(Rule rule, long initialState, Object blocker, HandOff handOff, Tuning tuning) {
        super(rule, initialState, blocker, tuning);
        this.handOff = handOff;
    }

    @Override
    SpinPolicy newSpinPolicy() {
        return new SpinPolicy(tuning().spins(),
                handOff == HandOff.DISPATCH || (handOff == HandOff.COMBINE && Combining.isAvailable()));
    }

    @Override
    ParkLoop<ThreadWaiter<?>> parkLoop() {
        return handOff.staysHere() ? AnnouncedWait.LOOP : ServedWait.LOOP;
    }

    @Override
    boolean mayPassHead(long seen, int weight) {
        return false;
    }

    @Override
    void entered(Waiter<?> waiter) {
        if (allows(wordVolatile(), waiter.weight())) {
            serve(); // otherwise, if it is the head, it has to wait, and if not, nothing has changed for the head
        }
    }

    @Override
    boolean takesForItself(Waiter<?> head) {
        return false;
    }

    @Override
    boolean hasToWait(Waiter<?> head) {
        return true;
    }

    /**
     * A no is exact: at some moment the state did not allow the request, or a head stood in line that the state did not
     * allow. While a request is just coming or being served, that is not known, and this waits for the few steps until
     * it is.
     */
    @Override
    boolean takeInTurn(int weight) {
        while (!takeOnArrival(weight)) {
            if (!allows(wordVolatile(), weight) || isHeadRefused()) {
                return false;
            }
            Thread.yield();
        }
        return true;
    }

    private boolean isHeadRefused() {
        Line line = lineVolatile();
        if (line == null) {
            return false; // a release came meanwhile, and nobody has waited
        }
        Waiter<?> head = line.head();
        return head != null && !allows(wordVolatile(), head.weight())
                && line.head() == head; // it was in line during the look at the state
    }

    /** Each time counts as a bypass, so even in this way nobody is passed by for ever. */
    @Override
    boolean takeLeftover(int weight) {
        while (!takeOnArrival(weight)) {
            long seen = wordVolatile();
            if (!allows(seen, weight) || !isOpen(seen)) {
                return false;
            }
            if (takeBesideHead(weight)) {
                return true;
            }
            Thread.yield();
        }
        return true;
    }

    /**
     * Takes what the head cannot use, in the head's turn. False if there is no head, or it could be served, or its turn
     * is another thread's; then things have changed or are about to.
     */
    private boolean takeBesideHead(int weight) {
        Line line = lineVolatile();
        if (line == null) {
            return false;
        }
        Segment segment = line.service().getOpaque(); // before the index, or it could lie past the cell
        long index = line.serviceIndexVolatile();
        Waiter<?> head = line.waiterAt(segment, index);
        StackRoom.require();
        if (head == null || !segment.casCell(line.cellOf(index), head, Turn.GRANTING)) {
            return false;
        }
        long seen = wordVolatile();
        boolean taken = isOpen(seen) && allows(seen, weight) && !allows(seen, head.weight())
                && casPassing(seen, weight);
        segment.setCellVolatile(line.cellOf(index), head);
        serve(); // a release may have left the head to this thread
        return taken;
    }

    @Override
    boolean passOn(long whileTaken, int weight) {
        Line line = lineVolatile();
        if (line == null || !line.mayHaveWaiters() || !StackRoom.isEnough()) {
            return false;
        }
        Segment segment = line.service().getOpaque(); // before the index, or it could lie past the cell
        long index = line.serviceIndexVolatile();
        Waiter<?> head = line.waiterAt(segment, index);
        if (head == null || head.weight() != weight || wordVolatile() != whileTaken
                || !segment.casCell(line.cellOf(index), head, Turn.GRANTING)) { // it was in line during that look
            return false;
        }
        settle(segment, index, head);
        if (allows(wordVolatile(), LEAST)) {
            handOver(serve(head, handOff.staysHere())); // a release meanwhile may have left the next one to this thread
        } else {
            tell(head);
        }
        return true;
    }

    @Override
    void released() {
        if (mayHaveWaiters()) {
            StackRoom.require();
            handOver(serve(null, handOff.staysHere()));
        }
    }

    /** Tells the only request that a release has served. */
    private void tell(Waiter<?> served) {
        if (served instanceof FutureWaiter<?, ?> future) {
            Completions.tell(future.told());
        } else if (served instanceof ThreadWaiter<?> thread && handOff.staysHere()) {
            handOver(thread);
        } else {
            served.signal();
        }
    }

    private void handOver(@Nullable ThreadWaiter<?> next) {
        if (next != null) {
            Combining.handOver(next.thread(), next.maySleep(), handOff == HandOff.INLINE, this);
        }
    }

    @Override
    public long entries() {
        return entryIndexVolatile();
    }

    /**
     * Takes the head's section over from its owner; for the holder of the lock, which runs it. From then on the request
     * cannot be aborted.
     *
     * @return the request, or null if there is none or it wants the lock itself
     */
    @Nullable
    Waiter<?> claimSection() {
        Line line = lineVolatile();
        while (line != null) {
            Segment start = line.service().getOpaque(); // before the index, or it could lie past the cell
            long index = line.serviceIndexVolatile();
            if (index >= line.entryIndexVolatile()) {
                return null;
            }
            Segment segment = line.segmentOfHead(start, index);
            if (segment == null) {
                continue;
            }
            Object content = segment.cellVolatile(line.cellOf(index));
            if (content == null || content == Turn.GRANTING) {
                return null;
            }
            if (!(content instanceof Waiter<?> head)) {
                line.raiseServiceIndex(index + 1L);
            } else if (head.section() == null) {
                return null;
            } else if (segment.casCell(line.cellOf(index), head, Turn.RUNNING)) {
                line.raiseServiceIndex(index + 1L);
                return head;
            }
        }
        return null;
    }

    /** Serves a request whose section has run; telling its owner is left to the caller. */
    void finishSection(Waiter<?> claimed) {
        Objects.requireNonNull(claimed.segment()).setCellVolatile(claimed.cell(), Mark.RESUMED);
    }
}
