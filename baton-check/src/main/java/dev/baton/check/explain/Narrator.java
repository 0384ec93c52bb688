package dev.baton.check.explain;

import dev.baton.check.event.BlockReason;
import dev.baton.check.event.StepKind;
import dev.baton.check.explain.Counterexample.Place;
import dev.baton.check.explain.Counterexample.Source;
import dev.baton.check.explain.Counterexample.Step;
import dev.baton.check.explore.Program;
import dev.baton.check.explore.Violation;
import dev.baton.check.graph.Execution;
import dev.baton.check.graph.ExecutionGraph;
import dev.baton.check.program.Site;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Turns one violation into a {@link Counterexample}: numbers its steps and finds the words for them. */
final class Narrator {
    private final String check;
    private final Evidence result;
    private final Violation violation;
    private final SourcePath sourcePath;
    private final ExecutionGraph graph;
    private final Program program;
    /** The step of each event; both halves of an exchange are one. */
    private final int[] stepOf;
    private final Map<Integer, Integer> placeOf = new LinkedHashMap<>();
    private final Map<String, Integer> sourceOf = new LinkedHashMap<>();
    private final List<Source> sources = new ArrayList<>();

    Narrator(String check, Evidence result, Violation violation, SourcePath sourcePath) {
        this.check = check;
        this.result = result;
        this.violation = violation;
        this.sourcePath = sourcePath;
        this.graph = violation.graph();
        this.program = result.program();
        this.stepOf = new int[graph.size()];
    }

    Counterexample tell() {
        return tell(true);
    }

    Counterexample tellWithoutReason() {
        return tell(false);
    }

    private Counterexample tell(boolean withReason) {
        List<Integer> shown = number();
        List<Step> steps = shown.stream().map(this::step).toList();
        List<Place> places = placeOf.keySet().stream().map(this::place).toList();
        List<String> threads = new ArrayList<>();
        for (int t = 0; t <= highestThread(); t++) {
            threads.add(result.threadName(t));
        }
        List<String> reason = withReason ? new Reason(result, violation, stepOf).sentences() : List.of();
        return new Counterexample(check, result.model(), violation.kind(), headline(), threads, steps, places,
                new Wiring(graph, stepOf).edges(), violation.waiting().stream().map(this::waiting).toList(),
                orders(places, steps), reason, sources);
    }

    /** Numbers the steps, and returns for each the event that stands for it: of an exchange, the write. */
    private List<Integer> number() {
        List<Integer> shown = new ArrayList<>();
        for (Violation.Move move : violation.replay()) {
            int event = move.event();
            if (event >= 0 && event < graph.size() && (graph.kind(event) != StepKind.RMW_READ || half(event, 1) < 0)) {
                shown.add(event);
                stepOf[event] = shown.size();
                if (graph.kind(event) == StepKind.RMW_WRITE) {
                    stepOf[half(event, -1)] = shown.size();
                }
            }
        }
        return shown;
    }

    /** The other half of an exchange: the event of the thread right after (1) or before (-1); -1 if there is none. */
    private int half(int event, int distance) {
        StepKind wanted = distance > 0 ? StepKind.RMW_WRITE : StepKind.RMW_READ;
        for (int other = 0; other < graph.size(); other++) {
            if (graph.kind(other) == wanted && graph.thread(other) == graph.thread(event)
                    && graph.index(other) == graph.index(event) + distance) {
                return other;
            }
        }
        return -1;
    }

    private int highestThread() {
        int highest = 0;
        for (int event = 0; event < graph.size(); event++) {
            highest = Math.max(highest, graph.thread(event));
        }
        return highest;
    }

    private Step step(int event) {
        StepKind kind = graph.kind(event);
        Site site = result.site(graph.site(event));
        boolean swap = kind == StepKind.RMW_WRITE;
        int read = swap ? half(event, -1) : graph.isRead(event) ? event : -1;
        int from = read < 0 ? -1 : graph.readsFrom(read) == Execution.INIT ? 0 : stepOf[graph.readsFrom(read)];
        int place = graph.location(event) < 0
                ? -1
                : placeOf.computeIfAbsent(graph.location(event), location -> placeOf.size());
        return new Step(stepOf[event], graph.thread(event), action(kind), place,
                swap ? value(read) : "", value(event), mode(event), from, source(site),
                site == null ? "" : site.file, site == null ? 0 : site.line, site == null ? "" : site.what);
    }

    private static String action(StepKind kind) {
        return switch (kind) {
            case READ, RMW_READ -> "read";
            case WRITE -> "write";
            case RMW_WRITE -> "swap";
            default -> kind.name().toLowerCase(Locale.ROOT);
        };
    }

    private String mode(int event) {
        boolean ordered = graph.location(event) >= 0 || graph.kind(event) == StepKind.FENCE;
        return ordered ? graph.mode(event).name().toLowerCase(Locale.ROOT) : "";
    }

    private String value(int event) {
        return switch (graph.kind(event)) {
            case START, JOIN -> result.threadName((int) graph.value(event));
            case FENCE -> "";
            case CHOICE -> Long.toString(graph.value(event));
            default -> program.describeValue(graph.location(event), graph.value(event));
        };
    }

    private int source(@Nullable Site site) {
        if (site == null) {
            return -1;
        }
        return sourceOf.computeIfAbsent(site.className + " " + site.file, key -> {
            List<String> lines = sourcePath.lines(site.className, site.file);
            for (int i = 0; i < sources.size(); i++) {
                if (sources.get(i).file().equals(site.file) && sources.get(i).lines().equals(lines)) {
                    return i;
                }
            }
            sources.add(new Source(site.file, lines));
            return sources.size() - 1;
        });
    }

    private Place place(int location) {
        Integer[] writes = Arrays.stream(new Wiring(graph, stepOf).modificationOrder(location)).boxed()
                .toArray(Integer[]::new);
        return new Place(program.describeLocation(location),
                program.describeValue(location, program.initialValue(location)),
                Arrays.stream(writes).map(write -> stepOf[write]).toList());
    }

    private String headline() {
        String first = violation.message().lines().findFirst().orElse("");
        return switch (violation.kind()) {
            case ASSERTION, EXCEPTION -> "In " + result.threadName(violation.thread()) + ": " + first;
            case AWAIT_TERMINATION -> violation.waiting().isEmpty()
                    ? result.threadName(violation.thread()) + " joins a thread that never ends"
                    : result.threadName(violation.thread()) + " waits for ever";
            case PLAIN_POLLING -> result.threadName(violation.thread())
                    + " may wait for ever, because it polls in plain mode";
            case DATA_RACE -> violation.message();
        };
    }

    private String waiting(Violation.Waiting waiting) {
        Site site = result.site(waiting.site());
        String where = site == null ? "" : " at " + site.place();
        return result.threadName(waiting.thread()) + switch (waiting.reason()) {
            case BlockReason.PARK -> " stays parked" + where;
            case BlockReason.MONITOR -> " waits for a monitor" + where;
            default -> " stays in the loop that closes" + where;
        };
    }

    /** Says where the order of writes in memory is not that of the steps. */
    private static List<String> orders(List<Place> places, List<Step> steps) {
        List<String> said = new ArrayList<>();
        for (Place place : places) {
            boolean inverted = false;
            StringBuilder text = new StringBuilder();
            int last = 0;
            for (int write : place.writes()) {
                inverted |= write < last;
                last = write;
                text.append(text.isEmpty() ? "" : ", then ").append("step ").append(write).append(" (")
                        .append(steps.get(write - 1).value()).append(')');
            }
            if (inverted) {
                said.add(place.name() + ": memory orders its writes " + text);
            }
        }
        return said;
    }
}
