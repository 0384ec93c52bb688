package dev.baton.check.explain;

import dev.baton.check.explain.Counterexample.Output;
import dev.baton.check.explain.Counterexample.Step;
import dev.baton.check.explain.Counterexample.Where;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** A counterexample for a terminal: what went wrong, the steps, one a line, and why. */
public final class CounterexampleText {
    private static final int WIDTH = 110;

    private CounterexampleText() {}

    /**
     * The lines of a counterexample; what happens inside a call into a library is one of them.
     *
     * @param shown the counterexample
     * @return the lines
     */
    public static List<String> of(Counterexample shown) {
        return lines(shown, Folding.of(shown));
    }

    /**
     * The same with every step.
     *
     * @param shown the counterexample
     * @return the lines
     */
    public static List<String> inFull(Counterexample shown) {
        return lines(shown, Folding.none(shown));
    }

    /**
     * What to say of violations that are not told.
     *
     * @param count how many there are
     * @return the words
     */
    public static String leftOut(long count) {
        return String.format(Locale.ROOT, "%,d more %s found and not kept.", count,
                count == 1 ? "violation was" : "violations were");
    }

    private static List<String> lines(Counterexample shown, Folding folding) {
        List<String> lines = new ArrayList<>();
        lines.add(shown.headline());
        shown.stack().forEach(frame -> lines.add("    " + frame));
        lines.addAll(table(shown, folding));
        shown.orders().forEach(order -> lines.add("    " + order));
        shown.waiting().forEach(each -> lines.add("    " + each));
        if (!shown.reason().isEmpty()) {
            lines.add("Why:");
        }
        shown.reason().forEach(sentence -> wrap(sentence, lines));
        if (!shown.where().isEmpty()) {
            lines.add("Where: " + shown.where().stream().map(Where::toString).collect(Collectors.joining(" · ")));
        }
        return lines;
    }

    /**
     * What a step does, in words that the page uses too.
     *
     * @param shown the counterexample
     * @param step  one of its steps
     * @return the words
     */
    public static String what(Counterexample shown, Step step) {
        String place = step.place() < 0 ? "" : shown.places().get(step.place()).name();
        return switch (step.action()) {
            case READ, WRITE -> String.format("%-5s ", step.action().word()) + place + " = " + step.value();
            case SWAP -> "swap  " + place + ": " + step.before() + " -> " + step.value();
            case FENCE -> step.mode() + " fence";
            case START -> "starts " + step.value();
            case JOIN -> "joins " + step.value();
            case CHOICE -> step.value();
        };
    }

    private static List<String> table(Counterexample shown, Folding folding) {
        List<String[]> rows = new ArrayList<>();
        int written = 0;
        for (Folding.Row row : folding.rows()) {
            written = written(shown, row.steps().getLast().number(), written, rows);
            Step step = row.first();
            String thread = shown.threads().get(step.thread());
            rows.add(row.isFolded()
                    ? new String[]{row.numbers(), thread, step.where(), row.words(), "", "", ""}
                    : new String[]{row.numbers(), thread, step.where(), what(shown, step),
                            step.place() < 0 ? "" : "[" + step.mode() + "]", from(step),
                            folding.isFull() && !step.exact().isEmpty() ? "in " + step.exact() : ""});
        }
        written(shown, Integer.MAX_VALUE, written, rows);
        return aligned(rows);
    }

    /** Adds the lines that were printed before a step or inside its row, and returns how many were added so far. */
    private static int written(Counterexample shown, int upTo, int from, List<String[]> rows) {
        int next = from;
        for (; next < shown.output().size() && shown.output().get(next).before() <= upTo; next++) {
            Output line = shown.output().get(next);
            rows.add(new String[]{"", shown.threads().get(line.thread()), "", "says \"" + line.text() + "\"", "", "",
                    ""});
        }
        return next;
    }

    private static String from(Step step) {
        if (step.readsFrom() < 0) {
            return "";
        }
        return (step.readsFrom() == 0 ? "from the set-up" : "from " + step.readsFrom())
                + (step.instead() == 0 ? "" : ", older than " + step.instead());
    }

    /** Folded rows may be long: the columns right of them do not move for that. */
    private static List<String> aligned(List<String[]> rows) {
        int[] width = new int[7];
        for (String[] row : rows) {
            for (int i = 0; i < row.length; i++) {
                boolean last = i == 3 && row[4].isEmpty() && row[5].isEmpty();
                width[i] = last ? width[i] : Math.max(width[i], row[i].length());
            }
        }
        List<String> lines = new ArrayList<>();
        for (String[] row : rows) {
            StringBuilder line = new StringBuilder();
            for (int i = 0; i < row.length; i++) {
                String pad = " ".repeat(Math.max(0, width[i] - row[i].length()));
                line.append(i == 0 ? pad + row[i] : row[i] + pad).append("  ");
            }
            lines.add(("  " + line).stripTrailing());
        }
        return lines;
    }

    private static void wrap(String sentence, List<String> lines) {
        StringBuilder line = new StringBuilder("  ");
        for (String word : sentence.split(" ", -1)) {
            if (line.length() + word.length() > WIDTH && line.length() > 2) {
                lines.add(line.toString().stripTrailing());
                line = new StringBuilder("  ");
            }
            line.append(word).append(' ');
        }
        lines.add(line.toString().stripTrailing());
    }
}
