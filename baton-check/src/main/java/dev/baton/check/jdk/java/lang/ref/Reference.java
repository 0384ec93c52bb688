package dev.baton.check.jdk.java.lang.ref;

import org.jspecify.annotations.Nullable;

/**
 * A reference that is never cleared by itself: in a check nothing is collected. Which objects are still needed cannot be told
 * from the program's steps, and an object that stays is something that every collector may do.
 *
 * @param <T> what it refers to
 */
public abstract class Reference<T> {
    private volatile @Nullable T referent;
    private final @Nullable ReferenceQueue<? super T> queue;
    private volatile boolean queued;

    Reference(@Nullable T referent, @Nullable ReferenceQueue<? super T> queue) {
        this.referent = referent;
        this.queue = queue;
    }

    public @Nullable T get() {
        return referent;
    }

    @SuppressWarnings("ReferenceEquality") // which object it is, is the question here
    public final boolean refersTo(@Nullable T object) {
        return referent == object;
    }

    public void clear() {
        referent = null;
    }

    public boolean isEnqueued() {
        return queued;
    }

    public boolean enqueue() {
        clear();
        if (queue == null || queued) {
            return false;
        }
        queued = true;
        queue.add(this);
        return true;
    }

    public static void reachabilityFence(@Nullable Object object) {}

    void leaveQueue() {
        queued = false;
    }
}
