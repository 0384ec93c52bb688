package dev.baton.check.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

/** jcstress test classes run unchanged, and show every outcome they can have. */
class JcstressFrontEndTest {
    private static JcstressResult check(Class<?> test) {
        List<JcstressResult> results = new Jcstress(new Checker()).check(test);
        assertThat(results).hasSize(1);
        return results.getFirst();
    }

    @Test
    void everyOutcomeIsListed() {
        JcstressResult result = check(JcstressSamples.StoreBuffering.class);
        assertThat(result.outcomes().keySet()).containsExactly("0, 0", "0, 1", "1, 0", "1, 1");
        assertThat(result.grade("0, 0")).isEqualTo("ACCEPTABLE_INTERESTING");
        assertThat(result.passed()).isTrue();
    }

    @Test
    void defaultCasesAndForbiddenOnesAreGraded() {
        JcstressResult result = check(JcstressSamples.VolatileStoreBuffering.class);
        assertThat(result.outcomes().keySet()).containsExactly("0, 1", "1, 0", "1, 1");
        assertThat(result.passed()).isTrue();
    }

    @Test
    void outcomeThatNoCaseNamesFailsWithACounterexample() {
        JcstressResult result = check(JcstressSamples.LostUpdate.class);
        assertThat(result.outcomes().keySet()).containsExactly("1", "2");
        assertThat(result.passed()).isFalse();
        assertThat(result.counterexample()).contains("forbidden outcome: 1", "JcstressSamples.java");
        assertThatThrownBy(result::assertPassed).isInstanceOf(AssertionError.class);
    }

    @Test
    void gradesMayComeFromAnotherClass() {
        JcstressResult result = check(JcstressSamples.ReleaseAcquire.class);
        assertThat(result.outcomes().keySet()).containsExactly("false, 0", "false, 42", "true, 42");
        assertThat(result.passed()).isTrue();
    }

    @Test
    void referencesAndPatternsWork() {
        assertThat(check(JcstressSamples.References.class).passed()).isTrue();
    }

    @Test
    void terminationIsDecided() {
        JcstressResult result = check(JcstressSamples.VolatileFlag.class);
        assertThat(result.outcomes().keySet()).containsExactly("TERMINATED");
        assertThat(result.passed()).isTrue();
    }

    @Test
    void plainFlagMayNeverBeSeen() {
        JcstressResult result = check(JcstressSamples.PlainFlag.class);
        assertThat(result.outcomes().keySet()).contains("STALE");
        assertThat(result.passed()).isTrue();
    }

    @Test
    void nestedTestsAreAllFound() {
        assertThat(new Jcstress(new Checker()).check(JcstressSamples.class)).hasSize(7);
    }
}
