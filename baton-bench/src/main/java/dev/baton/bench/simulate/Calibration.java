package dev.baton.bench.simulate;

import dev.baton.HandOff;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Finds the {@link Costs} with which the simulation comes closest to what was measured on a real machine.
 * <p>
 * Each cost in turn is made larger or smaller as long as that brings the simulated times nearer to the measured ones;
 * the steps become finer. The distance is the mean square of the logarithms of simulated by measured.
 */
public final class Calibration {
    private static final double[] STEPS = {3, 1.6, 1.2, 1.06};
    private static final double LEAST = 1;
    private static final double MOST = 200_000;
    private static final int COSTS = 5;

    /**
     * One measured case.
     *
     * @param handOff the policy
     * @param cores   carriers
     * @param tasks   virtual threads
     * @param section nanoseconds inside
     * @param work    nanoseconds outside
     * @param nanos   elapsed time by operations
     */
    public record Measured(HandOff handOff, int cores, int tasks, double section, double work, double nanos) {
        /** What {@link #parse} reads: the head of the columns. */
        public static final String COLUMNS = "policy,cores,tasks,section,work,nanos";

        /** The time that the simulation gives for the case. */
        public double simulated(Costs costs) {
            return Simulation.run(Scenario.of(handOff, tasks, section, work, costs).with(ReadyOrder.STEALING)
                    .onCores(cores)).nanosPerOperation();
        }

        /** The case as a line. */
        public String line() {
            return String.format(Locale.ROOT, "%s,%d,%d,%.0f,%.0f,%.1f", handOff, cores, tasks, section, work, nanos);
        }

        /** Reads lines of comma-separated {@link #COLUMNS}; empty ones, the head and those that begin with # say nothing. */
        public static List<Measured> parse(List<String> lines) {
            List<Measured> cases = new ArrayList<>();
            for (String line : lines) {
                if (line.isBlank() || line.startsWith("#") || line.strip().equals(COLUMNS)) {
                    continue;
                }
                String[] parts = line.strip().split(",", -1);
                if (parts.length != 6) {
                    throw new IllegalArgumentException("not " + COLUMNS + ": " + line);
                }
                cases.add(new Measured(HandOff.valueOf(parts[0]), Integer.parseInt(parts[1]),
                        Integer.parseInt(parts[2]), Double.parseDouble(parts[3]), Double.parseDouble(parts[4]),
                        Double.parseDouble(parts[5])));
            }
            return cases;
        }
    }

    private final List<Measured> cases;

    private Calibration(List<Measured> cases) {
        this.cases = cases;
    }

    /** The costs that fit the cases best, looked for from {@code start}. */
    public static Costs fit(List<Measured> cases, Costs start) {
        if (cases.isEmpty()) {
            throw new IllegalArgumentException("nothing was measured");
        }
        return new Calibration(cases).search(start);
    }

    /** Root of {@link #distance the distance} as a factor: 1.1 means about ten per cent off. */
    public static double error(List<Measured> cases, Costs costs) {
        return Math.exp(Math.sqrt(new Calibration(cases).distance(costs)));
    }

    private Costs search(Costs start) {
        double[] best = {start.lock(), start.submit(), start.switchover(), start.wake(), start.migrate()};
        double least = distance(costs(best));
        for (double step : STEPS) {
            for (int index = 0; index < COSTS; index++) {
                for (double factor : new double[]{step, 1 / step}) {
                    for (;;) {
                        double[] tried = best.clone();
                        tried[index] = Math.min(MOST, Math.max(LEAST, best[index] * factor));
                        double distance = distance(costs(tried));
                        if (distance >= least) {
                            break;
                        }
                        best = tried;
                        least = distance;
                    }
                }
            }
        }
        return costs(best);
    }

    private static Costs costs(double[] values) {
        return new Costs(values[0], values[1], values[2], values[3], values[4]);
    }

    private double distance(Costs costs) {
        double sum = 0;
        for (Measured measured : cases) {
            double off = Math.log(measured.simulated(costs) / measured.nanos);
            sum += off * off;
        }
        return sum / cases.size();
    }
}
