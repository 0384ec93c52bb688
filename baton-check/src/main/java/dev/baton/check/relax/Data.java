package dev.baton.check.relax;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Results as maps and lists, for a library that writes JSON. */
final class Data {
    private Data() {}

    static Map<String, Object> of(Relaxation result) {
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
        all.put("unexercised", result.unexercised().stream().map(Data::site).toList());
        all.put("effort", effort(result.effort()));
        return all;
    }

    static Map<String, Object> of(KillTable result) {
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
        all.put("unexercised", result.unexercised().stream().map(Data::site).toList());
        all.put("effort", effort(result.effort()));
        return all;
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
}
