package dev.baton.check.model;

import dev.baton.check.event.SearchThread;
import java.util.Arrays;
import java.util.function.IntPredicate;

/** A binary relation over the numbers 0 .. size-1, as a bit matrix; operations make new relations. */
final class Relation {
    private final int size;
    private final int words;
    private final long[] bits;

    Relation(int size) {
        this.size = size;
        this.words = (size + 63) >>> 6;
        this.bits = new long[size * words];
    }

    private Relation(Relation other) {
        SearchThread.look();
        this.size = other.size;
        this.words = other.words;
        this.bits = other.bits.clone();
    }

    /** The identity on the numbers that satisfy a predicate: the brackets of the papers. */
    static Relation identity(int size, IntPredicate member) {
        Relation result = new Relation(size);
        for (int i = 0; i < size; i++) {
            if (member.test(i)) {
                result.add(i, i);
            }
        }
        return result;
    }

    int size() {
        return size;
    }

    void add(int from, int to) {
        bits[from * words + (to >>> 6)] |= 1L << to;
    }

    boolean has(int from, int to) {
        return (bits[from * words + (to >>> 6)] >>> to & 1) != 0;
    }

    boolean isEmpty() {
        for (long word : bits) {
            if (word != 0) {
                return false;
            }
        }
        return true;
    }

    boolean hasAny(int from) {
        for (int k = 0; k < words; k++) {
            if (bits[from * words + k] != 0) {
                return true;
            }
        }
        return false;
    }

    Relation or(Relation... others) {
        Relation result = new Relation(this);
        for (Relation other : others) {
            for (int i = 0; i < result.bits.length; i++) {
                result.bits[i] |= other.bits[i];
            }
        }
        return result;
    }

    Relation and(Relation other) {
        Relation result = new Relation(this);
        for (int i = 0; i < bits.length; i++) {
            result.bits[i] &= other.bits[i];
        }
        return result;
    }

    Relation minus(Relation other) {
        Relation result = new Relation(this);
        for (int i = 0; i < bits.length; i++) {
            result.bits[i] &= ~other.bits[i];
        }
        return result;
    }

    /** This relation, then each of the others in turn. */
    Relation then(Relation... others) {
        Relation result = this;
        for (Relation other : others) {
            result = result.compose(other);
        }
        return result;
    }

    private Relation compose(Relation other) {
        Relation result = new Relation(size);
        for (int i = 0; i < size; i++) {
            SearchThread.look();
            int row = i * words;
            for (int k = 0; k < words; k++) {
                long word = bits[row + k];
                while (word != 0) {
                    int middle = (k << 6) + Long.numberOfTrailingZeros(word);
                    word &= word - 1;
                    for (int m = 0; m < words; m++) {
                        result.bits[row + m] |= other.bits[middle * words + m];
                    }
                }
            }
        }
        return result;
    }

    Relation inverse() {
        Relation result = new Relation(size);
        for (int i = 0; i < size; i++) {
            for (int k = 0; k < words; k++) {
                long word = bits[i * words + k];
                while (word != 0) {
                    result.add((k << 6) + Long.numberOfTrailingZeros(word), i);
                    word &= word - 1;
                }
            }
        }
        return result;
    }

    /** This or the identity. */
    Relation optional() {
        return or(identity(size, i -> true));
    }

    Relation transitive() {
        Relation result = new Relation(this);
        for (int middle = 0; middle < size; middle++) {
            SearchThread.look();
            for (int i = 0; i < size; i++) {
                if (result.has(i, middle)) {
                    for (int k = 0; k < words; k++) {
                        result.bits[i * words + k] |= result.bits[middle * words + k];
                    }
                }
            }
        }
        return result;
    }

    boolean isIrreflexive() {
        for (int i = 0; i < size; i++) {
            if (has(i, i)) {
                return false;
            }
        }
        return true;
    }

    /** No path leads back to where it began; found by taking away what has no successor until nothing is left. */
    boolean isAcyclic() {
        long[] left = new long[words];
        for (int i = 0; i < size; i++) {
            left[i >>> 6] |= 1L << i;
        }
        int remaining = size;
        boolean progress = true;
        while (progress && remaining > 0) {
            progress = false;
            SearchThread.look();
            for (int i = size - 1; i >= 0; i--) {
                if ((left[i >>> 6] >>> i & 1) != 0 && !reachesInto(i, left)) {
                    left[i >>> 6] &= ~(1L << i);
                    remaining--;
                    progress = true;
                }
            }
        }
        return remaining == 0;
    }

    private boolean reachesInto(int from, long[] set) {
        for (int k = 0; k < words; k++) {
            if ((bits[from * words + k] & set[k]) != 0) {
                return true;
            }
        }
        return false;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Relation relation && size == relation.size && Arrays.equals(bits, relation.bits);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(bits);
    }
}
