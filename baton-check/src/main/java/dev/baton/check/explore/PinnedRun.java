package dev.baton.check.explore;

import dev.baton.check.event.AccessMode;
import dev.baton.check.event.StepKind;
import dev.baton.check.graph.Execution;
import dev.baton.check.graph.Graph;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;

/** Makes one execution that was written down, as far as the program and the model allow it. */
/*
 * Each step of the pin must be what its thread does next, must be consistent under the model, and in the end no thread may
 * be able to go on, or one stands at an error. An access of a place that the pin does not know is one that the earlier
 * process did not see as shared, or that the program has got since: a read sees the last write there, a write comes last.
 */
final class PinnedRun {
    private static final int NOT_MADE = -2;
    /** What others may do before a wait is taken to expire. */
    private static final int MOST_STEPS = 10_000;

    private final Steps steps;
    private final StepTree tree;
    private final Judge judge;
    private final Pin pin;
    private final Set<String> places;
    private final Graph graph = new Graph();
    /** The event of the graph that each line has become. */
    private final int[] made;
    private int[] options = new int[1024];

    PinnedRun(Steps steps, Judge judge, Pin pin) {
        this.steps = steps;
        this.tree = steps.tree;
        this.judge = judge;
        this.pin = pin;
        this.places = new HashSet<>(pin.places());
        this.made = new int[pin.events().size()];
        Arrays.fill(made, NOT_MADE);
    }

    /** Makes it, and lets the judge see how it ends; {@return why it cannot be made, or an empty text} */
    String run() {
        steps.begin(graph);
        for (int line = 0; line < made.length; line++) {
            String why = make(line);
            if (!why.isEmpty()) {
                return "line " + (line + 1) + " cannot happen: " + why;
            }
        }
        steps.schedule(graph);
        int failed = steps.errorThread();
        if (failed >= 0) {
            if (!judge.error(graph, failed)) {
                judge.finished(graph);
            }
            return "";
        }
        for (int t = 0; t < graph.threads(); t++) {
            passOthers(t);
        }
        int next = steps.schedule(graph);
        if (next >= 0) {
            return "thread " + next + " goes on where the execution ended, with " + words(next);
        }
        judge.finished(graph);
        return "";
    }

    private String make(int line) {
        Pin.Event event = pin.events().get(line);
        int t = event.thread();
        if (t >= graph.threads() || graph.cursor(t) == Graph.NONE) {
            return "thread " + t + " was not started";
        }
        passOthers(t);
        int node = graph.cursor(t);
        StepKind kind = tree.kind(node);
        boolean same = kind == event.kind() || event.kind() == StepKind.READ && kind == StepKind.RMW_READ;
        if (!same || event.touchesMemory() && !place(node).equals(event.place())) {
            return "thread " + t + " does not " + event + ", but " + words(t);
        }
        return switch (kind) {
            case READ, RMW_READ -> read(line, event);
            case WRITE, RMW_WRITE -> write(line, event);
            case CHOICE -> choice(line, event);
            case EXPIRE -> expire(line, t);
            default -> other(line, event);
        };
    }

    private String read(int line, Pin.Event event) {
        int t = event.thread();
        int node = graph.cursor(t);
        int where = tree.location(node);
        int source = event.related() == Pin.INITIAL ? Execution.INIT : made[event.related()];
        if (source != Execution.INIT && (!graph.isWrite(source) || graph.location(source) != where)) {
            return "what it saw was written to another place";
        }
        boolean exchanges = tree.kind(node) == StepKind.RMW_READ
                && tree.kind(tree.next(node, steps.valueOf(graph, source, where))) == StepKind.RMW_WRITE;
        if (exchanges != (event.kind() == StepKind.RMW_READ)) {
            return exchanges ? "the exchange succeeds" : "the exchange fails";
        }
        AccessMode mode = tree.kind(node) == StepKind.RMW_READ && !exchanges
                ? tree.failureMode(node)
                : tree.mode(node);
        makeRoom();
        int end = steps.model.readOptions(graph, t, where, mode, options, 0);
        if (!contains(end, source)) {
            return "the read must see a later write";
        }
        return added(line, steps.addRead(graph, t, source));
    }

    private String write(int line, Pin.Event event) {
        int write = steps.addWrite(graph, event.thread());
        int before = event.related();
        while (before != Pin.INITIAL && made[before] == NOT_MADE) {
            before = pin.events().get(before).related(); // it comes between the two later on
        }
        int after = before == Pin.INITIAL ? Execution.INIT : made[before];
        makeRoom();
        int end = steps.model.placings(graph, write, -1, options, 0);
        if (!contains(end, after)) {
            return "the write must come elsewhere in modification order";
        }
        graph.place(write, after);
        return added(line, write);
    }

    private String choice(int line, Pin.Event event) {
        int node = graph.cursor(event.thread());
        if (event.related() >= tree.value(node)) {
            return "the choice has no such alternative";
        }
        steps.addChoice(graph, event.thread(), event.related());
        made[line] = graph.size() - 1;
        return "";
    }

    private String expire(int line, int t) {
        if (!nothingElseGoesOn()) {
            return "the wait does not expire as long as another thread can go on";
        }
        steps.addExpiry(graph, t);
        made[line] = graph.size() - 1;
        return "";
    }

    /**
     * Whether all threads are stuck once each has gone as far as it can, with the last writes before its eyes. The pin may
     * tell their steps later, or not at all: of a wait that failed only the end is told.
     */
    private boolean nothingElseGoesOn() {
        int size = graph.size();
        int t = steps.schedule(graph);
        for (int more = 0; t >= 0 && more < MOST_STEPS; more++) {
            switch (tree.kind(graph.cursor(t))) {
                case READ, RMW_READ -> steps.addRead(graph, t, graph.lastWrite(tree.location(graph.cursor(t))));
                case WRITE, RMW_WRITE -> {
                    int write = steps.addWrite(graph, t);
                    graph.place(write, graph.lastWrite(graph.location(write)));
                }
                case CHOICE -> steps.addChoice(graph, t, 0);
                default -> steps.addOther(graph, t);
            }
            t = steps.schedule(graph);
        }
        boolean stuck = t < 0 && steps.errorThread() < 0 && judge.isStuck(graph);
        while (graph.size() > size) {
            graph.removeLast();
        }
        return stuck;
    }

    private String other(int line, Pin.Event event) {
        int node = graph.cursor(event.thread());
        if (event.kind() != StepKind.FENCE && tree.value(node) != event.related()) {
            return "it starts or joins thread " + tree.value(node);
        }
        if (event.kind() == StepKind.JOIN && !steps.hasEnded(graph, event.related())) {
            return "thread " + event.related() + " has not ended";
        }
        steps.addOther(graph, event.thread());
        made[line] = graph.size() - 1;
        return "";
    }

    private String added(int line, int event) {
        made[line] = event;
        if (!steps.admits(graph, event, -1)) {
            return "the model forbids it";
        }
        judge.added(graph, event);
        return "";
    }

    /** Lets a thread make its accesses of places that the pin does not know. */
    private void passOthers(int t) {
        while (t < graph.threads() && graph.cursor(t) != Graph.NONE
                && graph.length(t) < steps.maxEventsPerThread) {
            int node = graph.cursor(t);
            StepKind kind = tree.kind(node);
            boolean reads = kind == StepKind.READ || kind == StepKind.RMW_READ;
            boolean writes = kind == StepKind.WRITE || kind == StepKind.RMW_WRITE;
            if (!reads && !writes || places.contains(place(node))) {
                return;
            }
            int event;
            if (reads) {
                event = steps.addRead(graph, t, graph.lastWrite(tree.location(node)));
            } else {
                event = steps.addWrite(graph, t);
                graph.place(event, graph.lastWrite(graph.location(event)));
            }
            judge.added(graph, event);
        }
    }

    private String place(int node) {
        return Pin.nameless(steps.program.describeLocation(tree.location(node)));
    }

    private String words(int t) {
        int node = graph.cursor(t);
        StepKind kind = tree.kind(node);
        return switch (kind) {
            case READ, RMW_READ, WRITE, RMW_WRITE -> Pin.word(kind) + " " + place(node);
            default -> Pin.word(kind);
        };
    }

    private void makeRoom() {
        if (options.length < graph.size() + 2) {
            options = new int[2 * graph.size() + 2];
        }
    }

    private boolean contains(int end, int option) {
        for (int i = 0; i < end; i++) {
            if (options[i] == option) {
                return true;
            }
        }
        return false;
    }
}
