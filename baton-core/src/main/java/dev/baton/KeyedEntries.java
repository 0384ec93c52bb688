package dev.baton;

import dev.baton.KeyedNode.Entry;
import dev.baton.KeyedNode.Keyed;
import dev.baton.KeyedNode.Sole;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.function.Function;

import org.jspecify.annotations.Nullable;

/**
 * One primitive a key, which exists only while somebody uses it: holds it or waits for it.
 *
 * @param <K> the keys
 * @param <P> the primitive of a key
 */
final class KeyedEntries<K, P> {
    /*
     * Overview
     *   Keys are spread over bins. A bin is one reference to nodes that do not change:
     *
     *      null ──enter──► Sole(key, owner) ──another use, another key──► tree of Entry(key, primitive, uses)
     *        ▲ ◄──────────────leave──┘                                                          │
     *        └──────────────────────────────────last one left───────────────────────────────────┘
     *
     *   The usual use of a key is two compare-and-sets of its bin: to be its sole owner, and to leave. There is no primitive
     *   then. The second user of a key makes the primitive, with the sole owner's hold in it, and replaces the sole owner by
     *   the entry; so does a user of another key in the same bin. From then on uses are counted in the entry.
     *
     * Invariants
     *   - A sole owner stands alone in its bin, so it leaves without memory.
     *   - A key is in its bin at most once. Its entry stays there while uses > 0; an entry without uses is never used again.
     *   - To leave changes the count first. Unlinking a dead entry may need memory or stack; where that is missing, the
     *     entry stays, dead, until somebody enters its key again or the last of its bin leaves.
     *
     * Linearization
     *   At the compare-and-set of the bin or of the count.
     *
     * Memory modes
     *   field  read      write  why that is enough
     *   bin    acquire   CAS    what is in a node was written before; the compare-and-set decides
     *   uses   plain     CAE, getAndAdd, acquire   it counts, no more: users meet in the primitive and in the bin
     *
     * Verified by
     *   KeyedLockTest, KeyedNodeTest, KeyedScenarios.
     */
    /** As many as there are in production code. */
    static final int BINS = 256;

    private final Object[] bins;
    /** The upper bits of a hash choose the bin, the lower ones the way in its tree. */
    private final int shift;
    private final Function<@Nullable Object, ? extends P> factory;

    /**
     * Creates it, without any key.
     *
     * @param bins    how many bins, a power of two that is at least two
     * @param factory makes a primitive of which the given owner has one hold, or that is free if there is no owner
     */
    KeyedEntries(int bins, Function<@Nullable Object, ? extends P> factory) {
        this.bins = new Object[bins];
        this.shift = Integer.numberOfLeadingZeros(bins - 1);
        this.factory = factory;
    }

    /**
     * Uses a key.
     *
     * @return the entry with one use more, whose primitive the caller then asks; or null if {@code owner} has the key alone
     */
    @Nullable
    Entry<K, P> enter(K key, Object owner) {
        int hash = KeyedNode.hash(key);
        Sole<K, P> mine = null;
        for (;;) {
            KeyedNode<K, P> seen = binAcquire(hash);
            if (seen != null) {
                Entry<K, P> entry = entered(seen, key, hash);
                if (entry != null) {
                    return entry;
                }
            } else {
                mine = mine == null ? new Sole<>(key, hash, owner) : mine;
                if (casBin(hash, null, mine)) {
                    return null;
                }
            }
        }
    }

    /** One attempt to enter a bin that is not empty; null if it has changed. */
    private @Nullable Entry<K, P> entered(KeyedNode<K, P> seen, K key, int hash) {
        if (seen instanceof Sole<K, P> sole) {
            boolean same = sole.isFor(key, hash);
            Entry<K, P> its = new Entry<>(sole.key, sole.hash, factory.apply(sole.owner), same ? 2 : 1);
            Entry<K, P> mine = same ? its : new Entry<>(key, hash, factory.apply(null), 1);
            return casBin(hash, seen, same ? its : KeyedNode.with(its, mine, 0)) ? mine : null;
        }
        Entry<K, P> found = (Entry<K, P>) KeyedNode.find(seen, key, hash);
        if (found != null && found.isEntered()) {
            return found;
        }
        KeyedNode<K, P> rest = found == null ? seen : KeyedNode.without(seen, found, 0);
        Entry<K, P> mine = new Entry<>(key, hash, factory.apply(null), 1);
        return casBin(hash, seen, KeyedNode.with(rest, mine, 0)) ? mine : null;
    }

    /** Ends the use of a sole owner; false if the key has an entry meanwhile, or never was the owner's. */
    boolean leavesAlone(K key, Object owner) {
        int hash = KeyedNode.hash(key);
        KeyedNode<K, P> seen = binAcquire(hash);
        return seen instanceof Sole<K, P> sole && sole.owner == owner && sole.isFor(key, hash)
                && casBin(hash, sole, null);
    }

    /** Ends a use of an entry. */
    void leave(Entry<K, P> entry) {
        if (entry.isLeft()) {
            unlink(entry);
        }
    }

    @SuppressWarnings("ReferenceEquality") // nodes are what they are
    private void unlink(Entry<K, P> dead) {
        try {
            for (;;) {
                KeyedNode<K, P> seen = binAcquire(dead.hash);
                KeyedNode<K, P> rest = KeyedNode.without(seen, dead, 0);
                if (rest == seen || casBin(dead.hash, seen, rest)) {
                    return;
                }
            }
        } catch (VirtualMachineError full) {
            // no memory, or no stack: what is dead does no harm
        }
    }

    /** What is known of a key: its sole owner or its entry, which may be dead; null if it is not in use. */
    @Nullable
    Keyed<K, P> find(K key) {
        int hash = KeyedNode.hash(key);
        return KeyedNode.find(binAcquire(hash), key, hash);
    }

    /** {@return how many keys are in use; an estimate while others come and go} */
    int size() {
        int size = 0;
        for (int bin = 0; bin < bins.length; bin++) {
            size += KeyedNode.size(binAcquire(bin << shift));
        }
        return size;
    }

    /** Whether nothing is left, dead entries included; for tests. */
    boolean isEmpty() {
        for (int bin = 0; bin < bins.length; bin++) {
            if (binAcquire(bin << shift) != null) {
                return false;
            }
        }
        return true;
    }

    // VarHandle mechanics
    private static final VarHandle BIN = MethodHandles.arrayElementVarHandle(Object[].class);

    @SuppressWarnings("unchecked") // only such nodes are put in
    private @Nullable KeyedNode<K, P> binAcquire(int hash) {
        return (KeyedNode<K, P>) BIN.getAcquire(bins, hash >>> shift);
    }

    private boolean casBin(int hash, @Nullable KeyedNode<K, P> expected, @Nullable KeyedNode<K, P> replacement) {
        return BIN.compareAndSet(bins, hash >>> shift, expected, replacement);
    }
}
