package dev.baton.check.explore;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The calls of an execution and what they returned: a column for each thread, calls before and after them, and what is wrong
 * with the results.
 *
 * @param first   calls before the threads
 * @param threads of each thread its calls
 * @param last    calls after the threads
 * @param reasons what other results the calls may have, sentence by sentence
 */
public record CallTable(List<Entry> first, List<List<Entry>> threads, List<Entry> last, List<String> reasons) {
    /**
     * A call.
     *
     * @param call   as the source would write it
     * @param result what it returned or threw; null if it did not end
     * @param begun  whether it began
     */
    public record Entry(String call, @Nullable String result, boolean begun) {
        /** {@return the call and what became of it} */
        public String text() {
            return call + (result != null ? " -> " + result : begun ? " -> waits for ever" : " (not begun)");
        }
    }

    /** Keeps copies. */
    public CallTable {
        first = List.copyOf(first);
        threads = threads.stream().map(List::copyOf).toList();
        last = List.copyOf(last);
        reasons = List.copyOf(reasons);
    }

    /** {@return the name of a thread's column, from 0} */
    public static String name(int thread) {
        return "T" + (thread + 1);
    }

    /** {@return all of it as text} */
    public List<String> lines() {
        List<String> lines = new ArrayList<>(labelled("first:  ", first));
        lines.addAll(columns());
        lines.addAll(labelled("at last: ", last));
        lines.addAll(reasons);
        return lines;
    }

    private static List<String> labelled(String label, List<Entry> calls) {
        List<String> lines = new ArrayList<>();
        for (Entry each : calls) {
            lines.add((lines.isEmpty() ? label : " ".repeat(label.length())) + each.text());
        }
        return lines;
    }

    private List<String> columns() {
        List<List<String>> columns = new ArrayList<>();
        int rows = 0;
        for (List<Entry> thread : threads) {
            List<String> column = new ArrayList<>(List.of(name(columns.size())));
            thread.forEach(each -> column.add(each.text()));
            columns.add(column);
            rows = Math.max(rows, column.size());
        }
        int[] widths = columns.stream()
                .mapToInt(column -> column.stream().mapToInt(String::length).max().orElse(0)).toArray();
        List<String> lines = new ArrayList<>();
        for (int row = 0; row < rows; row++) {
            StringBuilder line = new StringBuilder("|");
            StringBuilder rule = new StringBuilder("|");
            for (int t = 0; t < columns.size(); t++) {
                String cell = row < columns.get(t).size() ? columns.get(t).get(row) : "";
                line.append(' ').append(cell).append(" ".repeat(widths[t] - cell.length())).append(" |");
                rule.append("-".repeat(widths[t] + 2)).append('|');
            }
            lines.add(line.toString());
            if (row == 0) {
                lines.add(rule.toString());
            }
        }
        return lines;
    }
}
