package dev.baton.check.graph;

import static dev.baton.check.graph.Execution.INIT;
import static dev.baton.check.graph.Graph.NONE;

import java.util.Arrays;

/**
 * The write that each read reads from and, the other way round, a list of the readers of each write and of each
 * location's initial value. A list begins with the reader that was linked last: removing events in the reverse of their
 * order finds each at the head.
 */
final class ReadsFrom {
    int[] source = new int[64];
    int[] nextReader = new int[64];
    private int[] firstReader = new int[64];
    private int[] initReader = new int[16];

    ReadsFrom() {
        Arrays.fill(initReader, NONE);
    }

    /** The reader of a write that was linked last, where the write may be INIT; or {@link Graph#NONE}. */
    int firstReader(int write, int location) {
        if (write != INIT) {
            return firstReader[write];
        }
        return location < initReader.length ? initReader[location] : NONE;
    }

    /** Adds a write that nobody reads yet. */
    void add(int write) {
        firstReader[write] = NONE;
    }

    void link(int read, int location, int write) {
        source[read] = write;
        if (write == INIT) {
            nextReader[read] = initReader[location];
            initReader[location] = read;
        } else {
            nextReader[read] = firstReader[write];
            firstReader[write] = read;
        }
    }

    void unlink(int read, int location) {
        int write = source[read];
        int other = firstReader(write, location);
        if (other == read) {
            if (write == INIT) {
                initReader[location] = nextReader[read];
            } else {
                firstReader[write] = nextReader[read];
            }
            return;
        }
        while (nextReader[other] != read) {
            other = nextReader[other];
        }
        nextReader[other] = nextReader[read];
    }

    /** Forgets who reads a location's initial value. */
    void clear(int location) {
        initReader[location] = NONE;
    }

    /** Makes room for so many events. */
    void ensureEvents(int events) {
        source = Arrays.copyOf(source, events);
        firstReader = Arrays.copyOf(firstReader, events);
        nextReader = Arrays.copyOf(nextReader, events);
    }

    /** Makes room for so many locations. */
    void ensureLocations(int locations) {
        int had = initReader.length;
        initReader = Arrays.copyOf(initReader, locations);
        Arrays.fill(initReader, had, locations, NONE);
    }
}
