package dev.baton.check.program;

import dev.baton.check.explore.Verdict;

/**
 * Something in the program under check that the checker cannot model. It ends the check: a verdict that silently
 * left something out would be worth nothing. The message names the class, the line and the call.
 */
public final class UnmodelledException extends RuntimeException implements CheckFailure {
    private static final long serialVersionUID = 1L;

    public UnmodelledException(String message) {
        super(message);
    }

    public UnmodelledException(String message, Throwable cause) {
        super(message, cause);
    }

    @Override
    public Verdict verdict() {
        return Verdict.REFUSED;
    }
}
