package dev.baton.check.api;

import dev.baton.check.spec.CallKind;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * An operation of a class with a {@link Specification}: scenarios are made of calls of such methods. If it returns a future,
 * a call makes a request and waits for the answer, which is its result.
 */
@Documented
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
public @interface Operation {
    /** {@return a group: calls of operations of one group are made by one thread, as by the one consumer of a queue} */
    String group() default "";

    /** {@return whether it is called at most once in a scenario} */
    boolean once() default false;

    /**
     * {@return whether a call may wait for others; it is then called by threads only, never before or after them} An operation
     * that returns a future may always wait.
     */
    boolean blocking() default false;

    /**
     * How many calls may overtake a call of this operation: they begin after it has made its request, and are served before
     * it. Calls count that are of an operation with a bound and do not give up. A request is made when the operation returns
     * its future, or when its thread parks for the first time. Without a bound any number may pass.
     *
     * @return the bound
     */
    int overtaken() default CallKind.UNBOUNDED;

    /**
     * {@return results that mean that the call gave up and changed nothing, as text: {@code "false"}, or the simple name of
     * an exception} An interrupt may end a call anywhere, everything else only where the specification lets it wait.
     */
    String[] aborted() default {"InterruptedException", "TimeoutException", "CancellationException"};
}
