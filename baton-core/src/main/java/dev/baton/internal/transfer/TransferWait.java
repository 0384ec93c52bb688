package dev.baton.internal.transfer;

import dev.baton.internal.park.ParkLoop;
import dev.baton.internal.park.SpinPolicy;

import org.jspecify.annotations.Nullable;

/** How a thread waits in a synchronous queue for its counterpart, which wakes it if it has announced that it parks. */
public final class TransferWait extends ParkLoop<TransferNode> {
    private final DualList list;
    private final SpinPolicy spinning;

    /**
     * Creates what the threads of one queue share.
     *
     * @param list  the requests that wait
     * @param spins the most looks of a thread before it parks; 0 never spins
     */
    public TransferWait(DualList list, int spins) {
        this.list = list;
        this.spinning = new SpinPolicy(spins, true);
    }

    /**
     * Waits until the request is answered or the thread interrupted.
     *
     * @param node    the current thread's request
     * @param blocker what a thread dump and a flight recording show it to wait for
     * @return the answer, or null if an interrupt came first, whose status is then clear
     */
    public @Nullable Object answer(TransferNode node, Object blocker) {
        return answer(node, await(node, blocker, true));
    }

    /**
     * As {@link #answer}, for no longer than {@code nanos}.
     *
     * @param node    the current thread's request
     * @param blocker what a thread dump and a flight recording show it to wait for
     * @param nanos   the longest to wait
     * @return the answer, or null if the time was over
     * @throws InterruptedException if an interrupt came first
     */
    public @Nullable Object answerWithin(TransferNode node, Object blocker, long nanos) throws InterruptedException {
        Outcome outcome = awaitNanos(node, blocker, nanos);
        if (outcome == Outcome.INTERRUPTED) {
            throw new InterruptedException();
        }
        return answer(node, outcome);
    }

    private static @Nullable Object answer(TransferNode node, Outcome outcome) {
        if (outcome != Outcome.SERVED) {
            return null;
        }
        Object answer = node.answer();
        node.forget();
        return answer;
    }

    @Override
    protected boolean isServed(TransferNode node) {
        return node.answer() != null;
    }

    @Override
    protected boolean abort(TransferNode node) {
        if (!node.tryCancel()) {
            return false;
        }
        list.unlink(node);
        return true;
    }

    @Override
    protected int looks(TransferNode node, int wakeUps) {
        return wakeUps == 0 && spinning.mayLook() ? spinning.looks() : 0;
    }

    @Override
    protected void looked(TransferNode node, boolean paid) {
        if (paid) {
            spinning.answered();
        } else {
            spinning.inVain();
        }
    }

    @Override
    protected boolean announce(TransferNode node, int wakeUps) {
        return node.announce(Thread.currentThread());
    }

    @Override
    protected void ended(TransferNode node, Outcome outcome, boolean slept) {
        node.clearWaiter();
    }
}
