package dev.baton.check.explore;

import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;

/** Counters by a long key; counting a key that is known allocates nothing. */
final class LongCounts {
    private long[] keys = new long[16];
    private long[] counts = new long[16];
    private int size;

    /** Adds {@code by}, which is positive, and returns the count before. */
    long add(long key, long by) {
        int slot = slot(keys, counts, key);
        long before = counts[slot];
        if (before == 0) {
            keys[slot] = key;
            if (++size * 2 > keys.length) {
                counts[slot] = by;
                enlarge();
                return 0;
            }
        }
        counts[slot] = before + by;
        return before;
    }

    void addAll(LongCounts other) {
        for (int i = 0; i < other.keys.length; i++) {
            if (other.counts[i] > 0) {
                add(other.keys[i], other.counts[i]);
            }
        }
    }

    int size() {
        return size;
    }

    Map<Long, Long> toMap() {
        Map<Long, Long> map = new TreeMap<>();
        for (int i = 0; i < keys.length; i++) {
            if (counts[i] > 0) {
                map.put(keys[i], counts[i]);
            }
        }
        return map;
    }

    private void enlarge() {
        long[] oldKeys = keys;
        long[] oldCounts = counts;
        keys = new long[2 * oldKeys.length];
        counts = new long[2 * oldKeys.length];
        Arrays.fill(counts, 0);
        for (int i = 0; i < oldKeys.length; i++) {
            if (oldCounts[i] > 0) {
                int slot = slot(keys, counts, oldKeys[i]);
                keys[slot] = oldKeys[i];
                counts[slot] = oldCounts[i];
            }
        }
    }

    private static int slot(long[] keys, long[] counts, long key) {
        int mask = keys.length - 1;
        long mixed = key * 0x9E3779B97F4A7C15L;
        int slot = (int) (mixed >>> 40) & mask;
        while (counts[slot] != 0 && keys[slot] != key) {
            slot = slot + 1 & mask;
        }
        return slot;
    }
}
