package dev.baton.check.api;

import dev.baton.check.explore.Bound;
import dev.baton.check.explore.Prefix;
import dev.baton.check.explore.Race;
import dev.baton.check.explore.Result;
import dev.baton.check.explore.Verdict;
import dev.baton.check.program.InvalidCheckException;
import dev.baton.check.program.ProgramLoader;
import dev.baton.check.replay.Image;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A search that was stopped: what it has counted, and the subtrees that it has left. Another run of the same check goes on
 * with it ({@link Checker#resume}), in this process or in another, on this machine or on another; the counts of the parts
 * add up to those of one run. {@link SearchFile} writes it down.
 *
 * @param model    the memory model
 * @param settings how the program is run and searched
 * @param code     a hash of each class file that took part, by its name
 * @param complete executions in which every thread ended, so far
 * @param blocked  the others, so far
 * @param outcomes complete executions by outcome, so far
 * @param races    the data races seen so far, in words
 * @param elapsed  the time it took so far
 * @param cutOff   the bound that some execution was cut off at, or null
 * @param lessons  places of the search at which the program must be run first
 * @param left     the subtrees that were not visited; none if the search came to its end
 */
public record SavedSearch(String model, String settings, SortedMap<String, String> code, long complete, long blocked,
        SortedMap<String, Long> outcomes, List<String> races, Duration elapsed, @Nullable Bound cutOff,
        List<Prefix> lessons, List<Prefix> left) {
    /** Copies what it is given. */
    public SavedSearch {
        code = new TreeMap<>(code);
        outcomes = new TreeMap<>(outcomes);
        races = List.copyOf(races);
        lessons = List.copyOf(lessons);
        left = List.copyOf(left);
    }

    /** What a search has left, if it could say; all counts are those of all parts. */
    static @Nullable SavedSearch of(Result result, List<Prefix> lessons, String settings, Image image,
            ProgramLoader loader) {
        List<Prefix> left = result.left();
        if (left == null || !result.violations().isEmpty()) {
            return null;
        }
        SortedMap<String, Long> outcomes = new TreeMap<>();
        result.outcomes().forEach((number, count) -> outcomes.merge(image.outcomeText(number), count, Long::sum));
        Bound bound = result.notExhausted();
        boolean permanent = bound instanceof Bound.Loop || bound instanceof Bound.Events;
        return new SavedSearch(result.model(), settings, loader.hashes(), result.complete(), result.blocked(), outcomes,
                result.races().stream().map(Race::text).toList(), result.elapsed(), permanent ? bound : null, lessons,
                left);
    }

    /** The search that meets the first violation at once; null if there is none, or it is not known where. */
    static @Nullable SavedSearch at(@Nullable Prefix violated, Result result, List<Prefix> lessons, String settings,
            Image image, ProgramLoader loader) {
        if (violated == null) {
            return null;
        }
        return of(new Result(Verdict.NOT_EXHAUSTED, result.model(), 0, 0, Map.of(), List.of(), 0,
                List.of(), null, Duration.ZERO, List.of(violated)), lessons, settings, image, loader);
    }

    /** A part of it in which nothing was visited, as it was halted. */
    Result none(Bound why) {
        return new Result(Verdict.NOT_EXHAUSTED, model, 0, 0, Map.of(), List.of(), 0, List.of(), why, Duration.ZERO,
                left);
    }

    /**
     * Another search of the same check.
     *
     * @param subtrees what it is to visit
     * @param known    the places at which the program must be run first
     * @return the search, with nothing counted
     */
    public SavedSearch part(List<Prefix> subtrees, List<Prefix> known) {
        return new SavedSearch(model, settings, code, 0, 0, new TreeMap<>(), List.of(), Duration.ZERO, null, known,
                subtrees);
    }

    /**
     * Makes sure that a check is the one whose search this is.
     *
     * @throws InvalidCheckException if it is not; the message says what differs
     */
    void requireSame(String otherModel, String otherSettings, ProgramLoader loader) {
        if (!model.equals(otherModel)) {
            throw new InvalidCheckException(
                    "the search to resume was under " + model + ", this check is under " + otherModel);
        }
        if (!settings.equals(otherSettings)) {
            throw new InvalidCheckException("the search to resume had other settings: " + settings + "; this check has "
                    + otherSettings);
        }
        code.forEach((name, hash) -> {
            if (!hash.equals(loader.hash(name))) {
                throw new InvalidCheckException("the class " + name.replace('/', '.')
                        + " is not the one of the search to resume: its class file has changed");
            }
        });
    }

    /** The result of this part and of all before. */
    Result and(Result part, Image image) {
        Map<Long, Long> counts = new HashMap<>(part.outcomes());
        outcomes.forEach((text, count) -> counts.merge(image.outcome(text), count, Long::sum));
        Set<String> known = new LinkedHashSet<>(part.races().stream().map(Race::text).toList());
        List<Race> all = new ArrayList<>(part.races());
        races.stream().filter(known::add).forEach(text -> all.add(new Race(-1, 0, 0, text)));
        Bound bound = part.notExhausted() == null ? cutOff : part.notExhausted();
        long ended = complete + part.complete();
        Verdict verdict = part.verdict() == Verdict.VIOLATED
                ? Verdict.VIOLATED
                : bound != null ? Verdict.NOT_EXHAUSTED : ended == 0 ? Verdict.VACUOUS : Verdict.VERIFIED;
        return new Result(verdict, part.model(), ended, blocked + part.blocked(), counts, part.violations(),
                part.violationsLeftOut(), all, bound, elapsed.plus(part.elapsed()), part.left());
    }
}
