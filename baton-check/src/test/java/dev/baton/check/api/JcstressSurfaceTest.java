package dev.baton.check.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Mode;
import org.openjdk.jcstress.annotations.State;

/** jcstress's annotations mean here what they mean there. */
class JcstressSurfaceTest {
    private static JcstressResult check(Class<?> test, String model) {
        List<JcstressResult> results = new Jcstress(new Checker().model(model)).check(test);
        assertThat(results).hasSize(1);
        return results.getFirst();
    }

    private static void passes(Class<?> test, String... outcomes) {
        for (String model : new String[]{"sc", "tso", "rc11", "jam"}) {
            JcstressResult result = check(test, model);
            assertThat(result.outcomes().keySet()).as(model).containsExactly(outcomes);
            assertThat(result.passed()).as("%s", result).isTrue();
        }
    }

    @Test
    void literalIdWinsOverAPattern() {
        passes(JcstressSurface.LiteralBeforePattern.class, "0, 1", "1, 0", "1, 1");
        assertThat(check(JcstressSurface.LiteralBeforePattern.class, "sc").grade("1, 1"))
                .isEqualTo("ACCEPTABLE_INTERESTING");
    }

    @Test
    void outcomesAndFieldsAreInherited() {
        JcstressResult result = check(JcstressSurface.InheritedOutcomesAndFields.class, "rc11");
        assertThat(result.outcomes().keySet()).containsExactly("true, true");
        assertThat(result.passed()).isTrue();
        assertThat(result.grade("false, true")).isEqualTo("FORBIDDEN");
    }

    @Test
    void metaClassGradesFirst() {
        passes(JcstressSurface.MetaComesFirst.class, "2, 2");
    }

    @Test
    void resultClassMayBeOnesOwn() {
        passes(JcstressSurface.OwnResultClass.class, "set=1.5", "unset=0.0");
    }

    @Test
    void recordIsSeenWholeThroughARace() {
        passes(JcstressSurface.RecordThroughARace.class, "Item[name=a, size=1]", "null");
    }

    @Test
    void arbiterSeesAllThatActorsDid() {
        passes(JcstressSurface.ArbiterOverActorsWithoutResult.class, "3, 3, 3");
    }

    @ParameterizedTest
    @ValueSource(strings = {"sc", "tso", "rc11", "jam"})
    void readersOfVolatilesAgree(String model) {
        JcstressResult result = check(JcstressSurface.IndependentReads.class, model);
        assertThat(result.outcomes()).hasSize(15).doesNotContainKey("1, 0, 1, 0");
        assertThat(result.passed()).isTrue();
    }

    @Test
    void outcomeGradedUnknownFails() {
        JcstressResult result = check(JcstressSurface.UnknownFails.class, "sc");
        assertThat(result.grade("1")).isEqualTo("UNKNOWN");
        assertThat(result.passed()).isFalse();
        assertThat(result.counterexample()).contains("forbidden outcome: 1");
    }

    @Test
    void plainReadsOfOneFieldMayDisagreeOnlyWhereJavaSaysSo() {
        assertThat(check(JcstressSurface.Bytes.class, "rc11").outcomes().keySet()).containsExactly("-1, -1", "-1, 0",
                "0, -1", "0, 0");
        assertThat(check(JcstressSurface.Bytes.class, "sc").outcomes().keySet()).containsExactly("-1, -1", "0, -1",
                "0, 0");
    }

    @Test
    void synchronizedMethodAndBlockExcludeEachOther() {
        passes(JcstressSurface.Doubles.class, "0.0, 0.0", "2.5, 2.5");
    }

    // ---- termination

    @Test
    void signalMayInterruptTheActorsThread() {
        passes(JcstressSurface.InterruptByThread.class, "TERMINATED");
    }

    @Test
    void signalMayUnparkTheActorsThread() {
        passes(JcstressSurface.UnparkByThread.class, "TERMINATED");
    }

    @Test
    void notificationThatComesEarlyIsLost() {
        passes(JcstressSurface.LostNotification.class, "STALE", "TERMINATED");
    }

    @Test
    void exceptionOfATerminationTestIsGraded() {
        passes(JcstressSurface.ExceptionIsAnOutcome.class, "ERROR", "TERMINATED");
        JcstressResult unnamed = check(JcstressSurface.ExceptionThatNoCaseNames.class, "rc11");
        assertThat(unnamed.passed()).isFalse();
        assertThat(unnamed.counterexample()).contains("too late");
    }

    // ---- classes that are no tests

    @JCStressTest
    @State
    static class WithoutActor {}

    @JCStressTest(Mode.Termination)
    static class WithoutSignal {
        @Actor
        public void actor() {}
    }

    @JCStressTest
    static class ThreadInAContinuousTest {
        @Actor
        public void actor(Thread thread) {}
    }

    @Test
    void classThatIsNoTestIsRefusedWithTheReason() {
        assertThatThrownBy(() -> check(WithoutActor.class, "sc")).hasMessageContaining("without an @Actor");
        assertThatThrownBy(() -> check(WithoutSignal.class, "sc")).hasMessageContaining("one @Signal");
        assertThatThrownBy(() -> check(ThreadInAContinuousTest.class, "sc"))
                .hasMessageContaining("ThreadInAContinuousTest.actor").hasMessageContaining("java.lang.Thread");
    }
}
