package dev.baton.check.graph;

import dev.baton.check.event.AccessMode;
import dev.baton.check.event.StepKind;
import java.util.ArrayList;
import java.util.List;

/**
 * An immutable execution graph, for reports: the events in insertion order. Replaying their answers thread by thread
 * runs the program through exactly this execution.
 */
public record ExecutionGraph(List<Event> events) implements Execution {
    /**
     * One event.
     *
     * @param thread    its thread
     * @param index     its position in the thread
     * @param location  of an access, else -1
     * @param readsFrom of a read: the number of the write, or {@link #INIT}
     * @param moBefore  of a write: the number of the write before it in modification order, or {@link #INIT}
     */
    public record Event(int thread, int index, StepKind kind, AccessMode mode, int location, long value, int readsFrom,
            int moBefore, int site) {}

    public ExecutionGraph {
        events = List.copyOf(events);
    }

    /** A copy of a graph as it is now. */
    public static ExecutionGraph of(Execution graph) {
        List<Event> events = new ArrayList<>(graph.size());
        for (int e = 0; e < graph.size(); e++) {
            events.add(new Event(graph.thread(e), graph.index(e), graph.kind(e), graph.mode(e), graph.location(e),
                    graph.value(e), graph.isRead(e) ? graph.readsFrom(e) : INIT,
                    graph.isWrite(e) ? graph.moBefore(e) : INIT, graph.site(e)));
        }
        return new ExecutionGraph(events);
    }

    /**
     * The same without the later events of a thread, of which no other event knows.
     *
     * @param thread the thread
     * @param length how many of its events stay
     */
    public ExecutionGraph prefix(int thread, int length) {
        int[] numbers = new int[events.size()];
        List<Event> kept = new ArrayList<>();
        for (int e = 0; e < events.size(); e++) {
            Event event = events.get(e);
            numbers[e] = kept.size();
            if (event.thread() != thread || event.index() < length) {
                kept.add(event);
            }
        }
        return new ExecutionGraph(kept.stream().map(event -> new Event(event.thread(), event.index(), event.kind(),
                event.mode(), event.location(), event.value(),
                event.readsFrom() < 0 ? INIT : numbers[event.readsFrom()],
                event.moBefore() < 0 ? INIT : numbers[event.moBefore()], event.site())).toList());
    }

    @Override
    public int size() {
        return events.size();
    }

    @Override
    public int thread(int event) {
        return events.get(event).thread();
    }

    @Override
    public int index(int event) {
        return events.get(event).index();
    }

    @Override
    public StepKind kind(int event) {
        return events.get(event).kind();
    }

    @Override
    public int location(int event) {
        return events.get(event).location();
    }

    @Override
    public AccessMode mode(int event) {
        return events.get(event).mode();
    }

    @Override
    public int readsFrom(int read) {
        return events.get(read).readsFrom();
    }

    @Override
    public int moBefore(int write) {
        return events.get(write).moBefore();
    }

    @Override
    public long value(int event) {
        return events.get(event).value();
    }

    @Override
    public int site(int event) {
        return events.get(event).site();
    }
}
