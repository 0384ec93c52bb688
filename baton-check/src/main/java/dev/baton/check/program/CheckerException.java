package dev.baton.check.program;

import dev.baton.check.explore.Verdict;

/** The checker failed, not the program. The cause is what went wrong, and what to report. */
public final class CheckerException extends RuntimeException implements CheckFailure {
    private static final long serialVersionUID = 1L;

    public CheckerException(String message) {
        super(message);
    }

    public CheckerException(String message, Throwable cause) {
        super(message, cause);
    }

    @Override
    public Verdict verdict() {
        return Verdict.CHECKER_FAILED;
    }
}
