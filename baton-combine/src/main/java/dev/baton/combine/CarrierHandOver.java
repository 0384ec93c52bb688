package dev.baton.combine;

import dev.baton.internal.park.Combining;

/** How the locks find the scheduler; not for use by programs. */
@SuppressWarnings("exports") // what it extends is known to this module alone
public final class CarrierHandOver extends Combining {
    /** For the service loader. */
    public CarrierHandOver() {}

    @Override
    protected boolean isPossible() {
        return CombiningScheduler.isAvailable();
    }

    @Override
    protected void parkOnCarrier(Object blocker) {
        CombiningScheduler.park(blocker);
    }

    @Override
    protected void handOverCarrier(Thread next, boolean sleeps, boolean stays, Line line) {
        CombiningScheduler.handOver(next, sleeps, stays, line);
    }
}
