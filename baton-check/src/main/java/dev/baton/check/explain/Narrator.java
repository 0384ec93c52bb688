package dev.baton.check.explain;

import dev.baton.check.event.AccessMode;
import dev.baton.check.event.BlockReason;
import dev.baton.check.event.Chance;
import dev.baton.check.event.StepKind;
import dev.baton.check.explain.Counterexample.Action;
import dev.baton.check.explain.Counterexample.Output;
import dev.baton.check.explain.Counterexample.Place;
import dev.baton.check.explain.Counterexample.Source;
import dev.baton.check.explain.Counterexample.Step;
import dev.baton.check.explore.Pin;
import dev.baton.check.explore.StepSource;
import dev.baton.check.explore.Violation;
import dev.baton.check.graph.Execution;
import dev.baton.check.graph.ExecutionGraph;
import dev.baton.check.program.Site;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** Turns one violation into a {@link Counterexample}: numbers its steps and finds the words for them. */
final class Narrator {
    private final String check;
    private final Evidence result;
    private final Violation violation;
    private final SourcePath sourcePath;
    private final ExecutionGraph graph;
    private final StepSource program;
    /** The step of each event; both halves of an exchange are one. */
    private final int[] stepOf;
    /** For each read, the last write above it, if that is newer than the one it sees; else 0. */
    private final int[] instead;
    private final Scene scene;
    private Set<Integer> named = Set.of();
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
        this.instead = new int[graph.size()];
        this.scene = new Scene(result, graph);
    }

    Counterexample tell() {
        return tell(true);
    }

    Counterexample tellWithoutReason() {
        return tell(false);
    }

    private Counterexample tell(boolean withReason) {
        List<Integer> shown = number();
        compare(shown);
        List<String> reason = List.of();
        if (withReason) {
            Reason found = new Reason(result, violation, scene, stepOf);
            reason = found.sentences();
            named = found.named();
        }
        List<Step> steps = shown.stream().map(this::step).toList();
        List<Place> places = placeOf.keySet().stream().map(this::place).toList();
        List<String> threads = new ArrayList<>();
        for (int t = 0; t <= highestThread(); t++) {
            threads.add(result.threadName(t));
        }
        return new Counterexample(check, result.model(), violation.kind(), headline(), stack(), violation.calls(),
                threads, steps, places,
                new Wiring(graph, stepOf).edges(), output(shown),
                violation.waiting().stream().map(this::waiting).toList(),
                orders(places, steps), reason, sources, execution(), List.of());
    }

    private List<String> execution() {
        return violation.kind() == Violation.Kind.SPECIFICATION // its graph ends where the answer is known
                ? List.of()
                : Pin.lines(graph, program::describeLocation);
    }

    /** What was printed and logged: before which step, and what comes after the last one. */
    private List<Output> output(List<Integer> shown) {
        List<Output> lines = new ArrayList<>();
        Map<Integer, List<Integer>> open = new HashMap<>();
        for (Violation.Move move : violation.replay()) {
            int event = move.event();
            List<Integer> held = open.computeIfAbsent(graph.thread(event), _ -> new ArrayList<>());
            held.add(event);
            if (stepOf[event] > 0) {
                held.forEach(each -> scene.said(each)
                        .forEach(text -> lines.add(new Output(stepOf[event], graph.thread(event), text))));
                held.clear();
            }
        }
        for (int t = 0; t <= highestThread(); t++) {
            int thread = t;
            int after = 1 + shown.stream().filter(event -> graph.thread(event) == thread)
                    .mapToInt(event -> stepOf[event]).max().orElse(shown.size());
            open.getOrDefault(t, List.of())
                    .forEach(each -> scene.said(each).forEach(text -> lines.add(new Output(after, thread, text))));
            scene.lastSaid(t).forEach(text -> lines.add(new Output(after, thread, text)));
        }
        lines.sort(Comparator.comparingInt(Output::before));
        return lines;
    }

    /** Numbers the steps, and returns for each the event that stands for it: of an exchange, the write. */
    private List<Integer> number() {
        List<Integer> shown = new ArrayList<>();
        for (Violation.Move move : violation.replay()) {
            int event = move.event();
            boolean first = graph.kind(event) == StepKind.RMW_READ && half(event, 1) >= 0;
            if (!first && !isUneventful(event)) {
                shown.add(event);
                stepOf[event] = shown.size();
                if (graph.kind(event) == StepKind.RMW_WRITE) {
                    stepOf[half(event, -1)] = shown.size();
                }
            }
        }
        return shown;
    }

    /** A chance that was not taken. */
    private boolean isUneventful(int event) {
        return graph.kind(event) == StepKind.CHOICE && scene.chance(event).isUnusual() && graph.value(event) == 0;
    }

    /** Whether memory has one write after the other. */
    private boolean isNewer(int write, int other) {
        for (int at = write; at != Execution.INIT; at = graph.moBefore(at)) {
            if (at != write && at == other) {
                return true;
            }
        }
        return write != other && other == Execution.INIT;
    }

    /** Finds the reads that see an older write than the last one above them. */
    private void compare(List<Integer> shown) {
        Map<Integer, Integer> memory = new HashMap<>();
        for (int event : shown) {
            int read = graph.kind(event) == StepKind.RMW_WRITE ? half(event, -1) : event;
            if (graph.isRead(read)) {
                int last = memory.getOrDefault(graph.location(read), Execution.INIT);
                instead[event] = isNewer(last, graph.readsFrom(read)) ? stepOf[last] : 0;
            }
            if (graph.isWrite(event)) {
                memory.put(graph.location(event), event);
            }
        }
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
        String word = result.word(graph, event);
        if (word != null) {
            return new Step(stepOf[event], graph.thread(event), Action.CHOICE, -1, "", word, "", -1, 0, -1, "", 0, "",
                    "", "", false);
        }
        int place = graph.location(event) < 0
                ? -1
                : placeOf.computeIfAbsent(graph.location(event), location -> placeOf.size());
        Spot spot = scene.spot(event);
        return new Step(stepOf[event], graph.thread(event), action(kind), place,
                swap ? value(read) : "", value(event), swap ? mode(read, event) : mode(event), from, instead[event],
                source(spot), spot.file(),
                spot.line(), site == null ? "" : site.what, spot.inside(), spot.exact(), named.contains(stepOf[event]));
    }

    private static Action action(StepKind kind) {
        return switch (kind) {
            case READ, RMW_READ -> Action.READ;
            case WRITE -> Action.WRITE;
            case RMW_WRITE -> Action.SWAP;
            case FENCE -> Action.FENCE;
            case START -> Action.START;
            case JOIN -> Action.JOIN;
            case CHOICE, EXPIRE -> Action.CHOICE;
            default -> throw new IllegalArgumentException(kind + " is no event");
        };
    }

    private String mode(int event) {
        boolean ordered = graph.location(event) >= 0 || graph.kind(event) == StepKind.FENCE;
        return ordered ? graph.mode(event).name().toLowerCase(Locale.ROOT) : "";
    }

    /** Of an exchange: of its read the part that acquires, of its write the part that releases. */
    private String mode(int read, int write) {
        AccessMode reads = graph.mode(read);
        AccessMode writes = graph.mode(write);
        if (reads == writes || !reads.acquires()) {
            return mode(write);
        }
        AccessMode both = writes.releases() ? AccessMode.ACQ_REL : AccessMode.ACQUIRE;
        return both.name().toLowerCase(Locale.ROOT);
    }

    private String value(int event) {
        return switch (graph.kind(event)) {
            case START, JOIN -> result.threadName((int) graph.value(event));
            case FENCE -> "";
            case EXPIRE -> chance(Chance.TIMEOUT, 1);
            case CHOICE -> chance(scene.chance(event), graph.value(event));
            default -> program.describeValue(graph.location(event), graph.value(event));
        };
    }

    private static String chance(Chance chance, long alternative) {
        return switch (chance) {
            case TIMEOUT -> "the time is up";
            case CLOCK -> "time passed";
            case WAKE_UP -> "wakes for no reason";
            case WEAK_FAILURE -> "fails for no reason";
            case WAITER -> "of the waiting threads, number " + (alternative + 1) + " is notified";
            case OTHER -> "choice " + alternative;
        };
    }

    private int source(Spot spot) {
        if (!spot.isKnown()) {
            return -1;
        }
        return sourceOf.computeIfAbsent(spot.className() + " " + spot.file(), key -> {
            Source source = sourcePath.source(spot.className(), spot.file());
            int known = sources.indexOf(source);
            if (known >= 0) {
                return known;
            }
            sources.add(source);
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
            case DATA_RACE, SPECIFICATION -> violation.message();
        };
    }

    /** What follows the message: the frames of the exception, and its causes. */
    private List<String> stack() {
        return violation.stack();
    }

    private String waiting(Violation.Waiting waiting) {
        Spot spot = scene.end(waiting.thread(), waiting.site());
        String where = (spot.isKnown() ? " at " + spot.place() : "")
                + (spot.inside().isEmpty() ? "" : ", inside " + spot.inside());
        return result.threadName(waiting.thread()) + switch (waiting.reason()) {
            case BlockReason.PARK -> " stays parked" + where;
            case BlockReason.MONITOR -> " waits for a monitor" + where;
            case BlockReason.LOCK -> " waits for a lock or its condition" + where;
            case BlockReason.JOIN -> " waits for the end of a thread" + where;
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
