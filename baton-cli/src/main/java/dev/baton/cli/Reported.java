package dev.baton.cli;

import dev.baton.check.explain.Counterexample;
import dev.baton.check.explain.Counterexample.Step;
import dev.baton.check.explain.CounterexampleText;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A finding with what is told of it, as a report needs it.
 *
 * @param finding what a check came to
 * @param told    its counterexamples
 */
record Reported(Finding finding, List<Counterexample> told) {
    /**
     * A line of a source file.
     *
     * @param file where it is: below the current directory if it can be said so, with slashes
     * @param line its number, from 1
     */
    record Location(String file, int line) {}

    Reported {
        told = List.copyOf(told);
    }

    /** What is wrong, in one sentence. */
    String message() {
        return told.isEmpty()
                ? finding.words()
                : "under " + finding.model() + ": " + told.getFirst().headline().lines().findFirst().orElse("");
    }

    /** All that a reader should see. */
    String text() {
        List<String> lines = new ArrayList<>();
        lines.add(finding.words());
        lines.addAll(finding.details());
        for (Counterexample each : told) {
            lines.add("");
            lines.addAll(CounterexampleText.of(each));
        }
        return String.join("\n", lines);
    }

    /** The line to point at: the last step that the reason names, else the last one in a file that is there. */
    Optional<Location> location() {
        for (Counterexample each : told) {
            List<Step> known = each.steps().stream().filter(step -> location(each, step).isPresent()).toList();
            Optional<Step> shown = known.reversed().stream().filter(Step::named).findFirst()
                    .or(() -> known.reversed().stream().findFirst());
            if (shown.isPresent()) {
                return location(each, shown.get());
            }
        }
        return Optional.empty();
    }

    /** Where a step is; empty if its source was not found. */
    static Optional<Location> location(Counterexample counterexample, Step step) {
        if (step.source() < 0 || step.line() < 1) {
            return Optional.empty();
        }
        String path = counterexample.sources().get(step.source()).path();
        return path.isEmpty() ? Optional.empty() : Optional.of(new Location(belowHere(Path.of(path)), step.line()));
    }

    private static String belowHere(Path file) {
        Path here = Path.of("").toAbsolutePath().normalize();
        Path there = file.toAbsolutePath().normalize();
        return (there.startsWith(here) ? here.relativize(there) : there).toString().replace('\\', '/');
    }
}
