package dev.baton;

/**
 * What the state of a {@link GrantQueue} allows. The first two methods are pure functions of their arguments; the queue
 * may ask them at any time, of any thread.
 */
interface Rule {
    /** Whether {@code state} lets a request for {@code weight} through. */
    boolean allows(long state, int weight);

    /** What is added to the state when a request for {@code weight} is let through. */
    long change(int weight);

    /** Whether an arriving request for {@code weight} may pass the head of {@code queue}. */
    default boolean mayPass(int weight, BargingQueue queue) {
        return true;
    }

    /** Notes that {@code waiter} has been let through; it is not told yet. */
    default void granted(Waiter<?> waiter) {}
}
