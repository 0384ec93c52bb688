package dev.baton.bench.combine;

import dev.baton.bench.load.ThreadKind;

/**
 * A lock, and the threads that use it: {@code jdk-lock-fair} means virtual threads, {@code platform-jdk-lock-fair} the same
 * lock with a platform thread for each task.
 *
 * @param lock    name of the lock
 * @param threads kind of the threads
 */
record Contender(String lock, ThreadKind threads) {
    private static final String ON_PLATFORM = "platform-";

    /** The contender that a benchmark's parameter names. */
    static Contender of(String peer) {
        return peer.startsWith(ON_PLATFORM)
                ? new Contender(peer.substring(ON_PLATFORM.length()), ThreadKind.PLATFORM)
                : new Contender(peer, ThreadKind.VIRTUAL);
    }
}
