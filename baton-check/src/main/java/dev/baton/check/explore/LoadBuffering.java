package dev.baton.check.explore;

import dev.baton.check.event.BlockReason;
import dev.baton.check.event.StepKind;
import dev.baton.check.graph.DependentExecution;
import dev.baton.check.graph.Execution;
import dev.baton.check.graph.ExecutionGraph;
import dev.baton.check.graph.Graph;
import dev.baton.check.graph.Needs;
import dev.baton.check.model.Dependence;
import dev.baton.check.model.MemoryModel;
import java.util.BitSet;

/** Visits the executions in which a read sees a write that comes after it by program order and reads-from. */
final class LoadBuffering {
    /*
     * Overview. The search cannot add a read before the write that it sees. So some reads guess what they will see: the
     * program is wrapped (GuessingProgram), and the search visits it like any other, under a model that is weaker than the
     * one asked for on what is left when the guesses are taken away. In each finished graph every guess is then given to
     * every write that bears it out, and the definition of the model judges.
     *
     *   rounds:   values ← what was written in executions so far;  early ← reads on a possible cycle
     *             search the guessing program;  each execution that the model allows adds to both
     *             until neither grows
     *
     * Invariants. Each execution is visited once: which of its reads are guessed is decided by the execution alone (CutOrder), all
     * other reads are searched as always, and a round reports only what no earlier round could find. None is missed: the values
     * of an execution can be found one after the other, because a write needs only reads that do not need it.
     *
     * Cost. Nothing for a program without races of plain and opaque accesses, and one look at the step tree for one without a possible cycle.
     */
    private final RunningExploration run;
    private final Exploration setup;
    private final Steps steps;
    private final Referee referee;
    private final MemoryModel model;
    private final WrittenValues written;
    private final AskedNeeds asked;
    private final EarlyReads early = new EarlyReads();
    private EarlyReads earlier = new EarlyReads();
    private boolean expires;
    private boolean endsEarly;

    /** @param written what was written in executions without load buffering */
    LoadBuffering(RunningExploration run, Exploration setup, Steps steps, Referee referee, WrittenValues written) {
        this.run = run;
        this.setup = setup;
        this.steps = steps;
        this.referee = referee;
        this.model = setup.model;
        this.written = written;
        this.asked = new AskedNeeds(steps, written.copy());
        if (model.dependence() == Dependence.SYNTACTIC && !steps.program.tellsNeeds()) {
            throw new IllegalArgumentException(
                    model.name() + " needs a program that tells what its writes depend on; use java");
        }
    }

    void run() {
        if (referee.unordered().isEmpty()) {
            return;
        }
        BufferingPatterns patterns = new BufferingPatterns();
        patterns.collect(steps.tree);
        boolean grew = patterns.addTo(early, referee.unordered());
        while (grew && !run.isStopped()) {
            early.learn(written);
            grew = false;
            Round round = new Round();
            round.search();
            patterns.collect(round.guessing.tree);
            earlier = early.copy();
            boolean more = early.wouldLearn(written);
            grew = patterns.addTo(early, referee.unordered()) || more;
        }
        if (asked.gaveUp()) {
            run.cutOff(new Bound.Buffering("what some write depends on takes too long to find out"));
        }
        if (endsEarly) {
            run.cutOff(new Bound.Buffering("a thread would go too far, or read an object that it makes later"));
        }
        if (expires) {
            run.cutOff(new Bound.Buffering("a wait expires as a last resort"));
        }
    }

    /** One search of the guessing program. */
    private final class Round implements Judge {
        private final Steps guessing = new Steps(new GuessingProgram(setup.newProgram(), early),
                model.guessing(), 2 * setup.maxEventsPerThread, Integer.MAX_VALUE, false);

        void search() {
            new Search(guessing, this, new WorkPool(1), false).run();
        }

        @Override
        public boolean isStopped() {
            return referee.isStopped();
        }

        @Override
        public void added(Graph graph, int event) {}

        @Override
        public boolean error(Graph graph, int thread) {
            return false;
        }

        @Override
        public boolean isStuck(Graph graph) {
            expires = true;
            return false;
        }

        /** Some thread was cut off: it made too many turns, or guessed a reference to an object that it makes later. */
        private boolean isCutOff(Graph graph) {
            for (int t = 0; t < graph.threads(); t++) {
                int node = graph.cursor(t);
                if (node != Graph.NONE && guessing.tree.kind(node) == StepKind.BLOCK
                        && guessing.tree.reason(node) == BlockReason.BOUND) {
                    return true;
                }
            }
            return false;
        }

        @Override
        public void finished(Graph graph) {
            GuessedExecutions executions = new GuessedExecutions(graph, guessing.tree, early);
            if (executions.hasGuesses()) {
                endsEarly |= isCutOff(graph);
                executions.forEach(LoadBuffering.this::judge);
            }
        }
    }

    private void judge(ExecutionGraph graph, BitSet guesses) {
        if (run.isStopped() || !isNew(graph, guesses)) {
            return;
        }
        Retraced way = new Retraced(graph, steps.tree, steps.program.mainThread());
        if (!way.fits()) {
            return;
        }
        Needs needs = model.dependence() == Dependence.SYNTACTIC
                ? new ToldNeeds(steps.tree, event -> way.nodes[event], (t, index) -> way.events[t][index])
                : asked;
        Execution execution = new DependentExecution(graph, needs);
        CutOrder order = CutOrder.of(execution);
        if (order == null || !order.cut().equals(guesses) || !model.isConsistent(execution)) {
            return;
        }
        for (int e = 0; e < graph.size(); e++) {
            if (graph.isWrite(e)) {
                written.add(graph.location(e), graph.value(e), graph.thread(e));
            }
        }
        report(new BufferedGraph(graph, way, order).build());
    }

    /** Not all of the guesses could be made in an earlier round. */
    private boolean isNew(Execution graph, BitSet guesses) {
        for (int guess = guesses.nextSetBit(0); guess >= 0; guess = guesses.nextSetBit(guess + 1)) {
            if (!earlier.values(graph.thread(guess), graph.location(guess)).contains(graph.value(guess))) {
                return true;
            }
        }
        return false;
    }

    private void report(Graph graph) {
        for (int event = 0; event < graph.size(); event++) {
            if (graph.isRead(event) || graph.isWrite(event)) {
                referee.added(graph, event);
            }
        }
        for (int t = 0; t < graph.threads() && !run.isStopped(); t++) {
            int node = graph.cursor(t);
            if (node != Graph.NONE && steps.tree.kind(node) == StepKind.ERROR) {
                referee.error(graph, t);
                break;
            }
        }
        if (!run.isStopped()) {
            referee.finished(graph);
        }
    }
}
