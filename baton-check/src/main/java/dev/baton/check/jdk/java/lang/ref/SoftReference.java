package dev.baton.check.jdk.java.lang.ref;

import org.jspecify.annotations.Nullable;

/**
 * A soft reference.
 *
 * @param <T> what it refers to
 */
public class SoftReference<T> extends Reference<T> {
    public SoftReference(@Nullable T referent) {
        super(referent, null);
    }

    public SoftReference(@Nullable T referent, @Nullable ReferenceQueue<? super T> queue) {
        super(referent, queue);
    }
}
