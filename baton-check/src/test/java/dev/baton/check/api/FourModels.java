package dev.baton.check.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.check.explore.Verdict;
import dev.baton.check.program.UnmodelledException;
import java.util.List;

/** Runs one program under all four models. */
final class FourModels {
    private FourModels() {}

    static final List<String> ALL = List.of("sc", "tso", "rc11", "jam");

    static void verified(ScenarioBody program) {
        results(program).forEach(CheckResult::assertVerified);
    }

    private static List<CheckResult> results(ScenarioBody program) {
        PreparedCheck prepared = PreparedCheck.of("", program).prepare(new Checker());
        return ALL.stream().map(model -> prepared.explore(new Checker().model(model))).toList();
    }

    /** It is verified, and these are its outcomes under every model. */
    static void outcomes(ScenarioBody program, String... expected) {
        for (CheckResult result : results(program)) {
            result.assertVerified();
            assertThat(result.outcomes().keySet()).as(result.model()).containsExactlyInAnyOrder(expected);
        }
    }

    /** It is violated under every model, and the counterexample says this. */
    static void violated(ScenarioBody program, String... said) {
        for (CheckResult result : results(program)) {
            assertThat(result.verdict()).as(result.model()).isEqualTo(Verdict.VIOLATED);
            assertThat(result.counterexample()).contains(said);
        }
    }

    /** The check ends with an error that says this. */
    static void refused(ScenarioBody program, String... said) {
        assertThatThrownBy(() -> new Checker().check(program)).isInstanceOf(UnmodelledException.class)
                .message().contains(said);
    }
}
