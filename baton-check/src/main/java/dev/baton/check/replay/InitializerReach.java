package dev.baton.check.replay;

import java.util.BitSet;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What static initializers have to do with others, if a thread under check is the first to need their class. Such an
 * initializer runs once, and what it does counts as set-up: it reads what the set-up left, and what it writes is there from
 * the beginning. That is right unless a thread writes what it read, or accesses what it wrote: then the check is refused.
 */
final class InitializerReach {
    private final Places places;
    /** Something was met, so that accesses of threads have to be compared with it. */
    private volatile boolean watching;
    private int runs;
    /** What was met by initializers: static fields by their place, objects as a whole. */
    private final Map<Integer, Met> fields = new HashMap<>();
    private final IdentityHashMap<Shadow, Met> objects = new IdentityHashMap<>();
    /** By place, what threads have accessed since then. */
    private final BitSet accessed = new BitSet();
    private final BitSet written = new BitSet();

    /**
     * @param by    the class that was initialized
     * @param wrote or else only read
     */
    private record Met(String by, boolean wrote) {}

    InitializerReach(Places places) {
        this.places = places;
    }

    /** Numbers the initializers that threads run, from 1. */
    synchronized int nextRun() {
        return ++runs;
    }

    /** Accesses of threads have to be told. */
    boolean isWatching() {
        return watching;
    }

    /**
     * An initializer reads or writes a static field of another class.
     *
     * @return whether this is the first that is met: what threads did so far is not known
     */
    synchronized boolean meets(int place, String by, boolean writes) {
        fields.merge(place, new Met(by, writes), (known, now) -> known.wrote ? known : now);
        return begin();
    }

    /** The same for an object that it has not made. */
    synchronized boolean meets(Shadow object, String by, boolean writes) {
        objects.merge(object, new Met(by, writes), (known, now) -> known.wrote ? known : now);
        return begin();
    }

    private boolean begin() {
        boolean first = !watching;
        watching = true;
        return first;
    }

    /** A thread accesses a place; a sentence if an initializer had to do with it in a way that is no set-up. */
    synchronized @Nullable String access(int place, boolean writes) {
        accessed.set(place);
        if (writes) {
            written.set(place);
        }
        return conflict(place);
    }

    /** What threads did before an initializer was run, seen from there. */
    synchronized @Nullable String conflict() {
        for (int place = accessed.nextSetBit(0); place >= 0; place = accessed.nextSetBit(place + 1)) {
            String found = conflict(place);
            if (found != null) {
                return found;
            }
        }
        return null;
    }

    private @Nullable String conflict(int place) {
        Met met = fields.get(place);
        if (met == null) {
            met = objects.get(places.shadow(place));
        }
        if (met == null || !met.wrote && !written.get(place)) {
            return null;
        }
        return "the static initializer of " + met.by + " " + (met.wrote ? "writes" : "reads") + " "
                + places.describe(place) + ", which other threads " + (met.wrote ? "access" : "write")
                + ": let the set-up use the class first";
    }
}
