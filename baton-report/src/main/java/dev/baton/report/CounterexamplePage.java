package dev.baton.report;

import dev.baton.check.explain.Counterexample;
import dev.baton.check.explain.Counterexample.Edge;
import dev.baton.check.explain.Counterexample.Step;
import dev.baton.check.explain.Counterexample.Where;
import dev.baton.check.explain.CounterexampleText;
import dev.baton.check.explore.CallTable;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Counterexamples as one HTML page that needs nothing else. Everything that comes from the program under check is data: it
 * stands in a JSON element and is shown as text; a policy lets no script run but the page's own.
 */
public final class CounterexamplePage {
    private CounterexamplePage() {}

    /**
     * The page; without counterexamples it says so.
     *
     * @param title of the page
     * @param shown the counterexamples
     * @return the text of the HTML file
     */
    public static String of(String title, List<Counterexample> shown) {
        String style = resource("page.css");
        String script = resource("page.js");
        Map<String, Object> root = new LinkedHashMap<>();
        root.put("title", title);
        root.put("counterexamples", shown.stream().map(CounterexamplePage::data).toList());
        return resource("page.html").replace("@STYLE-HASH@", hash(style)).replace("@SCRIPT-HASH@", hash(script))
                .replace("@STYLE@", style).replace("@SCRIPT@", script).replace("@DATA@", Json.inPage(root));
    }

    private static Map<String, Object> data(CallTable calls) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("first", calls.first().stream().map(CounterexamplePage::data).toList());
        map.put("threads", calls.threads().stream()
                .map(thread -> thread.stream().map(CounterexamplePage::data).toList()).toList());
        map.put("last", calls.last().stream().map(CounterexamplePage::data).toList());
        map.put("reasons", calls.reasons());
        return map;
    }

    private static Map<String, @Nullable Object> data(CallTable.Entry entry) {
        Map<String, @Nullable Object> map = new LinkedHashMap<>();
        map.put("call", entry.call());
        map.put("result", entry.result());
        map.put("begun", entry.begun());
        return map;
    }

    private static Map<String, Object> data(Counterexample.Output line) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("before", line.before());
        map.put("thread", line.thread());
        map.put("text", line.text());
        return map;
    }

    /**
     * A counterexample as maps and lists, to be written as JSON.
     *
     * @param shown the counterexample
     * @return the data
     */
    public static Map<String, Object> data(Counterexample shown) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("check", shown.check());
        map.put("model", shown.model());
        map.put("kind", shown.kind().name());
        map.put("headline", shown.headline());
        map.put("stack", shown.stack());
        CallTable calls = shown.calls();
        if (calls != null) {
            map.put("calls", data(calls));
        }
        map.put("reason", shown.reason());
        if (!shown.output().isEmpty()) {
            map.put("output", shown.output().stream().map(CounterexamplePage::data).toList());
        }
        if (!shown.where().isEmpty()) {
            map.put("where", shown.where().stream().map(CounterexamplePage::data).toList());
        }
        map.put("waiting", shown.waiting());
        map.put("orders", shown.orders());
        map.put("threads", shown.threads());
        List<Object> places = new ArrayList<>();
        shown.places().forEach(place -> {
            Map<String, Object> each = new LinkedHashMap<>();
            each.put("name", place.name());
            each.put("initial", place.initial());
            each.put("writes", place.writes());
            places.add(each);
        });
        map.put("places", places);
        map.put("steps", shown.steps().stream().map(step -> data(shown, step)).toList());
        map.put("rows", shown.rows().stream().map(row -> List.of(row.getFirst().number(), row.getLast().number()))
                .toList());
        Map<String, Object> edges = new LinkedHashMap<>();
        edges.put("rf", pairs(shown.edges().rf()));
        edges.put("mo", pairs(shown.edges().mo()));
        edges.put("fr", pairs(shown.edges().fr()));
        edges.put("hb", pairs(shown.edges().hb()));
        map.put("edges", edges);
        List<Object> sources = new ArrayList<>();
        shown.sources().forEach(source -> {
            Map<String, Object> each = new LinkedHashMap<>();
            each.put("file", source.file());
            each.put("lines", source.lines());
            sources.add(each);
        });
        map.put("sources", sources);
        return map;
    }

    private static Map<String, Object> data(Counterexample shown, Step step) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("number", step.number());
        map.put("thread", step.thread());
        map.put("action", step.action().word());
        map.put("text", CounterexampleText.what(shown, step).replaceAll(" {2,}", " "));
        map.put("place", step.place());
        map.put("value", step.value());
        map.put("mode", step.mode());
        map.put("readsFrom", step.readsFrom());
        map.put("instead", step.instead());
        map.put("source", step.source());
        map.put("file", step.file());
        map.put("line", step.line());
        map.put("code", step.code());
        map.put("inside", step.inside());
        map.put("exact", step.exact());
        return map;
    }

    private static Map<String, Object> data(Where where) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("machine", where.machine());
        map.put("model", where.model());
        map.put("answer", where.answer().words());
        return map;
    }

    private static List<List<Integer>> pairs(List<Edge> edges) {
        return edges.stream().map(edge -> List.of(edge.from(), edge.to())).toList();
    }

    /** The name by which the page's policy lets exactly this text run. */
    private static String hash(String text) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return "sha256-" + Base64.getEncoder().encodeToString(digest);
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    private static String resource(String name) {
        try (InputStream in = Objects.requireNonNull(CounterexamplePage.class.getResourceAsStream(name), name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
