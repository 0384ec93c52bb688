package dev.baton.zoo;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * A lock whose word a kernel can wait on. Java has no such system call; a count of wake-ups stands for it: one who waits
 * notes the count, looks at the word a last time, and waits for the count to change. It is volatile in both forms,
 * because it stands for the kernel.
 */
abstract class FutexLock extends ZooLock {
    @SuppressWarnings("unused") // by its handle
    private int word;
    private volatile int wakeUps;

    FutexLock(int threads) {
        super(threads);
    }

    /** Sleeps until the next wake-up, unless the word has another value. */
    final void sleepWhile(int value) {
        int noted = wakeUps;
        if ((int) WORD.getVolatile(this) != value) {
            return;
        }
        while (wakeUps == noted) {
            pause();
        }
    }

    /** Wakes all who sleep. */
    final void wake() {
        WAKE_UPS.getAndAdd(this, 1);
    }

    // VarHandle mechanics
    static final VarHandle WORD = Handles.field(MethodHandles.lookup(), "word", int.class);
    private static final VarHandle WAKE_UPS = Handles.field(MethodHandles.lookup(), "wakeUps", int.class);
}
