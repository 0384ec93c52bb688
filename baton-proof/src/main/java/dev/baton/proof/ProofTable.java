package dev.baton.proof;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The rows of a run, as a table to read and as data. */
public final class ProofTable {
    private final List<ProofRow> rows = new ArrayList<>();

    public void add(ProofRow row) {
        rows.add(row);
    }

    public String markdown() {
        StringBuilder text = new StringBuilder(
                "| primitive | scenario | threads | model | verdict | executions | seconds |\n|---|---|--:|---|---|--:|--:|\n");
        long executions = 0;
        double seconds = 0;
        long verified = 0;
        for (ProofRow row : rows) {
            ProofScenario scenario = row.scenario();
            text.append(String.format(Locale.ROOT, "| %s | %s | %d | %s | %s | %d | %.1f |%n", scenario.primitive(),
                    scenario.description(), scenario.threads(), row.model(),
                    row.plainVerdict(), row.executions(), row.seconds()));
            executions += row.executions();
            seconds += row.seconds();
            verified += row.isVerified() ? 1 : 0;
        }
        return text.append(String.format(Locale.ROOT, "%n%d checks, %d verified, %d executions, %.1f s.%n", rows.size(),
                verified, executions, seconds)).toString();
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
