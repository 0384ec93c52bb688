package dev.baton.check.explain;

import dev.baton.check.event.AccessMode;
import dev.baton.check.event.StepKind;
import dev.baton.check.explore.Program;
import dev.baton.check.explore.Verdict;
import dev.baton.check.explore.Violation;
import dev.baton.check.graph.Execution;
import dev.baton.check.graph.ExecutionGraph;
import dev.baton.check.model.MemoryModel;
import dev.baton.check.program.Site;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Why an execution can happen, in sentences that are each checked before they are said: that it is an interleaving, by
 * the definition of sequential consistency; that a stronger mode forbids it, by the definition of the model; that
 * this mends the whole check, by exploring it again.
 */
final class Reason {
    private static final long RECHECK_EXECUTIONS = 200_000;
    private static final Duration RECHECK_TIME = Duration.ofSeconds(5);

    private final Evidence result;
    private final Violation violation;
    private final ExecutionGraph graph;
    private final Program program;
    private final int[] stepOf;
    private final List<String> sentences = new ArrayList<>();

    Reason(Evidence result, Violation violation, int[] stepOf) {
        this.result = result;
        this.violation = violation;
        this.graph = violation.graph();
        this.program = result.program();
        this.stepOf = stepOf;
    }

    List<String> sentences() {
        if (violation.kind() == Violation.Kind.PLAIN_POLLING) {
            polling();
        } else if (MemoryModel.named("sc").isConsistent(graph)) {
            interleaving();
        } else {
            reordering();
        }
        hangs();
        return sentences;
    }

    private void interleaving() {
        LostUpdate lost = LostUpdate.in(graph);
        if (lost != null) {
            sentences.add(name(lost.read()) + " reads " + place(lost.read()) + " (" + step(lost.read()) + "), "
                    + name(lost.between()) + " writes it (" + step(lost.between()) + "), and " + name(lost.read())
                    + " then writes what it made of the old value (" + step(lost.write())
                    + "): nothing makes its read and its write one step.");
        }
        sentences.add("This is an interleaving: it can happen on every machine, and no access mode forbids it.");
    }

    private void reordering() {
        MemoryModel model = MemoryModel.named(result.model());
        Cure cure = Cure.of(graph, result::site, model::isConsistent);
        if (cure == null) {
            sentences.add(
                    "No interleaving explains this: an access takes effect in memory out of its turn. No stronger mode of a "
                            + "call or a field was found that would forbid it.");
            return;
        }
        ExecutionGraph cured = cure.applied(graph);
        Conflict conflict = Conflict.of(graph, cured);
        if (conflict == null) {
            sentences.add("No interleaving explains this: an access takes effect in memory out of its turn.");
        } else {
            sentences.add(describe(conflict) + ", because nothing orders the two.");
            link(conflict, cure);
        }
        sentences.add(capitalized(cure.advice()) + " would forbid this execution" + outlook(cure) + ".");
    }

    private String describe(Conflict conflict) {
        int first = conflict.first();
        int second = conflict.second();
        String where = place(second);
        if (graph.isWrite(first)) {
            return graph.isWrite(second)
                    ? name(second) + "'s write to " + where + " (" + step(second) + ") may come before " + name(first)
                            + "'s (" + step(first) + ") in memory"
                    : name(second) + "'s read of " + where + " (" + step(second) + ") may miss " + name(first)
                            + "'s write of " + value(first) + " (" + step(first) + ")";
        }
        return graph.isWrite(second)
                ? name(first) + "'s read of " + where + " (" + step(first) + ") may see " + name(second)
                        + "'s later write (" + step(second) + ")"
                : name(second) + "'s read of " + where + " (" + step(second) + ") may see an older value than "
                        + name(first) + "'s (" + step(first) + ")";
    }

    /** Names the read through which one thread learns of the other, and the mode that carries nothing along. */
    private void link(Conflict conflict, Cure cure) {
        if (conflict.link() < 0) {
            return;
        }
        int read = conflict.link();
        int write = graph.readsFrom(read);
        boolean writeIsWeak = cure.sites().stream().anyMatch(site -> site.id == graph.site(write));
        int weak = writeIsWeak ? write : read;
        sentences.add(name(read) + " learns of " + name(write) + " by " + place(read) + " (" + step(read) + " reads "
                + step(write) + "), but that " + (writeIsWeak ? "write" : "read") + " is "
                + mode(graph.mode(weak)) + ": it carries nothing along" + at(weak) + ".");
    }

    private String outlook(Cure cure) {
        Verdict verdict = result.recheck(cure.modes(), RECHECK_EXECUTIONS, RECHECK_TIME);
        return switch (verdict) {
            case VERIFIED -> "; with it the whole check is verified";
            case VIOLATED -> "; other executions are wrong even then";
            default -> "";
        };
    }

    private void polling() {
        for (Violation.Waiting waiting : violation.waiting()) {
            int read = firstPlainRead(waiting);
            if (read >= 0) {
                sentences.add(name(read) + " polls " + place(read) + " in plain mode" + at(read)
                        + ": a compiler may read it once and never again. `opaque` or stronger would see the write in the end.");
            }
        }
    }

    private int firstPlainRead(Violation.Waiting waiting) {
        for (int event = 0; event < graph.size(); event++) {
            if (graph.thread(event) == waiting.thread() && graph.index(event) >= waiting.firstEvent()
                    && graph.isRead(event) && graph.mode(event) == AccessMode.PLAIN) {
                return event;
            }
        }
        return -1;
    }

    /** What each waiting thread sees, and why it goes on seeing that. */
    private void hangs() {
        for (Violation.Waiting waiting : violation.waiting()) {
            for (int event = 0; event < graph.size(); event++) {
                if (graph.thread(event) != waiting.thread() || graph.index(event) < waiting.firstEvent()
                        || !graph.isRead(event) || violation.kind() == Violation.Kind.PLAIN_POLLING) {
                    continue;
                }
                int from = graph.readsFrom(event);
                String source = from == Execution.INIT
                        ? "nobody writes it"
                        : "the last write in memory is " + name(from) + "'s (" + step(from) + ")";
                sentences.add(name(event) + " waits for " + place(event) + ", which stays " + value(event) + ": "
                        + source + ", and no thread is left that would change it.");
                break;
            }
        }
    }

    // ---- words

    private String name(int event) {
        return result.threadName(graph.thread(event));
    }

    private String step(int event) {
        return "step " + stepOf[event];
    }

    private String place(int event) {
        return "`" + program.describeLocation(graph.location(event)) + "`";
    }

    private String value(int event) {
        return program.describeValue(graph.location(event), graph.value(event));
    }

    private String at(int event) {
        Site site = result.site(graph.site(event));
        return site == null ? "" : " (" + site.place() + ")";
    }

    private static String mode(AccessMode mode) {
        return mode.name().toLowerCase(Locale.ROOT);
    }

    private static String capitalized(String text) {
        return Character.toUpperCase(text.charAt(0)) + text.substring(1);
    }

    /** A read and a write of one thread with another thread's write between them that the first overwrites unseen. */
    private record LostUpdate(int read, int between, int write) {
        static @Nullable LostUpdate in(ExecutionGraph graph) {
            for (int write = 0; write < graph.size(); write++) {
                if (graph.kind(write) != StepKind.WRITE) {
                    continue;
                }
                int before = graph.moBefore(write);
                if (before == Execution.INIT || graph.thread(before) == graph.thread(write)) {
                    continue;
                }
                for (int read = 0; read < graph.size(); read++) {
                    if (graph.isRead(read) && graph.location(read) == graph.location(write)
                            && graph.thread(read) == graph.thread(write) && graph.index(read) < graph.index(write)
                            && graph.readsFrom(read) == graph.moBefore(before)) {
                        return new LostUpdate(read, before, write);
                    }
                }
            }
            return null;
        }
    }

}
