package dev.baton.check.api;

import dev.baton.check.explore.Verdict;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * Makes a class with a {@link Specification} a JUnit test: it implements this interface and writes no test method. There is
 * a test for each of its memory models.
 */
public interface SpecificationTest {
    /** {@return the checks of the class, one for each memory model} */
    @TestFactory
    default Stream<DynamicTest> meetsItsSpecification() {
        Class<?> type = getClass();
        return Specifications.models(type).stream()
                .map(model -> DynamicTest.dynamicTest(model, () -> check(type, model)));
    }

    private static void check(Class<?> type, String model) {
        SpecificationResult result = new Specifications(new Checker().model(model)).check(type);
        if (!Specifications.expectsViolation(type)) {
            result.check().assertVerified();
        } else if (result.verdict() != Verdict.VIOLATED) {
            throw new AssertionError("expected a violation, but: " + result);
        }
    }
}
