package dev.baton.bench.result;

import dev.baton.bench.Cell;
import dev.baton.bench.Goal;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * What became of a goal.
 *
 * @param suite   name of the suite
 * @param goal    what was promised
 * @param outcome whether it was kept
 * @param detail  the numbers
 */
public record Verdict(String suite, String goal, Outcome outcome, String detail) {
    static Optional<Verdict> of(SuiteResult result, Goal goal) {
        return switch (goal) {
            case Goal.Ratio ratio -> ofRatio(result, ratio);
            case Goal.Flat flat -> ofFlat(result, flat);
            case Goal.Allocation allocation -> ofAllocation(result, allocation);
        };
    }

    private static Optional<Verdict> ofRatio(SuiteResult result, Goal.Ratio goal) {
        List<Ratio> ratios = new ArrayList<>();
        List<String> below = new ArrayList<>();
        List<String> open = new ArrayList<>();
        Outcome outcome = Outcome.REACHED;
        for (Cell cell : result.cells()) {
            Ratio ratio = goal.where().test(cell) ? result.ratio(cell, result.suite().peer(goal.peer())) : null;
            if (ratio == null) {
                continue;
            }
            ratios.add(ratio);
            Outcome here = Outcome.atLeast(goal.floor(), ratio.value(), goal.floor() > 0 ? ratio.error() : 0);
            outcome = outcome.and(here);
            if (here != Outcome.REACHED) {
                (here == Outcome.MISSED ? below : open).add(cell.label());
            }
        }
        if (ratios.isEmpty()) {
            return Optional.empty();
        }
        Ratio mean = Ratio.mean(ratios);
        Ratio least = ratios.stream().min(Comparator.comparingDouble(Ratio::value)).orElseThrow();
        if (goal.mean() > 0) {
            outcome = outcome.and(Outcome.atLeast(goal.mean(), mean.value(), mean.error()));
        }
        String detail = "geometric mean " + text(mean, goal.mean()) + ", least " + text(least, goal.floor()) + ", "
                + (ratios.size() == 1 ? "1 cell" : ratios.size() + " cells") + cells("; below: ", below)
                + cells("; undecided: ", open);
        return Optional.of(new Verdict(result.suite().name(), goal.text(), outcome, detail));
    }

    private static String text(Ratio ratio, double wanted) {
        return String.format(Locale.ROOT, "%.2f ± %.2f", ratio.value(), ratio.error())
                + (wanted > 0 ? String.format(Locale.ROOT, " (wanted %.2f)", wanted) : "");
    }

    private static String cells(String title, List<String> labels) {
        return labels.isEmpty() ? "" : title + String.join(", ", labels);
    }

    private static Optional<Verdict> ofFlat(SuiteResult result, Goal.Flat goal) {
        List<Score> scores = result.cells().stream().map(cell -> result.score(cell, result.suite().baton()))
                .filter(Objects::nonNull).toList();
        if (scores.size() < 2) {
            return Optional.empty();
        }
        Comparator<Score> byTime = Comparator.comparingDouble(Score::nanos);
        Ratio growth = Ratio.of(scores.stream().min(byTime).orElseThrow(), scores.stream().max(byTime).orElseThrow());
        return Optional.of(new Verdict(result.suite().name(), goal.text(),
                Outcome.atMost(goal.factor(), growth.value(), growth.error()),
                String.format(Locale.ROOT, "largest %.2f ± %.2f times the smallest (wanted at most %.2f): %s ns",
                        growth.value(), growth.error(), goal.factor(),
                        scores.stream().map(score -> String.format(Locale.ROOT, "%.0f", score.nanos()))
                                .collect(Collectors.joining(", ")))));
    }

    private static Optional<Verdict> ofAllocation(SuiteResult result, Goal.Allocation goal) {
        return result.measurements().stream().filter(one -> one.peer().equals(result.suite().baton()))
                .map(Measurement::allocation).filter(Objects::nonNull).max(Double::compare)
                .map(most -> new Verdict(result.suite().name(), goal.text(), Outcome.atMost(goal.bytes(), most, 0),
                        String.format(Locale.ROOT, "%.1f bytes an operation (wanted at most %.1f)", most,
                                goal.bytes())));
    }
}
