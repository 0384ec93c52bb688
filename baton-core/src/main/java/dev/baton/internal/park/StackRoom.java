package dev.baton.internal.park;

/**
 * Looks whether the stack has room for steps that must not be cut off in the middle. Between a change of state and the
 * wake-up of the threads that it serves, a {@link StackOverflowError} would leave a thread asleep for ever. An operation
 * that asks before its first step fails there instead, and has done nothing.
 */
public final class StackRoom {
    /** Levels that are tried: together more stack than any hand-over needs, even if only this class is compiled. */
    private static final int LEVELS = 16;

    private StackRoom() {}

    /** Throws {@link StackOverflowError} if there is little room left. */
    public static void require() {
        long unused = descend(LEVELS, 1L, 2L, 3L, 4L, 5L, 6L, 7L, 8L, 9L, 10L, 11L, 12L, 13L, 14L, 15L, 16L);
    }

    /** Not a tail call, and with values that the frame has to keep meanwhile: compiled code has large frames too. */
    private static long descend(int left, long a, long b, long c, long d, long e, long f, long g, long h, long i,
            long j,
            long k, long l, long m, long n, long o, long p) {
        if (left == 0) {
            return a;
        }
        long below = descend(left - 1, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, a);
        return below + (a ^ b) + (c ^ d) + (e ^ f) + (g ^ h) + (i ^ j) + (k ^ l) + (m ^ n) + (o ^ p);
    }
}
