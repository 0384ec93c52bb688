package dev.baton;

import dev.baton.internal.park.ParkLoop.Outcome;
import dev.baton.internal.park.Processors;
import dev.baton.internal.park.WaitRecord;
import dev.baton.internal.transfer.DualList;
import dev.baton.internal.transfer.TransferNode;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * How a thread waits for its counterpart: it spins, then lets others run, then parks.
 *
 * <p>A hand-off between two running threads takes less than a microsecond, one that parks and wakes a thread many times
 * that; so the thread spins for about as long as a few hand-offs take, where another processor may bring the
 * counterpart meanwhile. Then it yields, because the counterpart may be ready and only lack a processor, as long as
 * {@link TransferYields} finds that to pay. A virtual thread that spins holds the carrier that the counterpart may need, so it
 * does that only as long as the queue's experience is good ({@link DualList#spinIsWorthATry}). Before it parks for a time, which
 * sets a timer that another thread has to be woken for, it yields: if the counterpart waits for this very carrier, that will
 * do. Now and then it does neither ({@link SpinStreak}).
 *
 * @param spins looks at the request before anything else, the clock included, on a platform thread
 * @param virtualSpins the same on a virtual thread, if it spins at all
 * @param yields times a platform thread lets others run before it parks
 * @param virtualYields times a virtual thread lets others run before it parks for a limited time
 * @param shortNanos a timed wait that ends sooner is not worth parking, which would oversleep it: the thread yields
 */
record TransferPatience(int spins, int virtualSpins, int yields, int virtualYields, long shortNanos) {
    /** A wait without a limit. */
    static final long FOREVER = Long.MAX_VALUE;

    static final TransferPatience DEFAULT = new TransferPatience(128, 128, 16, 2, 50_000);

    /** No spinning and no yielding: every wait parks. */
    static final TransferPatience PARK_AT_ONCE = new TransferPatience(0, 0, 0, 0, 0);

    /**
     * Waits until the request is answered, the thread interrupted or the time over.
     *
     * @param nanos how long to wait at most, or {@link #FOREVER}
     * @param blocker what to show as the reason in thread dumps
     * @return the answer, or null if the request was withdrawn
     */
    @Nullable
    Object await(DualList list, TransferNode node, long nanos, Object blocker) {
        Object answer;
        int yieldsFirst;
        if (Thread.currentThread().isVirtual()) {
            boolean parksAtOnce = virtualSpins == 0 || SpinStreak.ends();
            answer = parksAtOnce ? null : spinIfWorthATry(list, node);
            yieldsFirst = parksAtOnce || nanos == FOREVER ? 0 : virtualYields;
        } else {
            answer = spin(node, spins);
            yieldsFirst = yields;
        }
        if (answer == null) {
            return awaitLonger(list, node, nanos, blocker, yieldsFirst);
        }
        node.forget();
        return answer;
    }

    private @Nullable Object spinIfWorthATry(DualList list, TransferNode node) {
        if (!list.spinIsWorthATry()) {
            return null;
        }
        boolean lastWasInVain = list.lastSpinWasInVain(); // asked before the answer takes the cache line away
        Object answer = spin(node, virtualSpins);
        if (answer == null) {
            list.spinWasInVain();
        } else if (lastWasInVain) {
            list.spinPaid();
        }
        return answer;
    }

    /** Looks at the request so many times, unless there is but one processor; returns the answer, or null if none came. */
    private static @Nullable Object spin(TransferNode node, int looks) {
        for (int left = Processors.isAlone() ? 0 : looks; left > 0; left--) {
            Object answer = node.answer();
            if (answer != null) {
                return answer;
            }
            Thread.onSpinWait();
        }
        return null;
    }

    /*
     * Repeatedly, until there is an answer:
     *   interrupted, or the time over: withdraw, unless an answer comes first
     *   yields left, or little time left, and yielding pays: let others run
     *   not announced yet: make the thread known to whoever answers, and look once more
     *   otherwise: park
     */
    private @Nullable Object awaitLonger(DualList list, TransferNode node, long nanos, Object blocker,
            int yieldsFirst) {
        boolean timed = nanos != FOREVER;
        long deadline = timed ? System.nanoTime() + nanos : 0;
        long remaining = nanos;
        Thread self = Thread.currentThread();
        int yieldsLeft = yieldsFirst;
        boolean mayYield = (yieldsLeft > 0 || timed) && TransferYields.pay();
        boolean announced = false;
        WaitRecord record = null;
        Object answer;
        while ((answer = node.answer()) == null) {
            if (self.isInterrupted() || (timed && (remaining = deadline - System.nanoTime()) <= 0)) {
                if (node.tryCancel()) {
                    list.unlink(node);
                    break;
                }
            } else if (mayYield && (yieldsLeft > 0 || (timed && remaining < shortNanos))) {
                yieldsLeft--;
                mayYield = TransferYields.giveWay();
            } else if (!announced) {
                announced = true;
                node.setWaiterVolatile(self);
                record = WaitRecord.begin();
            } else if (timed) {
                LockSupport.parkNanos(blocker, remaining);
            } else {
                LockSupport.park(blocker);
            }
        }
        if (announced) {
            node.clearWaiter();
        }
        if (record != null) {
            record.end(blocker, answer != null
                    ? Outcome.SERVED
                    : self.isInterrupted() ? Outcome.INTERRUPTED : Outcome.TIMED_OUT);
        }
        if (answer != null) {
            node.forget();
        }
        return answer;
    }
}
