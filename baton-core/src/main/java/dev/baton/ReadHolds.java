package dev.baton;

import java.util.IdentityHashMap;
import java.util.Map;

/** How often the current thread holds each read lock. */
final class ReadHolds {
    /*
     * One map a thread for all locks: what a thread counts, no other thread touches, so readers that come and go
     * together do not pass cache lines around. A lock is in it only while it is held. The map stays: it is of the JDK's
     * classes alone, so an idle thread of a pool keeps neither a lock nor our class loader.
     */
    private static final ThreadLocal<Map<ReadsAndWrites, Integer>> HOLDS = ThreadLocal
            .withInitial(() -> new IdentityHashMap<>(2));

    private ReadHolds() {}

    static void add(ReadsAndWrites lock) {
        HOLDS.get().merge(lock, 1, Integer::sum);
    }

    /**
     * Removes a hold.
     *
     * @throws IllegalMonitorStateException if there is none
     */
    static void remove(ReadsAndWrites lock) {
        Map<ReadsAndWrites, Integer> holds = HOLDS.get();
        Integer times = holds.get(lock);
        if (times == null) {
            throw new IllegalMonitorStateException("attempt to unlock read lock, not locked by current thread");
        }
        if (times > 1) {
            holds.put(lock, times - 1); // in the place of the other
        } else {
            holds.remove(lock);
        }
    }

    static int of(ReadsAndWrites lock) {
        return HOLDS.get().getOrDefault(lock, 0);
    }
}
