package dev.baton.jcstress;

import dev.baton.check.api.Checker;
import dev.baton.check.api.Jcstress;
import dev.baton.check.api.JcstressResult;
import dev.baton.check.explore.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Both verdicts side by side.
 *
 * @param observations what jcstress saw
 * @param computed     what the checker computed, by canonical name
 */
record StressTable(List<Observation> observations, Map<String, JcstressResult> computed) {
    private static final Duration LIMIT = Duration.ofSeconds(20);

    /** Every outcome of each test, under {@code rc11}. */
    static Map<String, JcstressResult> compute(List<Class<?>> tests) {
        Map<String, JcstressResult> results = new TreeMap<>();
        Jcstress checker = new Jcstress(new Checker().model("rc11").timeLimit(LIMIT));
        tests.forEach(each -> results.put(each.getCanonicalName(), checker.check(each).getFirst()));
        return results;
    }

    /** What the checker rejects, and where it came further, or not as far, as the list says. */
    List<String> failedByChecker() {
        return computed.entrySet().stream().filter(each -> !isAsListed(each.getKey(), each.getValue()))
                .map(each -> each.getValue() + each.getValue().counterexample()).toList();
    }

    private static boolean isAsListed(String test, JcstressResult result) {
        return reasonOf(test).isEmpty()
                ? result.passed()
                : result.check().verdict() == Verdict.NOT_EXHAUSTED
                        && result.shown().stream().allMatch(each -> each.violations().isEmpty());
    }

    /** Outcomes that were seen and not computed, as sentences. */
    List<String> unexplained() {
        return observations.stream().filter(each -> !each.unexplained(computedOf(each)).isEmpty())
                .map(each -> each.test() + ": " + each.unexplained(computedOf(each))).toList();
    }

    private Set<String> computedOf(Observation observation) {
        JcstressResult result = computed.get(observation.test());
        return result == null ? Set.of() : result.outcomes().keySet();
    }

    void write(Path file) throws IOException {
        Files.createDirectories(file.toAbsolutePath().getParent());
        Files.writeString(file, toString());
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        text.append(
                "| Test | Samples | Outcomes that jcstress saw | Checker, rc11 | Executions | Computed, not seen |\n");
        text.append("|---|---|---|---|---|---|\n");
        long samples = 0;
        for (Observation each : observations) {
            samples += each.samples();
            text.append("| ").append(shortName(each.test())).append(" | ").append(each.samples()).append(" | ")
                    .append(each.outcomes().entrySet().stream()
                            .map(outcome -> "`" + outcome.getKey() + "` " + outcome.getValue())
                            .collect(Collectors.joining("; ")))
                    .append(" | ").append(verdictOf(each)).append(" |\n");
        }
        return text.append("\n").append(observations.size()).append(" tests, ").append(samples)
                .append(" samples\n").toString();
    }

    private String verdictOf(Observation observation) {
        JcstressResult result = computed.get(observation.test());
        if (result == null) {
            return "not checked | | ";
        }
        Set<String> unseen = new TreeSet<>(result.outcomes().keySet());
        unseen.removeAll(observation.outcomes().keySet());
        return result.check().verdict() + reasonOf(observation.test()) + " | " + result.check().executions() + " | "
                + String.join("; ", unseen);
    }

    private static String reasonOf(String test) {
        return StressTests.NOT_EXHAUSTED.entrySet().stream()
                .filter(each -> each.getKey().getCanonicalName().equals(test))
                .map(each -> ": " + each.getValue()).findFirst().orElse("");
    }

    private static String shortName(String test) {
        return test.substring(test.indexOf("jcstress.") + "jcstress.".length());
    }
}
