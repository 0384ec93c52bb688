package dev.baton;

import java.lang.invoke.ConstantBootstraps;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Objects;

import org.jspecify.annotations.Nullable;

/**
 * Content of one bin of {@link KeyedEntries}: a key that one owner has alone, or a tree of the primitives of keys. Nodes do
 * not change, but for the count of an entry: whoever changes a bin makes the nodes on the way anew.
 *
 * @param <K> the keys
 * @param <P> the primitive of a key
 */
abstract sealed class KeyedNode<K, P> {
    /** Bits of a hash code, which lead to a key from the root of a tree. */
    private static final int BITS = Integer.SIZE;

    /** A key in a bin. */
    abstract static sealed class Keyed<K, P> extends KeyedNode<K, P> {
        final K key;
        final int hash;

        Keyed(K key, int hash) {
            this.key = key;
            this.hash = hash;
        }

        final boolean isFor(Object other, int itsHash) {
            return hash == itsHash && (key == other || key.equals(other));
        }
    }

    /** A key that one owner has, once, while nobody else wants it and no other key is in its bin. */
    static final class Sole<K, P> extends Keyed<K, P> {
        final Object owner;

        Sole(K key, int hash, Object owner) {
            super(key, hash);
            this.owner = owner;
        }
    }

    /** The primitive of a key. It is dead, for ever, when nobody uses it any more. */
    static final class Entry<K, P> extends Keyed<K, P> {
        final P primitive;
        /** Holds, and requests on their way to one. */
        private int uses;

        Entry(K key, int hash, P primitive, int uses) {
            super(key, hash);
            this.primitive = primitive;
            this.uses = uses;
        }

        /** Adds a use; false if the entry is dead. */
        boolean isEntered() {
            int seen = uses;
            while (seen > 0) {
                int found = exchangeUsesAcquire(seen, seen + 1);
                if (found == seen) {
                    return true;
                }
                seen = found;
            }
            return false;
        }

        /** Ends a use; whether the entry is dead now. */
        boolean isLeft() {
            return getAndAddUsesAcquire(-1) == 1;
        }

        boolean isDead() {
            return uses == 0;
        }

        private int exchangeUsesAcquire(int expected, int replacement) {
            return (int) USES.compareAndExchangeAcquire(this, expected, replacement);
        }

        private int getAndAddUsesAcquire(int change) {
            return (int) USES.getAndAddAcquire(this, change);
        }

        // VarHandle mechanics
        private static final VarHandle USES = ConstantBootstraps.fieldVarHandle(MethodHandles.lookup(), "uses",
                VarHandle.class, Entry.class, int.class);
    }

    /** Keys whose hash codes agree so far: by the next bit, and in a list if they agree in all. */
    static final class Branch<K, P> extends KeyedNode<K, P> {
        final @Nullable KeyedNode<K, P> zero;
        final @Nullable KeyedNode<K, P> one;

        Branch(@Nullable KeyedNode<K, P> zero, @Nullable KeyedNode<K, P> one) {
            this.zero = zero;
            this.one = one;
        }
    }

    /** The key in the tree from {@code root} on, or null. */
    static <K, P> @Nullable Keyed<K, P> find(@Nullable KeyedNode<K, P> root, Object key, int hash) {
        KeyedNode<K, P> node = root;
        for (int bit = 0; node instanceof Branch<K, P> branch; bit++) {
            if (bit >= BITS && branch.zero instanceof Keyed<K, P> equal && equal.isFor(key, hash)) {
                return equal;
            }
            node = bit >= BITS || isOne(hash, bit) ? branch.one : branch.zero;
        }
        return node instanceof Keyed<K, P> found && found.isFor(key, hash) ? found : null;
    }

    /** The tree with an entry whose key is not in it. */
    static <K, P> KeyedNode<K, P> with(@Nullable KeyedNode<K, P> node, Entry<K, P> added, int bit) {
        if (node == null) {
            return added;
        }
        if (bit >= BITS) {
            return new Branch<>(added, node);
        }
        Branch<K, P> branch = node instanceof Branch<K, P> here
                ? here
                : node instanceof Keyed<K, P> other && isOne(other.hash, bit)
                        ? new Branch<>(null, node)
                        : new Branch<>(node, null);
        return isOne(added.hash, bit)
                ? new Branch<>(branch.zero, with(branch.one, added, bit + 1))
                : new Branch<>(with(branch.zero, added, bit + 1), branch.one);
    }

    /** The tree without an entry; the same tree if the entry is not in it. */
    @SuppressWarnings("ReferenceEquality") // nodes are what they are
    static <K, P> @Nullable KeyedNode<K, P> without(@Nullable KeyedNode<K, P> node, Entry<K, P> dropped, int bit) {
        if (node == dropped) {
            return null;
        }
        if (!(node instanceof Branch<K, P> branch)) {
            return node;
        }
        boolean inOne = bit >= BITS ? branch.zero != dropped : isOne(dropped.hash, bit);
        KeyedNode<K, P> before = inOne ? branch.one : branch.zero;
        KeyedNode<K, P> after = without(before, dropped, bit + 1);
        KeyedNode<K, P> beside = inOne ? branch.zero : branch.one;
        if (after == before) {
            return node;
        }
        if (after == null && !(beside instanceof Branch && bit < BITS)) {
            return beside;
        }
        if (beside == null && after instanceof Keyed) {
            return after; // a key goes up until it meets another one
        }
        return inOne ? new Branch<>(beside, after) : new Branch<>(after, beside);
    }

    /** How many keys of the tree are in use. */
    static int size(@Nullable KeyedNode<?, ?> node) {
        return switch (node) {
            case null -> 0;
            case Sole<?, ?> sole -> 1;
            case Entry<?, ?> entry -> entry.isDead() ? 0 : 1;
            case Branch<?, ?> branch -> size(branch.zero) + size(branch.one);
        };
    }

    /** A hash code whose bits depend on all bits of the key's. */
    static int hash(Object key) {
        int hash = Objects.requireNonNull(key, "key").hashCode();
        hash = (hash ^ (hash >>> 16)) * 0x45d9f3b;
        return hash ^ (hash >>> 15);
    }

    private static boolean isOne(int hash, int bit) {
        return (hash >>> bit & 1) != 0;
    }
}
