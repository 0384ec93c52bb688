package dev.baton;

import org.jspecify.annotations.Nullable;

/**
 * A channel was closed: nothing can be sent any more, or all that was sent has been received. The cause is what the
 * channel was closed with, if any.
 */
public final class ChannelClosedException extends IllegalStateException {
    private static final long serialVersionUID = 1L;

    ChannelClosedException(@Nullable Throwable cause) {
        super(cause == null ? "the channel is closed" : "the channel is closed: " + cause, cause);
    }
}
