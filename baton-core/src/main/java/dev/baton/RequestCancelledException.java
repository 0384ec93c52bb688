package dev.baton;

import java.util.concurrent.CancellationException;

/**
 * What a cancelled request completes with. It has no stack trace: a cancel must not cost more on a deep stack, and
 * each caller that asks the future gets an exception of its own, which shows where it asked.
 */
final class RequestCancelledException extends CancellationException {
    private static final long serialVersionUID = 1L;

    RequestCancelledException() {
        super("the request was cancelled");
    }

    @Override
    public synchronized Throwable fillInStackTrace() {
        return this;
    }
}
