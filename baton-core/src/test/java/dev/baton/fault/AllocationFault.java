package dev.baton.fault;

import org.jspecify.annotations.Nullable;

/**
 * Makes one allocation of one thread fail: the n-th after it was armed. The rewritten classes ask {@link #check} before each
 * allocation; see {@link FaultyClasses}.
 */
public final class AllocationFault {
    private static volatile @Nullable Thread target;
    private static volatile boolean fired;
    private static int remaining;

    private AllocationFault() {}

    /** Lets the {@code number}-th allocation of {@code thread} from now on fail; 1 is the next. */
    static void arm(Thread thread, int number) {
        fired = false;
        remaining = number;
        target = thread;
    }

    /** Lets all allocations succeed; returns whether one has failed since the fault was armed. */
    static boolean disarm() {
        target = null;
        return fired;
    }

    /** Called before each allocation of the library. */
    public static void check() {
        if (target == Thread.currentThread() && --remaining == 0) {
            target = null;
            fired = true;
            throw new OutOfMemoryError("injected");
        }
    }
}
