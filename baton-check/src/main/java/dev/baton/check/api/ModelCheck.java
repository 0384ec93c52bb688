package dev.baton.check.api;

import dev.baton.check.event.Clock;
import dev.baton.check.event.JdkFields;
import dev.baton.check.event.JdkLocks;
import dev.baton.check.event.Timeouts;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.TestTemplate;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * A JUnit test whose every execution is explored, once per memory model. A method with a {@link Scenario} parameter
 * builds the client; a method without is itself the main thread: it may start and join threads as any code does; or,
 * with {@code threads = n}, it is what each of n threads does, all of them on one instance of the test class. Assertions may stand anywhere.
 *
 * <pre>{@code
 * @ModelCheck(models = { "rc11", "jam" })
 * void incrementsAreNotLost(Scenario scenario) {
 *     var count = new AtomicInteger();
 *     scenario.threads(2, count::incrementAndGet);
 *     scenario.finallyAssert(() -> assertEquals(2, count.get()));
 * }
 * }</pre>
 *
 * The test class needs a constructor without arguments; {@code @BeforeEach} methods do not run for it.
 */
@Documented
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
@TestTemplate
@ExtendWith(ModelCheckExtension.class)
public @interface ModelCheck {
    /** {@return the memory models to check under} */
    String[] models() default {"rc11"};

    /** {@return how often a loop that is no await may go round} */
    int loopBound() default 64;

    /** {@return the executions after which the check gives up; it then fails as not exhausted} */
    long maxExecutions() default 10_000_000;

    /** {@return the seconds after which the check gives up; it then fails as not exhausted; 0 for no limit} */
    int timeLimitSeconds() default 0;

    /**
     * {@return how many seconds to hunt: executions are sampled, not all are visited, and the test passes if none of them is
     * a violation; 0 to visit all}
     */
    int huntSeconds() default 0;

    /** {@return what a hunt draws depends on this number alone} */
    long seed() default 1;

    /**
     * {@return how many threads run the test method at once; it then takes no parameter} 0: the method builds a
     * {@link Scenario}, or is itself the main thread.
     */
    int threads() default 0;

    /** {@return whether park and wait may return for no reason} */
    boolean spuriousWakeups() default true;

    /** {@return whether a weak compare-and-set may fail for no reason} */
    boolean spuriousFailures() default true;

    /** {@return how many processors the program sees; with one, most code that spins parks at once} */
    int processors() default 1;

    /** {@return when a timed wait may expire} */
    Timeouts timeouts() default Timeouts.FREE;

    /** {@return which threads read the same clock} */
    Clock clock() default Clock.OWN;

    /** {@return what an unfair {@code ReentrantLock} of the JDK is: one place, or the JDK's code} */
    JdkLocks jdkLocks() default JdkLocks.LEAN;

    /** {@return in which modes the JDK's classes read a few fields of theirs: as strong as their contract needs, or as written} */
    JdkFields jdkFields() default JdkFields.CONTRACT;

    /** {@return whether to visit only one of the executions that differ by exchanging threads of the same body} */
    boolean symmetry() default false;

    /** {@return how many threads search} */
    int workers() default 1;

    /** {@return whether a data race on plain fields fails the test} */
    boolean racesFail() default false;

    /** {@return whether a violation is what the test wants to see: for showing that a bug is found} */
    boolean expectViolation() default false;
}
