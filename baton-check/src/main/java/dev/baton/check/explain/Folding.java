package dev.baton.check.explain;

import dev.baton.check.explain.Counterexample.Step;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The rows in which steps are shown. Steps that follow each other inside one call into a library are one row, except for those
 * that the reason names and those that came by chance.
 */
final class Folding {
    /** One or more steps of one thread. */
    record Row(List<Step> steps, boolean goesOn) {
        Row {
            steps = List.copyOf(steps);
        }

        Step first() {
            return steps.getFirst();
        }

        boolean isFolded() {
            return steps.size() > 1;
        }

        String numbers() {
            return isFolded()
                    ? first().number() + "-" + steps.getLast().number()
                    : Integer.toString(first().number());
        }

        String words() {
            return steps.size() + (goesOn ? " more" : "") + " steps inside " + first().inside();
        }
    }

    private final List<Row> rows;
    private final boolean full;

    private Folding(List<Row> rows, boolean full) {
        this.rows = List.copyOf(rows);
        this.full = full;
    }

    static Folding none(Counterexample shown) {
        return new Folding(shown.steps().stream().map(step -> new Row(List.of(step), false)).toList(), true);
    }

    static Folding of(Counterexample shown) {
        List<Row> rows = new ArrayList<>();
        Map<Integer, Step> lastOf = new HashMap<>();
        List<Step> open = new ArrayList<>();
        boolean goesOn = false;
        for (Step step : shown.steps()) {
            if (!open.isEmpty() && !belongsTo(open.getLast(), step)) {
                rows.add(new Row(open, goesOn));
                open.clear();
            }
            if (open.isEmpty()) {
                Step before = lastOf.get(step.thread());
                goesOn = before != null && isSameCall(before, step);
            }
            open.add(step);
            lastOf.put(step.thread(), step);
        }
        if (!open.isEmpty()) {
            rows.add(new Row(open, goesOn));
        }
        return new Folding(rows, false);
    }

    List<Row> rows() {
        return rows;
    }

    boolean isFull() {
        return full;
    }

    private static boolean belongsTo(Step step, Step next) {
        return step.thread() == next.thread() && isSameCall(step, next) && !standsOut(step) && !standsOut(next);
    }

    private static boolean isSameCall(Step step, Step next) {
        return !step.inside().isEmpty() && step.inside().equals(next.inside()) && step.where().equals(next.where());
    }

    /** Worth a line of its own wherever it is: the reason names it, or it came by chance. */
    private static boolean standsOut(Step step) {
        return step.named() || step.action() == Counterexample.Action.CHOICE;
    }
}
