package dev.baton.bench.simulate;

import dev.baton.HandOff;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Redraws, by simulation, what the paper on combine-and-exchange locks shows in its figures 9 and 10: throughput of the
 * policies, and COMBINE against DISPATCH for sections of several lengths, on 1 to 256 cores.
 * <p>
 * Arguments: {@code [--out DIR] [--calibrate FILE]}. The file holds {@link Calibration.Measured#COLUMNS} of a real machine;
 * without it the costs are {@link Costs#ESTIMATES}. The figures are drawn for ready tasks that any free core takes and for
 * ready tasks that wait for the core they were given to.
 */
public final class Figures {
    private static final List<Integer> CORES = List.of(1, 2, 4, 8, 16, 32, 64, 128, 256);
    private static final int TASKS = 5_000;
    /** Estimates of the paper's task: an insertion into a map, and a sieve. */
    private static final double SECTION = 100;
    private static final double WORK = 50_000;
    private static final double[] SECTIONS = {100, 250, 1_000, 2_500, 7_500};

    private final Costs costs;
    private final ReadyOrder order;
    private final PrintStream out;

    Figures(Costs costs, ReadyOrder order, PrintStream out) {
        this.costs = costs;
        this.order = order;
        this.out = out;
    }

    public static void main(String[] arguments) throws IOException {
        Path directory = Path.of("target", "simulated");
        List<Calibration.Measured> measured = List.of();
        for (int index = 0; index + 1 < arguments.length; index += 2) {
            String value = arguments[index + 1];
            switch (arguments[index]) {
                case "--out" -> directory = Path.of(value);
                case "--calibrate" -> measured = Calibration.Measured.parse(Files.readAllLines(Path.of(value)));
                default -> throw new IllegalArgumentException("unknown option " + arguments[index]);
            }
        }
        Costs costs = measured.isEmpty() ? Costs.ESTIMATES : Calibration.fit(measured, Costs.ESTIMATES);
        Files.createDirectories(directory);
        new Figures(costs, ReadyOrder.STEALING, System.out).sayCosts(measured);
        for (ReadyOrder order : List.of(ReadyOrder.STEALING, ReadyOrder.ASSIGNED)) {
            Figures figures = new Figures(costs, order, System.out);
            String suffix = "-" + figures.name() + ".svg";
            Files.writeString(directory.resolve("throughput" + suffix), figures.throughput());
            Files.writeString(directory.resolve("speedup" + suffix), figures.speedup());
        }
        System.out.println("\nCharts: " + directory);
    }

    private void sayCosts(List<Calibration.Measured> measured) {
        print("costs (%s): lock %.0f, submit %.0f, switchover %.0f, wake %.0f, migrate %.0f ns",
                measured.isEmpty() ? "estimates" : "calibrated", costs.lock(), costs.submit(), costs.switchover(),
                costs.wake(), costs.migrate());
        if (measured.isEmpty()) {
            return;
        }
        print("%n%-10s %6s %9s %9s %12s %12s %8s", "policy", "cores", "section", "work", "measured", "simulated",
                "ratio");
        for (Calibration.Measured one : measured) {
            double simulated = one.simulated(costs);
            print("%-10s %6d %9.0f %9.0f %9.0f ns %9.0f ns %8.2f", one.handOff(), one.cores(), one.section(),
                    one.work(), one.nanos(), simulated, simulated / one.nanos());
        }
        print("typical error: factor %.2f (with the estimates: %.2f)", Calibration.error(measured, costs),
                Calibration.error(measured, Costs.ESTIMATES));
    }

    /** Figure 9: throughput by cores, a line for each policy. */
    String throughput() {
        String title = "Throughput of the policies, ready tasks " + name();
        List<Chart.Line> lines = new ArrayList<>();
        for (HandOff policy : HandOff.values()) {
            lines.add(new Chart.Line(policy.name(),
                    CORES.stream().map(cores -> run(policy, SECTION, cores).throughput()).toList()));
        }
        table(title + ", simulated (million operations a second; section 0.1 µs, work 50 µs, 5000 tasks)", lines);
        return Chart.svg(title, "million operations a second", CORES, lines);
    }

    /** Figure 10: COMBINE by DISPATCH, a line for each length of the section. */
    String speedup() {
        String title = "Speed-up of COMBINE over DISPATCH, ready tasks " + name();
        List<Chart.Line> lines = new ArrayList<>();
        for (double section : SECTIONS) {
            lines.add(new Chart.Line(String.format(Locale.ROOT, "%.2f µs", section / 1_000),
                    CORES.stream().map(cores -> run(HandOff.COMBINE, section, cores).throughput()
                            / run(HandOff.DISPATCH, section, cores).throughput()).toList()));
        }
        table(title + ", simulated (by length of the section; work 50 µs, 5000 tasks)", lines);
        return Chart.svg(title, "throughput ratio", CORES, lines);
    }

    private String name() {
        return order.name().toLowerCase(Locale.ROOT);
    }

    private Outcome run(HandOff policy, double section, int cores) {
        return Simulation.run(Scenario.of(policy, TASKS, section, WORK, costs).with(order).onCores(cores));
    }

    private void table(String title, List<Chart.Line> lines) {
        print("%n%s", title);
        StringBuilder head = new StringBuilder(String.format(Locale.ROOT, "%6s", "cores"));
        lines.forEach(line -> head.append(String.format(Locale.ROOT, " %10s", line.name())));
        print("%s", head);
        for (int index = 0; index < CORES.size(); index++) {
            StringBuilder row = new StringBuilder(String.format(Locale.ROOT, "%6d", CORES.get(index)));
            for (Chart.Line line : lines) {
                row.append(String.format(Locale.ROOT, " %10.3f", line.values().get(index)));
            }
            print("%s", row);
        }
    }

    @SuppressWarnings("AnnotateFormatMethod") // the annotation is no dependency of ours
    private void print(String format, Object... values) {
        out.println(String.format(Locale.ROOT, format, values));
    }
}
