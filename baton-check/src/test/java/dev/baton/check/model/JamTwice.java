package dev.baton.check.model;

import dev.baton.check.graph.Execution;
import dev.baton.check.graph.Graph;

/** Jam, with each question of the search answered a second time, over matrices that are computed anew. */
public final class JamTwice implements MemoryModel {
    private final Jam jam = new Jam();
    public long possible;
    public long impossible;
    public long least;
    public long notLeast;
    public long witnesses;
    public long noWitnesses;

    @Override
    public String name() {
        return "jam";
    }

    @Override
    public boolean isConsistent(Execution graph) {
        return jam.isConsistent(graph);
    }

    @Override
    public Consistency consistency() {
        return new JamConsistency() {
            @Override
            public boolean admits(Graph graph, int event, int revisited) {
                boolean answer = super.admits(graph, event, revisited);
                if (successor(graph, event) != Graph.NONE) {
                    JamOrder order = new JamOrder(new JamMatrices(graph));
                    agree(graph, answer, order.isPossible(order.modificationOrder()));
                    possible += answer ? 1 : 0;
                    impossible += answer ? 0 : 1;
                }
                return answer;
            }

            @Override
            public boolean isRepresentative(Graph graph) {
                boolean answer = super.isRepresentative(graph);
                agree(graph, answer, new LeastOrderByMatrices(graph).isLeast());
                least += answer ? 1 : 0;
                notLeast += answer ? 0 : 1;
                return answer;
            }

            @Override
            boolean isWitness(Graph graph) {
                boolean answer = super.isWitness(graph);
                JamOrder order = new JamOrder(new JamMatrices(graph));
                if (answer) { // that of the matrices asks for more
                    agree(graph, true, Jam.isConsistentAsFinal(graph));
                } else {
                    agree(graph, false, order.isWitness(order.modificationOrder()));
                }
                witnesses += answer ? 1 : 0;
                noWitnesses += answer ? 0 : 1;
                return answer;
            }
        };
    }

    private static void agree(Graph graph, boolean answer, boolean expected) {
        if (answer != expected) {
            StringBuilder text = new StringBuilder("jam says " + answer + " where the matrices say " + expected);
            for (int e = 0; e < graph.size(); e++) {
                text.append("\n  ").append(e).append(": thread ").append(graph.thread(e)).append(' ')
                        .append(graph.kind(e)).append(' ').append(graph.mode(e)).append(" x").append(graph.location(e));
                if (graph.isRead(e)) {
                    text.append(" from ").append(graph.readsFrom(e));
                } else if (graph.isWrite(e)) {
                    text.append(" after ").append(graph.moBefore(e));
                }
            }
            throw new AssertionError(text);
        }
    }
}
