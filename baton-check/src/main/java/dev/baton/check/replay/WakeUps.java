package dev.baton.check.replay;

import dev.baton.check.event.Chance;

/** The wake-ups of a thread for no reason. */
final class WakeUps {
    /** More than this one thread has in no execution. */
    private static final int MOST = 3;

    private final SimThread thread;
    private int count;
    /** Whether the thread has done something since the last one that others can see. */
    private boolean acted;

    WakeUps(SimThread thread) {
        this.thread = thread;
    }

    void reset() {
        count = 0;
        acted = false;
    }

    /** The thread does something that others can see. */
    void act() {
        acted = true;
    }

    /**
     * Whether a park or wait returns for no reason now: a choice. A first time is enough to find code that does not look
     * again; code that looks so often and not more often is found by another one right after, with nothing written
     * between. Code that does look again, and writes something each time, would otherwise go round for ever.
     */
    boolean happensNow(int site) {
        boolean may = count == 0 || count < MOST && !acted;
        if (!thread.image.settings.spuriousWakeups() || !may || thread.choose(Chance.WAKE_UP, 2, site) == 0) {
            return false;
        }
        count++;
        acted = false;
        return true;
    }
}
