package dev.baton.check.jdk.java.lang.ref;

import org.jspecify.annotations.Nullable;

/**
 * A weak reference.
 *
 * @param <T> what it refers to
 */
public class WeakReference<T> extends Reference<T> {
    public WeakReference(@Nullable T referent) {
        super(referent, null);
    }

    public WeakReference(@Nullable T referent, @Nullable ReferenceQueue<? super T> queue) {
        super(referent, queue);
    }
}
