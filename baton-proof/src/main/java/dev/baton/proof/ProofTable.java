package dev.baton.proof;

import dev.baton.proof.scenario.ProofScenario;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** The rows of a run, as a table to read and as data. */
public final class ProofTable {
    private final List<ProofRow> rows = new ArrayList<>();

    public void add(ProofRow row) {
        rows.add(row);
    }

    public String markdown() {
        StringBuilder text = new StringBuilder(
                "| primitive | scenario | threads | model | verdict | executions | seconds |\n|---|---|--:|---|---|--:|--:|\n");
        for (ProofRow row : rows) {
            ProofScenario scenario = row.scenario();
            text.append(String.format(Locale.ROOT, "| %s | %s | %d | %s | %s | %d | %.1f |%n", scenario.primitive(),
                    scenario.description(), scenario.threads(), row.model(),
                    row.plainVerdict(), row.executions(), row.seconds()));
        }
        return text.append('\n').append(summary()).toString();
    }

    /** What the rows of each model come to, and all of them. */
    public String summary() {
        StringBuilder text = new StringBuilder();
        Map<String, ProofTable> models = new LinkedHashMap<>();
        rows.forEach(row -> models.computeIfAbsent(row.model(), model -> new ProofTable()).add(row));
        if (models.size() > 1) {
            models.forEach((model, table) -> text.append(model).append(": ").append(table.total()).append("\n\n"));
        }
        return text.append(total()).append('\n').toString();
    }

    private String total() {
        return String.format(Locale.ROOT, "%d checks, %s, %d executions, %.1f s.", rows.size(), verdicts(),
                rows.stream().mapToLong(ProofRow::executions).sum(),
                rows.stream().mapToDouble(ProofRow::seconds).sum());
    }

    /** How many rows have each verdict. */
    public String verdicts() {
        Map<String, Integer> counts = new TreeMap<>(Comparator.reverseOrder());
        rows.forEach(row -> counts.merge(row.verdict().toLowerCase(Locale.ROOT).replace('_', ' '), 1, Integer::sum));
        return counts.entrySet().stream().map(each -> each.getValue() + " " + each.getKey())
                .collect(Collectors.joining(", "));
    }

    public List<ProofRow> rows() {
        return List.copyOf(rows);
    }

    public int size() {
        return rows.size();
    }

    public String json() {
        StringBuilder text = new StringBuilder("[\n");
        for (ProofRow row : rows) {
            ProofScenario scenario = row.scenario();
            text.append(String.format(Locale.ROOT,
                    "  {\"primitive\": \"%s\", \"scenario\": \"%s\", \"threads\": %d, \"symmetry\": %b, \"spurious\": %b, \"model\": \"%s\", "
                            + "\"verdict\": \"%s\", \"executions\": %d, \"seconds\": %.3f}%s%n",
                    scenario.primitive(), scenario.name(), scenario.threads(), scenario.symmetric(),
                    scenario.spurious(), row.model(),
                    row.verdict(), row.executions(), row.seconds(), row.equals(rows.getLast()) ? "" : ","));
        }
        return text.append("]\n").toString();
    }
}
