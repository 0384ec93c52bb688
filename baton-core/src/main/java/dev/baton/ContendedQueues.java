package dev.baton;

import java.lang.invoke.ConstantBootstraps;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.lang.ref.WeakReference;
import java.util.LinkedHashSet;
import java.util.Set;

import org.jspecify.annotations.Nullable;

/** The queues and channels in which a request ever had to wait, as far as they are still in use. */
final class ContendedQueues {
    /*
     * Overview
     *   A stack of weak references, pushed once in a queue's life, when its first request enters: a queue that
     *   nobody waits for is never listed and pays nothing. When as many have been pushed as were found alive before,
     *   the dead ones are dropped; so the list is never longer than twice the live queues and a constant.
     * Memory modes
     *   Entries are immutable, so a reference to one may be read plain, and a stale one only misses what has just been
     *   added. The push is a release update; the count of pushes needs to be atomic, no more. Proof: the scenarios of
     *   ReentrantLock, which push.
     * Non-invariants
     *   A queue may be listed twice (two first requests at once); an entry may be dropped late (a push came between).
     */
    private static final int LEAST = 256;

    private record Entry(WeakReference<Object> queue, @Nullable Entry next) {}

    private static @Nullable Entry newest;
    @SuppressWarnings("UnusedVariable") // through its VarHandle
    private static int pushesLeft = LEAST;

    private ContendedQueues() {}

    /** Lists a queue or a channel, if there is memory for that. */
    static void add(Object queue) {
        try {
            push(queue);
        } catch (OutOfMemoryError full) {
            // it is missing in dumps, and works
        }
    }

    private static void push(Object queue) {
        WeakReference<Object> reference = new WeakReference<>(queue);
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
            if (entry.queue().get() != null) {
                alive = new Entry(entry.queue(), alive);
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

    static Set<WaitQueue> all() {
        return all(WaitQueue.class);
    }

    @SuppressWarnings("rawtypes") // of a class, there is no other
    static Set<Channel> channels() {
        return all(Channel.class);
    }

    private static <T> Set<T> all(Class<T> type) {
        Set<T> queues = new LinkedHashSet<>();
        for (Entry entry = newest; entry != null; entry = entry.next()) {
            Object queue = entry.queue().get();
            if (type.isInstance(queue)) {
                queues.add(type.cast(queue));
            }
        }
        return queues;
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
            VarHandle.class, ContendedQueues.class, Entry.class);
    private static final VarHandle PUSHES_LEFT = ConstantBootstraps.staticFieldVarHandle(MethodHandles.lookup(),
            "pushesLeft",
            VarHandle.class, ContendedQueues.class, int.class);
}
