package dev.baton.check.spec;

import dev.baton.check.graph.Execution;
import dev.baton.check.graph.Graph;
import dev.baton.check.model.HappensBefore;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.IntFunction;

/** Which call of an execution comes before which. */
public enum CallOrder {
    /**
     * A call comes before another if its end happens before the other's begin: all that code on weak memory can know of
     * time.
     */
    HAPPENS_BEFORE {
        @Override
        public List<History> histories(MarkedCalls calls, Correctness correctness) {
            Before before = calls.graph instanceof Graph graph
                    ? graph::happensBefore
                    : HappensBefore.of(calls.graph)::orders;
            return List.of(correctness(calls, before, correctness));
        }
    },
    /**
     * A call comes before another if it ended before the other began in an interleaving that has the same execution graph.
     * There are several such interleavings; each gives an order.
     */
    INTERLEAVING {
        @Override
        public List<History> histories(MarkedCalls calls, Correctness correctness) {
            MemoryOrder memory = new MemoryOrder(calls.graph);
            if (correctness == Correctness.SEQUENTIALLY_CONSISTENT || correctness == Correctness.SERIALIZABLE) {
                return List.of(correctness(calls, memory::orders, correctness));
            }
            Set<History> found = new LinkedHashSet<>();
            new Interleavings(calls, memory::orders).each((ended, requested) -> found
                    .add(Quiescence.history(calls, ended, requested, correctness)));
            return new ArrayList<>(found);
        }
    };

    /** A strict order of events. */
    @FunctionalInterface
    interface Before {
        boolean orders(int event, int later);
    }

    /**
     * The order for a memory model: interleavings exist under sequential consistency only.
     *
     * @param model its name
     * @return the order
     */
    public static CallOrder of(String model) {
        return model.equals("sc") ? INTERLEAVING : HAPPENS_BEFORE;
    }

    /**
     * What is seen of an execution: one history for each order that the calls may have had.
     *
     * @param calls       the calls of the execution
     * @param correctness what part of the order counts
     * @return the histories; the execution is right if all of them are
     */
    public abstract List<History> histories(MarkedCalls calls, Correctness correctness);

    static History correctness(MarkedCalls calls, Before before, Correctness correctness) {
        int size = calls.size();
        long[] ended = new long[size];
        long[] requested = new long[size];
        for (int later = 0; later < size; later++) {
            for (int call = 0; call < size; call++) {
                if (call == later) {
                    continue;
                }
                boolean counts = switch (correctness) {
                    case SEQUENTIALLY_CONSISTENT -> calls.thread[call] == calls.thread[later] || isLast(calls, later);
                    case SERIALIZABLE -> isLast(calls, later);
                    case LINEARIZABLE, QUIESCENTLY_CONSISTENT -> true;
                };
                int end = calls.end[call];
                int request = calls.request[call];
                if (counts && end >= 0 && before.orders(end, calls.begin[later])) {
                    ended[later] |= 1L << call;
                }
                if (counts && request >= 0 && before.orders(request, calls.begin[later])) {
                    requested[later] |= 1L << call;
                }
            }
        }
        return Quiescence.history(calls, ended, requested, correctness);
    }

    private static boolean isLast(MarkedCalls calls, int call) {
        return calls.graph.thread(calls.begin[call]) == 0;
    }

    /**
     * Finds the calls and what is seen of them.
     *
     * @param graph       the execution
     * @param scenario    what its threads call
     * @param marks       what an instruction means, by site
     * @param correctness what part of the order counts
     * @return the histories
     */
    public List<History> histories(Execution graph, CallScenario scenario, IntFunction<MarkedCalls.Mark> marks,
            Correctness correctness) {
        return histories(MarkedCalls.in(graph, scenario, marks), correctness);
    }
}
