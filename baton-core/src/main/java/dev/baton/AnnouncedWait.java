package dev.baton;

import dev.baton.internal.park.Combining;
import dev.baton.internal.park.Processors;

/** How a thread waits in a queue whose releasers ask whether the thread that they serve sleeps. */
final class AnnouncedWait extends ServedWait {
    static final AnnouncedWait LOOP = new AnnouncedWait();

    private AnnouncedWait() {}

    @Override
    protected boolean announce(ThreadWaiter<?> waiter, int wakeUps) {
        return waiter.announceParking();
    }

    @Override
    protected void park(Object blocker) {
        Combining.park(blocker);
    }

    /**
     * As many as there are other processors may stand before a virtual thread: a releaser runs those that sleep at
     * once.
     */
    @Override
    int reach() {
        return Thread.currentThread().isVirtual() ? Processors.count() - 1 : 0;
    }

    @Override
    void callEarly(ThreadWaiter<?> behind) {} // a releaser runs it where it stands
}
