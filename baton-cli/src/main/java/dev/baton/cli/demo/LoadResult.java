package dev.baton.cli.demo;

import org.jspecify.annotations.Nullable;

/**
 * How a pool did under a {@link Load}, and what became of every request and every connection.
 *
 * @param servedPerSecond rate while the load was on, without the draining after it
 * @param waits how long the requests that were served had waited for their connection
 * @param delays how much later than they meant to the other requests returned
 * @param stuckThreads threads that waited for ever although connections were given back
 * @param lostRequests requests that were neither served nor gave up nor failed
 * @param lostConnections connections that were opened and are not in the pool at the end
 * @param sharedUses times that a connection was handed to a thread while another one had it
 * @param interrupted whether the run was stopped before its time
 */
public record LoadResult(double seconds, long served, double servedPerSecond, long aborted, long failed,
        WaitTimes waits, WaitTimes delays, int stuckThreads, long lostRequests, int lostConnections, long sharedUses,
        boolean interrupted, @Nullable Throwable firstFailure) {
    /** Everything that must be zero, together. */
    public long lost() {
        return lostRequests + stuckThreads + lostConnections + sharedUses + failed;
    }
}
