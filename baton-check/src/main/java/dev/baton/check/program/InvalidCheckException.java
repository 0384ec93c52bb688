package dev.baton.check.program;

import dev.baton.check.explore.Verdict;

/** A check that is none: it has no threads, or is written in a way that the checker cannot take up. */
public final class InvalidCheckException extends IllegalArgumentException implements CheckFailure {
    private static final long serialVersionUID = 1L;

    public InvalidCheckException(String message) {
        super(message);
    }

    public InvalidCheckException(String message, Throwable cause) {
        super(message, cause);
    }

    @Override
    public Verdict verdict() {
        return Verdict.REFUSED;
    }
}
