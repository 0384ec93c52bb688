package dev.baton;

import dev.baton.internal.park.CarrierSpinning;
import dev.baton.internal.park.ParkLoop;
import dev.baton.internal.park.SpinPolicy;

/** How a thread waits for its request to be decided by another, which wakes it if it has announced that it parks. */
final class ChannelWait extends ParkLoop<Decision> {
    private final SpinPolicy spinning;
    private final CarrierSpinning onCarriers = new CarrierSpinning();

    /** What the threads of one channel share; {@code spins} is the most looks of a thread before it parks. */
    ChannelWait(int spins) {
        this.spinning = new SpinPolicy(spins, false);
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
        if (wakeUps != 0 || !spinning.mayLook()) {
            return 0;
        }
        if (!Thread.currentThread().isVirtual()) {
            return spinning.looks();
        }
        int looks = onCarriers.looks();
        if (looks > 0 && CarrierSpinning.isTurnOfOthers(request.number())) {
            yieldIfPossible();
        }
        return looks;
    }

    /** Lets other virtual threads run. Without memory or stack for that the thread goes on: its request is in line. */
    private static void yieldIfPossible() {
        try {
            Thread.yield();
        } catch (OutOfMemoryError | StackOverflowError failed) {
            return;
        }
    }

    @Override
    protected void looked(Decision request, boolean paid) {
        boolean virtual = Thread.currentThread().isVirtual();
        if (virtual && paid) {
            onCarriers.answered();
        } else if (virtual) {
            onCarriers.inVain();
        } else if (paid) {
            spinning.answered();
        } else {
            spinning.inVain();
        }
    }

    @Override
    protected boolean announce(Decision request, int wakeUps) {
        if (!request.announce(Thread.currentThread())) {
            return false;
        }
        onCarriers.sleeps();
        return true;
    }

    @Override
    protected void ended(Decision request, Outcome outcome, boolean slept) {
        if (request.forgetThread()) {
            onCarriers.awake();
        }
    }
}
