package dev.baton.bench.load;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.util.Arrays;
import java.util.stream.Collectors;

/**
 * Ends the forked JVM when a benchmark stops making progress, so that one that hangs costs a cell and not the run.
 * (AQS can livelock when timed acquires abort concurrently: JDK-8386085.) The reason and the stacks go to the
 * {@link Notes}, where the run that waits for this JVM finds them.
 */
public final class Watchdog {
    /** System property: seconds without progress after which a benchmark counts as hung. */
    public static final String LIMIT = "baton.bench.hang-seconds";
    private static final int EXIT_HUNG = 86;
    private static final long NOT_RUNNING = Long.MIN_VALUE;

    private final long limitNanos = Long.getLong(LIMIT, 60L) * 1_000_000_000L;
    private volatile long since = NOT_RUNNING;

    /** Starts watching; the thread is a daemon and ends with the JVM. */
    @SuppressWarnings("this-escape") // the thread only reads a field that is set
    public Watchdog() {
        Thread.ofPlatform().daemon().name("hang watchdog").start(this::watch);
    }

    /** Something that must end has begun. */
    public void begin() {
        since = System.nanoTime();
    }

    /** It has ended. */
    public void end() {
        since = NOT_RUNNING;
    }

    private void watch() {
        for (;;) {
            try {
                Thread.sleep(500);
            } catch (InterruptedException ended) {
                return;
            }
            long began = since;
            if (began != NOT_RUNNING && System.nanoTime() - began > limitNanos) {
                giveUp();
            }
        }
    }

    private void giveUp() {
        ThreadInfo[] threads = ManagementFactory.getThreadMXBean().dumpAllThreads(true, true);
        Notes.hung("no progress for " + limitNanos / 1_000_000_000L + " s",
                Arrays.stream(threads).map(ThreadInfo::toString).collect(Collectors.joining()));
        Runtime.getRuntime().halt(EXIT_HUNG);
    }
}
