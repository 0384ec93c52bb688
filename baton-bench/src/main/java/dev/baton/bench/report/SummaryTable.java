package dev.baton.bench.report;

import dev.baton.bench.Cell;
import dev.baton.bench.Goal;
import dev.baton.bench.Peer;
import dev.baton.bench.result.FootprintRow;
import dev.baton.bench.result.Measurement;
import dev.baton.bench.result.Outcome;
import dev.baton.bench.result.Ratio;
import dev.baton.bench.result.Report;
import dev.baton.bench.result.Score;
import dev.baton.bench.result.SuiteResult;
import dev.baton.bench.result.Verdict;
import java.util.List;
import java.util.Locale;
import java.util.Objects;

import org.jspecify.annotations.Nullable;

/** The report on a terminal. A cell has one line for the best peer, and one for each other peer that a goal names. */
public final class SummaryTable {
    private SummaryTable() {}

    public static String of(Report report) {
        StringBuilder out = new StringBuilder();
        for (SuiteResult result : report.suites()) {
            suite(out, result);
        }
        if (!report.footprint().isEmpty()) {
            footprint(out, report.footprint());
        }
        if (!report.suites().isEmpty()) {
            losses(out, report);
            goals(out, report.verdicts());
        }
        for (String warning : report.warnings()) {
            out.append("warning: ").append(warning).append('\n');
        }
        return out.toString();
    }

    private static void suite(StringBuilder out, SuiteResult result) {
        out.append(result.suite().title()).append(" (time of: ").append(result.suite().operation()).append(")\n");
        row(out, "case", "Baton", "best peer", "", "ratio (above 1: Baton is faster)");
        for (Cell cell : result.cells()) {
            Measurement ours = result.measurement(cell, result.suite().baton()).orElse(null);
            Score score = ours == null ? null : ours.score();
            Measurement best = result.bestPeer(cell).orElse(null);
            String baton = score == null ? failure(ours) : Numbers.score(score);
            if (best == null) {
                row(out, cell.label(), baton, "-", "", "");
            } else {
                row(out, cell.label(), baton, Numbers.score(Objects.requireNonNull(best.score())), best.peer().name(),
                        ratio(result.ratio(cell, best.peer())));
            }
            others(out, result, cell, best);
        }
        out.append('\n');
    }

    /** The peers of goals, and those that failed. */
    private static void others(StringBuilder out, SuiteResult result, Cell cell,
            @Nullable Measurement best) {
        for (Peer peer : result.peers()) {
            Measurement theirs = result.measurement(cell, peer).orElse(null);
            if (theirs == null || theirs.equals(best) || peer.equals(result.suite().baton())) {
                continue;
            }
            Score score = theirs.score();
            if (score == null) {
                row(out, "", "", failure(theirs), peer.name(), "");
            } else if (isNamed(result, cell, peer)) {
                row(out, "", "", Numbers.score(score), peer.name(), ratio(result.ratio(cell, peer)));
            }
        }
    }

    private static boolean isNamed(SuiteResult result, Cell cell, Peer peer) {
        return result.suite().goals().stream().anyMatch(goal -> goal instanceof Goal.Ratio ratio
                && ratio.peer().equals(peer.id()) && ratio.where().test(cell));
    }

    private static void losses(StringBuilder out, Report report) {
        List<Loss> losses = Loss.in(report);
        out.append(String.format(Locale.ROOT,
                "Baton loses to the best peer, by more than the error, in %d of %d cases%s%n",
                losses.size(), Loss.compared(report), losses.isEmpty() ? "." : ":"));
        for (Loss loss : losses) {
            out.append(String.format(Locale.ROOT, "  %-50s %-16s to %s%n",
                    loss.result().suite().name() + ": " + loss.cell().label(), Numbers.ratio(loss.ratio()),
                    loss.peer().name()));
        }
        out.append('\n');
    }

    private static void goals(StringBuilder out, List<Verdict> verdicts) {
        if (verdicts.isEmpty()) {
            return;
        }
        out.append("Goals\n");
        for (Verdict verdict : verdicts) {
            String outcome = verdict.outcome() == Outcome.MISSED ? "MISSED" : verdict.outcome().text();
            out.append(String.format(Locale.ROOT, "  %-10s %s, %s: %s%n", outcome, verdict.suite(), verdict.goal(),
                    verdict.detail()));
        }
        out.append('\n');
    }

    private static void footprint(StringBuilder out, List<FootprintRow> rows) {
        out.append("Footprint in bytes\n");
        out.append(String.format(Locale.ROOT, "  %-44s %10s %14s%n", "class", "idle", "each waiter"));
        for (FootprintRow row : rows) {
            out.append(String.format(Locale.ROOT, "  %-44s %10d %14.1f%n", row.name(), row.idle(), row.perWaiter()));
        }
        out.append('\n');
    }

    private static String failure(@Nullable Measurement measurement) {
        return measurement == null ? "-" : measurement.failure();
    }

    private static String ratio(@Nullable Ratio ratio) {
        if (ratio == null) {
            return "";
        }
        return Numbers.ratio(ratio) + (ratio.isClearLoss() ? "  slower" : ratio.isClearWin() ? "  faster" : "  even");
    }

    private static void row(StringBuilder out, String... columns) {
        out.append(String.format(Locale.ROOT, "  %-36s %-16s %-16s %-34s %s", (Object[]) columns).stripTrailing())
                .append('\n');
    }
}
