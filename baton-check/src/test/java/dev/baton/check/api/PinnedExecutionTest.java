package dev.baton.check.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.check.explain.Counterexample;
import dev.baton.check.explain.SourcePath;
import dev.baton.check.explore.Verdict;
import dev.baton.check.program.InvalidCheckException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** An execution that is written down is made again, and nothing else. */
final class PinnedExecutionTest {
    static List<Arguments> wrong() {
        List<Arguments> all = new ArrayList<>();
        for (ScenarioMethod method : ScenarioMethod.in(PinnedSamples.Wrong.class)) {
            for (String model : method.settings().models()) {
                all.add(Arguments.of(method.method().getName(), model));
            }
        }
        return all;
    }

    private static List<Counterexample> told(CheckResult result) {
        return result.counterexamples("check", SourcePath.none());
    }

    private static List<String> pinned(Class<?> type, String method, String model) {
        ScenarioMethod check = ScenarioMethod.in(type).stream().filter(each -> each.method().getName().equals(method))
                .findFirst().orElseThrow();
        CheckResult result = check.check(check.checker(model));
        assertThat(result.verdict()).isEqualTo(Verdict.VIOLATED);
        return told(result).getFirst().execution();
    }

    private static PinnedExecution again(Class<?> type, String method, String model, List<String> lines) {
        return new PinnedExecution(type, method, String.join("\n", lines)).under(model);
    }

    @ParameterizedTest
    @MethodSource("wrong")
    void whatWentWrongIsMadeAgain(String method, String model) {
        List<String> lines = pinned(PinnedSamples.Wrong.class, method, model);
        PinnedExecution execution = again(PinnedSamples.Wrong.class, method, model, lines);
        CheckResult result = execution.replay();
        assertThat(result.verdict()).as(() -> result + "\n" + String.join("\n", lines)).isEqualTo(Verdict.VIOLATED);
        assertThat(result.asFound("check", SourcePath.none()).getFirst().execution()).isEqualTo(lines);
        assertThatThrownBy(execution::assertNotAllowed).isInstanceOf(CheckFailedError.class);
    }

    @Test
    void jcstressTestsTooAreMadeAgain() {
        JcstressResult result = new Jcstress(new Checker()).check(JcstressSamples.LostUpdate.class).getFirst();
        List<String> lines = told(result.shown().getFirst()).getFirst().execution();
        assertThat(again(JcstressSamples.LostUpdate.class, "", "rc11", lines).replay().verdict())
                .isEqualTo(Verdict.VIOLATED);
    }

    @Test
    void aStrongerModeForbidsIt() {
        List<String> lines = pinned(PinnedSamples.Wrong.class, "staleMessage", "rc11");
        assertThat(again(PinnedSamples.Mended.class, "staleMessage", "rc11", lines).assertNotAllowed())
                .contains("the read must see a later write");
        assertThat(again(PinnedSamples.Wrong.class, "staleMessage", "tso", lines).assertNotAllowed())
                .startsWith("line ");
    }

    @Test
    void aProgramThatDoesSomethingElseDoesNotAllowIt() {
        List<String> lines = pinned(PinnedSamples.Wrong.class, "lostUpdate", "rc11");
        assertThat(again(PinnedSamples.Mended.class, "lostUpdate", "rc11", lines).assertNotAllowed())
                .contains("does not");
    }

    @Test
    void anExecutionWithNothingWrongIsNoFailure() {
        List<String> lines = pinned(PinnedSamples.Wrong.class, "thrown", "rc11");
        assertThat(again(PinnedSamples.Mended.class, "thrown", "rc11", lines).assertNotAllowed())
                .contains("goes on where the execution ended");
    }

    @Test
    void accessesOfOtherPlacesDoNotHideIt() {
        List<String> lines = pinned(PinnedSamples.Wrong.class, "staleMessage", "rc11");
        assertThatThrownBy(again(PinnedSamples.Grown.class, "staleMessage", "rc11", lines)::assertNotAllowed)
                .isInstanceOf(CheckFailedError.class).hasMessageContaining("stale");
    }

    /** A read that sees the other write, a write elsewhere, a thread less: each is another execution, and none is met. */
    @Test
    void onlyThisExecutionIsMade() {
        List<String> lines = pinned(PinnedSamples.Wrong.class, "staleMessage", "rc11");
        int stale = lines.indexOf("2 read 0 Box.message");
        int write = lines.indexOf("1 write 0 Box.message");
        assertThat(stale).isPositive();
        List<String> fresh = new ArrayList<>(lines);
        fresh.set(stale, "2 read " + (write + 1) + " Box.message");
        assertThat(again(PinnedSamples.Wrong.class, "staleMessage", "rc11", fresh).assertNotAllowed())
                .contains("goes on where the execution ended");
        List<String> half = lines.subList(0, stale);
        assertThat(again(PinnedSamples.Wrong.class, "staleMessage", "rc11", half).assertNotAllowed())
                .contains("goes on where the execution ended");
    }

    @Test
    void whatIsNoExecutionIsSaid() {
        assertThatThrownBy(() -> new PinnedExecution(PinnedSamples.Wrong.class, "lostUpdate", ""))
                .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("at least one line");
        for (String line : List.of("1 read", "x write 0 a", "1 jump 0 a", "1 read 9 Box.message", "1 end", "-1 fence",
                "1 write -1 Box.message")) {
            assertThatThrownBy(() -> new PinnedExecution(PinnedSamples.Wrong.class, "lostUpdate", line)).as(line)
                    .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("line 1 of the execution");
        }
        assertThatThrownBy(() -> new PinnedExecution(PinnedSamples.Wrong.class, "gone", "1 fence").replay())
                .isInstanceOf(InvalidCheckException.class).hasMessageContaining("no @ModelCheck method gone");
        assertThatThrownBy(() -> new PinnedExecution(PinnedSamples.Wrong.class, "", "1 fence").replay())
                .isInstanceOf(InvalidCheckException.class).hasMessageContaining("is no @JCStressTest");
    }
}
