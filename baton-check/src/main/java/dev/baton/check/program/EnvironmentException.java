package dev.baton.check.program;

import dev.baton.check.explore.Verdict;
import org.jspecify.annotations.Nullable;

/**
 * The program could not be run: a class or a native library is missing, a class file is broken, the memory is used up, a
 * static initializer or the set-up threw. No execution is to blame.
 */
public final class EnvironmentException extends RuntimeException implements CheckFailure {
    private static final long serialVersionUID = 1L;

    private @Nullable String missingClass;

    public EnvironmentException(String message) {
        super(message);
    }

    public EnvironmentException(String message, Throwable cause) {
        super(message, cause);
    }

    /** A class that the program needs is not on its class path. */
    public static EnvironmentException missing(String className, Throwable cause) {
        EnvironmentException missing = new EnvironmentException("the class " + className + " is not on the class path",
                cause);
        missing.missingClass = className;
        return missing;
    }

    /** {@return the class that is missing; null if that is not what failed} */
    public @Nullable String missingClass() {
        return missingClass;
    }

    @Override
    public Verdict verdict() {
        return Verdict.ENVIRONMENT_FAILED;
    }
}
