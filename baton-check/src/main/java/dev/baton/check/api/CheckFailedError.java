package dev.baton.check.api;

import java.lang.reflect.Method;

/**
 * A check that was not verified. The message is one line, as reports repeat messages in their summaries; the
 * counterexample follows it where the error itself is printed.
 */
public final class CheckFailedError extends AssertionError {
    private static final long serialVersionUID = 1;

    private final String counterexample;

    CheckFailedError(String message, String counterexample) {
        super(message);
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

    /** The message, and the counterexample below it. */
    @Override
    @SuppressWarnings("OverrideThrowableToString") // the message is to stay one line
    public String toString() {
        return counterexample.isEmpty() ? super.toString() : super.toString() + "\n" + counterexample.stripTrailing();
    }
}
