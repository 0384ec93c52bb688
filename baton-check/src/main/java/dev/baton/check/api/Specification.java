package dev.baton.check.api;

import dev.baton.check.spec.Correctness;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Says what a concurrent class does by a sequential one. The class has {@link Operation} methods and a constructor without
 * arguments; each scenario begins with a new object. The sequential class has methods of the same names and parameters.
 * Scenarios are made of calls of the operations, the smallest first; every execution of each is explored, and the results
 * of its calls must be those of some sequential order that respects which call came first.
 *
 * <pre>{@code
 * @Specification(SequentialQueue.class)
 * class QueueSpecification {
 *     private final MyQueue<Integer> queue = new MyQueue<>();
 *
 *     @Operation
 *     public boolean offer(@Values(fresh = true) int element) {
 *         return queue.offer(element);
 *     }
 *
 *     @Operation
 *     public Integer poll() {
 *         return queue.poll();
 *     }
 * }
 * }</pre>
 *
 * If the sequential class overrides {@code equals} and {@code hashCode}, objects that are equal count as one state.
 */
@Documented
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
public @interface Specification {
    /** {@return the sequential class; if it is not given, the class itself, used by one thread} */
    Class<?> value() default void.class;

    /** {@return the memory models to check under} */
    String[] models() default {"rc11"};

    /** {@return the most threads of a scenario} */
    int threads() default 2;

    /** {@return the most calls that a thread of a scenario makes} */
    int calls() default 2;

    /** {@return the most calls before the threads begin} */
    int initial() default 1;

    /** {@return the most calls after the threads have ended; they look at the state, and add no executions} */
    int last() default 6;

    /** {@return whether threads that make blocking calls are interrupted} */
    boolean interrupts() default false;

    /** {@return which order of calls counts} */
    Correctness correctness() default Correctness.LINEARIZABLE;

    /** {@return whether a violation is what the check wants to see: for showing that a bug is found} */
    boolean expectViolation() default false;
}
