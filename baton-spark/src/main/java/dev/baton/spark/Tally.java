package dev.baton.spark;

import dev.baton.check.api.SavedSearch;
import dev.baton.check.explore.Bound;
import dev.baton.check.explore.Prefix;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What the parts of a search have counted together. */
final class Tally {
    private final SavedSearch of;
    private final SortedMap<String, String> code;
    private final SortedMap<String, Long> outcomes = new TreeMap<>();
    private final Set<String> races = new LinkedHashSet<>();
    private long complete;
    private long blocked;
    private @Nullable Bound cutOff;

    /** Nothing is counted of this search. */
    Tally(SavedSearch of) {
        this.of = of;
        this.code = new TreeMap<>(of.code());
    }

    void add(SavedSearch part) {
        complete += part.complete();
        blocked += part.blocked();
        part.outcomes().forEach((outcome, count) -> outcomes.merge(outcome, count, Long::sum));
        races.addAll(part.races());
        code.putAll(part.code());
        cutOff = cutOff == null ? part.cutOff() : cutOff;
    }

    long complete() {
        return complete;
    }

    long executions() {
        return complete + blocked;
    }

    /** The search with these counts and this left. */
    SavedSearch search(Duration elapsed, List<Prefix> lessons, List<Prefix> left) {
        return new SavedSearch(of.model(), of.settings(), code, complete, blocked, outcomes, List.copyOf(races),
                elapsed, cutOff, lessons, left);
    }
}
