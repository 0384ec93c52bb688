package dev.baton.cli;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * What Ctrl-C does while a command works: it stops the work, and the process ends only when the command has
 * shown what it found, or after a short grace.
 */
final class Interruption {
    private static final int GRACE_SECONDS = 5;

    private final CountDownLatch shown = new CountDownLatch(1);
    private final Thread hook;

    private Interruption(Runnable stop, boolean wait) {
        if (!wait) {
            shown.countDown();
        }
        hook = Thread.ofPlatform().name("interruption").unstarted(() -> {
            stop.run();
            try {
                boolean inTime = shown.await(GRACE_SECONDS, TimeUnit.SECONDS);
                if (!inTime) {
                    System.err.println("baton: stopped without a result.");
                }
            } catch (InterruptedException impatient) {
                Thread.currentThread().interrupt();
            }
        });
    }

    /** Calls {@code stop} when the process is asked to end before {@link #settle}. */
    static Interruption stopping(Runnable stop) {
        return hooked(new Interruption(stop, true));
    }

    /** The same, but nobody waits for the command: {@code last} shows what there is to show. */
    static Interruption ending(Runnable last) {
        return hooked(new Interruption(last, false));
    }

    private static Interruption hooked(Interruption interruption) {
        Runtime.getRuntime().addShutdownHook(interruption.hook);
        return interruption;
    }

    /** The command has shown all it has to show. */
    void settle() {
        shown.countDown();
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException ending) {
            // The hook runs already, and the latch lets it go.
        }
    }
}
