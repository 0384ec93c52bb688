package dev.baton.bench.peer;

/**
 * Waiting without parking. After a while it yields the processor, without which a queue of more threads than
 * processors would move one place a time slice.
 */
final class SpinWait {
    private static final int SPINS_BEFORE_YIELD = 128;

    private SpinWait() {}

    /** Waits once; returns what to pass the next time. */
    static int once(int spins) {
        if (spins < SPINS_BEFORE_YIELD) {
            Thread.onSpinWait();
        } else {
            Thread.yield();
        }
        return spins + 1;
    }
}
