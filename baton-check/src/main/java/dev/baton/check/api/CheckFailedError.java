package dev.baton.check.api;

import java.lang.reflect.Method;

/**
 * A check that was not verified. The message is one line, as reports repeat messages in their summaries; the
 * counterexample follows it where the error itself is printed.
 */
public final class CheckFailedError extends AssertionError {
    private static final long serialVersionUID = 1;

    /** The verdict and what it took. */
    private final String result;
    /** The executions that must not happen, as text. */
    private final String counterexample;

    /**
     * @param result   the verdict and what it took
     * @param headline what went wrong, in one line; empty if nothing did
     */
    CheckFailedError(String result, String headline, String counterexample) {
        super(headline.isEmpty() ? result : result + ". " + headline);
        this.result = result;
        this.counterexample = counterexample;
    }

    /** {@return the executions that must not happen, as text; empty if there are none} */
    public String counterexample() {
        return counterexample;
    }

    /** The stack leads to the check, not to the framework that ran it. */
    CheckFailedError of(Method check) {
        Class<?> top = check.getDeclaringClass();
        while (top.getEnclosingClass() != null) {
            top = top.getEnclosingClass();
        }
        setStackTrace(new StackTraceElement[]{new StackTraceElement(check.getDeclaringClass().getName(),
                check.getName(), top.getSimpleName() + ".java", -1)});
        return this;
    }

    /** The verdict, and the counterexample below it, which begins with what went wrong. */
    @Override
    @SuppressWarnings("OverrideThrowableToString") // the message is to stay one line
    public String toString() {
        return counterexample.isEmpty()
                ? super.toString()
                : getClass().getName() + ": " + result + "\n" + counterexample.stripTrailing();
    }
}
