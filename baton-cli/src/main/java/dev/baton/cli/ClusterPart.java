package dev.baton.cli;

import dev.baton.check.api.CheckResult;
import dev.baton.check.api.SavedSearch;
import dev.baton.check.api.SearchFile;
import dev.baton.check.explore.Verdict;
import java.io.Serializable;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;

/** One part of a search, on the machine that visits it. Parts of one process share its plans and its loaded classes. */
public final class ClusterPart {
    /** What became of a part. */
    public enum Kind {
        /** It was visited, all of it or some; the search says what was counted and what is left. */
        VISITED,
        /** A violation was met; the search leads to it. */
        VIOLATED,
        /** The program could not be stopped in time: nothing of it counts. */
        LOST,
        /** It came to no word on the program; the message says why. */
        FAILED
    }

    /**
     * The answer.
     *
     * @param kind    what became of the part
     * @param message why it failed; empty if it did not
     * @param search  as {@link SearchFile} writes it; empty if there is none
     */
    public record Reply(Kind kind, String message, String search) implements Serializable {}

    private static final Map<ClusterOrder, PlannedCheck> PLANS = new ConcurrentHashMap<>();

    private ClusterPart() {}

    /**
     * Visits subtrees of a check until the time is over.
     *
     * @param order  the check, with its class path as it is on this machine
     * @param search what to visit, as {@link SearchFile} writes it
     * @param budget the time
     * @return what became of it
     */
    public static Reply explore(ClusterOrder order, String search, Duration budget) {
        try {
            SavedSearch part = read(search);
            CheckCommand command = command(order);
            PlannedCheck check = PLANS.computeIfAbsent(order, each -> planned(each, command));
            Finding finding = check.find(checker -> command.tuned(checker, new CheckProgress(false, System.err))
                    .workers(1).maxExecutions(Long.MAX_VALUE).timeLimit(budget).leaveWork().resume(part), false);
            return reply(order, finding);
        } catch (SearchFile.Unreadable | RuntimeException failure) {
            return new Reply(Kind.FAILED, failure.toString(), "");
        }
    }

    private static Reply reply(ClusterOrder order, Finding finding) {
        if (!(finding instanceof Explored explored)) {
            return new Reply(Kind.FAILED, finding.words(), "");
        }
        CheckResult result = explored.result();
        boolean violated = result.verdict() == Verdict.VIOLATED;
        SavedSearch after = violated ? result.violated() : result.left();
        return after == null
                ? new Reply(Kind.LOST, "", "")
                : new Reply(violated ? Kind.VIOLATED : Kind.VISITED, "", text(order, after));
    }

    /**
     * A search in the form that travels.
     *
     * @param order  the check
     * @param search of it
     * @return the text
     */
    public static String text(ClusterOrder order, SavedSearch search) {
        return SearchFile.text(Map.of(SearchFile.key(order.name(), order.model()), search));
    }

    /**
     * A search that has travelled.
     *
     * @param text of one search
     * @return the search
     * @throws SearchFile.Unreadable if it is something else
     */
    public static SavedSearch read(String text) throws SearchFile.Unreadable {
        return SearchFile.read(text).values().iterator().next();
    }

    private static CheckCommand command(ClusterOrder order) {
        CheckCommand command = new CheckCommand();
        new CommandLine(command).parseArgs(order.options().toArray(String[]::new));
        return command;
    }

    private static PlannedCheck planned(ClusterOrder order, CheckCommand command) {
        List<Path> places = order.places().stream().map(Path::of).toList();
        List<String> named = order.entry().isEmpty() ? List.of() : List.of(order.entry());
        PlannedCheck found = null;
        for (PlannedCheck each : command.plan(new CheckTargets(named, places), named.isEmpty())) {
            found = each.name().full().equals(order.name()) && each.model().equals(order.model()) ? each : found;
        }
        return require(found, order);
    }

    private static PlannedCheck require(@Nullable PlannedCheck found, ClusterOrder order) {
        if (found == null) {
            throw new InputProblem("there is no check " + order.name() + " on this machine.");
        }
        return found;
    }
}
