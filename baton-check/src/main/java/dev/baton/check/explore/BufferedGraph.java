package dev.baton.check.explore;

import dev.baton.check.event.StepKind;
import dev.baton.check.graph.Execution;
import dev.baton.check.graph.ExecutionGraph;
import dev.baton.check.graph.Graph;
import java.util.Arrays;

/** Builds the graph of an execution with load buffering as the search would have built it, had it known how. */
final class BufferedGraph {
    private final ExecutionGraph execution;
    private final Retraced way;
    private final CutOrder order;
    private final int[] number;

    BufferedGraph(ExecutionGraph execution, Retraced way, CutOrder order) {
        this.execution = execution;
        this.way = way;
        this.order = order;
        this.number = new int[execution.size()];
    }

    Graph build() {
        Graph graph = new Graph();
        int main = 0;
        while (main < way.cursors.length && (way.cursors[main] == Graph.NONE || isStarted(main))) {
            main++;
        }
        graph.begin(main, Graph.NONE);
        Arrays.fill(number, -1);
        for (int e : order.order()) {
            number[e] = add(graph, e);
        }
        for (int e = 0; e < execution.size(); e++) {
            if (execution.isWrite(e) && execution.moBefore(e) == Execution.INIT) {
                place(graph, e);
            }
        }
        for (int t = 0; t < way.cursors.length; t++) {
            if (way.cursors[t] != Graph.NONE) {
                graph.setCursor(t, way.cursors[t]);
            }
        }
        for (int e = order.cut().nextSetBit(0); e >= 0; e = order.cut().nextSetBit(e + 1)) {
            graph.changeReadsFrom(number[e], number[execution.readsFrom(e)], execution.value(e),
                    execution.kind(e) == StepKind.RMW_READ, execution.mode(e));
        }
        graph.settleClocks();
        return graph;
    }

    private boolean isStarted(int t) {
        for (int e = 0; e < execution.size(); e++) {
            if (execution.kind(e) == StepKind.START && execution.value(e) == t) {
                return true;
            }
        }
        return false;
    }

    private int add(Graph graph, int e) {
        int t = execution.thread(e);
        int node = way.nodes[e];
        return switch (execution.kind(e)) {
            case READ, RMW_READ -> {
                int source = execution.readsFrom(e);
                boolean later = order.cut().get(e) || source == Execution.INIT;
                yield graph.addRead(t, execution.kind(e) == StepKind.RMW_READ, execution.location(e),
                        execution.mode(e), later ? Execution.INIT : number[source], execution.value(e), node,
                        execution.site(e));
            }
            case WRITE, RMW_WRITE -> graph.addWrite(t, execution.kind(e) == StepKind.RMW_WRITE,
                    execution.location(e), execution.mode(e), execution.value(e), node, execution.site(e));
            default -> graph.addOther(t, execution.kind(e), execution.mode(e), execution.value(e), node,
                    execution.site(e));
        };
    }

    /** Gives a write its place, and all that come after it theirs. */
    private void place(Graph graph, int first) {
        int before = Execution.INIT;
        int write = first;
        while (write >= 0) {
            graph.place(number[write], before);
            before = number[write];
            write = after(write);
        }
    }

    private int after(int write) {
        for (int e = 0; e < execution.size(); e++) {
            if (execution.isWrite(e) && execution.moBefore(e) == write) {
                return e;
            }
        }
        return -1;
    }
}
