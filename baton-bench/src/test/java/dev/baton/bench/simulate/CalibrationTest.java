package dev.baton.bench.simulate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.HandOff;
import dev.baton.bench.simulate.Calibration.Measured;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class CalibrationTest {
    /** "Measures" a machine whose costs are known. */
    private static List<Measured> machine(Costs costs) {
        List<Measured> cases = new ArrayList<>();
        for (HandOff policy : HandOff.values()) {
            for (int cores : new int[]{1, 2}) {
                for (int work : new int[]{200, 2_500}) {
                    Measured unknown = new Measured(policy, cores, 100, 100, work, 1);
                    cases.add(new Measured(policy, cores, 100, 100, work, unknown.simulated(costs)));
                }
            }
        }
        return cases;
    }

    @Test
    void findsAMachineThatItCannotTellFromTheMeasuredOne() {
        List<Measured> cases = machine(new Costs(90, 400, 600, 20_000, 50));
        Costs fitted = Calibration.fit(cases, Costs.ESTIMATES);
        assertThat(Calibration.error(cases, Costs.ESTIMATES)).as("estimates").isGreaterThan(1.2);
        assertThat(Calibration.error(cases, fitted)).as("fitted").isLessThan(1.05);
        assertThat(fitted.lock()).as("seen on one core alone").isBetween(80.0, 100.0);
    }

    @Test
    void readsWhatItWrites() {
        List<Measured> cases = machine(Costs.NONE).stream().map(one -> new Measured(one.handOff(), one.cores(),
                one.tasks(), one.section(), one.work(), Math.round(one.nanos()))).toList();
        List<String> lines = new ArrayList<>(List.of("# a machine", Measured.COLUMNS, ""));
        cases.forEach(one -> lines.add(one.line()));
        assertThat(Measured.parse(lines)).isEqualTo(cases);
        assertThatThrownBy(() -> Measured.parse(List.of("COMBINE,2"))).hasMessageContaining(Measured.COLUMNS);
    }

    @Test
    void figuresSayThatTheyAreSimulated() {
        ByteArrayOutputStream text = new ByteArrayOutputStream();
        Figures figures = new Figures(Costs.ESTIMATES, ReadyOrder.FIFO,
                new PrintStream(text, true, StandardCharsets.UTF_8));
        String svg = figures.throughput();
        assertThat(svg).startsWith("<svg").contains("simulated, not measured", ">256<", "COMBINE").endsWith("</svg>\n");
        assertThat(text.toString(StandardCharsets.UTF_8)).contains("simulated").hasLineCount(12);
    }
}
