package dev.baton.check.api;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * The values that a parameter of an {@link Operation} is tried with. Without it numbers are tried with 1 and 2, truth values
 * with both, an enum with all its constants, strings and objects with {@code "a"} and {@code "b"}.
 */
@Documented
@Target(ElementType.PARAMETER)
@Retention(RetentionPolicy.RUNTIME)
public @interface Values {
    /** {@return the values, as a source would write them; {@code null} for the null reference} */
    String[] value() default {};

    /** {@return whether each call gets a number that no other call of the scenario has, instead of the values} */
    boolean fresh() default false;
}
