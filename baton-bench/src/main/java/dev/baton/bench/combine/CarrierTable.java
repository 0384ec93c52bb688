package dev.baton.bench.combine;

import java.util.List;
import java.util.Locale;

/**
 * Prints where the sections of contended resources ran, per policy and resource: the validation of the paper's section
 * 5.4. First 1000 tasks at 4 resources, then the same tasks at 1000 resources, where hardly any section is contended and
 * each may run anywhere. Needs {@code --add-opens java.base/java.lang=ALL-UNNAMED}.
 */
public final class CarrierTable {
    private static final int TASKS = 1_000;
    private static final int SECTION = 1_000;
    private static final int WORK = 2_500;
    private static final int OPERATIONS = 400_000;
    private static final String ROW = "%-10s %-14s %9s %10s %9s %9s %12s %12s%n";

    private CarrierTable() {}

    public static void main(String[] arguments) throws InterruptedException {
        int carriers = arguments.length == 0
                ? Math.max(2, Runtime.getRuntime().availableProcessors())
                : Integer.parseInt(arguments[0]);
        System.out.printf(Locale.ROOT, "%d tasks on %d carriers, %d sections of 1 µs with 2.5 µs of work between%n",
                TASKS, carriers, OPERATIONS);
        System.out.printf(Locale.ROOT, ROW, "policy", "resource", "sections", "contended", "mean run", "longest",
                "moved: cont.", "moved: free");
        for (String policy : List.of("dispatch", "inline", "combine")) {
            List<Visits> few = new Resources(carriers, TASKS, 4, SECTION, WORK, OPERATIONS).run(policy);
            for (int index = 0; index < few.size(); index++) {
                print(policy, (index + 1) + " of 4", few.subList(index, index + 1));
            }
            print(policy, "all of 1000", new Resources(carriers, TASKS, 1_000, SECTION, WORK, OPERATIONS).run(policy));
        }
        System.out.println("""
                mean run: contended sections that follow each other on one carrier; longest: the longest such run
                moved: share of the contended (free) sections that ran on another carrier than the section before""");
    }

    private static void print(String policy, String name, List<Visits> visits) {
        int sections = visits.stream().mapToInt(Visits::sections).sum();
        int contended = visits.stream().mapToInt(Visits::contended).sum();
        int contendedMoves = visits.stream().mapToInt(Visits::contendedMoves).sum();
        int freeMoves = visits.stream().mapToInt(Visits::freeMoves).sum();
        double runs = visits.stream().mapToDouble(one -> one.meanRun() == 0 ? 0 : one.contended() / one.meanRun())
                .sum();
        System.out.printf(Locale.ROOT, ROW, policy, name, sections, percent(contended, sections),
                runs == 0 ? "-" : String.format(Locale.ROOT, "%.1f", contended / runs),
                visits.stream().mapToInt(Visits::longestRun).max().orElse(0), percent(contendedMoves, contended),
                percent(freeMoves, sections - contended));
    }

    private static String percent(int part, int whole) {
        return whole == 0 ? "-" : String.format(Locale.ROOT, "%.2f %%", 100.0 * part / whole);
    }
}
