package dev.baton.check.zoo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.check.api.CheckResult;
import dev.baton.check.api.Checker;
import dev.baton.check.explore.Verdict;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Every broken lock is found out, with two threads or with three. */
class MutantsTest {
    @TestFactory
    Stream<DynamicTest> mutantsAreKilled() {
        return Mutants.ALL.stream().map(type -> DynamicTest.dynamicTest(type.getSimpleName(), () -> {
            CheckResult result = LockClient.check(new Checker(), type, 2);
            if (result.verdict() != Verdict.VIOLATED) {
                result = LockClient.check(new Checker(), type, 3);
            }
            assertThat(result.verdict()).as(result.toString()).isEqualTo(Verdict.VIOLATED);
            assertThat(result.counterexample()).isNotEmpty();
        }));
    }
}
