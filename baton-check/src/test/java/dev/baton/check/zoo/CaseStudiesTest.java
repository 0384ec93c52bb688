package dev.baton.check.zoo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.check.api.CheckResult;
import dev.baton.check.api.Checker;
import dev.baton.check.explore.Verdict;
import dev.baton.check.explore.Violation;
import org.junit.jupiter.api.Test;

/** Bugs that shipped are found, each with a counterexample a person can follow; their fixes are verified. */
class CaseStudiesTest {
    private static void assertFound(CheckResult result, Violation.Kind kind, String... shown) {
        assertThat(result.verdict()).isEqualTo(Verdict.VIOLATED);
        assertThat(result.violations().getFirst().kind()).isEqualTo(kind);
        String text = result.counterexample();
        assertThat(text.lines().count()).isLessThan(40);
        assertThat(text).contains(shown);
    }

    @Test
    void dpdkMcsHangs() {
        assertFound(LockClient.check(new Checker(), CaseStudies.DpdkMcs.class, 2), Violation.Kind.AWAIT_TERMINATION,
                "waits for ever", "McsLock.java");
    }

    @Test
    void mcsWithoutAcquireLosesAnIncrement() {
        assertFound(LockClient.check(new Checker(), CaseStudies.NoAcquireMcs.class, 2), Violation.Kind.ASSERTION,
                "lost increment");
    }

    @Test
    void mcsWithReleaseAndAcquireIsVerified() {
        LockClient.check(new Checker(), McsLock.class, 2).assertVerified();
        LockClient.check(new Checker(), McsLock.class, 3).assertVerified();
    }

    @Test
    void qspinlockNodeIsWipedOut() {
        assertFound(
                new Checker().check(scenario -> CaseStudies.qspinlock(scenario, CaseStudies.QSpinLock.class, 2)),
                Violation.Kind.AWAIT_TERMINATION, "waits for ever");
    }

    @Test
    void fixedQspinlockIsVerified() {
        new Checker().check(scenario -> CaseStudies.qspinlock(scenario, CaseStudies.FixedQSpinLock.class, 2))
                .assertVerified();
        new Checker().check(scenario -> CaseStudies.qspinlock(scenario, CaseStudies.FixedQSpinLock.class, 3))
                .assertVerified();
    }
}
