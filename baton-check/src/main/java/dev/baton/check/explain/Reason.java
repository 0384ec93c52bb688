package dev.baton.check.explain;

import dev.baton.check.event.AccessMode;
import dev.baton.check.event.BlockReason;
import dev.baton.check.explore.StepSource;
import dev.baton.check.explore.Verdict;
import dev.baton.check.explore.Violation;
import dev.baton.check.graph.Execution;
import dev.baton.check.graph.ExecutionGraph;
import dev.baton.check.model.MemoryModel;
import dev.baton.check.program.Site;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

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
    private final StepSource program;
    private final Scene scene;
    private final int[] stepOf;
    private final List<String> sentences = new ArrayList<>();
    private final Set<Integer> named = new HashSet<>();

    Reason(Evidence result, Violation violation, Scene scene, int[] stepOf) {
        this.result = result;
        this.violation = violation;
        this.graph = scene.withTrueSites();
        this.program = result.program();
        this.scene = scene;
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

    /** The steps that the sentences name. */
    Set<Integer> named() {
        return named;
    }

    private void interleaving() {
        Intrusion intrusion = Intrusion.in(graph, scene);
        if (intrusion != null && intrusion.calls()) {
            sentences.add(name(intrusion.look()) + " calls " + call(intrusion.look()) + " and then "
                    + call(intrusion.act()) + "; in between " + name(intrusion.between()) + " calls "
                    + call(intrusion.between()) + ": nothing makes the two calls one step.");
        } else if (intrusion != null) {
            sentences.add(name(intrusion.look()) + " reads " + place(intrusion.look()) + " (" + step(intrusion.look())
                    + "), " + name(intrusion.between()) + " writes it (" + step(intrusion.between()) + "), and "
                    + name(intrusion.look()) + " then writes what it made of the old value (" + step(intrusion.act())
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
        if (violation.kind() == Violation.Kind.PLAIN_POLLING) {
            return;
        }
        for (Violation.Waiting waiting : violation.waiting()) {
            Spot spot = scene.end(waiting.thread(), waiting.site());
            int read = firstRead(waiting);
            if (!spot.inside().isEmpty()) {
                sentences.add(result.threadName(waiting.thread()) + " waits in `" + spot.inside() + "` ("
                        + spot.place() + "), and no thread is left that would let it go on.");
            } else if (read >= 0 && holdsBack(waiting.reason()) && graph.readsFrom(read) >= 0) {
                int entered = graph.readsFrom(read);
                sentences.add(name(read) + " waits for " + place(read) + ", which " + name(entered) + " holds ("
                        + step(entered) + ").");
            } else if (read >= 0) {
                stays(read);
            }
        }
    }

    private static boolean holdsBack(BlockReason reason) {
        return reason == BlockReason.MONITOR || reason == BlockReason.LOCK;
    }

    private void stays(int read) {
        int from = graph.readsFrom(read);
        String source = from == Execution.INIT
                ? "nobody writes it"
                : "the last write in memory is " + name(from) + "'s (" + step(from) + ")";
        sentences.add(name(read) + " waits for " + place(read) + ", which stays " + value(read) + ": " + source
                + ", and no thread is left that would change it.");
    }

    private int firstRead(Violation.Waiting waiting) {
        for (int event = 0; event < graph.size(); event++) {
            if (graph.thread(event) == waiting.thread() && graph.index(event) >= waiting.firstEvent()
                    && graph.isRead(event)) {
                return event;
            }
        }
        return -1;
    }

    // ---- words

    private String name(int event) {
        return result.threadName(graph.thread(event));
    }

    private String step(int event) {
        named.add(stepOf[event]);
        return "step " + stepOf[event];
    }

    /** A call that an event is part of; its steps stay folded. */
    private String call(int event) {
        Spot spot = scene.spot(event);
        return "`" + spot.inside() + "` (step " + stepOf[event]
                + (spot.isKnown() ? ", " + spot.place() : "") + ")";
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
}
