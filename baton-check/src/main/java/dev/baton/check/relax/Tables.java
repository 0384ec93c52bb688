package dev.baton.check.relax;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Results as Markdown. */
final class Tables {
    private static final Set<Mode> ALWAYS = EnumSet.of(Mode.PLAIN, Mode.OPAQUE, Mode.ACQUIRE, Mode.RELEASE,
            Mode.VOLATILE);

    private Tables() {}

    static String of(Relaxation result) {
        StringBuilder text = new StringBuilder();
        counts(result, text);
        List<List<String>> rows = new ArrayList<>();
        rows.add(List.of("Site", "Operation", "Was", "Now", "Why not less"));
        for (Relaxation.Row row : result.rows()) {
            String was = row.site().code().word();
            rows.add(List.of(row.site().place(), "`" + row.site().operation() + "`", was,
                    row.isChange() ? "**" + row.now().word() + "**" : row.now().word(), whyNotLess(row)));
        }
        text.append('\n');
        table(rows, text);
        unexercised(result.unexercised(), "left alone", text);
        effort(result.effort(), text);
        return text.toString();
    }

    static String of(KillTable result) {
        StringBuilder text = new StringBuilder();
        List<List<String>> rows = new ArrayList<>();
        rows.add(List.of("Site", "Operation", "Weakening", "Fate", "By"));
        for (KillTable.Row row : result.rows()) {
            Refusal by = row.by();
            String fate = row.fate().name().toLowerCase(java.util.Locale.ROOT);
            rows.add(List.of(row.site().place(), "`" + row.site().operation() + "`",
                    row.from().word() + " → " + row.to().word(),
                    row.fate() == KillTable.Fate.KILLED ? fate : "**" + fate + "**",
                    by == null ? "" : cell(by.summary())));
        }
        table(rows, text);
        text.append('\n').append(result.rows(KillTable.Fate.KILLED).size()).append(" killed, ")
                .append(result.rows(KillTable.Fate.SURVIVED).size()).append(" survived, ")
                .append(result.rows(KillTable.Fate.UNDECIDED).size()).append(" undecided.\n");
        unexercised(result.unexercised(), "not in this table", text);
        effort(result.effort(), text);
        return text.toString();
    }

    private static void counts(Relaxation result, StringBuilder text) {
        Set<Mode> columns = EnumSet.copyOf(ALWAYS);
        columns.addAll(result.before().keySet());
        columns.addAll(result.after().keySet());
        columns.addAll(result.code().keySet());
        List<List<String>> rows = new ArrayList<>();
        List<String> head = new ArrayList<>(List.of(""));
        columns.forEach(mode -> head.add(mode.word()));
        rows.add(head);
        rows.add(countRow("code", result.code(), columns));
        if (result.fromVolatile()) {
            rows.add(countRow("start", result.before(), columns));
        }
        rows.add(countRow("relaxed", result.after(), columns));
        table(rows, text);
    }

    private static List<String> countRow(String name, Map<Mode, Integer> counts, Set<Mode> columns) {
        List<String> row = new ArrayList<>(List.of(name));
        columns.forEach(mode -> row.add(Integer.toString(counts.getOrDefault(mode, 0))));
        return row;
    }

    private static String whyNotLess(Relaxation.Row row) {
        List<String> reasons = new ArrayList<>();
        for (Relaxation.Refused refused : row.refusals()) {
            reasons.add(refused.mode().word() + ": " + refused.why().summary());
        }
        return cell(String.join("; ", reasons));
    }

    private static void unexercised(List<AccessSite> sites, String then, StringBuilder text) {
        if (sites.isEmpty()) {
            text.append("\nEvery site was exercised.\n");
            return;
        }
        text.append("\nNo scenario exercises these sites; they are ").append(then).append(":\n\n");
        for (AccessSite site : sites) {
            text.append("- ").append(site.place()).append(" `").append(site.operation()).append("` (")
                    .append(site.code().word()).append(")\n");
        }
    }

    private static void effort(Effort effort, StringBuilder text) {
        text.append('\n').append(effort.candidates()).append(" candidates, ").append(effort.executions())
                .append(" executions, ")
                .append(String.format(java.util.Locale.ROOT, "%.1f", effort.elapsed().toMillis() / 1000.0))
                .append(" s. Load buffering of plain and opaque accesses, which Java allows, is not explored.\n");
    }

    private static String cell(String text) {
        return text.replace("|", "\\|").replace("\n", " ");
    }

    private static void table(List<List<String>> rows, StringBuilder text) {
        int columns = rows.getFirst().size();
        int[] width = new int[columns];
        for (List<String> row : rows) {
            for (int i = 0; i < columns; i++) {
                width[i] = Math.max(width[i], row.get(i).length());
            }
        }
        for (int r = 0; r < rows.size(); r++) {
            for (int i = 0; i < columns; i++) {
                String cell = rows.get(r).get(i);
                String pad = i == columns - 1 ? "" : " ".repeat(width[i] - cell.length());
                text.append(i == 0 ? "| " : " | ").append(cell).append(pad);
            }
            text.append(" |\n");
            if (r == 0) {
                for (int i = 0; i < columns; i++) {
                    text.append(i == 0 ? "|" : "").append("-".repeat(i == columns - 1 ? 5 : width[i] + 2)).append('|');
                }
                text.append('\n');
            }
        }
    }
}
