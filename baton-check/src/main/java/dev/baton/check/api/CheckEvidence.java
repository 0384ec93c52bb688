package dev.baton.check.api;

import dev.baton.check.event.AccessMode;
import dev.baton.check.explain.Evidence;
import dev.baton.check.explore.Demand;
import dev.baton.check.explore.Result;
import dev.baton.check.explore.StepSource;
import dev.baton.check.explore.Verdict;
import dev.baton.check.explore.Violation;
import dev.baton.check.graph.Execution;
import dev.baton.check.program.ModeAssignment;
import dev.baton.check.program.Site;
import dev.baton.check.program.SiteModes;
import dev.baton.check.program.UnmodelledException;
import dev.baton.check.replay.BeginAnew;
import dev.baton.check.replay.BytecodeProgram;
import dev.baton.check.replay.ExercisedSites;
import dev.baton.check.replay.Image;
import dev.baton.check.replay.Knowledge;
import java.net.URL;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A check that was made, and how to make it again.
 *
 * @param check  the program
 * @param image  the same, as all runs share it
 * @param how    the checker that explored it
 * @param modes  the modes it had
 * @param known  what was known of it in the end
 * @param result what was found
 */
record CheckEvidence(PreparedCheck check, Image image, Checker how, ModeAssignment modes, Knowledge known,
        Result result) implements Evidence {
    private static final int SEARCH_EXECUTIONS = 100_000;
    private static final int SEARCH_MORE = 2_000;
    private static final Duration SEARCH_LEAST = Duration.ofSeconds(2);
    private static final Duration SEARCH_MOST = Duration.ofSeconds(10);

    @Override
    public String model() {
        return result.model();
    }

    @Override
    public List<Violation> violations() {
        return result.violations();
    }

    @Override
    public StepSource program() {
        return new BytecodeProgram(image, known, modes, false, new ExercisedSites());
    }

    @Override
    public String threadName(int thread) {
        return image.threadName(thread);
    }

    @Override
    public @Nullable URL classFile(String className) {
        return image.loader().getResource(className.replace('.', '/') + ".class");
    }

    @Override
    public @Nullable Site site(int number) {
        return number == 0 ? null : image.sites.get(number);
    }

    @Override
    public @Nullable String word(Execution graph, int event) {
        Demand demand = how.demand();
        return demand == null ? null : demand.word(graph, event);
    }

    @Override
    public @Nullable Violation simplest(String model, boolean calm, Violation like, boolean same) {
        Duration used = result.elapsed();
        Duration limit = used.compareTo(SEARCH_LEAST) < 0
                ? SEARCH_LEAST
                : used.compareTo(SEARCH_MOST) > 0 ? SEARCH_MOST : used;
        try {
            long begin = System.nanoTime();
            List<Violation> found = check
                    .newExploration(how.model(model), modes, calm, known, new ExercisedSites(), begin).since(begin)
                    .simplest(like.kind(), same ? like.cause() : null, SEARCH_MORE)
                    .stopAtFirstViolation(true).symmetry(false).findRaces(false).racesFail(false).estimate(0)
                    .maxExecutions(SEARCH_EXECUTIONS).timeLimit(limit).run().violations();
            return found.isEmpty() ? null : found.getFirst();
        } catch (BeginAnew | UnmodelledException beyond) {
            return null; // it came where the first search had not been
        }
    }

    @Override
    public Verdict recheck(Map<Site, AccessMode> other, long maxExecutions, Duration timeLimit) {
        Map<Site, SiteModes> chosen = new HashMap<>();
        other.forEach((site, mode) -> chosen.put(site,
                new SiteModes(mode, mode, mode, site.modes().weak(), site.modes().removed())));
        return check.run(how, ModeAssignment.bySite(chosen), new ExercisedSites(),
                each -> each.maxExecutions(maxExecutions).timeLimit(timeLimit)).result().verdict();
    }
}
