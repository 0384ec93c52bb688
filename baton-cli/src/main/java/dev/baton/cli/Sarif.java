package dev.baton.cli;

import dev.baton.check.explain.Counterexample;
import dev.baton.check.explain.Counterexample.Step;
import dev.baton.check.explore.Verdict;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * What is wrong, in the format of static analysis tools (SARIF 2.1.0): a rule for each verdict, a result for each check
 * that is not as it should be, and the execution as its code flow.
 */
final class Sarif {
    private Sarif() {}

    static Map<String, Object> of(List<Reported> all) {
        Map<String, Object> driver = new LinkedHashMap<>();
        driver.put("name", "Baton");
        driver.put("version", version());
        driver.put("rules", Arrays.stream(Verdict.values())
                .map(each -> Map.of("id", id(each), "shortDescription", Map.of("text", sentence(each)))).toList());
        Map<String, Object> run = new LinkedHashMap<>();
        run.put("tool", Map.of("driver", driver));
        run.put("columnKind", "utf16CodeUnits");
        run.put("results",
                all.stream().filter(each -> !each.finding().isAsExpected()).map(Sarif::result).toList());
        Map<String, Object> log = new LinkedHashMap<>();
        log.put("$schema", "https://json.schemastore.org/sarif-2.1.0.json");
        log.put("version", "2.1.0");
        log.put("runs", List.of(run));
        return log;
    }

    private static Map<String, Object> result(Reported reported) {
        Finding finding = reported.finding();
        Map<String, Object> result = new LinkedHashMap<>();
        result.put("ruleId", id(finding.verdict()));
        result.put("level", finding.exitCode() == ExitCode.NOT_EXHAUSTED ? "warning" : "error");
        result.put("message",
                Map.of("text", finding.name().full() + " " + reported.message() + "\n" + reported.text()));
        reported.location().ifPresent(where -> result.put("locations", List.of(location(where))));
        List<Map<String, Object>> flows = reported.told().stream().map(Sarif::flow)
                .filter(each -> !each.isEmpty()).toList();
        if (!flows.isEmpty()) {
            result.put("codeFlows", flows);
        }
        result.put("partialFingerprints", Map.of("check/v1", finding.name().full() + " " + finding.model()));
        return result;
    }

    /** The steps of an execution whose lines are known, in the order in which they are told; empty if there is none. */
    private static Map<String, Object> flow(Counterexample counterexample) {
        List<Map<String, Object>> steps = new ArrayList<>();
        for (Step step : counterexample.steps()) {
            Reported.location(counterexample, step).ifPresent(where -> {
                Map<String, Object> place = new LinkedHashMap<>(location(where));
                place.put("message", Map.of("text", words(counterexample, step)));
                steps.add(Map.of("location", place, "executionOrder", step.number()));
            });
        }
        return steps.isEmpty() ? Map.of() : Map.of("threadFlows", List.of(Map.of("locations", steps)));
    }

    private static String words(Counterexample counterexample, Step step) {
        String place = step.place() < 0 ? "" : " " + counterexample.places().get(step.place()).name();
        return counterexample.threads().get(step.thread()) + ": " + step.action().word() + place + " " + step.value();
    }

    private static Map<String, Object> location(Reported.Location where) {
        return Map.of("physicalLocation", Map.of("artifactLocation", Map.of("uri", uri(where.file())), "region",
                Map.of("startLine", where.line())));
    }

    private static String uri(String file) {
        return file.startsWith("/") || file.contains(":")
                ? java.nio.file.Path.of(file).toUri().toString()
                : file.replace("%", "%25").replace(" ", "%20");
    }

    private static String id(Verdict verdict) {
        return verdict.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    private static String sentence(Verdict verdict) {
        return switch (verdict) {
            case VERIFIED -> "A violation was expected, and none was found.";
            case VIOLATED -> "An execution that the memory model allows breaks the check.";
            case NOT_EXHAUSTED -> "Nothing wrong was seen, but not every execution.";
            case VACUOUS -> "No execution of the check ends.";
            case REFUSED -> "The check cannot be modelled.";
            case ENVIRONMENT_FAILED -> "The classes of the check cannot be run.";
            case CHECKER_FAILED -> "Baton itself failed.";
        };
    }

    private static String version() {
        try {
            return Version.number();
        } catch (IOException missing) {
            throw new UncheckedIOException(missing);
        }
    }
}
