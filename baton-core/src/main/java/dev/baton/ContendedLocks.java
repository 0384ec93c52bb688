package dev.baton;

import java.lang.invoke.ConstantBootstraps;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.lang.ref.WeakReference;
import java.util.LinkedHashSet;
import java.util.Set;

import org.jspecify.annotations.Nullable;

/** The locks that a request ever had to wait for, as far as they are still in use. */
final class ContendedLocks {
    /*
     * Overview
     *   A stack of weak references, pushed once in a lock's life, when its first request enters the queue: a lock that
     *   nobody waits for is never listed and pays nothing. When as many have been pushed as were found alive before,
     *   the dead ones are dropped; so the list is never longer than twice the live locks and a constant.
     * Memory modes
     *   Entries are immutable, so a reference to one may be read plain, and a stale one only misses what has just been
     *   added. The push is a release update; the count of pushes needs to be atomic, no more. Proof: the scenarios of
     *   ReentrantLock, which push.
     * Non-invariants
     *   A lock may be listed twice (two first requests at once); an entry may be dropped late (a push came between).
     */
    private static final int LEAST = 256;

    private record Entry(WeakReference<Ownership> lock, @Nullable Entry next) {}

    private static @Nullable Entry newest;
    @SuppressWarnings("UnusedVariable") // through its VarHandle
    private static int pushesLeft = LEAST;

    private ContendedLocks() {}

    /** Lists a lock; false if there was no memory for that, and the next to wait may try again. */
    static boolean add(Ownership lock) {
        try {
            push(lock);
            return true;
        } catch (OutOfMemoryError full) {
            return false;
        }
    }

    private static void push(Ownership lock) {
        WeakReference<Ownership> reference = new WeakReference<>(lock);
        Entry seen;
        Entry found = newest;
        do {
            seen = found;
            found = exchangeNewestRelease(seen, new Entry(reference, seen));
        } while (found != seen);
        if (getAndDecrementPushesLeftAcquire() <= 1) {
            dropDead();
        }
    }

    private static void dropDead() {
        pushesLeft = LEAST; // first: where there is no memory, the pushes that follow need not try again at once
        Entry seen = newest;
        Entry alive = null;
        int count = 0;
        for (Entry entry = seen; entry != null; entry = entry.next()) {
            if (entry.lock().get() != null) {
                alive = new Entry(entry.lock(), alive);
                count++;
            }
        }
        exchangeNewestRelease(seen, alive); // if others came meanwhile, the next time
        pushesLeft = Math.max(LEAST, count);
    }

    private static @Nullable Entry exchangeNewestRelease(@Nullable Entry expected, @Nullable Entry replacement) {
        return (Entry) NEWEST.compareAndExchangeRelease(expected, replacement);
    }

    private static int getAndDecrementPushesLeftAcquire() {
        return (int) PUSHES_LEFT.getAndAddAcquire(-1);
    }

    static Set<Ownership> all() {
        Set<Ownership> locks = new LinkedHashSet<>();
        for (Entry entry = newest; entry != null; entry = entry.next()) {
            Ownership lock = entry.lock().get();
            if (lock != null) {
                locks.add(lock);
            }
        }
        return locks;
    }

    /** Entries, dead ones included; for tests. */
    static int length() {
        int length = 0;
        for (Entry entry = newest; entry != null; entry = entry.next()) {
            length++;
        }
        return length;
    }

    // VarHandle mechanics
    private static final VarHandle NEWEST = ConstantBootstraps.staticFieldVarHandle(MethodHandles.lookup(), "newest",
            VarHandle.class, ContendedLocks.class, Entry.class);
    private static final VarHandle PUSHES_LEFT = ConstantBootstraps.staticFieldVarHandle(MethodHandles.lookup(),
            "pushesLeft",
            VarHandle.class, ContendedLocks.class, int.class);
}
