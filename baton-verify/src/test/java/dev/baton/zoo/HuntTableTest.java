package dev.baton.zoo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.check.api.CheckResult;
import dev.baton.check.api.Checker;
import dev.baton.check.api.PreparedCheck;
import dev.baton.check.event.AccessMode;
import dev.baton.check.explore.Verdict;
import dev.baton.check.program.ModeAssignment;
import dev.baton.check.program.Operation;
import dev.baton.check.program.Site;
import dev.baton.check.program.SiteModes;
import dev.baton.testing.HangLimit;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * How long a search and a hunt take to the first counterexample: each lock of the zoo for four threads, with one access made
 * opaque at a time. Writes {@code target/hunt-table.md}.
 */
class HuntTableTest {
    private static final Duration LIMIT = Duration.ofSeconds(Integer.getInteger("hunt.seconds", 10));
    /** Seconds from which a search is long. */
    private static final double LONG = 0.02;
    private static final long[] SEEDS = {1, 2, 3};
    private static final int THREADS = Integer.getInteger("hunt.threads", 4);

    /**
     * A lock with one weaker access.
     *
     * @param search seconds until the search met a violation; the limit if it did not
     * @param hunts  the same of each hunt
     * @param found  whether the search met one, then the hunts
     */
    private record Row(String lock, String site, double search, List<Double> hunts, List<Boolean> found) {
        double ratio() {
            return Math.exp(hunts.stream().mapToDouble(each -> Math.log(each / search)).average().orElse(0));
        }
    }

    @Tag("deep")
    @HangLimit(seconds = 1_800)
    @Test
    void aHuntMeetsWhatASearchMeets() throws IOException {
        List<Row> rows = new ArrayList<>();
        for (ZooRelaxTest.Subject subject : ZooRelaxTest.Subject.values()) {
            rows.addAll(rows(Species.valueOf(subject.name()), subject.type));
        }
        Path target = Path.of(System.getProperty("baton.root"), "baton-verify/target");
        Files.writeString(target.resolve("hunt-table.md"), markdown(rows));
        List<Row> searched = rows.stream().filter(row -> row.found.getFirst()).toList();
        assertThat(searched).isNotEmpty();
        long met = searched.stream().flatMap(row -> row.found.stream().skip(1)).filter(each -> each).count();
        assertThat(met).as("hunts that met what the search met").isGreaterThan(searched.size() * SEEDS.length / 2L);
    }

    private static List<Row> rows(Species species, Class<?> type) {
        PreparedCheck check = PreparedCheck.of(species.title(), LockScenario.of(species, THREADS, 0).body(true))
                .prepare(new Checker());
        check.load(type.getName());
        check.load(type.getName() + "$Relaxed");
        check.explore(new Checker().maxExecutions(200)); // the classes are loaded, and known
        List<Site> sites = check.sites().all().stream()
                .filter(site -> site.binaryClassName().startsWith(type.getName()))
                .filter(site -> !site.library && site.access() != Operation.Access.NONE
                        && site.modes().mode().compareTo(AccessMode.OPAQUE) > 0)
                .sorted(Comparator.comparingInt(site -> site.line)).toList();
        List<Row> rows = new ArrayList<>();
        for (Site site : sites) {
            SiteModes opaque = new SiteModes(AccessMode.OPAQUE, AccessMode.OPAQUE, AccessMode.OPAQUE,
                    site.modes().weak(), site.modes().removed());
            ModeAssignment modes = ModeAssignment.bySite(Map.of(site, opaque));
            List<Double> hunts = new ArrayList<>();
            List<Boolean> found = new ArrayList<>();
            CheckResult searched = check.explore(new Checker().timeLimit(LIMIT), modes);
            found.add(searched.verdict() == Verdict.VIOLATED);
            for (long seed : SEEDS) {
                if (searched.verdict() == Verdict.VERIFIED) {
                    break; // nothing is wrong with it
                }
                CheckResult hunted = check.explore(new Checker().hunt(seed).timeLimit(LIMIT), modes);
                found.add(hunted.verdict() == Verdict.VIOLATED);
                hunts.add(seconds(hunted));
            }
            if (found.contains(true)) {
                rows.add(new Row(species.title(), site.method + " " + site.what, seconds(searched), hunts, found));
            }
        }
        return rows;
    }

    private static double seconds(CheckResult result) {
        boolean violated = result.verdict() == Verdict.VIOLATED;
        return violated ? Math.max(1e-3, result.elapsed().toNanos() / 1e9) : LIMIT.toSeconds();
    }

    private static String markdown(List<Row> rows) {
        String lines = rows.stream().map(row -> String.format(Locale.ROOT, "| %s | %s | %s | %s | %.2f |", row.lock,
                row.site, cell(row.search, row.found.getFirst()), hunts(row), row.ratio()))
                .collect(Collectors.joining("\n"));
        List<Row> longer = rows.stream().filter(row -> row.search >= LONG).toList();
        return "| Lock | Access made opaque | Search, s | Hunts with seeds 1, 2, 3, s | Hunt / search |\n"
                + "|---|---|---|---|---|\n" + lines
                + String.format(Locale.ROOT, "%n%n%d locks with a mistake; geometric mean of the last column: %.2f%n"
                        + "%d of them took the search %.2f s or longer; their mean: %.2f%n", rows.size(), mean(rows),
                        longer.size(), LONG, mean(longer));
    }

    private static double mean(List<Row> rows) {
        return Math.exp(rows.stream().mapToDouble(row -> Math.log(row.ratio())).average().orElse(Double.NaN));
    }

    private static String hunts(Row row) {
        List<String> cells = new ArrayList<>();
        for (int i = 0; i < row.hunts.size(); i++) {
            cells.add(cell(row.hunts.get(i), row.found.get(i + 1)));
        }
        return String.join(", ", cells);
    }

    private static String cell(double seconds, boolean found) {
        return found ? String.format(Locale.ROOT, "%.3f", seconds) : "more than " + LIMIT.toSeconds();
    }
}
