package dev.baton.check.explain;

import dev.baton.check.explore.StepSource;
import dev.baton.check.graph.ExecutionGraph;
import dev.baton.check.program.Site;
import java.util.HashSet;
import java.util.Set;
import java.util.StringJoiner;

/**
 * Words for the values of places that the program has no field for: the owner of a monitor, its wait set, a thread's permit.
 * Only calls and {@code synchronized} touch them; a field that happens to have such a name has accesses of its own.
 */
final class HiddenPlaces {
    private final Evidence evidence;
    private final StepSource program;
    private final Set<Integer> hidden = new HashSet<>();

    HiddenPlaces(Evidence evidence, ExecutionGraph graph) {
        this.evidence = evidence;
        this.program = evidence.program();
        for (int event = 0; event < graph.size(); event++) {
            Site site = evidence.site(graph.site(event));
            if (graph.location(event) >= 0 && site != null && site.access == Site.Access.NONE && isCall(site)) {
                hidden.add(graph.location(event));
            }
        }
    }

    private static boolean isCall(Site site) {
        return site.what.equals("synchronized") || site.what.startsWith("Object.") || site.what.startsWith("Thread.")
                || site.what.startsWith("LockSupport.");
    }

    /** A value of any place, in words if the place is a hidden one. */
    String value(int location, long value) {
        String name = program.describeLocation(location);
        String last = name.substring(name.lastIndexOf('.') + 1);
        if (!hidden.contains(location)) {
            return program.describeValue(location, value);
        }
        return switch (last) {
            case "monitor" -> value == 0 ? "free" : evidence.threadName((int) value - 1);
            case "waiters" -> value == 0 ? "nobody" : threads(value);
            case "permit", "notified", "interrupted" -> value == 0 ? "no" : "yes";
            default -> program.describeValue(location, value);
        };
    }

    private String threads(long bits) {
        StringJoiner names = new StringJoiner(", ");
        for (int thread = 0; thread < Long.SIZE; thread++) {
            if ((bits >>> thread & 1) != 0) {
                names.add(evidence.threadName(thread));
            }
        }
        return names.toString();
    }
}
