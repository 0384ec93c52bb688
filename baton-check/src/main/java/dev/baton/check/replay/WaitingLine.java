package dev.baton.check.replay;

import java.util.StringJoiner;

/** Threads in their order, in a number: six bits for each, the first in the lowest; 0 is nobody. */
final class WaitingLine {
    private static final int BITS = 6;
    private static final int MOST = Long.SIZE / BITS;

    private WaitingLine() {}

    /** Puts a thread at the end; begins the check anew if there is no room. */
    static long add(SimThread self, long line, int number) {
        int length = (Long.SIZE - Long.numberOfLeadingZeros(line) + BITS - 1) / BITS;
        if (length == MOST || number + 1 >= 1 << BITS) {
            throw Locks.needQueues(self);
        }
        return line | number + 1L << BITS * length;
    }

    static int first(long line) {
        return (int) (line & (1 << BITS) - 1) - 1;
    }

    static long withoutFirst(long line) {
        return line >>> BITS;
    }

    static String describe(long line, Cast cast) {
        StringJoiner names = new StringJoiner(", ");
        for (long rest = line; rest != 0; rest = withoutFirst(rest)) {
            names.add(cast.name(first(rest)));
        }
        return names.toString();
    }

    /** Takes a thread out, if it is there. */
    static long remove(long line, int number) {
        for (int at = 0; line >>> at != 0; at += BITS) {
            if (first(line >>> at) == number) {
                long before = line & (1L << at) - 1;
                return before | line >>> at + BITS << at;
            }
        }
        return line;
    }
}
