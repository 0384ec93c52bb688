package dev.baton.check.spec;

import java.util.ArrayList;
import java.util.List;

/** A scenario and what its calls returned as a table, with a column a thread. */
final class ScenarioTable {
    private ScenarioTable() {}

    /**
     * The lines of the table.
     *
     * @param scenario the calls
     * @param initial  what the calls before the threads returned
     * @param results  what the others returned, in the order of {@link CallScenario#numbered()}; empty if they did not begin
     */
    static List<String> lines(CallScenario scenario, List<String> initial, List<String> results) {
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < scenario.initial().size(); i++) {
            lines.add((i == 0 ? "first:  " : "        ") + shown(scenario.initial().get(i), initial.get(i)));
        }
        List<List<String>> columns = new ArrayList<>();
        int next = 0;
        int rows = 0;
        for (int t = 0; t < scenario.threads().size(); t++) {
            List<String> column = new ArrayList<>(List.of("T" + (t + 1)));
            for (Call call : scenario.threads().get(t)) {
                column.add(shown(call, results.get(next++)));
            }
            columns.add(column);
            rows = Math.max(rows, column.size());
        }
        int[] widths = columns.stream()
                .mapToInt(column -> column.stream().mapToInt(String::length).max().orElse(0)).toArray();
        for (int row = 0; row < rows; row++) {
            StringBuilder line = new StringBuilder("|");
            for (int t = 0; t < columns.size(); t++) {
                String cell = row < columns.get(t).size() ? columns.get(t).get(row) : "";
                line.append(' ').append(cell).append(" ".repeat(widths[t] - cell.length())).append(" |");
            }
            lines.add(line.toString());
            if (row == 0) {
                lines.add(line.toString().replaceAll("[^|]", "-"));
            }
        }
        boolean isFirst = true;
        for (Call call : scenario.last()) {
            if (!results.get(next).isEmpty()) {
                lines.add((isFirst ? "at last: " : "         ") + shown(call, results.get(next)));
                isFirst = false;
            }
            next++;
        }
        return lines;
    }

    private static String shown(Call call, String result) {
        return result.isEmpty() ? call.text() + " (not begun)" : call.text() + " -> " + result;
    }
}
