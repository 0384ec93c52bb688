package dev.baton.check.replay;

import dev.baton.check.event.AccessMode;
import dev.baton.check.event.BlockReason;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** What rewritten code calls in place of {@code LockSupport} and the clock; as in {@link ThreadCalls}. */
/*
 * park: a hidden place holds the thread's permit. unpark exchanges 1 into it, park exchanges 0 and blocks when it
 * finds none; the exchange is acquire and release, so that what an unparker did before is seen by whom it wakes
 * (every JVM does this, and without it no parking loop would terminate in the model). Nothing may be built on it:
 * a park may also return for no reason, and on that path nothing is ordered. Decision 50 says more.
 *
 * Time is told by the thread's own {@link ThreadTime}.
 */
public final class ParkCalls {
    private ParkCalls() {}

    public static void park(int site) {
        park(false, 0, site);
    }

    public static void park(Object blocker, int site) {
        park(false, 0, site);
    }

    public static void parkNanos(long nanos, int site) {
        if (nanos > 0) {
            park(true, nanos, site);
        }
    }

    public static void parkNanos(Object blocker, long nanos, int site) {
        parkNanos(nanos, site);
    }

    public static void parkUntil(long deadline, int site) {
        SimThread self = ThreadCalls.active();
        if (self == null || self.time.isFree()) {
            park(true, 0, site);
        } else {
            parkNanos(TimeUnit.MILLISECONDS.toNanos(deadline - currentTimeMillis(site)), site);
        }
    }

    public static void parkUntil(Object blocker, long deadline, int site) {
        parkUntil(deadline, site);
    }

    public static void setCurrentBlocker(Object blocker, int site) {}

    private static void park(boolean timed, long nanos, int site) {
        SimThread self = ThreadCalls.active();
        if (self == null || self.time.endsAtOnce(timed, site)) {
            return;
        }
        int permit = ThreadCalls.place(self, self.number, ThreadCalls.PERMIT);
        int first = self.events;
        if (self.rmwRead(permit, AccessMode.ACQUIRE, AccessMode.ACQUIRE, site) == 1) {
            self.rmwWrite(permit, AccessMode.OPAQUE, 0, 1, site);
            return;
        }
        if (self.read(ThreadCalls.place(self, self.number, ThreadCalls.INTERRUPTED), AccessMode.VOLATILE, site) == 0) {
            self.time.block(BlockReason.PARK, timed, nanos, first, site);
        }
    }

    public static void unpark(@Nullable Thread thread, int site) {
        SimThread self = ThreadCalls.active();
        if (self == null || thread == null) {
            return;
        }
        int number = ThreadCalls.number(self, thread);
        if (number >= 0) {
            int permit = ThreadCalls.place(self, number, ThreadCalls.PERMIT);
            long before = self.rmwRead(permit, AccessMode.ACQ_REL, AccessMode.ACQ_REL, site);
            self.rmwWrite(permit, AccessMode.ACQ_REL, 1, before, site);
        }
    }

    // ---- time

    @SuppressWarnings("NamedLikeContextualKeyword") // the name of the method it replaces
    public static void yield(int site) {}

    public static void onSpinWait(int site) {}

    public static void sleep(long millis, int site) throws InterruptedException {
        sleepNanos(TimeUnit.MILLISECONDS.toNanos(millis), site);
    }

    public static void sleep(long millis, int nanos, int site) throws InterruptedException {
        sleepNanos(TimeUnit.MILLISECONDS.toNanos(millis) + nanos, site);
    }

    public static void sleep(Duration time, int site) throws InterruptedException {
        sleepNanos(time.toNanos(), site);
    }

    public static void sleep(TimeUnit unit, long time, int site) throws InterruptedException {
        sleepNanos(unit.toNanos(time), site);
    }

    private static void sleepNanos(long nanos, int site) throws InterruptedException {
        SimThread self = ThreadCalls.active();
        if (self != null) {
            ThreadCalls.throwIfInterrupted(self, site);
            self.time.sleep(nanos, site);
        }
    }

    public static long nanoTime(int site) {
        SimThread self = ThreadCalls.active();
        return self == null ? 0 : self.time.nanoTime(site);
    }

    /** The time as {@link #currentTimeMillis} has it. */
    public static Instant now(int site) {
        return Instant.ofEpochMilli(currentTimeMillis(site));
    }

    public static long millis(Clock clock, int site) {
        return isOfSystem(clock) ? currentTimeMillis(site) : clock.millis();
    }

    public static Instant instant(Clock clock, int site) {
        return isOfSystem(clock) ? now(site) : clock.instant();
    }

    /** Not a clock that the program made itself, nor one that stands still. */
    private static boolean isOfSystem(Clock clock) {
        return clock.getClass().getName().equals("java.time.Clock$SystemClock");
    }

    public static long currentTimeMillis(int site) {
        return 1_700_000_000_000L + nanoTime(site) / 1_000_000;
    }
}
