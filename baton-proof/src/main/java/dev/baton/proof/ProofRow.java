package dev.baton.proof;

import dev.baton.check.api.CheckResult;
import dev.baton.check.api.Checker;
import dev.baton.check.explore.Verdict;
import dev.baton.check.program.UnmodelledException;
import dev.baton.proof.scenario.ProofScenario;
import dev.baton.proof.scenario.ProofScenarios;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * What one scenario came to under one model.
 *
 * @param scenario   the client
 * @param model      the memory model
 * @param verdict    what the checker says of it
 * @param executions executions in which all threads ended
 * @param seconds    how long it took
 * @param detail     the counterexample, or why it was not exhausted; empty if it was verified
 */
public record ProofRow(ProofScenario scenario, String model, String verdict, long executions, double seconds,
        String detail) {
    /** Explores a scenario under a model, for at most this time. */
    public static ProofRow of(ProofScenario scenario, String model, Duration limit) {
        try {
            CheckResult result = new Checker().model(model).symmetry(scenario.symmetric()).processors(2)
                    .spuriousWakeups(scenario.spurious()).timeLimit(limit).check(scenario.body());
            String detail = result.violations().isEmpty() ? result.toString() : result.counterexample();
            return new ProofRow(scenario, model, result.verdict().name(), result.executions(),
                    result.elapsed().toMillis() / 1e3, result.verdict() == Verdict.VERIFIED ? "" : detail);
        } catch (UnmodelledException e) {
            return new ProofRow(scenario, model, "NOT_MODELLED", 0, 0, String.valueOf(e.getMessage()));
        }
    }

    /** The rows in a file, of scenarios that there still are; none if there is no file. */
    static List<ProofRow> read(Path file) throws IOException {
        if (!Files.exists(file)) {
            return List.of();
        }
        Map<String, ProofScenario> scenarios = ProofScenarios.all().stream()
                .collect(Collectors.toMap(ProofScenario::toString, Function.identity()));
        return Files.readAllLines(file).stream().map(line -> line.split("\t", -1))
                .filter(parts -> scenarios.containsKey(parts[0]))
                .map(parts -> new ProofRow(Objects.requireNonNull(scenarios.get(parts[0])), parts[1], parts[2],
                        Long.parseLong(parts[3]), Double.parseDouble(parts[4]), parts[5].replace("\\n", "\n")))
                .toList();
    }

    /** The row as {@link #read} takes it. */
    String line() {
        return String.format(Locale.ROOT, "%s\t%s\t%d\t%.3f\t%s", key(), verdict, executions, seconds,
                detail.replace('\t', ' ').replace("\n", "\\n"));
    }

    String key() {
        return key(scenario, model);
    }

    static String key(ProofScenario scenario, String model) {
        return scenario + "\t" + model;
    }

    /** The verdict in plain words, with the reason if executions were left out. */
    public String plainVerdict() {
        String words = verdict.toLowerCase(Locale.ROOT).replace('_', ' ');
        int reason = detail.indexOf(words + ": ");
        return reason < 0 ? words : detail.substring(reason).lines().findFirst().orElse(words).strip();
    }

    /** An execution is not as it should be. */
    public boolean isViolated() {
        return verdict.equals("VIOLATED");
    }

    /** Every execution was visited, and all of them are as they should be. */
    public boolean isVerified() {
        return verdict.equals("VERIFIED");
    }
}
