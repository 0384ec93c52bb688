package dev.baton.check.jdk.java.lang.ref;

import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/**
 * The references that the program itself has enqueued.
 *
 * @param <T> what they refer to
 */
public class ReferenceQueue<T> {
    private final ArrayDeque<Reference<? extends T>> enqueued = new ArrayDeque<>();
    /** Read before the monitor is entered: most queues stay empty, and looking there orders nothing. */
    private volatile boolean used;

    public ReferenceQueue() {}

    synchronized void add(Reference<? extends T> reference) {
        enqueued.add(reference);
        used = true;
        notifyAll();
    }

    public @Nullable Reference<? extends T> poll() {
        return used ? take() : null;
    }

    private synchronized @Nullable Reference<? extends T> take() {
        Reference<? extends T> first = enqueued.poll();
        if (first != null) {
            first.leaveQueue();
        }
        return first;
    }

    public synchronized Reference<? extends T> remove() throws InterruptedException {
        while (true) {
            Reference<? extends T> first = take();
            if (first != null) {
                return first;
            }
            wait();
        }
    }

    @SuppressWarnings("WaitNotInLoop") // it may come back without a reference at any time
    public synchronized @Nullable Reference<? extends T> remove(long millis) throws InterruptedException {
        if (millis == 0) {
            return remove();
        }
        Reference<? extends T> first = take();
        if (first == null) {
            wait(millis);
            first = take();
        }
        return first;
    }
}
