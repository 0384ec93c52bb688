package dev.baton;

import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;

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
     *   Keys are spread over stripes. A stripe is a map behind a lock that is held for a look-up and nothing else: the
     *   user's hashCode runs before it, equals in it, as in the JDK's maps. Threads wait for the primitive of their key
     *   outside. So two keys share a stripe for a few steps and never a wait.
     *
     * Invariants
     *   - An entry is in its map exactly while uses > 0. A use is a hold, or a request on its way to one.
     *   - A thread that finds the entry of a key and counts itself in one step cannot miss those that use it.
     *   - To leave allocates nothing.
     */

    /** The primitive of one key. */
    static final class Entry<K, P> {
        final K key;
        final P primitive;
        /** Guarded by the lock of the stripe. */
        private int uses;

        Entry(K key, P primitive) {
            this.key = key;
            this.primitive = primitive;
        }
    }

    /** Some of the keys. */
    private static final class Stripe<K, P> {
        final ReentrantLock lock = new ReentrantLock();
        Map<K, Entry<K, P>> entries = new HashMap<>();
        /** The most entries since the map was made. */
        int most;
    }

    private static final int STRIPES = 32;
    /** A map that was larger is made anew when it is empty, so that keys which are gone leave nothing. */
    private static final int SMALL = 64;

    private final Stripe<K, P>[] stripes;
    private final Supplier<? extends P> factory;

    @SuppressWarnings("unchecked") // an array of the one type that is put in
    KeyedEntries(Supplier<? extends P> factory) {
        this.factory = factory;
        this.stripes = (Stripe<K, P>[]) new Stripe<?, ?>[STRIPES];
        for (int i = 0; i < STRIPES; i++) {
            stripes[i] = new Stripe<>();
        }
    }

    private Stripe<K, P> stripeOf(K key) {
        int hash = Objects.requireNonNull(key, "key").hashCode() * 0x9E3779B9;
        return stripes[hash >>> 27];
    }

    /** The entry of a key, made if need be, with one use more. */
    Entry<K, P> enter(K key) {
        Stripe<K, P> stripe = stripeOf(key);
        stripe.lock.lock();
        try {
            Entry<K, P> entry = stripe.entries.get(key);
            if (entry == null) {
                entry = added(stripe, new Entry<>(key, factory.get()));
            }
            entry.uses++;
            return entry;
        } finally {
            stripe.lock.unlock();
        }
    }

    private static <K, P> Entry<K, P> added(Stripe<K, P> stripe, Entry<K, P> entry) {
        boolean whole = false;
        try {
            stripe.entries.put(entry.key, entry);
            stripe.most = Math.max(stripe.most, stripe.entries.size());
            whole = true;
        } finally {
            if (!whole) {
                stripe.entries.remove(entry.key); // no memory for a larger table
            }
        }
        return entry;
    }

    /** The entry of a key, if anybody uses it. */
    @Nullable
    Entry<K, P> find(K key) {
        Stripe<K, P> stripe = stripeOf(key);
        stripe.lock.lock();
        try {
            return stripe.entries.get(key);
        } finally {
            stripe.lock.unlock();
        }
    }

    /** Ends a use. */
    void leave(Entry<K, P> entry) {
        Stripe<K, P> stripe = stripeOf(entry.key);
        stripe.lock.lock();
        try {
            if (--entry.uses == 0) {
                stripe.entries.remove(entry.key);
                if (stripe.most > SMALL && stripe.entries.isEmpty()) {
                    renew(stripe);
                }
            }
        } finally {
            stripe.lock.unlock();
        }
    }

    private static <K, P> void renew(Stripe<K, P> stripe) {
        try {
            stripe.entries = new HashMap<>();
            stripe.most = 0;
        } catch (OutOfMemoryError full) {
            // the large table stays until there is memory for a small one
        }
    }

    /** {@return how many keys are in use; an estimate while others come and go} */
    int size() {
        int size = 0;
        for (Stripe<K, P> stripe : stripes) {
            stripe.lock.lock();
            try {
                size += stripe.entries.size();
            } finally {
                stripe.lock.unlock();
            }
        }
        return size;
    }
}
