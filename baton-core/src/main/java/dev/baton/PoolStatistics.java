package dev.baton;

/**
 * Figures of a {@link BlockingPool}, read one after the other: estimates of one moment while others take and give back.
 * Counts begin with the pool.
 *
 * @param capacity         the most elements that exist at a time
 * @param size             elements that exist
 * @param idle             elements that exist and are not leased
 * @param leased           places that are leased, being prepared for a lease, or under maintenance
 * @param waiting          requests that wait
 * @param leases           leases that have begun
 * @param timeouts         timed takes that got nothing
 * @param created          elements created
 * @param creationFailures failures of the factory
 * @param invalid          elements that the validator refused
 * @param expired          elements closed at the end of their lifetime
 * @param idledOut         elements closed because they were idle for too long
 * @param closingFailures  failures of the closer
 * @param leaks            leases reported as leaked
 * @param listenerFailures failures of the listener
 */
public record PoolStatistics(int capacity, int size, int idle, int leased, int waiting, long leases, long timeouts,
        long created, long creationFailures, long invalid, long expired, long idledOut, long closingFailures,
        long leaks, long listenerFailures) {}
