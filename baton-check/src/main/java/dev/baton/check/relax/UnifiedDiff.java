package dev.baton.check.relax;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The difference between two versions of a file in which lines were replaced or taken out, none added. */
final class UnifiedDiff {
    private static final int CONTEXT = 3;

    private UnifiedDiff() {}

    /**
     * @param after for each line before, what stands there now; null for a line that is gone
     */
    static String of(String name, List<String> before, List<? extends @Nullable String> after) {
        List<Integer> changed = new ArrayList<>();
        for (int i = 0; i < before.size(); i++) {
            if (!before.get(i).equals(after.get(i))) {
                changed.add(i);
            }
        }
        if (changed.isEmpty()) {
            return "";
        }
        StringBuilder text = new StringBuilder();
        text.append("--- a/").append(name).append("\n+++ b/").append(name).append('\n');
        int gone = 0;
        for (int first = 0; first < changed.size();) {
            int last = first;
            while (last + 1 < changed.size() && changed.get(last + 1) - changed.get(last) <= 2 * CONTEXT) {
                last++;
            }
            int from = Math.max(0, changed.get(first) - CONTEXT);
            int to = Math.min(before.size(), changed.get(last) + CONTEXT + 1);
            gone += hunk(before, after, from, to, gone, text);
            first = last + 1;
        }
        return text.toString();
    }

    /** Writes the lines from..to; returns how many lines are gone in it. */
    private static int hunk(List<String> before, List<? extends @Nullable String> after, int from, int to, int gone,
            StringBuilder text) {
        int lost = 0;
        for (int i = from; i < to; i++) {
            lost += after.get(i) == null ? 1 : 0;
        }
        text.append("@@ -").append(from + 1).append(',').append(to - from).append(" +").append(from + 1 - gone)
                .append(',').append(to - from - lost).append(" @@\n");
        for (int i = from; i < to;) {
            int end = i;
            while (end < to && !before.get(end).equals(after.get(end))) {
                end++;
            }
            for (int j = i; j < end; j++) {
                text.append('-').append(before.get(j)).append('\n');
            }
            for (int j = i; j < end; j++) {
                if (after.get(j) != null) {
                    text.append('+').append(after.get(j)).append('\n');
                }
            }
            if (end == i) {
                text.append(' ').append(before.get(i)).append('\n');
                end++;
            }
            i = end;
        }
        return lost;
    }
}
