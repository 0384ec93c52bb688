package dev.baton.check.program;

import dev.baton.check.explore.Verdict;

/**
 * Why a check ended without a word on the program. Each is an exception; none of them is a violation.
 */
public sealed interface CheckFailure
        permits UnmodelledException, InvalidCheckException, EnvironmentException, CheckerException {
    /** {@return what the check came to} */
    Verdict verdict();

    /** {@return what a reader is told} */
    String getMessage();

    /**
     * The failure that an exception of the checker's API stands for: itself, or a missing class, or a fault.
     *
     * @param thrown the exception
     * @return the failure
     */
    static CheckFailure of(Throwable thrown) {
        return switch (thrown) {
            case CheckFailure failure -> failure;
            case NoClassDefFoundError missing -> EnvironmentException
                    .missing(String.valueOf(missing.getMessage()).replace('/', '.'), missing);
            case LinkageError broken -> new EnvironmentException("a class cannot be loaded: " + broken, broken);
            case OutOfMemoryError full -> new EnvironmentException("the memory is used up: " + full.getMessage(), full);
            default -> new CheckerException(thrown.toString(), thrown);
        };
    }
}
