package dev.baton.check.explore;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The outcome of an exploration.
 *
 * @param complete     executions in which every thread ended
 * @param blocked      executions in which some thread could not go on; depends on the order of the search
 * @param outcomes     complete executions by the outcome that the main thread ended with
 * @param violations   those that are kept, each of its own thread and cause
 * @param violationsLeftOut how many more there are: past a hundred they are only counted
 * @param races        data races on plain locations
 * @param notExhausted the bound that was reached first, or null
 * @param left         what was not visited, if that was asked for and all workers could say; else null
 */
public record Result(Verdict verdict, String model, long complete, long blocked, Map<Long, Long> outcomes,
        List<Violation> violations, long violationsLeftOut, List<Race> races, @Nullable Bound notExhausted,
        Duration elapsed, @Nullable List<Prefix> left) {
    public Result {
        outcomes = Map.copyOf(outcomes);
        violations = List.copyOf(violations);
        races = List.copyOf(races);
        left = left == null ? null : List.copyOf(left);
    }
}
