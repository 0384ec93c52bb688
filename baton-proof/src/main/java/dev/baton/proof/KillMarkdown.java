package dev.baton.proof;

import java.util.Collection;
import java.util.Locale;

/** The kill table as a table to read. */
public final class KillMarkdown {
    private KillMarkdown() {}

    /** One row for each weakening, and their number. */
    public static String of(Collection<KillRow> rows) {
        StringBuilder text = new StringBuilder(
                "| access | is | weaker | fate | model | scenario | what goes wrong |\n|---|---|---|---|---|---|---|\n");
        for (KillRow row : rows) {
            int arrow = row.weakening().lastIndexOf(" -> ");
            text.append(String.format(Locale.ROOT, "| `%s` | %s | %s | %s | %s | %s | %s |%n",
                    row.weakening().substring(0, arrow), row.from(), row.weakening().substring(arrow + 4), row.fate(),
                    row.model(), row.scenario(), row.message().replace("|", "\\|")));
        }
        long killed = rows.stream().filter(KillRow::isKilled).count();
        return text.append(String.format(Locale.ROOT, "%n%d weakenings, %d killed, %d not.%n", rows.size(), killed,
                rows.size() - killed)).toString();
    }
}
