package dev.baton.internal.transfer;

/** A request that waits without a thread. */
public interface TransferListener {
    /** Called with the request's node before that is published. */
    void attach(TransferNode node);

    /** Called by the counterpart when it has answered the request. */
    void answered();
}
