package dev.baton.bench.report;

import dev.baton.bench.Cell;
import dev.baton.bench.Peer;
import dev.baton.bench.result.Measurement;
import dev.baton.bench.result.Ratio;
import dev.baton.bench.result.Report;
import dev.baton.bench.result.Score;
import dev.baton.bench.result.SuiteResult;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** A cell in which the best peer is faster than Baton by more than the error. */
record Loss(SuiteResult result, Cell cell, Peer peer, Score baton, Score theirs, Ratio ratio) {
    /** All of them, worst first. */
    static List<Loss> in(Report report) {
        List<Loss> losses = new ArrayList<>();
        for (SuiteResult result : report.suites()) {
            for (Cell cell : result.cells()) {
                Measurement best = result.bestPeer(cell).orElse(null);
                Score ours = result.score(cell, result.suite().baton());
                if (best == null || best.score() == null || ours == null) {
                    continue;
                }
                Ratio ratio = Ratio.of(ours, best.score());
                if (ratio.isClearLoss()) {
                    losses.add(new Loss(result, cell, best.peer(), ours, best.score(), ratio));
                }
            }
        }
        losses.sort(Comparator.comparingDouble(loss -> loss.ratio().value()));
        return losses;
    }

    /** Number of cells in which Baton and a peer could be compared. */
    static long compared(Report report) {
        return report.suites().stream()
                .flatMap(result -> result.cells().stream()
                        .filter(cell -> result.bestPeer(cell).isPresent()
                                && result.score(cell, result.suite().baton()) != null))
                .count();
    }
}
