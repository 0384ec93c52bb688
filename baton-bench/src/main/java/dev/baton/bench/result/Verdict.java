package dev.baton.bench.result;

import dev.baton.bench.Cell;
import dev.baton.bench.Goal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * What became of a goal.
 *
 * @param goal    what was promised
 * @param reached whether it was kept; a value that misses by less than its error counts as kept and says so
 * @param detail  the numbers
 */
public record Verdict(String suite, String goal, boolean reached, String detail) {
    static Optional<Verdict> of(SuiteResult result, Goal goal) {
        return switch (goal) {
            case Goal.Ratio ratio -> ofRatio(result, ratio);
            case Goal.Flat flat -> ofFlat(result, flat);
            case Goal.Allocation allocation -> ofAllocation(result, allocation);
        };
    }

    private static Optional<Verdict> ofRatio(SuiteResult result, Goal.Ratio goal) {
        List<String> below = new ArrayList<>();
        List<String> within = new ArrayList<>();
        double logs = 0;
        int count = 0;
        double least = Double.POSITIVE_INFINITY;
        for (Cell cell : result.cells()) {
            Ratio ratio = goal.where().test(cell) ? result.ratio(cell, result.suite().peer(goal.peer())) : null;
            if (ratio == null) {
                continue;
            }
            logs += Math.log(ratio.value());
            count++;
            least = Math.min(least, ratio.value());
            if (ratio.value() < goal.floor()) {
                (ratio.value() + ratio.error() < goal.floor() ? below : within).add(cell.label());
            }
        }
        if (count == 0) {
            return Optional.empty();
        }
        double mean = Math.exp(logs / count);
        StringBuilder detail = new StringBuilder(String.format(Locale.ROOT, "geometric mean %.2f", mean));
        if (goal.mean() > 0) {
            detail.append(String.format(Locale.ROOT, " (wanted %.2f)", goal.mean()));
        }
        detail.append(String.format(Locale.ROOT, ", least %.2f", least));
        if (goal.floor() > 0) {
            detail.append(String.format(Locale.ROOT, " (wanted %.2f)", goal.floor()));
        }
        detail.append(String.format(Locale.ROOT, ", %d cells", count));
        if (!below.isEmpty()) {
            detail.append("; below: ").append(String.join(", ", below));
        }
        if (!within.isEmpty()) {
            detail.append("; below by less than the error: ").append(String.join(", ", within));
        }
        return Optional.of(new Verdict(result.suite().name(), goal.text(), below.isEmpty() && mean >= goal.mean(),
                detail.toString()));
    }

    private static Optional<Verdict> ofFlat(SuiteResult result, Goal.Flat goal) {
        List<Double> scores = result.cells().stream().map(cell -> result.score(cell, result.suite().baton()))
                .filter(Objects::nonNull).map(Score::nanos).toList();
        if (scores.size() < 2) {
            return Optional.empty();
        }
        double growth = scores.stream().mapToDouble(Double::doubleValue).max().orElseThrow()
                / scores.stream().mapToDouble(Double::doubleValue).min().orElseThrow();
        return Optional.of(new Verdict(result.suite().name(), goal.text(), growth <= goal.factor(),
                String.format(Locale.ROOT, "largest %.2f times the smallest (wanted at most %.2f): %s ns", growth,
                        goal.factor(),
                        scores.stream().map(score -> String.format(Locale.ROOT, "%.0f", score))
                                .collect(Collectors.joining(", ")))));
    }

    private static Optional<Verdict> ofAllocation(SuiteResult result, Goal.Allocation goal) {
        return result.measurements().stream().filter(one -> one.peer().equals(result.suite().baton()))
                .map(Measurement::allocation).filter(Objects::nonNull).max(Double::compare)
                .map(most -> new Verdict(result.suite().name(), goal.text(), most <= goal.bytes(),
                        String.format(Locale.ROOT, "%.1f bytes an operation", most)));
    }
}
