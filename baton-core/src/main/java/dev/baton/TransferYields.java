package dev.baton;

/**
 * Whether yielding pays on this machine now. A yield is cheap while only threads that hand over to each other are
 * ready; on a machine that others keep busy it gives away a whole time slice, and parking is better. So yields are timed:
 * after one that took long, nobody yields for a while, twice as long as the last time. The fields are plain and
 * shared by all queues on purpose: the load is the machine's, and a lost update only delays the adaptation.
 *
 * <p>A virtual thread gives away no time slice, only its turn on the carrier; its yields are neither timed nor suspended.
 */
final class TransferYields {
    /** More than the threads that are at a hand-off need for their turn, less than a time slice. */
    private static final long LONG_NANOS = 200_000;
    private static final long LEAST_PAUSE = 1_000_000;
    private static final long LONGEST_PAUSE = 128_000_000;

    private static long pause = LEAST_PAUSE;
    private static long resumption = System.nanoTime();

    private TransferYields() {}

    /** Whether a wait that begins now may yield. */
    static boolean pay() {
        return Thread.currentThread().isVirtual() || System.nanoTime() - resumption >= 0;
    }

    /** Yields; false if that took so long that this wait should not do it again. */
    static boolean giveWay() {
        if (Thread.currentThread().isVirtual()) {
            Thread.yield();
            return true;
        }
        long before = System.nanoTime();
        Thread.yield();
        long after = System.nanoTime();
        if (after - before < LONG_NANOS) {
            if (pause != LEAST_PAUSE) {
                pause = LEAST_PAUSE;
            }
            return true;
        }
        resumption = after + pause;
        pause = Math.min(LONGEST_PAUSE, 2 * pause);
        return false;
    }
}
