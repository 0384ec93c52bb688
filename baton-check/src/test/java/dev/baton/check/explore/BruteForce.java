package dev.baton.check.explore;

import dev.baton.check.event.AccessMode;
import dev.baton.check.event.BlockReason;
import dev.baton.check.event.Step;
import dev.baton.check.event.StepKind;
import dev.baton.check.graph.DependentExecution;
import dev.baton.check.graph.Execution;
import dev.baton.check.graph.ExecutionGraph;
import dev.baton.check.graph.Needs;
import dev.baton.check.model.Dependence;
import dev.baton.check.model.JamFinals;
import dev.baton.check.model.MemoryModel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * All complete executions of a litmus program, by trying everything: every value a read could return, every write it could
 * come from, every modification order; then asking the definition of the model. Shares nothing with the search.
 */
final class BruteForce {
    /** The program has more candidates than is sensible to try. */
    static final class TooLarge extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }

    record Event(StepKind kind, AccessMode mode, int location, long value, int[] needs, int[] uses) {}

    /** A run of a thread to its end, or to where it waits or gave up. */
    record Trace(List<Event> events, @Nullable BlockReason blocked) {}

    /** What was found: the complete executions by model, and the models under which some thread may wait for ever. */
    record Found(Map<String, Set<String>> executions, Set<String> hangs) {}

    private final Litmus litmus;
    private final List<MemoryModel> models;
    private final long mostCandidates;
    private final Map<String, Set<String>> found = new HashMap<>();
    private final Set<String> hangs = new HashSet<>();
    private final WrittenValues usual = new WrittenValues();
    /** All runs of each thread, from number 1 on. */
    private final List<List<Trace>> traces = new ArrayList<>();
    private boolean collects;
    private List<Trace> current = List.of();
    private long candidates;

    private BruteForce(Litmus litmus, List<MemoryModel> models, long mostCandidates) {
        this.litmus = litmus;
        this.models = models;
        this.mostCandidates = mostCandidates;
        for (MemoryModel model : models) {
            found.put(model.name(), new HashSet<>());
        }
    }

    /** The canonical texts of the consistent complete executions, by model; and who hangs. */
    static Found everything(Litmus litmus, List<MemoryModel> models, long mostCandidates) {
        BruteForce force = new BruteForce(litmus, models, mostCandidates);
        force.run();
        return new Found(force.found, force.hangs);
    }

    private void run() {
        Map<Integer, Set<Long>> domain = domain();
        for (int t = 1; t <= litmus.threads(); t++) {
            traces.add(traces(t, domain));
        }
        collects = models.stream().anyMatch(model -> model.dependence() == Dependence.SEMANTIC);
        if (collects) {
            combine(traces, 0, new ArrayList<>());
            collects = false;
        }
        combine(traces, 0, new ArrayList<>());
    }

    private Map<Integer, Set<Long>> domain() {
        Map<Integer, Set<Long>> domain = new HashMap<>();
        for (int location : litmus.locations().values()) {
            domain.put(location, new TreeSet<>(Set.of(0L)));
        }
        boolean grew = true;
        while (grew) {
            grew = false;
            for (int t = 1; t <= litmus.threads(); t++) {
                for (Trace trace : traces(t, domain)) {
                    for (Event event : trace.events()) {
                        if (event.kind() == StepKind.WRITE || event.kind() == StepKind.RMW_WRITE) {
                            grew |= domainOf(domain, event.location()).add(event.value());
                        }
                    }
                }
            }
            if (domain.values().stream().mapToInt(Set::size).sum() > 16) {
                throw new TooLarge();
            }
        }
        return domain;
    }

    private static Set<Long> domainOf(Map<Integer, Set<Long>> domain, int location) {
        return domain.computeIfAbsent(location, where -> new TreeSet<>());
    }

    /** All complete runs of a thread, with every value its reads could return. */
    private List<Trace> traces(int thread, Map<Integer, Set<Long>> domain) {
        List<Trace> all = new ArrayList<>();
        extend(litmus.program(), thread, domain, new ArrayList<>(), new ArrayList<>(), all);
        return all;
    }

    private void extend(DirectProgram program, int thread, Map<Integer, Set<Long>> domain, List<Long> answers,
            List<Event> events, List<Trace> all) {
        Step step = new Step();
        program.fastForward(thread, answers.stream().mapToLong(Long::longValue).toArray(), answers.size(), step);
        if (all.size() > mostCandidates) {
            throw new TooLarge();
        }
        if (step.kind == StepKind.END) {
            all.add(new Trace(List.copyOf(events), null));
            return;
        }
        if (step.kind == StepKind.BLOCK) {
            all.add(new Trace(List.copyOf(events), step.reason));
            return;
        }
        if (step.kind != StepKind.READ && step.kind != StepKind.RMW_READ) {
            events.add(new Event(step.kind, step.mode, step.location, step.value, step.needs, step.uses));
            answers.add(0L);
            extend(program, thread, domain, answers, events, all);
            answers.removeLast();
            events.removeLast();
            return;
        }
        Step read = new Step();
        read.rmwRead(step.location, step.mode, step.failureMode);
        read.uses = step.uses;
        boolean rmw = step.kind == StepKind.RMW_READ;
        for (long value : domainOf(domain, read.location)) {
            answers.add(value);
            Step after = new Step();
            program.fastForward(thread, answers.stream().mapToLong(Long::longValue).toArray(), answers.size(), after);
            boolean succeeds = rmw && after.kind == StepKind.RMW_WRITE;
            events.add(new Event(succeeds ? StepKind.RMW_READ : StepKind.READ,
                    rmw && !succeeds ? read.failureMode : read.mode, read.location, value, Step.NOTHING, read.uses));
            extend(program, thread, domain, answers, events, all);
            events.removeLast();
            answers.removeLast();
        }
    }

    private void combine(List<List<Trace>> traces, int thread, List<Trace> chosen) {
        if (thread < traces.size()) {
            for (Trace trace : traces.get(thread)) {
                chosen.add(trace);
                combine(traces, thread + 1, chosen);
                chosen.removeLast();
            }
            return;
        }
        if (!collects && chosen.stream().anyMatch(trace -> trace.blocked() == BlockReason.ASSUME)) {
            return;
        }
        current = chosen;
        List<ExecutionGraph.Event> events = new ArrayList<>();
        for (int t = 0; t < chosen.size(); t++) {
            List<Event> trace = chosen.get(t).events();
            for (int i = 0; i < trace.size(); i++) {
                Event event = trace.get(i);
                events.add(
                        new ExecutionGraph.Event(t + 1, i, event.kind(), event.mode(), event.location(), event.value(),
                                Execution.INIT, Execution.INIT, 0));
            }
        }
        chooseSources(events, 0);
    }

    private void chooseSources(List<ExecutionGraph.Event> events, int from) {
        int read = from;
        while (read < events.size() && !isRead(events.get(read))) {
            read++;
        }
        if (read == events.size()) {
            if (porfIsAcyclic(events) || !collects && buffersLoads()) {
                chooseOrders(events, new ArrayList<>(litmus.locations().values()), 0);
            }
            return;
        }
        ExecutionGraph.Event event = events.get(read);
        if (event.value() == 0) {
            events.set(read, withSource(event, Execution.INIT));
            chooseSources(events, read + 1);
        }
        for (int write = 0; write < events.size(); write++) {
            ExecutionGraph.Event source = events.get(write);
            if (isWrite(source) && source.location() == event.location() && source.value() == event.value()) {
                events.set(read, withSource(event, write));
                chooseSources(events, read + 1);
            }
        }
        events.set(read, event);
    }

    private boolean buffersLoads() {
        return models.stream().anyMatch(model -> model.dependence() != Dependence.PROGRAM_ORDER);
    }

    private static boolean porfIsAcyclic(List<ExecutionGraph.Event> events) {
        int size = events.size();
        boolean[] placed = new boolean[size];
        int left = size;
        boolean progress = true;
        while (progress && left > 0) {
            progress = false;
            for (int e = 0; e < size; e++) {
                ExecutionGraph.Event event = events.get(e);
                boolean ready = !placed[e] && (event.index() == 0 || placed[e - 1])
                        && (!isRead(event) || event.readsFrom() < 0 || placed[event.readsFrom()]);
                if (ready) {
                    placed[e] = true;
                    left--;
                    progress = true;
                }
            }
        }
        return left == 0;
    }

    private void chooseOrders(List<ExecutionGraph.Event> events, List<Integer> locations, int next) {
        if (next == locations.size()) {
            judge(events);
            return;
        }
        List<Integer> writes = new ArrayList<>();
        for (int e = 0; e < events.size(); e++) {
            if (isWrite(events.get(e)) && events.get(e).location() == locations.get(next)) {
                writes.add(e);
            }
        }
        permute(events, locations, next, writes, Execution.INIT);
    }

    private void permute(List<ExecutionGraph.Event> events, List<Integer> locations, int next, List<Integer> left,
            int before) {
        if (left.isEmpty()) {
            chooseOrders(events, locations, next + 1);
            return;
        }
        for (int write : List.copyOf(left)) {
            ExecutionGraph.Event event = events.get(write);
            List<Integer> rest = new ArrayList<>(left);
            rest.remove(Integer.valueOf(write));
            events.set(write, new ExecutionGraph.Event(event.thread(), event.index(), event.kind(), event.mode(),
                    event.location(), event.value(), event.readsFrom(), before, 0));
            permute(events, locations, next, rest, write);
            events.set(write, event);
        }
    }

    private void judge(List<ExecutionGraph.Event> events) {
        if (++candidates > mostCandidates) {
            throw new TooLarge();
        }
        ExecutionGraph graph = new ExecutionGraph(events);
        if (collects) {
            collect(graph);
            return;
        }
        boolean acyclic = porfIsAcyclic(events);
        if (current.stream().anyMatch(trace -> trace.blocked() != null)) {
            judgeHang(graph, acyclic);
            return;
        }
        for (MemoryModel model : models) {
            boolean partial = model.name().equals("jam");
            Set<String> known = found.computeIfAbsent(model.name(), name -> new HashSet<>());
            String text = canonical(graph, !partial);
            if (!known.contains(text) && isConsistent(graph, model, acyclic)) {
                known.add(text);
            }
        }
    }

    private void collect(ExecutionGraph graph) {
        if (MemoryModel.named("rc11").isConsistent(graph)) {
            for (int e = 0; e < graph.size(); e++) {
                if (graph.isWrite(e)) {
                    usual.add(graph.location(e), graph.value(e), graph.thread(e));
                }
            }
        }
    }

    private boolean isConsistent(ExecutionGraph graph, MemoryModel model, boolean acyclic) {
        return switch (model.dependence()) {
            case PROGRAM_ORDER -> acyclic && model.isConsistent(graph);
            case SYNTACTIC -> model.isConsistent(new DependentExecution(graph, new Told()));
            case SEMANTIC -> model.isConsistent(new DependentExecution(graph, new BruteNeeds(traces, usual)));
        };
    }

    /** What the threads of the current candidate tell. */
    private final class Told implements Needs {
        @Override
        public boolean suffice(Execution graph, int write, IntPredicate open) {
            return Arrays.stream(event(graph, write).needs()).noneMatch(need -> open.test(at(graph, write, need)));
        }

        @Override
        public int[] uses(Execution graph, int event) {
            return Arrays.stream(event(graph, event).uses()).map(use -> at(graph, event, use)).toArray();
        }

        private Event event(Execution graph, int event) {
            return current.get(graph.thread(event) - 1).events().get(graph.index(event));
        }

        private int at(Execution graph, int sameThread, int index) {
            return IntStream.range(0, graph.size())
                    .filter(e -> graph.thread(e) == graph.thread(sameThread) && graph.index(e) == index).findFirst()
                    .orElseThrow();
        }
    }

    /**
     * An await of the litmus notation is one read, the last of its thread; a plain one may be stale for ever, but not
     * where modes mean nothing.
     */
    private void judgeHang(ExecutionGraph graph, boolean acyclic) {
        boolean stale = false;
        for (int t = 0; t < current.size(); t++) {
            if (current.get(t).blocked() == null) {
                continue;
            }
            int polled = -1;
            for (int e = 0; e < graph.size(); e++) {
                polled = graph.thread(e) == t + 1 ? e : polled;
            }
            boolean last = true;
            for (int e = 0; e < graph.size(); e++) {
                last &= !graph.isWrite(e) || graph.location(e) != graph.location(polled)
                        || graph.moBefore(e) != graph.readsFrom(polled);
            }
            if (!last && !graph.mode(polled).isPlain()) {
                return;
            }
            stale |= !last;
        }
        for (MemoryModel model : models) {
            boolean consistent = !(stale && model.name().equals("sc")) && !hangs.contains(model.name())
                    && (model.name().equals("jam")
                            ? acyclic && JamFinals.isConsistent(graph)
                            : isConsistent(graph, model, acyclic));
            if (consistent) {
                hangs.add(model.name());
            }
        }
    }

    private static boolean isRead(ExecutionGraph.Event event) {
        return event.kind() == StepKind.READ || event.kind() == StepKind.RMW_READ;
    }

    private static boolean isWrite(ExecutionGraph.Event event) {
        return event.kind() == StepKind.WRITE || event.kind() == StepKind.RMW_WRITE;
    }

    private static ExecutionGraph.Event withSource(ExecutionGraph.Event event, int source) {
        return new ExecutionGraph.Event(event.thread(), event.index(), event.kind(), event.mode(), event.location(),
                event.value(), source, event.moBefore(), 0);
    }

    /** A graph without the main thread and without the order in which it was built. */
    static String canonical(Execution graph, boolean withOrder) {
        String[] texts = new String[graph.size()];
        for (int e = 0; e < graph.size(); e++) {
            String what = "";
            if (graph.isRead(e)) {
                what = "<" + name(graph, graph.readsFrom(e));
            } else if (graph.isWrite(e) && withOrder) {
                what = ">" + name(graph, graph.moBefore(e));
            }
            texts[e] = graph.thread(e) == 0 ? "" : name(graph, e) + graph.kind(e) + graph.value(e) + what;
        }
        Arrays.sort(texts);
        return String.join(" ", texts).strip();
    }

    private static String name(Execution graph, int event) {
        return event == Execution.INIT ? "init" : String.format("%d.%02d", graph.thread(event), graph.index(event));
    }
}
