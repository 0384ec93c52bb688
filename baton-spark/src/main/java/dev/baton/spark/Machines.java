package dev.baton.spark;

import dev.baton.check.api.SavedSearch;
import dev.baton.cli.ClusterPart;
import java.time.Duration;

/** Where the parts of one check are visited. */
interface Machines {
    /** How many parts can be visited at a time; may change. */
    int count();

    /** Hears what became of a part, once. */
    interface Listener {
        /** The part came back. */
        void replied(ClusterPart.Reply reply);

        /** The cluster gave the part up. */
        void gaveUp(Throwable failure);
    }

    /** Sends a part out; the reply comes once, whatever machines fail meanwhile. */
    void send(SavedSearch part, Duration budget, Listener listener);

    /** Gives up what is under way. */
    void cancel();

    /** The connection is closed. */
    boolean isGone();
}
