package dev.baton;

import org.jspecify.annotations.Nullable;

/** How often each thread holds a read lock. */
final class ReadHolds {
    /*
     * Overview
     *   One counter a thread, in a thread-local that is removed when the count returns to zero. Two short cuts: the
     *   thread that made the number of readers one is noted by itself and needs no counter, and the counter used last
     *   is kept at hand.
     * Memory modes
     *   sole, soleHolds: plain. Only the thread that made the readers one writes itself into sole, and takes itself out
     *   before it gives back its last hold; so two threads never write without the lock's state ordering them. Others
     *   only compare it with themselves.
     *   latest: plain, a hint; a counter says in a final field whose it is.
     */
    private static final class Counter {
        final long threadId = Thread.currentThread().threadId();
        int holds;
    }

    private final ThreadLocal<Counter> counters = ThreadLocal.withInitial(Counter::new);
    private @Nullable Thread sole;
    private int soleHolds;
    private @Nullable Counter latest;

    /**
     * Adds a hold of the current thread.
     *
     * @param alone whether there was no reader before, and no writer
     */
    void add(boolean alone) {
        Thread current = Thread.currentThread();
        if (alone) {
            sole = current;
            soleHolds = 1;
        } else if (sole == current) {
            soleHolds++;
        } else {
            Counter counter = counter(current);
            if (counter.holds++ == 0) {
                counters.set(counter);
            }
        }
    }

    /**
     * Removes a hold of the current thread.
     *
     * @throws IllegalMonitorStateException if it has none
     */
    void remove() {
        Thread current = Thread.currentThread();
        if (sole == current) {
            if (--soleHolds == 0) {
                sole = null;
            }
            return;
        }
        Counter counter = counter(current);
        if (counter.holds <= 1) {
            counters.remove();
            if (counter.holds <= 0) {
                throw new IllegalMonitorStateException("attempt to unlock read lock, not locked by current thread");
            }
        }
        counter.holds--;
    }

    int ofCurrentThread() {
        Thread current = Thread.currentThread();
        if (sole == current) {
            return soleHolds;
        }
        Counter counter = counter(current);
        if (counter.holds == 0) {
            counters.remove();
        }
        return counter.holds;
    }

    /** The thread that began to read when no one did, while it reads; an estimate. */
    @Nullable
    Thread sole() {
        return sole;
    }

    private Counter counter(Thread current) {
        Counter counter = latest;
        if (counter == null || counter.threadId != current.threadId()) {
            counter = counters.get();
            latest = counter;
        }
        return counter;
    }
}
