package dev.baton;

import dev.baton.internal.line.Segment;
import dev.baton.internal.park.ParkLoop;
import dev.baton.internal.park.SpinPolicy;

import org.jspecify.annotations.Nullable;

/**
 * How a thread waits that others serve: for its cell to be RESUMED, which is followed by a wake-up whatever the thread
 * does.
 */
class ServedWait extends ParkLoop<ThreadWaiter<?>> {
    static final ServedWait LOOP = new ServedWait();

    ServedWait() {}

    @Override
    protected final boolean isServed(ThreadWaiter<?> waiter) {
        Segment at = waiter.segment();
        return at == null || at.cellVolatile(waiter.cell()) == WaitQueue.Mark.RESUMED;
    }

    @Override
    protected final boolean abort(ThreadWaiter<?> waiter) {
        return waiter.abort();
    }

    /** The first in line looks while that has lately paid; a thread that was woken and not served parks again. */
    @Override
    protected final int looks(ThreadWaiter<?> waiter, int wakeUps) {
        WaitQueue queue = waiter.queue();
        if (wakeUps > 0 || queue == null) {
            return 0;
        }
        Line line = queue.line();
        return line.spinning().mayLook() && line.distanceOf(waiter) <= reach() ? line.spinning().looks() : 0;
    }

    /** How many requests may stand before a thread that looks. */
    int reach() {
        return 0;
    }

    @Override
    protected final void looked(ThreadWaiter<?> waiter, boolean paid) {
        WaitQueue queue = waiter.queue();
        if (queue != null) {
            SpinPolicy spinning = queue.line().spinning();
            if (paid) {
                spinning.answered();
            } else {
                spinning.inVain();
            }
        }
    }

    @Override
    protected final void ended(ThreadWaiter<?> waiter, Outcome outcome, boolean slept) {
        if (outcome == Outcome.SERVED && slept) {
            ThreadWaiter<?> behind = behind(waiter);
            if (behind != null) {
                callEarly(behind);
            }
        }
        waiter.leave();
    }

    /**
     * Wakes the thread behind one that slept and has its turn now, before that is served: by the time it runs, it may
     * be. Where turns are short, its way to a processor is most of what a hand-over takes.
     */
    void callEarly(ThreadWaiter<?> behind) {
        behind.signal();
    }

    private static @Nullable ThreadWaiter<?> behind(ThreadWaiter<?> waiter) {
        Segment at = waiter.segment();
        int next = waiter.cell() + 1;
        return at != null && next < at.size() && at.cellVolatile(next) instanceof ThreadWaiter<?> behind
                ? behind
                : null;
    }
}
