package dev.baton;

import org.jspecify.annotations.Nullable;

/**
 * What a {@link BlockingPool} tells about its elements, for logs and alarms. Every method does nothing unless
 * overridden.
 * <p>
 * The pool calls on the thread that creates, checks or closes the element, while that thread holds the element's
 * place. A listener should be quick and must not take from the pool. What a listener throws changes nothing for the
 * pool: it is counted, in {@link PoolStatistics#listenerFailures}, and dropped.
 *
 * @param <E> the elements
 */
public interface PoolListener<E> {
    /** Why an element was closed. */
    enum Reason {
        /** Its lease was discarded. */
        DISCARDED,
        /** The validator refused it. */
        INVALID,
        /** It has reached the end of its lifetime. */
        EXPIRED,
        /** It was idle for too long, and there were more idle ones than wanted. */
        IDLE,
        /** The pool is closed. */
        POOL_CLOSED
    }

    /**
     * An element was created.
     *
     * @param element the element
     */
    default void created(E element) {}

    /**
     * The factory failed, or made null. The take that needed the element fails with the same exception; a round of
     * maintenance goes on another time.
     *
     * @param failure what the factory threw
     */
    default void creationFailed(Throwable failure) {}

    /**
     * The validator refused an element, which is closed next.
     *
     * @param element the element
     * @param failure what the validator threw; null if it returned false
     */
    default void invalid(E element, @Nullable Throwable failure) {}

    /**
     * An element was closed, or the attempt to close it has failed.
     *
     * @param element the element
     * @param reason why it was closed
     */
    default void closed(E element, Reason reason) {}

    /**
     * The closer failed. The pool gives the element up all the same.
     *
     * @param element the element
     * @param failure what the closer threw
     */
    default void closingFailed(E element, Throwable failure) {}

    /**
     * A lease is held for longer than the threshold. Told once for each such lease.
     *
     * @param element the element
     * @param leak the borrower, and since when
     */
    default void leaked(E element, LeaseLeak leak) {}

    /**
     * A lease that was reported as leaked has ended after all.
     *
     * @param element the element
     * @param leak the borrower, and for how long
     */
    default void returnedLate(E element, LeaseLeak leak) {}

    /**
     * A round of maintenance on the housekeeper failed, for example for want of memory. The next round comes at its
     * time.
     *
     * @param failure what was thrown
     */
    default void maintenanceFailed(Throwable failure) {}
}
