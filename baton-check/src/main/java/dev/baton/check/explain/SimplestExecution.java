package dev.baton.check.explain;

import dev.baton.check.event.StepKind;
import dev.baton.check.explore.Violation;
import dev.baton.check.graph.ExecutionGraph;
import org.jspecify.annotations.Nullable;

/**
 * The execution by which a violation is told. The search stops at the first one it meets, which may need weak memory, wake-ups
 * for no reason and many switches where an ordinary interleaving would do. So an interleaving is looked for first, one in which
 * nothing comes by chance before all others; what it shows, no access mode is to blame for. Every execution of sequential
 * consistency is one of the weaker models, so whatever is found is an execution of the check that was made. Of several
 * violations each is told by one of its own cause; a single one by any of its kind.
 */
final class SimplestExecution {
    private SimplestExecution() {}

    static Violation of(Evidence evidence, Violation found) {
        if (found.kind() == Violation.Kind.DATA_RACE) {
            return found;
        }
        boolean same = evidence.violations().size() > 1;
        @Nullable
        Violation simple = evidence.simplest("sc", true, found, same);
        if (simple == null) {
            simple = evidence.simplest("sc", false, found, same);
        }
        if (simple == null && !evidence.model().equals("sc")) {
            simple = evidence.simplest(evidence.model(), true, found, same);
        }
        if (simple == null && hasChances(found.graph())) {
            simple = evidence.simplest(evidence.model(), false, found, same);
        }
        return simple == null ? found : simple;
    }

    private static boolean hasChances(ExecutionGraph graph) {
        for (int event = 0; event < graph.size(); event++) {
            if (graph.kind(event) == StepKind.CHOICE && graph.value(event) != 0) {
                return true;
            }
        }
        return false;
    }
}
