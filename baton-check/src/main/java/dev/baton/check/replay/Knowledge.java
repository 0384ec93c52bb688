package dev.baton.check.replay;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What a check knows of its program when an exploration begins. A thread that asks for more ends the exploration
 * ({@link BeginAnew}), and the next one begins with what it asked for. Immutable: all workers of an exploration
 * know the same.
 */
public final class Knowledge {
    /** Something to know. */
    sealed interface Fact {}

    /** Somebody asks whether a thread is alive: beginnings and ends of threads are steps. */
    record Lives() implements Fact {}

    /** Some thread changes the name, the priority or the class loader of one that others know. */
    record Traits() implements Fact {}

    /** Some thread sets the default handler of uncaught exceptions: reading and writing it are steps. */
    record DefaultHandler() implements Fact {}

    /** Somebody asks what a pool of threads is doing: its workers say so. */
    record Pools() implements Fact {}

    /** A final field that is assigned when others may know its object already: it is a plain field. */
    record LateFinal(Class<?> owner, String name) implements Fact {}

    /** Somebody asks which threads wait for a lock: locks of the JDK are run as their own code. */
    record Queues() implements Fact {}

    /** It matters that writers wait for a read-write lock of the JDK: they say so. */
    record Writers() implements Fact {}

    /** These eight bytes of arrays of this length are accessed as two numbers of four. */
    record Halved(int length, int start) implements Fact {}

    /** Objects of this class that this line makes are offered: accesses to them are steps. */
    record Offered(Class<?> type, int place, Since since) implements Fact {}

    /** From when on accesses are steps. */
    enum Since {
        /** From the first access after a constructor has frozen the object. */
        FREEZE,
        /** From the beginning. */
        BIRTH
    }

    private record Birthplace(Class<?> type, int place) {}

    /** Nothing: how a check begins. */
    public static final Knowledge NONE = new Knowledge(List.of());

    private final List<Fact> facts;
    private final boolean lives;
    private final boolean defaultHandler;
    private final boolean queues;
    private final boolean pools;
    private final boolean traits;
    private final boolean writers;
    private final Set<LateFinal> lateFinals = new HashSet<>();
    private final Set<Halved> halved = new HashSet<>();
    private final Map<Birthplace, Since> births = new HashMap<>();
    private final BitSet places = new BitSet();

    private Knowledge(List<Fact> facts) {
        this.facts = facts;
        for (Fact fact : facts) {
            switch (fact) {
                case Lives(),DefaultHandler(),Queues(),Pools(),Writers(),Traits() -> {
                    // looked up below
                }
                case LateFinal late -> lateFinals.add(late);
                case Halved pair -> halved.add(pair);
                case Offered(Class<?> type, int place, Since since) -> {
                    births.merge(new Birthplace(type, place), since, (a, b) -> a.compareTo(b) >= 0 ? a : b);
                    places.set(place);
                }
            }
        }
        this.lives = facts.contains(new Lives());
        this.defaultHandler = facts.contains(new DefaultHandler());
        this.traits = facts.contains(new Traits());
        this.pools = facts.contains(new Pools());
        this.queues = facts.contains(new Queues());
        this.writers = facts.contains(new Writers());
    }

    /** This and what a thread asked for. */
    public Knowledge and(BeginAnew more) {
        if (more.facts().isEmpty()) {
            return this;
        }
        List<Fact> all = new ArrayList<>(facts);
        more.facts().stream().filter(fact -> !facts.contains(fact)).forEach(all::add);
        if (all.size() == facts.size()) {
            throw new IllegalStateException("the checker failed, not the program: it knows already " + more.facts());
        }
        return new Knowledge(List.copyOf(all));
    }

    /** This and what another search has learned. */
    public Knowledge and(Knowledge other) {
        List<Fact> all = new ArrayList<>(facts);
        other.facts.stream().filter(fact -> !facts.contains(fact)).forEach(all::add);
        return new Knowledge(List.copyOf(all));
    }

    /** Beginnings and ends of threads are steps. */
    boolean lives() {
        return lives;
    }

    /** The default handler of uncaught exceptions is a place. */
    boolean setsDefaultHandler() {
        return defaultHandler;
    }

    /** Locks of the JDK are run as their own code. */
    boolean queues() {
        return queues;
    }

    /** Names, priorities and class loaders of threads are places. */
    boolean traits() {
        return traits;
    }

    /** Workers of pools say when they are busy. */
    boolean pools() {
        return pools;
    }

    /** Writers that wait for a read-write lock say so. */
    boolean writersTell() {
        return writers;
    }

    boolean hasLateFinals() {
        return !lateFinals.isEmpty();
    }

    boolean isLate(Layout.Slot slot) {
        return !lateFinals.isEmpty() && lateFinals.contains(new LateFinal(slot.declaring(), slot.name()));
    }

    boolean isHalved(int length, int start) {
        return !halved.isEmpty() && halved.contains(new Halved(length, start));
    }

    /** Accesses to an object of this class made at this line are steps from its birth on. */
    boolean isTracedFromBirth(Class<?> type, int place) {
        return places.get(place) && births.get(new Birthplace(type, place)) == Since.BIRTH;
    }

    /** They are steps at the latest from the first access after a freeze. */
    boolean isTracedFromFreeze(Class<?> type, int place) {
        return places.get(place) && births.get(new Birthplace(type, place)) != null;
    }
}
