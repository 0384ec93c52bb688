package dev.baton.check.explore;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The values that were written to each location in some execution, and by which threads, in the order in which they were seen. */
final class WrittenValues {
    private record Key(int location, long value) {}

    private final Map<Integer, List<Long>> values = new TreeMap<>();
    private final Map<Key, BitSet> writers = new HashMap<>();

    /** Notes a write; says whether it was not known. */
    boolean add(int location, long value, int thread) {
        BitSet by = writers.computeIfAbsent(new Key(location, value), key -> {
            values.computeIfAbsent(location, where -> new ArrayList<>()).add(value);
            return new BitSet();
        });
        boolean known = by.get(thread);
        by.set(thread);
        return !known;
    }

    List<Long> of(int location) {
        return values.getOrDefault(location, List.of());
    }

    /** The values that some other thread wrote. */
    List<Long> byOthers(int location, int thread) {
        List<Long> found = new ArrayList<>();
        for (long value : of(location)) {
            BitSet by = writers.getOrDefault(new Key(location, value), new BitSet());
            if (by.cardinality() > (by.get(thread) ? 1 : 0)) {
                found.add(value);
            }
        }
        return found;
    }

    WrittenValues copy() {
        WrittenValues copy = new WrittenValues();
        values.forEach((location, all) -> copy.values.put(location, new ArrayList<>(all)));
        writers.forEach((key, by) -> copy.writers.put(key, (BitSet) by.clone()));
        return copy;
    }
}
