package dev.baton.proof.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.proof.ProofRow;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The scenarios of combining alone, so that mutants of it can be given to them. */
class SleepModelTest {
    private static final Duration LIMIT = Duration.ofSeconds(60);

    static List<ProofScenario> scenarios() {
        return Stream.of(SleepScenarios.all(), HeldBackScenarios.all()).flatMap(List::stream).toList();
    }

    @ParameterizedTest
    @MethodSource("scenarios")
    void holds(ProofScenario scenario) {
        ProofRow row = ProofRow.of(scenario, "rc11", LIMIT);
        assertThat(row.verdict()).as(row.detail()).isEqualTo("VERIFIED");
    }
}
