package dev.baton;

import dev.baton.internal.park.ParkLoop;
import dev.baton.internal.park.SpinPolicy;

/** How a thread waits for its request to be decided by another, which wakes it if it has announced that it parks. */
final class ChannelWait extends ParkLoop<Decision> {
    private final SpinPolicy spinning;

    /** What the threads of one channel share; {@code spins} is the most looks of a thread before it parks. */
    ChannelWait(int spins) {
        this.spinning = new SpinPolicy(spins, true);
    }

    @Override
    protected boolean isServed(Decision request) {
        return request.isDecided();
    }

    @Override
    protected boolean abort(Decision request) {
        return request.abort();
    }

    @Override
    protected int looks(Decision request, int wakeUps) {
        return wakeUps == 0 && spinning.mayLook() ? spinning.looks() : 0;
    }

    @Override
    protected void looked(Decision request, boolean paid) {
        if (paid) {
            spinning.answered();
        } else {
            spinning.inVain();
        }
    }

    @Override
    protected boolean announce(Decision request, int wakeUps) {
        return request.announce(Thread.currentThread());
    }

    @Override
    protected void ended(Decision request, Outcome outcome, boolean slept) {
        request.forgetThread();
    }
}
