package dev.baton.check.api;

import dev.baton.check.explore.Bound;
import dev.baton.check.explore.Exploration;
import dev.baton.check.explore.Lessons;
import dev.baton.check.explore.Mismatch;
import dev.baton.check.explore.Prefix;
import dev.baton.check.explore.Result;
import dev.baton.check.explore.Verdict;
import dev.baton.check.program.CheckerException;
import dev.baton.check.program.InvalidCheckException;
import dev.baton.check.program.ModeAssignment;
import dev.baton.check.program.ProgramLoader;
import dev.baton.check.program.Sites;
import dev.baton.check.replay.BeginAnew;
import dev.baton.check.replay.Blame;
import dev.baton.check.replay.BytecodeProgram;
import dev.baton.check.replay.ExercisedSites;
import dev.baton.check.replay.Image;
import dev.baton.check.replay.Knowledge;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A scenario whose set-up has run, ready to be explored as often as wanted: under another model, within other bounds,
 * with other access modes at its {@linkplain #sites() sites}. Has its own copy of the rewritten classes; of one
 * thread at a time.
 */
public final class PreparedCheck {
    /** A check that can be prepared again and again. */
    public interface Source {
        /** {@return what a reader calls it} */
        String name();

        /**
         * How to check it: as its annotation says, if it has one, else as given.
         *
         * @param given the settings to start from
         * @return the checker
         */
        Checker checker(Checker given);

        /**
         * Loads the classes anew and runs the set-up.
         *
         * @param checker how to check
         * @return the check, ready to be explored
         */
        PreparedCheck prepare(Checker checker);
    }

    private final ProgramLoader loader;
    private final Image image;
    /** What explorations have learned of the program; each begins with all of it. */
    private volatile Knowledge known = Knowledge.NONE;

    PreparedCheck(ProgramLoader loader, Image image) {
        this.loader = loader;
        this.image = image;
    }

    /**
     * A scenario written as a lambda or method reference.
     *
     * @param name what a reader calls it
     * @param body the scenario
     * @return the check
     */
    public static Source of(String name, ScenarioBody body) {
        return of(name, body, UnaryOperator.identity());
    }

    /**
     * A scenario that is to be checked in its own way.
     *
     * @param name     what a reader calls it
     * @param body     the scenario
     * @param settings changes the settings that the check would have
     * @return the check
     */
    public static Source of(String name, ScenarioBody body, UnaryOperator<Checker> settings) {
        return new NamedCheck(name, body.getClass().getClassLoader(), settings,
                (loader, scenario) -> Reloaded.body(body, loader).define(scenario));
    }

    /**
     * The checks of a class that ought to be verified: its {@link ModelCheck} methods that expect no violation, by
     * name, or the jcstress tests in it.
     *
     * @param type the class
     * @return the checks; empty if it has none
     */
    public static List<Source> in(Class<?> type) {
        List<Source> found = new ArrayList<>();
        for (ScenarioMethod method : ScenarioMethod.in(type)) {
            if (!method.settings().expectViolation()) {
                found.add(new NamedCheck(type.getSimpleName() + "." + method.method().getName(), type.getClassLoader(),
                        given -> method.checker(given.model()), method::define));
            }
        }
        for (JcstressTest test : JcstressTest.in(type)) {
            String name = test.className.substring(test.className.lastIndexOf('.') + 1).replace('$', '.');
            found.add(new NamedCheck(name, type.getClassLoader(), UnaryOperator.identity(),
                    (loader, scenario) -> Jcstress.define(test, loader, scenario)));
        }
        return found;
    }

    /**
     * Loads a class of the program, so that its accesses are known even if no execution needs it.
     *
     * @param className its binary name
     */
    public void load(String className) {
        try {
            Class.forName(className, false, loader);
        } catch (ClassNotFoundException e) {
            throw new IllegalArgumentException("no class " + className, e);
        }
    }

    /** {@return the accesses of the classes loaded so far; more may come while it is explored} */
    public Sites sites() {
        return loader.sites();
    }

    /**
     * Explores it under the model and within the bounds of this checker.
     *
     * @param how the checker
     * @return what was found
     */
    public CheckResult explore(Checker how) {
        return explore(how, ModeAssignment.NONE);
    }

    /**
     * The same, with other access modes at some of its sites.
     *
     * @param how the checker
     * @param modes in the place of those of the code
     * @return what was found
     */
    public CheckResult explore(Checker how, ModeAssignment modes) {
        ExercisedSites exercised = new ExercisedSites();
        Search search = run(how, modes, exercised, UnaryOperator.identity());
        Result found = search.before == null ? search.result : search.before.and(search.result, image);
        boolean single = found.complete() + found.blocked() == 1 && found.verdict() == Verdict.VERIFIED;
        if (single && image.threadCount() == 1) {
            throw new InvalidCheckException("a check without threads: no execution starts one");
        }
        SavedSearch left = null;
        SavedSearch violated = null;
        if (search.lessons != null) {
            List<Prefix> learned = search.lessons.learned();
            left = how.halted() != null
                    ? search.before
                    : SavedSearch.of(found, learned, how.shape(), image, loader);
            violated = SavedSearch.at(search.lessons.violated(), found, learned, how.shape(), image, loader);
        }
        return new CheckResult(found, image, exercised.list(),
                new CheckEvidence(this, image, how.afresh(), modes, search.known, found),
                new CheckResult.Written(left, violated));
    }

    /**
     * A search that came to its end.
     *
     * @param known   what was known of the program in it
     * @param before  what it went on with; null if it visited all itself
     * @param lessons what is to be shown to the program before the search goes on; null if nobody wants to know
     */
    record Search(Result result, Knowledge known, @Nullable SavedSearch before, @Nullable Lessons lessons) {}

    /** Begins anew, within the same time, as often as a thread must be shown more. */
    Search run(Checker how, ModeAssignment modes, ExercisedSites exercised, UnaryOperator<Exploration> more) {
        long begin = System.nanoTime();
        if (how.needsDependencies() && !loader.tellsDependencies()) {
            throw new InvalidCheckException(
                    how.model() + " needs dependencies: prepare the check with a checker for " + how.model());
        }
        SavedSearch before = how.resumed();
        if (before != null) {
            before.requireSame(how.model(), how.shape(), loader);
        }
        Bound halted = how.halted();
        if (before != null && halted != null) {
            return new Search(before.none(halted), known, before, new Lessons(List.of()));
        }
        Lessons lessons = before != null || how.leavesWork()
                ? new Lessons(before == null ? List.of() : before.lessons())
                : null;
        while (true) {
            Knowledge now = known;
            try {
                Exploration next = more.apply(newExploration(how, modes, false, now, exercised, begin));
                Exploration set = lessons == null ? next : next.leaveWork(lessons);
                Exploration ready = before == null ? set : set.resume(before.left());
                return new Search(SetUpPhase.inContext(loader, ready::run), now, before, lessons);
            } catch (BeginAnew asked) {
                learn(now.and(asked));
                if (lessons != null && lessons.isSearching()) {
                    before = null; // nothing that was counted so far counts
                }
            } catch (Mismatch other) {
                throw new InvalidCheckException("the search to resume is not one of this check: " + other.getMessage());
            } catch (Throwable thrown) {
                throw failure(thrown);
            }
        }
    }

    private synchronized void learn(Knowledge more) {
        known = known.and(more);
    }

    /** Whatever ends an exploration is no word on the program. */
    private RuntimeException failure(Throwable thrown) {
        RuntimeException blamed = Blame.of(thrown, loader);
        return blamed != null ? blamed : new CheckerException(thrown.toString(), thrown);
    }

    /**
     * An exploration that fails if a thread must be shown more than is known.
     *
     * @param begin the time from which a limit counts, unless the checker knows better
     */
    Exploration newExploration(Checker how, ModeAssignment modes, boolean calm, Knowledge now,
            ExercisedSites exercised, long begin) {
        return how.setUp(new Exploration(() -> new BytecodeProgram(image, now, modes, calm, exercised)).since(begin));
    }

    /** The program as the last exploration knew it. */
    BytecodeProgram newProgram() {
        return new BytecodeProgram(image, known, ModeAssignment.NONE, false, new ExercisedSites());
    }

    /** The text of an outcome number. */
    String outcome(long number) {
        return image.outcomeText(number);
    }
}
