package dev.baton.check.spec;

import dev.baton.check.event.StepKind;
import dev.baton.check.graph.Execution;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntFunction;

/** The calls of an execution: the events at which each begins, has made its request, and ends. */
public final class MarkedCalls {
    /** What an event means for a call. */
    public enum Mark {
        /** Nothing. */
        NONE,
        /** The call begins. */
        BEGIN,
        /** The call has asked for what it wants. */
        REQUEST,
        /** The thread parks; if there is a bound for overtaking the call, it has asked for what it wants by then. */
        PARK,
        /** The call ends, and the value of the event is its result. */
        END
    }

    static final int NEVER = -1;

    final Execution graph;
    final List<Call> calls = new ArrayList<>();
    /** The number of each call's thread in the scenario; that of the calls after the threads is one more than the last. */
    final int[] thread;
    /** The number of each call among all of the scenario. */
    final int[] place;
    final int[] begin;
    final int[] request;
    final int[] end;
    private int size;

    private MarkedCalls(Execution graph, int most) {
        this.graph = graph;
        this.thread = new int[most];
        this.place = new int[most];
        this.begin = new int[most];
        this.request = filled(most);
        this.end = filled(most);
    }

    private static int[] filled(int length) {
        int[] array = new int[length];
        Arrays.fill(array, NEVER);
        return array;
    }

    int size() {
        return size;
    }

    /** The number of a call's result, or {@link History#PENDING}. */
    int result(int call) {
        return end[call] == NEVER ? History.PENDING : (int) graph.value(end[call]);
    }

    /**
     * Finds the calls of a scenario whose threads are the graph's from number 1 on, and whose last calls the main thread
     * makes.
     *
     * @param graph    the execution
     * @param scenario what its threads call
     * @param marks    what an instruction means, by site
     * @return the calls
     */
    public static MarkedCalls in(Execution graph, CallScenario scenario, IntFunction<Mark> marks) {
        List<Call> all = scenario.numbered();
        MarkedCalls found = new MarkedCalls(graph, all.size());
        int threads = scenario.threads().size();
        List<List<Integer>> events = new ArrayList<>();
        for (int t = 0; t <= threads; t++) {
            events.add(new ArrayList<>());
        }
        for (int event = 0; event < graph.size(); event++) {
            if ((graph.isWrite(event) || graph.kind(event) == StepKind.RMW_READ) && graph.thread(event) <= threads
                    && marks.apply(graph.site(event)) != Mark.NONE) {
                events.get(graph.thread(event)).add(event);
            }
        }
        int first = 0;
        for (int t = 0; t <= threads; t++) {
            List<Integer> own = events.get((t + 1) % (threads + 1)); // the main thread's come last
            own.sort((a, b) -> Integer.compare(graph.index(a), graph.index(b)));
            found.add(t, first, own, all, marks);
            first += t < threads ? scenario.threads().get(t).size() : 0;
        }
        return found;
    }

    private void add(int of, int first, List<Integer> events, List<Call> all, IntFunction<Mark> marks) {
        int next = first;
        for (int event : events) {
            switch (marks.apply(graph.site(event))) {
                case BEGIN -> {
                    calls.add(all.get(next));
                    thread[size] = of;
                    place[size] = next++;
                    begin[size++] = event;
                }
                case REQUEST -> request[size - 1] = event;
                case PARK -> {
                    if (size > 0 && end[size - 1] == NEVER && request[size - 1] == NEVER
                            && calls.get(size - 1).operation().overtaken() != CallKind.UNBOUNDED) {
                        request[size - 1] = event;
                    }
                }
                case END -> end[size - 1] = event;
                case NONE -> {
                }
            }
        }
    }
}
