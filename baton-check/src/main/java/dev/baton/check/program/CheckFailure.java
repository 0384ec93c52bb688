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
}
