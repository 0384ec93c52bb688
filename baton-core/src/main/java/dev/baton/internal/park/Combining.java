package dev.baton.internal.park;

import java.lang.System.Logger;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.concurrent.locks.LockSupport;

import org.jspecify.annotations.Nullable;

/**
 * What a scheduler of virtual threads can add to a hand-over: the next owner of a lock takes the carrier of the
 * releaser. The module {@code baton-combine} provides it. Only locks with a hand-off that stays where the releaser runs
 * ask; for all others this class is not even loaded.
 */
public abstract class Combining {
    /** The line of requests that a hand-over serves. */
    public interface Line {
        /** {@return how many requests have ever entered} */
        long entries();

        /** {@return whether a request may be waiting} */
        boolean mayHaveWaiters();
    }

    private static final @Nullable Combining PRESENT = find();

    /** For the provider. */
    protected Combining() {}

    private static @Nullable Combining find() {
        String missing = "the module baton-combine is not there";
        try {
            Combining found = ServiceLoader.load(Combining.class, Combining.class.getClassLoader()).findFirst()
                    .orElse(null);
            if (found != null) {
                return found;
            }
        } catch (ServiceConfigurationError unusable) {
            missing = "baton-combine cannot be used: " + unusable.getMessage();
        }
        System.getLogger(Combining.class.getName()).log(Logger.Level.INFO,
                "virtual threads hand locks over by DISPATCH, because " + missing);
        return null;
    }

    /** {@return whether virtual threads can take the carrier of a releaser in this JVM} */
    public static boolean isAvailable() {
        return PRESENT != null && PRESENT.isPossible();
    }

    /**
     * Parks the current thread, which waits for a lock.
     *
     * @param blocker what a thread dump shows it to wait for
     */
    public static void park(Object blocker) {
        if (PRESENT == null) {
            LockSupport.park(blocker);
        } else {
            PRESENT.parkOnCarrier(blocker);
        }
    }

    /**
     * Hands over to a thread that has just been served.
     *
     * @param next   the thread
     * @param sleeps whether it has announced that it sleeps; if not, it sees by itself that it was served
     * @param stays  whether the releaser goes on where it is, after the next owner's section
     * @param line   the line that the thread stood in
     */
    public static void handOver(Thread next, boolean sleeps, boolean stays, Line line) {
        if (PRESENT == null) {
            LockSupport.unpark(next);
        } else {
            PRESENT.handOverCarrier(next, sleeps, stays, line);
        }
    }

    /** {@return whether the JVM lets virtual threads be combined} */
    protected abstract boolean isPossible();

    /**
     * As {@link #park}; the thread goes on at once where it is if it is served before it sleeps.
     *
     * @param blocker what a thread dump shows it to wait for
     */
    protected abstract void parkOnCarrier(Object blocker);

    /**
     * As {@link #handOver}: runs the thread where the current one runs if it can, and wakes it otherwise.
     *
     * @param next   the thread
     * @param sleeps whether it has announced that it sleeps
     * @param stays  whether the releaser goes on where it is, after the next owner's section
     * @param line   the line that the thread stood in
     */
    protected abstract void handOverCarrier(Thread next, boolean sleeps, boolean stays, Line line);
}
