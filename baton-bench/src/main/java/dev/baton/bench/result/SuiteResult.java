package dev.baton.bench.result;

import dev.baton.bench.Cell;
import dev.baton.bench.Goal;
import dev.baton.bench.Peer;
import dev.baton.bench.Suite;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

import org.jspecify.annotations.Nullable;

/** All measurements of a suite, and what follows from them. */
public record SuiteResult(Suite suite, List<Measurement> measurements) {
    public SuiteResult {
        measurements = List.copyOf(measurements);
    }

    /** The cells that were run, in order. */
    public List<Cell> cells() {
        return measurements.stream().map(Measurement::cell).distinct().toList();
    }

    /** The contenders that took part, in the suite's order. */
    public List<Peer> peers() {
        return suite.peers().stream()
                .filter(peer -> measurements.stream().anyMatch(measurement -> measurement.peer().equals(peer)))
                .toList();
    }

    public Optional<Measurement> measurement(Cell cell, Peer peer) {
        return measurements.stream()
                .filter(measurement -> measurement.cell().equals(cell) && measurement.peer().equals(peer)).findFirst();
    }

    public @Nullable Score score(Cell cell, Peer peer) {
        return measurement(cell, peer).map(Measurement::score).orElse(null);
    }

    /** The fastest contender that is neither ours nor a baseline. */
    public Optional<Measurement> bestPeer(Cell cell) {
        return measurements.stream()
                .filter(measurement -> measurement.cell().equals(cell) && measurement.peer().role() == Peer.Role.PEER
                        && measurement.score() != null)
                .min(Comparator.comparingDouble(measurement -> Objects.requireNonNull(measurement.score()).nanos()));
    }

    /** Of Baton to a contender; null if either has no score. */
    public @Nullable Ratio ratio(Cell cell, Peer peer) {
        Score ours = score(cell, suite.baton());
        Score theirs = score(cell, peer);
        return ours == null || theirs == null ? null : Ratio.of(ours, theirs);
    }

    /** One for each cell that a goal speaks of. */
    public List<Headline> headlines() {
        Set<Headline> headlines = new LinkedHashSet<>(); // two goals may speak of one case
        String first = null;
        for (Goal goal : suite.goals()) {
            if (goal instanceof Goal.Ratio against) {
                first = first == null ? against.peer() : first;
                Peer peer = suite.peer(against.peer());
                for (Cell cell : cells()) {
                    if (against.where().test(cell) && measurement(cell, peer).isPresent()) {
                        String suffix = peer.id().equals(first) ? "" : " vs " + peer.name();
                        headlines.add(Headline.of(this, cell, peer, suffix));
                    }
                }
            }
        }
        return List.copyOf(headlines);
    }

    /** What became of the suite's goals, as far as cells were run that they speak of. */
    public List<Verdict> verdicts() {
        return suite.goals().stream().map(goal -> Verdict.of(this, goal)).flatMap(Optional::stream).toList();
    }
}
