package dev.baton.internal.park;

import java.lang.invoke.ConstantBootstraps;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.lang.ref.WeakReference;

import org.jspecify.annotations.Nullable;

/** Name of a primitive, and counts of the waits for it that parked. */
public final class NamedWaits {
    /*
     * Overview
     *   A hash table of weak references from primitives, by identity, to their names. It is made anew whenever a
     *   primitive gets a name; names of primitives that are gone are dropped then. A wait that parks looks its
     *   primitive up, if there is any name at all: without names it reads one field.
     * Memory modes
     *   table: read plain, because a table is immutable and held by a final field; a stale one lacks what was named
     *   just now. Written by a release update. Counts: updates that are atomic, no more; read plain, as numbers to
     *   look at.
     * Cost
     *   A name costs a copy of the table: made for hundreds of names, not for millions.
     */

    /** The table; its places are searched from the hash on. */
    private static final class Table {
        final @Nullable NamedWaits[] places;

        Table(@Nullable NamedWaits[] places) {
            this.places = places;
        }

        @Nullable
        NamedWaits find(Object primitive) {
            int mask = places.length - 1;
            for (int i = System.identityHashCode(primitive) & mask;; i = (i + 1) & mask) {
                NamedWaits found = places[i];
                if (found == null || found.primitive.refersTo(primitive)) {
                    return found;
                }
            }
        }
    }

    /** Waits shorter than this share the first bucket: about a microsecond. */
    private static final int FIRST_BUCKET_LOG = 10;
    /** Buckets of the histogram, each twice as wide as the one before; the last one has no end. */
    public static final int BUCKETS = 26;

    private static final int SERVED = 0;
    private static final int TIMED_OUT = 1;
    private static final int ABORTED = 2;
    private static final int NANOS = 3;
    private static final int HISTOGRAM = 4;

    private static @Nullable Table table;

    private final WeakReference<Object> primitive;
    private final WeakReference<Object> shown;
    private final int identity;
    private final String name;
    private final long[] counts = new long[HISTOGRAM + BUCKETS];

    private NamedWaits(Object primitive, Object shown, String name) {
        this.primitive = new WeakReference<>(primitive);
        this.shown = new WeakReference<>(shown);
        this.identity = System.identityHashCode(primitive);
        this.name = name;
    }

    /**
     * The name of a primitive.
     *
     * @param primitive the primitive
     * @return its name and counts, or null if it has none
     */
    public static @Nullable NamedWaits of(Object primitive) {
        Table current = table;
        return current == null ? null : current.find(primitive);
    }

    /**
     * Gives a primitive a name, in place of the one it may have.
     *
     * @param primitive what is waited for
     * @param shown what the user knows it as: the same, or what it is a part of
     * @param name its name
     * @return the name, with counts of zero
     */
    public static NamedWaits name(Object primitive, Object shown, String name) {
        NamedWaits named = new NamedWaits(primitive, shown, name);
        Table seen;
        Table found = table;
        do {
            seen = found;
            found = (Table) TABLE.compareAndExchangeRelease(seen, with(seen, named));
        } while (found != seen);
        return named;
    }

    private static Table with(@Nullable Table before, NamedWaits added) {
        int count = 1;
        if (before != null) {
            for (NamedWaits each : before.places) {
                count += each == null || each.isGone() ? 0 : 1;
            }
        }
        NamedWaits[] places = new NamedWaits[Integer.highestOneBit(count) * 4];
        insert(places, added);
        if (before != null) {
            for (NamedWaits each : before.places) {
                if (each != null && !each.isGone() && !each.primitive.refersTo(added.primitive.get())) {
                    insert(places, each);
                }
            }
        }
        return new Table(places);
    }

    private static void insert(@Nullable NamedWaits[] places, NamedWaits added) {
        int mask = places.length - 1;
        int i = added.identity & mask;
        while (places[i] != null) {
            i = (i + 1) & mask;
        }
        places[i] = added;
    }

    /** {@return all names, those of primitives that are gone perhaps with them} */
    public static NamedWaits[] all() {
        Table current = table;
        if (current == null) {
            return new NamedWaits[0];
        }
        int count = 0;
        for (NamedWaits each : current.places) {
            count += each == null ? 0 : 1;
        }
        NamedWaits[] all = new NamedWaits[count];
        for (NamedWaits each : current.places) {
            if (each != null) {
                all[--count] = each;
            }
        }
        return all;
    }

    /**
     * Counts a wait that has ended.
     *
     * @param outcome how it ended
     * @param nanos how long it took
     */
    void count(ParkLoop.Outcome outcome, long nanos) {
        add(switch (outcome) {
            case SERVED -> SERVED;
            case TIMED_OUT -> TIMED_OUT;
            case INTERRUPTED -> ABORTED;
        }, 1L);
        add(NANOS, nanos);
        int bucket = 64 - Long.numberOfLeadingZeros(Math.max(0L, nanos)) - FIRST_BUCKET_LOG;
        add(HISTOGRAM + Math.clamp(bucket, 0, BUCKETS - 1), 1L);
    }

    private void add(int place, long amount) {
        long unused = (long) COUNTS.getAndAddRelease(counts, place, amount);
    }

    /** {@return what the user knows the primitive as, or null if it is gone} */
    public @Nullable Object shown() {
        return shown.get();
    }

    /** {@return whether the primitive is gone} */
    public boolean isGone() {
        return primitive.refersTo(null);
    }

    /** {@return the name} */
    public String name() {
        return name;
    }

    /** {@return the identity hash code of the primitive} */
    public int identity() {
        return identity;
    }

    /** {@return waits that were served} */
    public long served() {
        return counts[SERVED];
    }

    /** {@return waits that ran out of time} */
    public long timedOut() {
        return counts[TIMED_OUT];
    }

    /** {@return waits that an interrupt or a cancel ended} */
    public long aborted() {
        return counts[ABORTED];
    }

    /** {@return the nanoseconds of all waits together} */
    public long nanos() {
        return counts[NANOS];
    }

    /**
     * Waits by their length.
     *
     * @param bucket from 0
     * @return how many waits were shorter than {@link #bucketEnd} of it and not shorter than that of the one before
     */
    public long bucket(int bucket) {
        return counts[HISTOGRAM + bucket];
    }

    /**
     * The end of a bucket of the histogram.
     *
     * @param bucket from 0
     * @return its end in nanoseconds, which it does not contain; the largest number for the last one
     */
    public static long bucketEnd(int bucket) {
        return bucket == BUCKETS - 1 ? Long.MAX_VALUE : 1L << (FIRST_BUCKET_LOG + bucket);
    }

    // VarHandle mechanics
    private static final VarHandle TABLE = ConstantBootstraps.staticFieldVarHandle(MethodHandles.lookup(), "table",
            VarHandle.class, NamedWaits.class, Table.class);
    private static final VarHandle COUNTS = MethodHandles.arrayElementVarHandle(long[].class);
}
