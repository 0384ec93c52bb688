package dev.baton.fault;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import org.jspecify.annotations.Nullable;

/**
 * Makes one allocation of one thread fail: the n-th after it was armed. The rewritten classes ask {@link #check} before each
 * allocation; see {@link FaultyClasses}.
 */
public final class AllocationFault {
    private static final Set<String> ENTERED = ConcurrentHashMap.newKeySet();
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

    /** Called by each operation of the library as it begins. */
    public static void entered(String operation) {
        if (target == Thread.currentThread()) {
            ENTERED.add(operation);
        }
    }

    /** {@return the operations that have begun while the fault was armed for their thread} */
    static Set<String> enteredWhileArmed() {
        return Set.copyOf(ENTERED);
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
