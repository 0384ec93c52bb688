package dev.baton;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

import org.jspecify.annotations.Nullable;

/**
 * Count that goes down to zero and stays there, spread over several words so that threads which count at the same
 * time do not fight for one. For counts so large that the words cost little against the calls to come.
 */
final class SpreadCount {
    /*
     * Overview
     *
     *      count 1027  =  share 0: 257 │ share 1: 257 │ share 2: 257 │ share 3: 256      each on cache lines of its own
     *                        ▲                              ▲
     *                     thread A, home 0               thread B, home 2
     *
     *   A thread takes from its home share while there is something in it, then from the others: from home ^ 1,
     *   home ^ 2 and so on, so that threads with different homes that move on together never meet. The distance from
     *   home is called the probe.
     *
     * Source
     *   Own; the idea of one word a thread is that of the JDK's LongAdder. Differs from it in: shares are full from
     *   the beginning and only go down, so that zero is noticed by whoever causes it, and a sum is exact.
     *
     * State
     *   share > 0: calls that may still be counted here; at or below zero it is empty, and is a hint: minus how often
     *   the threads that live here had to look further. They begin to look that far from home.
     *
     * Invariants
     *   - A share never grows, and an empty one stays empty; so a share seen empty need not be looked at again.
     *   - The count is the sum of the shares that are not empty.
     * Non-invariants
     *   - A hint may be wrong: several may look further at once, and threads that came too late have taken in vain. Who looks around
     *     begins at the hint, but looks at all shares before it finds that the count is zero.
     *
     * Linearization
     *   decrement at the fetch-and-add that finds something; one that finds all empty at its last look. isZero at its
     *   last read, or at the read that finds a share not empty. sum at a moment between its first read and its last:
     *   the count falls by one at a time from at least the sum to at most the sum.
     *   Who empties a share looks at all of them. The last to empty one finds the others empty, as it was the last;
     *   another may find so too, and both return true.
     *
     * Memory modes
     *   field  read      write      why that is enough
     *   share  volatile  getAndAdd  of two that empty the last two shares one must see the other; who sees zero must
     *                               see what came before each decrement
     *
     * Verified by
     *   SpreadCountTest, CountDownLatchTest, CountDownLatchStressTest, CountDownLatchLincheckTest, the scenarios of
     *   the latch with two shares in baton-proof, MutantsTest.
     */
    /** Fewer calls than this are not worth the space of a share. */
    static final int LEAST_SHARE = 128;
    /** Threads that run at once and are spread by chance seldom meet among this many shares for each. */
    private static final int SHARES_A_PROCESSOR = 8;
    private static final int MOST_SHARES = 64;
    /** From share to share, in words: two cache lines, because processors like to fetch them in pairs. */
    private static final int STRIDE = 16;
    /** The golden ratio's part behind the point: multiples of it lie evenly. */
    private static final long GOLDEN = 0x9E3779B97F4A7C15L;

    private final long[] words;
    private final int shares;
    /** Leaves as many bits of a long as the number of a share has. */
    private final int shift;

    /**
     * Creates a count.
     *
     * @param count  from where it goes down
     * @param shares over how many words it is spread, a power of two and at least 2
     */
    SpreadCount(long count, int shares) {
        this.shares = shares;
        this.shift = Long.numberOfLeadingZeros(shares - 1L);
        this.words = new long[STRIDE * (shares + 1)]; // one stride before the first, against the array's header
        for (int share = 0; share < shares; share++) {
            words[wordOf(share)] = count / shares + (share < count % shares ? 1 : 0);
        }
    }

    /** A count spread as this machine likes it, or null if it is too small to be worth it. */
    static @Nullable SpreadCount of(int count) {
        int wanted = Math.min(MOST_SHARES, Processors.isAlone() ? 1 : SHARES_A_PROCESSOR * Processors.count());
        int shares = Integer.highestOneBit(Math.min(wanted, count / LEAST_SHARE));
        return shares < 2 ? null : new SpreadCount(count, shares);
    }

    /** The share that a thread takes from first. Threads started one after the other get different ones. */
    int homeOf(Thread thread) {
        return (int) ((thread.threadId() * GOLDEN) >>> shift);
    }

    /**
     * Takes one away, unless the count is zero.
     *
     * @param home the share to take from if there is something in it
     * @return whether the count is zero by this call; of several at a time more than one may be told so
     */
    boolean decrement(int home) {
        int hint = hintOf(shareVolatile(wordOf(home)));
        long before = take(wordOf(home ^ hint));
        if (before <= 0L) {
            before = takeElsewhere(home, hint);
        }
        return before == 1L && isZero();
    }

    /** Takes one from a share unless it is empty; what the share held before, not positive if nothing was taken. */
    private long take(int word) {
        return shareVolatile(word) > 0L ? getAndDecrementShare(word) : 0L;
    }

    /** Takes one from wherever there is something, for a thread that found its home and the share of its hint empty. */
    private long takeElsewhere(int home, int hint) {
        for (int step = 1; step < shares; step++) {
            int probe = (hint + step) & (shares - 1);
            long before = take(wordOf(home ^ probe));
            if (before > 0L) {
                getAndDecrementShare(wordOf(home)); // the next begins one further on
                return before;
            }
        }
        return 0L;
    }

    /** How far from home a thread begins to look, by what its home holds. */
    private int hintOf(long share) {
        return share > 0L ? 0 : (int) -share & (shares - 1);
    }

    /** Whether nothing is left. */
    boolean isZero() {
        for (int share = 0; share < shares; share++) {
            if (shareVolatile(wordOf(share)) > 0L) {
                return false;
            }
        }
        return true;
    }

    /** What is left. */
    long sum() {
        long sum = 0L;
        for (int share = 0; share < shares; share++) {
            sum += Math.max(0L, shareVolatile(wordOf(share)));
        }
        return sum;
    }

    /** Over how many words the count is spread. */
    int shares() {
        return shares;
    }

    private static int wordOf(int share) {
        return STRIDE * (share + 1);
    }

    // VarHandle mechanics
    private static final VarHandle WORD = MethodHandles.arrayElementVarHandle(long[].class);

    private long shareVolatile(int word) {
        return (long) WORD.getVolatile(words, word);
    }

    private long getAndDecrementShare(int word) {
        return (long) WORD.getAndAdd(words, word, -1L);
    }
}
