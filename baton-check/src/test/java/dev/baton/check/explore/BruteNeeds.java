package dev.baton.check.explore;

import dev.baton.check.event.StepKind;
import dev.baton.check.graph.Execution;
import dev.baton.check.graph.Needs;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntPredicate;

/**
 * What writes depend on semantically, by looking at all runs of their thread: a write is known if each run that agrees with
 * what is known makes it.
 */
final class BruteNeeds implements Needs {
    private final List<List<BruteForce.Trace>> traces;
    private final WrittenValues usual;

    BruteNeeds(List<List<BruteForce.Trace>> traces, WrittenValues usual) {
        this.traces = traces;
        this.usual = usual;
    }

    @Override
    public boolean suffice(Execution graph, int write, IntPredicate open) {
        return suffice(graph, write, open, false)
                || !isOrdered(graph, write) && suffice(graph, write, open, true);
    }

    /** An acquire, or a fence that orders reads, comes before the write. */
    private static boolean isOrdered(Execution graph, int write) {
        for (int e = 0; e < graph.size(); e++) {
            if (graph.thread(e) == graph.thread(write) && graph.index(e) < graph.index(write)
                    && (graph.isRead(e) && graph.mode(e).acquires()
                            || graph.kind(e) == StepKind.FENCE && graph.mode(e).ordersReads())) {
                return true;
            }
        }
        return false;
    }

    /** @param visible whether open reads return what happens before them, not anything */
    private boolean suffice(Execution graph, int write, IntPredicate open, boolean visible) {
        boolean any = false;
        List<Integer> path = new ArrayList<>();
        for (int i = 0; i < graph.index(write); i++) {
            for (int e = 0; e < graph.size(); e++) {
                if (graph.thread(e) == graph.thread(write) && graph.index(e) == i) {
                    path.add(e);
                }
            }
        }
        long before = path.stream().filter(e -> graph.isWrite(e) && graph.location(e) == graph.location(write)).count();
        for (BruteForce.Trace trace : traces.get(graph.thread(write) - 1)) {
            int end = end(trace, graph.location(write), before);
            if (agrees(graph, path, write, open, trace.events().subList(0, end), visible)) {
                if (end == trace.events().size() || !isSame(graph, write, trace.events().get(end))) {
                    return false;
                }
                any = true;
            }
        }
        return any || !visible;
    }

    private static boolean isSame(Execution graph, int write, BruteForce.Event event) {
        return event.value() == graph.value(write) && event.mode() == graph.mode(write)
                && event.kind() == graph.kind(write);
    }

    /** The number of events before the write in question; all of them if it is not made. */
    private static int end(BruteForce.Trace trace, int location, long before) {
        long writes = 0;
        for (int i = 0; i < trace.events().size(); i++) {
            BruteForce.Event event = trace.events().get(i);
            if (isWrite(event) && event.location() == location && writes++ == before) {
                return i;
            }
        }
        return trace.events().size();
    }

    private static boolean isWrite(BruteForce.Event event) {
        return event.kind() == StepKind.WRITE || event.kind() == StepKind.RMW_WRITE;
    }

    private boolean agrees(Execution graph, List<Integer> path, int write, IntPredicate open,
            List<BruteForce.Event> events, boolean visible) {
        Map<Integer, Long> own = new HashMap<>();
        Map<Integer, Integer> reads = new HashMap<>();
        Map<String, Long> merged = new HashMap<>();
        for (int e : path) {
            if (graph.isRead(e) && graph.mode(e).isPlain() && !open.test(e)) {
                merged.put(graph.location(e) + "<" + graph.readsFrom(e), graph.value(e));
            }
        }
        for (BruteForce.Event event : events) {
            if (isWrite(event)) {
                own.put(event.location(), event.value());
            } else if (event.kind() != StepKind.FENCE) {
                int number = reads.merge(event.location(), 1, Integer::sum);
                int match = path.stream().filter(e -> graph.isRead(e) && graph.location(e) == event.location())
                        .skip(number - 1L).findFirst().orElse(-1);
                boolean isVisible = visible && (match < 0 || open.test(match));
                if (isVisible
                        ? !event.mode().isPlain() || event.kind() != StepKind.READ
                                || event.value() != own.getOrDefault(event.location(), 0L)
                        : !mayRead(graph, match, write, open, event, own, merged)) {
                    return false;
                }
            }
        }
        return true;
    }

    private boolean mayRead(Execution graph, int match, int write, IntPredicate open, BruteForce.Event event,
            Map<Integer, Long> own, Map<String, Long> merged) {
        boolean usualValue = event.value() == 0 || usual.of(event.location()).contains(event.value());
        if (match < 0) {
            return usualValue;
        }
        int source = graph.readsFrom(match);
        Long forwarded = own.get(event.location());
        if (source >= 0 && graph.thread(source) == graph.thread(write) && forwarded != null) {
            return event.value() == forwarded;
        }
        if (!open.test(match)) {
            return event.value() == graph.value(match);
        }
        if (!graph.mode(match).isPlain()) {
            return usualValue;
        }
        Long known = merged.putIfAbsent(event.location() + "<" + source, event.value());
        return known == null ? usualValue : known == event.value();
    }
}
