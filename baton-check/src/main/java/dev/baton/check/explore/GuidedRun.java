package dev.baton.check.explore;

import dev.baton.check.event.Step;
import dev.baton.check.event.StepKind;
import dev.baton.check.graph.Execution;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Runs a program through one given execution. */
public final class GuidedRun {
    private GuidedRun() {}

    /** The moves that lead a program through the graph, in an order in which they can happen. */
    public static List<Violation.Move> moves(Execution graph) {
        List<Violation.Move> moves = new ArrayList<>();
        for (int event : Linearization.of(graph)) {
            moves.add(new Violation.Move(graph.thread(event), event, StepTree.reply(graph, event)));
        }
        return moves;
    }

    /** Sees each step of a replay while the thread that makes it stands there. */
    public interface Observer {
        /**
         * A thread is about to make a step.
         *
         * @param event the event of the graph that the step is
         * @param step what the thread says of it
         */
        void about(int event, Step step);
    }

    /**
     * Runs the program through the graph and leaves it there, every thread standing at the step after its last event.
     *
     * @throws IllegalStateException if a thread does something else than the graph says
     */
    public static void run(StepSource program, Execution graph) {
        run(program, graph, (event, step) -> {});
    }

    /** The same, watched. */
    public static void run(StepSource program, Execution graph, Observer observer) {
        program.reset();
        Step step = new Step();
        int[][] events = Linearization.programOrder(graph);
        Set<Integer> begun = new HashSet<>();
        Step[] last = new Step[1 + highestThread(program, graph)];
        for (Violation.Move move : moves(graph)) {
            int t = move.thread();
            if (begun.add(t)) {
                program.advance(t, 0, step);
                last[t] = copy(step);
            }
            check(graph, move.event(), last[t]);
            observer.about(move.event(), last[t]);
            program.advance(t, move.answer(), step);
            while (OwnPast.isAsked(step.kind)) {
                long answer = OwnPast.answer(graph, i -> events[t][i], step.kind, step.location, step.value,
                        graph.index(move.event()) + 1);
                program.advance(t, answer, step);
            }
            last[t] = copy(step);
        }
        for (int t = 0; t < last.length; t++) {
            if (begun.add(t)) {
                program.advance(t, 0, step);
            }
        }
    }

    private static int highestThread(StepSource program, Execution graph) {
        int highest = program.mainThread();
        for (int event = 0; event < graph.size(); event++) {
            highest = Math.max(highest, graph.thread(event));
            if (graph.kind(event) == StepKind.START) {
                highest = Math.max(highest, (int) graph.value(event));
            }
        }
        return highest;
    }

    private static Step copy(Step step) {
        Step copy = new Step();
        copy.kind = step.kind;
        copy.location = step.location;
        copy.value = step.value;
        copy.chance = step.chance;
        return copy;
    }

    private static void check(Execution graph, int event, Step step) {
        StepKind kind = graph.kind(event);
        boolean sameKind = kind == step.kind || kind == StepKind.READ && step.kind == StepKind.RMW_READ;
        boolean sameValue = !graph.isWrite(event) || graph.value(event) == step.value;
        if (!sameKind || !sameValue || graph.location(event) >= 0 && graph.location(event) != step.location) {
            throw new IllegalStateException("thread " + graph.thread(event) + " does " + step.kind + " of location "
                    + step.location + " where the execution has " + kind + " of location " + graph.location(event));
        }
    }
}
