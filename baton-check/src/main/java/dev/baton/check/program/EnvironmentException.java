package dev.baton.check.program;

import dev.baton.check.explore.Verdict;

/**
 * The program could not be run: a class or a native library is missing, a class file is broken, the memory is used up, a
 * static initializer or the set-up threw. No execution is to blame.
 */
public final class EnvironmentException extends RuntimeException implements CheckFailure {
    private static final long serialVersionUID = 1L;

    public EnvironmentException(String message) {
        super(message);
    }

    public EnvironmentException(String message, Throwable cause) {
        super(message, cause);
    }

    @Override
    public Verdict verdict() {
        return Verdict.ENVIRONMENT_FAILED;
    }
}
