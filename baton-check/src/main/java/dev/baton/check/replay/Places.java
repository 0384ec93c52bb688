package dev.baton.check.replay;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** The places of a program, by number: each is a field, an array element or a hidden place of some {@link Shadow}. */
final class Places {
    private volatile Shadow[] shadows = new Shadow[256];
    private volatile int[] indices = new int[256];
    private int count;

    /** The number of a place: {@code index} counts hidden places first, then fields or elements. */
    int location(Shadow shadow, int index) {
        int known = shadow.locations[index];
        return known != 0 ? known - 1 : add(shadow, index);
    }

    private synchronized int add(Shadow shadow, int index) {
        if (shadow.locations[index] == 0) {
            if (count == indices.length) {
                indices = Arrays.copyOf(indices, count * 2);
                shadows = Arrays.copyOf(shadows, count * 2);
            }
            shadows[count] = shadow;
            indices[count] = index;
            shadow.locations[index] = ++count;
        }
        return shadow.locations[index] - 1;
    }

    /** The number of the place that several bytes of an array are together; negative if some are places by themselves. */
    synchronized int number(Shadow bytes, Cells.Cell wanted) {
        Cells cells = bytes.cells;
        Cells.Cell known = cells == null ? null : cells.at(wanted.start());
        if (wanted.equals(known)) {
            return location(bytes, Shadow.HIDDEN + wanted.start());
        }
        for (int i = wanted.start(); i < wanted.start() + wanted.width(); i++) {
            if (bytes.locations[Shadow.HIDDEN + i] != 0 || cells != null && cells.at(i) != null) {
                return -1;
            }
        }
        Cells grown = cells == null ? new Cells(bytes.size) : cells;
        grown.add(wanted);
        bytes.cells = grown;
        return location(bytes, Shadow.HIDDEN + wanted.start());
    }

    /** Two places of four bytes in the place of one of eight; what was seen of the one is forgotten with the search. */
    synchronized void halve(Shadow bytes, int start) {
        Cells cells = bytes.cells;
        Cells.Cell whole = cells == null ? null : cells.at(start);
        if (cells != null && whole != null && whole.width() == Long.BYTES) {
            cells.remove(whole);
            bytes.locations[Shadow.HIDDEN + start] = 0;
        }
    }

    Shadow shadow(int location) {
        return shadows[location];
    }

    int index(int location) {
        return indices[location];
    }

    /** What kind of hidden place it is; null for a field or an element. */
    @Nullable
    Hidden hidden(int location) {
        return shadows[location].hidden(indices[location]);
    }

    char kind(int location) {
        return shadows[location].kind(indices[location]);
    }

    long initialValue(int location) {
        return shadows[location].initialValue(indices[location]);
    }

    String describe(int location) {
        return shadows[location].describe(indices[location]);
    }
}
