package dev.baton.check.explore;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Which reads may see writes that come after them, and what they may find: a thread's reads of a location, and values. */
final class EarlyReads {
    private record Place(int thread, int location) {}

    private final Set<Place> places = new HashSet<>();
    private final Map<Place, List<Long>> values = new HashMap<>();

    /** Lets a thread's reads of a location see later writes; says whether they could not before. */
    boolean add(int thread, int location) {
        return places.add(new Place(thread, location));
    }

    boolean has(int thread, int location) {
        return places.contains(new Place(thread, location));
    }

    boolean isEmpty() {
        return places.isEmpty();
    }

    /** Takes over what other threads are now known to write. */
    void learn(WrittenValues written) {
        for (Place place : places) {
            values.put(place, written.byOthers(place.location(), place.thread()));
        }
    }

    /** Whether there is more to learn. */
    boolean wouldLearn(WrittenValues written) {
        for (Place place : places) {
            if (!written.byOthers(place.location(), place.thread()).equals(values.get(place))) {
                return true;
            }
        }
        return false;
    }

    EarlyReads copy() {
        EarlyReads copy = new EarlyReads();
        copy.places.addAll(places);
        copy.values.putAll(values);
        return copy;
    }

    /** What a read that goes before the write may find. */
    List<Long> values(int thread, int location) {
        return values.getOrDefault(new Place(thread, location), List.of());
    }
}
