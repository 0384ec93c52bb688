package dev.baton.check.api;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** An operation of a class with a {@link Specification}: scenarios are made of calls of such methods. */
@Documented
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
public @interface Operation {
    /** {@return a group: calls of operations of one group are made by one thread, as by the one consumer of a queue} */
    String group() default "";

    /** {@return whether it is called at most once in a scenario} */
    boolean once() default false;

    /** {@return whether a call may wait for others; it is then called by threads only, never before or after them} */
    boolean blocking() default false;

    /**
     * {@return results that mean that the call gave up and changed nothing, as text: {@code "false"}, or the simple name of
     * an exception} An interrupt may end a call anywhere, everything else only where the specification lets it wait.
     */
    String[] aborted() default {"InterruptedException", "TimeoutException", "CancellationException"};
}
