package dev.baton.check.spec;

import dev.baton.check.explore.CallTable;
import dev.baton.check.explore.Demand;
import dev.baton.check.graph.Execution;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Asks of each execution of a scenario that a sequential order explains the results of its calls. Executions that look the
 * same from outside are judged once.
 */
public final class SpecifiedResults implements Demand {
    private final CallScenario scenario;
    private final List<String> initial;
    private final IntFunction<MarkedCalls.Mark> marks;
    private final CallOrder order;
    private final Correctness correctness;
    private final SequentialStates states;
    private final SequentialStates.State first;
    private final ResultTexts texts;
    private final Map<History, Boolean> judged = new ConcurrentHashMap<>();

    /**
     * @param scenario    the calls
     * @param initial     what the calls before the threads returned
     * @param marks       what an instruction means, by site
     * @param order       which call comes before which
     * @param correctness what part of that order counts
     * @param states      the specification
     * @param texts       numbers results
     * @throws UnexpectedBefore if the calls before the threads returned something else than the specification says
     */
    public SpecifiedResults(CallScenario scenario, List<String> initial, IntFunction<MarkedCalls.Mark> marks,
            CallOrder order, Correctness correctness, SequentialStates states, ResultTexts texts)
            throws UnexpectedBefore {
        this.scenario = scenario;
        this.initial = List.copyOf(initial);
        this.marks = marks;
        this.order = order;
        this.correctness = correctness;
        this.states = states;
        this.texts = texts;
        SequentialStates.State state = states.first();
        for (int i = 0; i < initial.size(); i++) {
            SequentialStates.Step step = states.step(state, scenario.initial().get(i));
            String expected = step.result() < 0 ? "has to wait" : texts.text(step.result());
            if (!expected.equals(initial.get(i))) {
                throw new UnexpectedBefore();
            }
            state = step.next();
        }
        this.first = state;
    }

    /** A call before the threads has a wrong result: no second thread is needed for that. */
    public static final class UnexpectedBefore extends Exception {
        private static final long serialVersionUID = 1;

        private UnexpectedBefore() {}
    }

    /** {@return how many histories were told apart} */
    public int histories() {
        return judged.size();
    }

    @Override
    public @Nullable Breach breach(Execution graph, boolean stuck) {
        MarkedCalls calls = MarkedCalls.in(graph, scenario, marks);
        for (History history : order.histories(calls, correctness)) {
            if (stuck && Arrays.stream(history.results).noneMatch(each -> each == History.PENDING)) {
                return new Breach("a thread waits for ever, though each call has ended",
                        table(calls, history.size(), List.of()), history.hashCode(), Integer.MAX_VALUE);
            }
            if (!judged.computeIfAbsent(history, each -> SequentialOrder.explains(each, states, first, texts))) {
                return told(calls, history);
            }
        }
        return null;
    }

    private Breach told(MarkedCalls calls, History history) {
        History shortest = history;
        int last = history.size();
        while (last > 0 && calls.thread[last - 1] == scenario.threads().size()) {
            History shorter = prefix(history, last - 1);
            if (SequentialOrder.explains(shorter, states, first, texts)) {
                break;
            }
            shortest = shorter;
            last--;
        }
        return new Breach(headline(history), table(calls, last, reasons(calls, shortest)),
                Arrays.hashCode(history.results), length(calls, last));
    }

    /** How many events of the main thread there are up to the end of a call. */
    private int length(MarkedCalls calls, int last) {
        boolean isLast = last > 0 && calls.thread[last - 1] == scenario.threads().size();
        if (isLast) {
            int end = calls.end[last - 1];
            return end == MarkedCalls.NEVER ? Integer.MAX_VALUE : calls.graph.index(end) + 1;
        }
        return last < calls.size() ? calls.graph.index(calls.begin[last]) : Integer.MAX_VALUE;
    }

    @Override
    public @Nullable String word(Execution graph, int event) {
        MarkedCalls.Mark mark = graph.isWrite(event) ? marks.apply(graph.site(event)) : MarkedCalls.Mark.NONE;
        return switch (mark) {
            case NONE, PARK -> null;
            case BEGIN -> "calls " + scenario.numbered().get((int) graph.value(event)).text();
            case REQUEST -> "has made its request";
            case END -> "returns " + texts.text((int) graph.value(event));
        };
    }

    private String headline(History history) {
        if (SequentialOrder.explainsOvertaken(history, states, first, texts)) {
            return "overtaken: by more calls than the specification lets pass a request";
        }
        boolean hangs = Arrays.stream(history.results).anyMatch(each -> each == History.PENDING);
        return switch (correctness) {
            case LINEARIZABLE -> "not linearizable";
            case SEQUENTIALLY_CONSISTENT -> "not sequentially consistent";
            case QUIESCENTLY_CONSISTENT -> "not quiescently consistent";
            case SERIALIZABLE -> "not serializable";
        } + ": no sequential order of the calls " + (hangs
                ? "gives these results and lets the others wait"
                : "gives these results");
    }

    /** The history without the calls from a number on; they come after all others. */
    private static History prefix(History history, int size) {
        long kept = (1L << size) - 1;
        return new History(history.calls.subList(0, size), Arrays.copyOf(history.results, size),
                Arrays.stream(history.ended, 0, size).map(each -> each & kept).toArray(),
                Arrays.stream(history.requested, 0, size).map(each -> each & kept).toArray());
    }

    /** All calls but those at last from a number on. */
    private CallTable table(MarkedCalls calls, int size, List<String> reasons) {
        List<CallTable.Entry> first = new ArrayList<>();
        for (int i = 0; i < initial.size(); i++) {
            first.add(new CallTable.Entry(scenario.initial().get(i).text(), initial.get(i), true));
        }
        List<CallTable.Entry> all = new ArrayList<>();
        scenario.numbered().forEach(call -> all.add(new CallTable.Entry(call.text(), null, false)));
        for (int call = 0; call < size; call++) {
            int result = calls.result(call);
            all.set(calls.place[call], new CallTable.Entry(calls.calls.get(call).text(),
                    result == History.PENDING ? null : texts.text(result), true));
        }
        List<List<CallTable.Entry>> threads = new ArrayList<>();
        int next = 0;
        for (List<Call> each : scenario.threads()) {
            threads.add(all.subList(next, next + each.size()));
            next += each.size();
        }
        List<CallTable.Entry> last = all.subList(next, all.size()).stream().filter(CallTable.Entry::begun).toList();
        return new CallTable(first, threads, last, reasons);
    }

    /** For each call alone: what it would have to return, if that would do. */
    private List<String> reasons(MarkedCalls calls, History history) {
        List<String> reasons = new ArrayList<>();
        for (int call = 0; call < history.size(); call++) {
            Set<String> allowed = SequentialOrder.allowed(call, history, states, first, texts);
            if (!allowed.isEmpty()) {
                boolean isLast = calls.thread[call] == scenario.threads().size();
                int result = history.results[call];
                reasons.add("Beside the other results, " + history.calls.get(call).text()
                        + (isLast ? " at last" : " of " + CallTable.name(calls.thread[call])) + " may return "
                        + String.join(" or ", allowed) + ", and it "
                        + (result == History.PENDING ? "waits for ever" : "returned " + texts.text(result)) + ".");
            }
        }
        return reasons;
    }
}
