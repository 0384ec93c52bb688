package dev.baton.internal.access;

import dev.baton.Waiter;
import dev.baton.internal.line.Segment;

/**
 * Queue whose operations, which only its subclasses have otherwise, anybody may call.
 *
 * @param <T> what a request receives
 */
public interface OpenQueue<T> {
    /**
     * Adds a request.
     *
     * @param waiter the request
     * @return whether it waits, or already has its value
     */
    boolean add(Waiter<T> waiter);

    /**
     * Serves the next request.
     *
     * @param value what it receives
     * @return whether the value went to a request, or will
     */
    boolean serve(T value);

    /** {@return the leftmost segment that the queue still refers to} */
    Segment firstSegment();
}
