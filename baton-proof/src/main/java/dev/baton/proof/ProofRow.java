package dev.baton.proof;

import dev.baton.check.api.CheckResult;
import dev.baton.check.api.Checker;
import dev.baton.check.program.UnmodelledException;
import java.time.Duration;
import java.util.Locale;

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
            CheckResult result = new Checker().model(model).symmetry(scenario.symmetric())
                    .spuriousWakeups(scenario.spurious()).timeLimit(limit).check(scenario.body());
            String detail = result.violations().isEmpty() ? result.toString() : result.counterexample();
            return new ProofRow(scenario, model, result.verdict().name(), result.executions(),
                    result.raw().elapsed().toMillis() / 1e3, "VERIFIED".equals(result.verdict().name()) ? "" : detail);
        } catch (UnmodelledException e) {
            return new ProofRow(scenario, model, "NOT_MODELLED", 0, 0, String.valueOf(e.getMessage()));
        }
    }

    /** The verdict in plain words, with the reason if executions were left out. */
    public String plainVerdict() {
        String words = verdict.toLowerCase(Locale.ROOT).replace('_', ' ');
        int reason = detail.indexOf(words + ": ");
        return reason < 0 ? words : detail.substring(reason).lines().findFirst().orElse(words).strip();
    }

    /** Every execution was visited, and all of them are as they should be. */
    public boolean isVerified() {
        return verdict.equals("VERIFIED");
    }
}
