package dev.baton.jcstress;

import org.jspecify.annotations.Nullable;

/** An interrupt from one actor to the other, which outlives neither: the next sample runs in the same threads. */
final class Interruption {
    private volatile @Nullable Thread target;
    private volatile boolean sent;

    /** The current thread may be interrupted from now on. */
    void offer() {
        target = Thread.currentThread();
    }

    /** Interrupts the thread that offered itself. */
    void send() {
        Thread waiting;
        while ((waiting = target) == null) {
            Thread.yield();
        }
        waiting.interrupt();
        sent = true;
    }

    /** Waits for the interrupt and clears it. */
    void absorb() {
        while (!sent) {
            Thread.yield();
        }
        Thread.interrupted();
    }
}
