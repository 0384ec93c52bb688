package dev.baton.bench.combine;

import dev.baton.HandOff;
import dev.baton.Mutex;
import dev.baton.bench.peer.Gate;
import dev.baton.bench.peer.Gates;
import dev.baton.combine.CombiningScheduler;
import java.util.Locale;

/** The locks that the benchmarks of this package compare: ours by the name of a policy, and the peers. */
final class PolicyLocks {
    private PolicyLocks() {}

    /** Whether the name is that of a policy. */
    static boolean isPolicy(String peer) {
        return peer.equals("combine") || peer.equals("inline") || peer.equals("dispatch");
    }

    /** The policy of this name. */
    static HandOff policy(String peer) {
        return HandOff.valueOf(peer.toUpperCase(Locale.ROOT));
    }

    /** Our mutex with the policy that {@code peer} names, or the {@link Gates gate} of that name. */
    static Gate gate(String peer, int workers) {
        return isPolicy(peer) ? Gates.of(new Mutex(policy(peer))) : Gates.create(peer, 1, workers);
    }

    /** Ours run on {@code scheduler}, the others on the JDK's. */
    static Thread.Builder virtualThreads(String peer, CombiningScheduler scheduler) {
        if (!isPolicy(peer)) {
            return Thread.ofVirtual();
        }
        if (!CombiningScheduler.isAvailable()) {
            throw new IllegalStateException("needs --add-opens java.base/java.lang=ALL-UNNAMED");
        }
        return scheduler.builder();
    }
}
