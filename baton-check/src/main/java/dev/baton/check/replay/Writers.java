package dev.baton.check.replay;

import dev.baton.check.event.SearchThread;
import java.util.Arrays;

/**
 * Which threads write which places, as far as any execution has shown. A thread may rely on a place that nobody else
 * writes; if somebody does after all, the check begins anew.
 */
final class Writers {
    private static final int MANY = -1;

    /** By place: 0 nobody, a thread's number + 1, or many. */
    private volatile int[] writer = new int[256];
    /** By place: who relies on it, in the same numbers. */
    private int[] reliant = new int[256];

    /** Notes a write; false if another thread relied on there being none. */
    boolean wrote(int location, int thread) {
        int[] known = writer;
        if (location < known.length && (known[location] == thread + 1 || known[location] == MANY)) {
            return true;
        }
        return note(location, thread);
    }

    private synchronized boolean note(int location, int thread) {
        ensure(location);
        int before = writer[location];
        writer[location] = with(before, thread);
        if (writer[location] != before) {
            SearchThread.learned();
        }
        boolean expected = reliant[location] == 0 || reliant[location] == thread + 1;
        if (!expected) {
            reliant[location] = 0;
        }
        return expected;
    }

    /** Whether nobody but this thread writes the place; from now on it relies on that. */
    synchronized boolean isOnlyOf(int location, int thread) {
        ensure(location);
        if (writer[location] != 0 && writer[location] != thread + 1) {
            return false;
        }
        reliant[location] = with(reliant[location], thread);
        return true;
    }

    private static int with(int known, int thread) {
        return known == 0 || known == thread + 1 ? thread + 1 : MANY;
    }

    private void ensure(int location) {
        if (location >= writer.length) {
            int now = Math.max(2 * writer.length, location + 1);
            reliant = Arrays.copyOf(reliant, now);
            writer = Arrays.copyOf(writer, now);
        }
    }
}
