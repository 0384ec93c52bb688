package dev.baton.check.relax;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Results as JSON. */
final class Json {
    private Json() {}

    static String of(Relaxation result) {
        List<Object> rows = new ArrayList<>();
        for (Relaxation.Row row : result.rows()) {
            Map<String, Object> each = site(row.site());
            each.put("start", row.start().word());
            each.put("now", row.now().word());
            List<Object> refusals = new ArrayList<>();
            for (Relaxation.Refused refused : row.refusals()) {
                Map<String, Object> why = refusal(refused.why());
                Map<String, Object> ordered = new LinkedHashMap<>();
                ordered.put("mode", refused.mode().word());
                ordered.putAll(why);
                refusals.add(ordered);
            }
            each.put("refused", refusals);
            rows.add(each);
        }
        Map<String, Object> counts = new LinkedHashMap<>();
        counts.put("code", counts(result.code()));
        counts.put("start", counts(result.before()));
        counts.put("relaxed", counts(result.after()));
        Map<String, Object> all = new LinkedHashMap<>();
        all.put("fromVolatile", result.fromVolatile());
        all.put("counts", counts);
        all.put("sites", rows);
        all.put("unexercised", result.unexercised().stream().map(Json::site).toList());
        all.put("effort", effort(result.effort()));
        return text(all);
    }

    static String of(KillTable result) {
        List<Object> rows = new ArrayList<>();
        for (KillTable.Row row : result.rows()) {
            Map<String, Object> each = site(row.site());
            each.put("from", row.from().word());
            each.put("to", row.to().word());
            each.put("fate", row.fate().name().toLowerCase(java.util.Locale.ROOT));
            Refusal by = row.by();
            if (by != null) {
                each.put("by", refusal(by));
            }
            rows.add(each);
        }
        Map<String, Object> all = new LinkedHashMap<>();
        all.put("weakenings", rows);
        all.put("unexercised", result.unexercised().stream().map(Json::site).toList());
        all.put("effort", effort(result.effort()));
        return text(all);
    }

    private static Map<String, Object> site(AccessSite site) {
        Map<String, Object> each = new LinkedHashMap<>();
        each.put("class", site.className());
        each.put("file", site.file());
        each.put("line", site.line());
        each.put("operation", site.operation());
        each.put("code", site.code().word());
        return each;
    }

    private static Map<String, Object> refusal(Refusal refusal) {
        Map<String, Object> each = new LinkedHashMap<>();
        each.put("scenario", refusal.scenario());
        each.put("model", refusal.model());
        each.put("kind", refusal.kind().name().toLowerCase(java.util.Locale.ROOT));
        each.put("message", refusal.message());
        each.put("events", refusal.events());
        each.put("trace", refusal.trace());
        return each;
    }

    private static Map<String, Object> counts(Map<Mode, Integer> counts) {
        Map<String, Object> each = new LinkedHashMap<>();
        counts.forEach((mode, count) -> each.put(mode.word(), count));
        return each;
    }

    private static Map<String, Object> effort(Effort effort) {
        List<Object> scenarios = new ArrayList<>();
        for (Effort.ScenarioCost cost : effort.scenarios()) {
            Map<String, Object> each = new LinkedHashMap<>();
            each.put("scenario", cost.scenario());
            each.put("model", cost.model());
            each.put("executions", cost.executions());
            scenarios.add(each);
        }
        Map<String, Object> all = new LinkedHashMap<>();
        all.put("scenarios", scenarios);
        all.put("candidates", effort.candidates());
        all.put("executions", effort.executions());
        all.put("millis", effort.elapsed().toMillis());
        return all;
    }

    // ---- writing

    private static String text(Object value) {
        StringBuilder text = new StringBuilder();
        write(value, "", text);
        return text.append('\n').toString();
    }

    private static void write(@Nullable Object value, String indent, StringBuilder text) {
        switch (value) {
            case Map<?, ?> map -> writeAll(map.entrySet(), '{', '}', indent, text);
            case List<?> list -> writeAll(list, '[', ']', indent, text);
            case Map.Entry<?, ?> entry -> {
                quote(String.valueOf(entry.getKey()), text);
                text.append(": ");
                write(entry.getValue(), indent, text);
            }
            case String string -> quote(string, text);
            case null, default -> text.append(value);
        }
    }

    private static void writeAll(Iterable<?> values, char open, char close, String indent, StringBuilder text) {
        text.append(open);
        String deeper = indent + "  ";
        boolean first = true;
        for (Object value : values) {
            text.append(first ? "\n" : ",\n").append(deeper);
            write(value, deeper, text);
            first = false;
        }
        text.append(first ? "" : "\n" + indent).append(close);
    }

    private static void quote(String string, StringBuilder text) {
        text.append('"');
        for (int i = 0; i < string.length(); i++) {
            char c = string.charAt(i);
            switch (c) {
                case '"' -> text.append("\\\"");
                case '\\' -> text.append("\\\\");
                case '\n' -> text.append("\\n");
                case '\t' -> text.append("\\t");
                default -> {
                    if (c < ' ') {
                        text.append(String.format("\\u%04x", (int) c));
                    } else {
                        text.append(c);
                    }
                }
            }
        }
        text.append('"');
    }
}
