package dev.baton.check.explore;

import dev.baton.check.event.BlockReason;
import dev.baton.check.event.StepKind;
import dev.baton.check.graph.Execution;
import dev.baton.check.graph.ExecutionGraph;
import dev.baton.check.graph.Graph;
import dev.baton.check.model.Dependence;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Judges the executions that one worker visits, and counts them. */
final class Referee implements Judge {
    private static final int REPORT_EVERY = 256;
    private static final int LOOK_MASK = 4095;

    private final RunningExploration run;
    private final Exploration setup;
    private final Steps steps;
    private final StepTree tree;
    private final StepSource program;
    private final Waits waits;
    private final Races races = new Races();
    private final UnorderedReads unordered = new UnorderedReads();
    private final LongCounts outcomes = new LongCounts();
    private final boolean exact;
    private final boolean buffersLoads;
    private long complete;
    private int unreported;
    private int looks;

    Referee(RunningExploration run, Exploration setup, Steps steps) {
        this.run = run;
        this.setup = setup;
        this.steps = steps;
        this.tree = steps.tree;
        this.program = steps.program;
        this.waits = new Waits(tree);
        this.exact = steps.model.isExact();
        this.buffersLoads = setup.model.dependence() != Dependence.PROGRAM_ORDER;
    }

    /** Complete executions since this was last asked. */
    long takeComplete() {
        long taken = complete;
        complete = 0;
        return taken;
    }

    /** What was written in the executions so far. */
    WrittenValues written() {
        WrittenValues written = new WrittenValues();
        for (int node = 0; node < tree.size(); node++) {
            boolean writes = tree.kind(node) == StepKind.WRITE || tree.kind(node) == StepKind.RMW_WRITE;
            if (writes && tree.isReached(node)) {
                written.add(tree.location(node), tree.value(node), tree.thread(node));
            }
        }
        return written;
    }

    /** Where reads were not ordered with writes that do not release, in the executions so far. */
    UnorderedReads unordered() {
        return unordered;
    }

    LongCounts outcomes() {
        return outcomes;
    }

    List<Race> races() {
        return races.found();
    }

    @Override
    public boolean isStopped() {
        if ((++looks & LOOK_MASK) == 0) {
            run.look();
        }
        return run.isStopped();
    }

    @Override
    public void added(Graph graph, int event) {
        if (buffersLoads) {
            tree.reach(graph.node(event));
            unordered.look(graph, event);
        }
        if (exact && findsRaces()) {
            look(graph, event);
        }
    }

    private void look(Graph graph, int event) {
        if (races.look(graph, event, program) && setup.racesFail) {
            Race race = races.found().getLast();
            violation(Violation.Kind.DATA_RACE, "data race: " + race.text(), List.of(), graph, 0, graph.thread(event),
                    List.of());
            countLast();
        }
    }

    @Override
    public boolean error(Graph graph, int thread) {
        if (!exact) {
            return false;
        }
        reportErrors(graph, thread);
        if (setup.simplest != null) {
            run.look();
        }
        countLast();
        return setup.stopAtFirstViolation;
    }

    /** The search ends in the middle of an execution: it was visited all the same. */
    private void countLast() {
        if (setup.stopAtFirstViolation) {
            unreported++;
        }
    }

    /** Each thread that an exception has left, from this one on. */
    private void reportErrors(Graph graph, int first) {
        for (int t = first; t < graph.threads(); t++) {
            if (graph.cursor(t) != Graph.NONE && tree.kind(graph.cursor(t)) == StepKind.ERROR) {
                reportError(graph, t);
            }
        }
    }

    private void reportError(Graph graph, int thread) {
        long cause = tree.value(graph.cursor(thread));
        if (setup.simplest == null
                ? run.isKnown(Violation.Kind.EXCEPTION, cause, thread)
                : !setup.simplest.isSimpler(graph)) {
            return;
        }
        ExecutionGraph copy = ExecutionGraph.of(graph);
        StepSource again = setup.newProgram();
        GuidedRun.run(again, copy);
        Violation.Kind kind = again.isAssertion(thread) ? Violation.Kind.ASSERTION : Violation.Kind.EXCEPTION;
        if (setup.simplest == null || setup.simplest.accepts(kind, cause, graph)) {
            violation(kind, again.describeError(thread), again.errorStack(thread), copy, cause, thread, List.of());
        }
    }

    @Override
    public boolean isStuck(Graph graph) {
        if (steps.isOver(graph)) {
            return false;
        }
        for (int t = 0; t < graph.threads(); t++) {
            int node = graph.cursor(t);
            if (node == Graph.NONE) {
                continue;
            }
            boolean stands = switch (tree.kind(node)) {
                case END, JOIN -> true;
                case BLOCK, EXPIRE ->
                    tree.reason(node).isWait() && tree.reason(node) != BlockReason.EXIT && waitsForEver(graph, t);
                default -> false;
            };
            if (!stands) {
                return false;
            }
        }
        return exact || steps.model.acceptsAsFinal(graph);
    }

    @Override
    public void finished(Graph graph) {
        if (steps.isOver(graph)) {
            over(graph);
        } else {
            unfinished(graph);
        }
        if (++unreported == REPORT_EVERY || setup.maxExecutions < Long.MAX_VALUE || setup.simplest != null) {
            run.report(this, unreported);
            unreported = 0;
        }
    }

    /** All threads that have to end have ended. The others count only where they wait for ever. */
    private void over(Graph graph) {
        boolean stays = false;
        for (int t = 0; t < graph.threads(); t++) {
            int node = graph.cursor(t);
            if (node != Graph.NONE && tree.kind(node) != StepKind.END) {
                stays = true;
                if (tree.kind(node) != StepKind.JOIN && !waitsForEver(graph, t)) {
                    return;
                }
            }
        }
        if (exact || (stays
                ? steps.model.acceptsAsFinal(graph)
                : steps.model.isRepresentative(graph) && steps.model.accepts(graph))) {
            completed(graph, tree.value(graph.cursor(program.mainThread())));
        }
    }

    private boolean waitsForEver(Graph graph, int t) {
        return waits.isForEver(graph, t, steps.model.visibility(graph), steps.model.knowsModes());
    }

    private void unfinished(Graph graph) {
        boolean judged = true;
        boolean erroneous = false;
        int waiting = 0;
        int joining = -1;
        int exit = exit(graph);
        for (int t = 0; t < graph.threads(); t++) {
            int node = graph.cursor(t);
            if (node == Graph.NONE) {
                continue;
            }
            StepKind kind = tree.kind(node);
            if (kind == StepKind.BLOCK && tree.reason(node).isWait()
                    || kind == StepKind.EXPIRE && exit != Graph.NONE) {
                waiting++;
            } else if (kind == StepKind.JOIN) {
                joining = t;
            } else if (kind == StepKind.ERROR) {
                erroneous = true;
            } else if (kind != StepKind.END) {
                judged = false;
                if (kind == StepKind.BLOCK && tree.reason(node) == BlockReason.BOUND) {
                    run.cutOff(new Bound.Loop(t, program.describeSite(tree.site(node))));
                } else if (steps.isCutOff(graph, t)) {
                    run.cutOff(new Bound.Events(t, setup.maxEventsPerThread, program.describeSite(tree.site(node))));
                }
            }
        }
        if (erroneous) {
            if (!exact && steps.model.accepts(graph)) {
                reportErrors(graph, 0);
            }
        } else if (judged && exit != Graph.NONE) {
            if (exact || steps.model.accepts(graph)) {
                completed(graph, tree.location(exit));
            }
        } else if (judged) {
            judgeHang(graph, waiting, joining);
        }
    }

    /** Where a thread has ended the program; {@link Graph#NONE} if none has. */
    private int exit(Graph graph) {
        for (int t = 0; t < graph.threads(); t++) {
            int node = graph.cursor(t);
            if (node != Graph.NONE && tree.kind(node) == StepKind.BLOCK && tree.reason(node) == BlockReason.EXIT) {
                return node;
            }
        }
        return Graph.NONE;
    }

    private void completed(Graph graph, long outcome) {
        if (!exact && findsRaces()) {
            for (int event = 0; event < graph.size(); event++) {
                look(graph, event);
            }
        }
        complete++;
        outcomes.add(outcome, 1);
        if (setup.onComplete != null) {
            setup.onComplete.accept(graph);
        }
        if (setup.demand != null) {
            demand(setup.demand, graph, List.of());
        }
    }

    private void demand(Demand demand, Graph graph, List<Violation.Waiting> waiting) {
        Demand.Breach breach = demand.breach(graph, !waiting.isEmpty());
        if (breach == null) {
            return;
        }
        int thread = waiting.isEmpty() ? program.mainThread() : waiting.getFirst().thread();
        if (setup.simplest == null
                ? !run.isKnown(Violation.Kind.SPECIFICATION, breach.cause(), thread)
                : setup.simplest.accepts(Violation.Kind.SPECIFICATION, breach.cause(), graph)) {
            ExecutionGraph shown = ExecutionGraph.of(graph).prefix(program.mainThread(), breach.length());
            run.violation(new Violation(Violation.Kind.SPECIFICATION, breach.message(), breach.calls().lines(),
                    breach.calls(), shown, breach.cause(), thread, waiting, GuidedRun.moves(shown)));
        }
    }

    private boolean findsRaces() {
        return setup.findRaces && steps.model.knowsModes();
    }

    private void judgeHang(Graph graph, int waiting, int joining) {
        boolean byPlainRead = false;
        List<Violation.Waiting> threads = new ArrayList<>(waiting);
        for (int t = 0; t < graph.threads(); t++) {
            int node = graph.cursor(t);
            if (node == Graph.NONE || tree.kind(node) != StepKind.BLOCK) {
                continue;
            }
            if (!waitsForEver(graph, t)) {
                return;
            }
            byPlainRead |= waits.isByPlainRead();
            threads.add(new Violation.Waiting(t, tree.reason(node), waits.firstEvent(graph, t), tree.site(node)));
        }
        if (!exact && !steps.model.acceptsAsFinal(graph)) {
            return;
        }
        threads.sort(Comparator.<Violation.Waiting, Boolean>comparing(each -> each.reason() == BlockReason.JOIN)
                .thenComparing(each -> steps.mayStay(graph, each.thread())));
        if (setup.demand != null && !threads.isEmpty()) {
            complete++;
            demand(setup.demand, graph, threads);
            return;
        }
        int stuck = threads.isEmpty() ? joining : threads.getFirst().thread();
        long cause = tree.site(graph.cursor(stuck));
        Violation.Kind kind = byPlainRead ? Violation.Kind.PLAIN_POLLING : Violation.Kind.AWAIT_TERMINATION;
        if (setup.simplest == null
                ? run.isKnown(kind, cause, stuck)
                : !setup.simplest.accepts(kind, cause, graph)) {
            return;
        }
        if (threads.isEmpty()) {
            violation(Violation.Kind.AWAIT_TERMINATION, "thread " + joining + " joins a thread that never ends",
                    List.of(),
                    graph,
                    cause, joining, threads);
            return;
        }
        Violation.Waiting first = threads.getFirst();
        String where = program.describeSite(first.site());
        violation(kind,
                "thread " + first.thread() + " waits for ever" + (where.isEmpty() ? "" : " at " + where)
                        + (byPlainRead ? ": it polls in plain mode and may never see a later write" : ""),
                List.of(), graph, cause, first.thread(), threads);
    }

    private void violation(Violation.Kind kind, String message, List<String> stack, Execution graph,
            long cause, int thread, List<Violation.Waiting> waiting) {
        ExecutionGraph copy = ExecutionGraph.of(graph);
        run.violation(new Violation(kind, message, stack, null, copy, cause, thread, waiting, GuidedRun.moves(copy)));
    }

    void close() {
        run.report(this, unreported);
        unreported = 0;
    }
}
