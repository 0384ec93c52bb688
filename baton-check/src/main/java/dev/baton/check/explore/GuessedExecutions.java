package dev.baton.check.explore;

import dev.baton.check.event.AccessMode;
import dev.baton.check.event.StepKind;
import dev.baton.check.graph.Execution;
import dev.baton.check.graph.ExecutionGraph;
import dev.baton.check.graph.Graph;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.function.BiConsumer;

/** The executions that a finished graph of a {@link GuessingProgram} stands for: each guess is borne out by some write. */
final class GuessedExecutions {
    private final Graph graph;
    private final StepTree tree;
    private final EarlyReads early;
    private final List<ExecutionGraph.Event> events = new ArrayList<>();
    /** The reads that were guessed, and the answers to questions, in the numbers of {@link #events}. */
    private final BitSet guesses = new BitSet();
    private final int[] number;

    /** @param tree the steps of the guessing program */
    GuessedExecutions(Graph graph, StepTree tree, EarlyReads early) {
        this.graph = graph;
        this.tree = tree;
        this.early = early;
        this.number = new int[graph.size()];
    }

    /** Whether the graph has a guess at all. */
    boolean hasGuesses() {
        for (int e = 0; e < graph.size(); e++) {
            if (isGuess(e)) {
                return true;
            }
        }
        return false;
    }

    private boolean isGuess(int e) {
        return graph.site(e) == GuessingProgram.GUESS && graph.value(e) > 0;
    }

    private boolean isEvent(int e) {
        return graph.site(e) != GuessingProgram.QUESTION && (graph.site(e) != GuessingProgram.GUESS || isGuess(e));
    }

    /** Shows every way in which the guesses can be borne out, with the reads that were guessed. */
    void forEach(BiConsumer<ExecutionGraph, BitSet> visitor) {
        int[] indexes = new int[graph.threads()];
        int count = 0;
        int[][] order = Linearization.programOrder(graph);
        int[] index = new int[graph.size()];
        for (int[] thread : order) {
            for (int e : thread) {
                if (isEvent(e)) {
                    index[e] = indexes[graph.thread(e)]++;
                }
            }
        }
        Arrays.fill(number, -1);
        for (int e = 0; e < graph.size(); e++) {
            if (isEvent(e)) {
                number[e] = count++;
            }
        }
        for (int e = 0; e < graph.size(); e++) {
            if (isEvent(e)) {
                events.add(isGuess(e) ? guessed(e, index[e]) : copied(e, index[e]));
            }
        }
        bearOut(guesses.nextSetBit(0), visitor);
    }

    private int numberOf(int e) {
        return e < 0 ? Execution.INIT : number[e];
    }

    private ExecutionGraph.Event copied(int e, int index) {
        boolean half = graph.kind(e) == StepKind.WRITE && tree.mayStay(graph.node(e));
        return new ExecutionGraph.Event(graph.thread(e), index, half ? StepKind.RMW_WRITE : graph.kind(e),
                graph.mode(e), graph.location(e), graph.value(e),
                graph.isRead(e) ? numberOf(graph.readsFrom(e)) : Execution.INIT,
                graph.isWrite(e) ? numberOf(graph.moBefore(e)) : Execution.INIT, graph.site(e));
    }

    private ExecutionGraph.Event guessed(int e, int index) {
        guesses.set(number[e]);
        int t = graph.thread(e);
        int read = tree.next(graph.node(e), 0);
        int location = tree.location(read);
        long value = early.values(t, location).get((int) graph.value(e) - 1);
        boolean rmw = tree.kind(read) == StepKind.RMW_READ;
        int following = graph.index(e) + 1 < graph.length(t) ? graph.event(t, graph.index(e) + 1) : Graph.NONE;
        boolean succeeds = rmw && following >= 0 && graph.isWrite(following) && tree.mayStay(graph.node(following));
        AccessMode mode = rmw && !succeeds ? tree.failureMode(read) : tree.mode(read);
        return new ExecutionGraph.Event(t, index, succeeds ? StepKind.RMW_READ : StepKind.READ, mode, location, value,
                Execution.INIT, Execution.INIT, tree.site(read));
    }

    private void bearOut(int guess, BiConsumer<ExecutionGraph, BitSet> visitor) {
        if (guess < 0) {
            visitor.accept(new ExecutionGraph(events), guesses);
            return;
        }
        ExecutionGraph.Event read = events.get(guess);
        for (int w = 0; w < events.size(); w++) {
            ExecutionGraph.Event write = events.get(w);
            boolean writes = write.kind() == StepKind.WRITE || write.kind() == StepKind.RMW_WRITE;
            if (writes && write.location() == read.location() && write.value() == read.value()
                    && write.thread() != read.thread()) {
                events.set(guess, new ExecutionGraph.Event(read.thread(), read.index(), read.kind(), read.mode(),
                        read.location(), read.value(), w, Execution.INIT, read.site()));
                bearOut(guesses.nextSetBit(guess + 1), visitor);
            }
        }
        events.set(guess, read);
    }
}
