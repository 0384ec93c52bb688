package dev.baton.check.replay;

import dev.baton.check.event.AccessMode;
import dev.baton.check.event.BlockReason;
import dev.baton.check.event.Chance;
import dev.baton.check.event.Clock;
import dev.baton.check.event.Timeouts;

/** When a timed wait of a thread under check expires, and what the thread's clock says. */
/*
 * FREE: before a timed wait a choice says whether it expires; if not, it is an execution without this wait's timeout. Each look at
 * the clock but the first is a choice too: it stands still or jumps far ahead.
 *
 * LAST and NEVER: the clock moves by the time that a wait or sleep took which expired, and by nothing else. Under LAST a timed wait
 * that cannot go on says so (EXPIRE), and the search lets it go on when nothing else can; so does a loop that looks at the clock and
 * failed. Under NEVER both are blocked like any other.
 *
 * A shared clock is a hidden place. It orders nothing: a thread may read it late, but never backwards.
 */
final class ThreadTime {
    /** Far beyond any timeout in a test, far below overflow: about 13 days. */
    private static final long JUMP = 1L << 50;
    /** How often in a run a polling loop may find that time has passed. */
    private static final int MOST_PASSINGS = 3;

    private final SimThread thread;
    private final Timeouts timeouts;
    private final boolean shared;
    private long clock;
    private boolean read;
    /** The tick of the last look at the clock. */
    private int lookTick;
    private int passings;

    ThreadTime(SimThread thread) {
        this.thread = thread;
        this.timeouts = thread.image.settings.machine().timeouts();
        this.shared = thread.image.settings.machine().clock() == Clock.SHARED;
    }

    void reset() {
        clock = 0;
        read = false;
        lookTick = 0;
        passings = 0;
    }

    // ---- waits

    /** Whether a wait ends before it has begun: its time is up, if it has one, or it ends for no reason. */
    boolean endsAtOnce(boolean timed, int site) {
        return timed && timeouts == Timeouts.FREE ? expiresFreely(site) : thread.wakeUps.happensNow(site);
    }

    /** Whether a timed wait expires, where that is free. */
    boolean expiresFreely(int site) {
        if (thread.choose(Chance.TIMEOUT, 2, site) == 0) {
            return false;
        }
        pass(JUMP, site);
        return true;
    }

    boolean isFree() {
        return timeouts == Timeouts.FREE;
    }

    /** The thread waits and cannot go on; returns if its time is up. */
    void block(BlockReason reason, boolean timed, long nanos, int firstEvent, int site) {
        if (!timed || timeouts == Timeouts.NEVER) {
            thread.block(reason, firstEvent, site);
        } else if (timeouts == Timeouts.FREE) {
            thread.block(BlockReason.ASSUME, firstEvent, site);
        } else {
            thread.expire(reason, firstEvent, site);
            pass(nanos, site);
        }
    }

    /** The thread waits in the monitor of an object that nobody else knows. */
    void awaitAlone(boolean timed, long nanos, int site) {
        if (timed && isFree()) {
            pass(JUMP, site);
        } else {
            block(BlockReason.MONITOR, timed, nanos, thread.events, site);
        }
    }

    /** A turn of a loop failed; true if time has passed instead of the thread being blocked, so that it may look again. */
    boolean passesInLoop(int since, int firstEvent, int site) {
        if (timeouts != Timeouts.LAST || lookTick < since || passings == MOST_PASSINGS) {
            return false;
        }
        passings++;
        thread.expire(BlockReason.AWAIT, firstEvent, site);
        pass(JUMP, site);
        return true;
    }

    /** The thread sleeps: it is not waiting for anybody, so it goes on at any time. */
    void sleep(long nanos, int site) {
        if (timeouts != Timeouts.FREE && nanos > 0) {
            pass(nanos, site);
        }
    }

    // ---- the clock

    private void pass(long nanos, int site) {
        if (shared) {
            int place = place();
            long before = thread.rmwRead(place, AccessMode.OPAQUE, AccessMode.OPAQUE, site);
            clock = Math.max(clock, before) + nanos;
            thread.clockWrite(place, clock, site);
        } else {
            clock += nanos;
        }
    }

    long nanoTime(int site) {
        lookTick = thread.effects.now();
        if (timeouts == Timeouts.FREE && read && thread.choose(Chance.CLOCK, 2, site) == 1) {
            pass(JUMP, site);
        } else if (shared) {
            clock = Math.max(clock, thread.read(place(), AccessMode.OPAQUE, site));
        }
        read = true;
        return clock;
    }

    private int place() {
        return ThreadCalls.place(thread, 0, ThreadCalls.CLOCK);
    }
}
