package dev.baton.proof;

import dev.baton.ProofScenarios;
import java.time.Duration;
import java.util.List;
import java.util.Locale;

/** Explores some scenarios and says what came of them. */
public final class ProofRun {
    private ProofRun() {}

    /** Takes a part of the scenarios' names, models with commas between, and seconds for one check. */
    public static void main(String[] arguments) {
        List<String> models = List.of(arguments.length > 1 ? arguments[1].split(",") : new String[]{"rc11"});
        Duration limit = Duration.ofSeconds(arguments.length > 2 ? Long.parseLong(arguments[2]) : 60);
        for (ProofScenario scenario : ProofScenarios.all()) {
            if (scenario.toString().contains(arguments[0])) {
                for (String model : models) {
                    ProofRow row = ProofRow.of(scenario, model, limit);
                    System.out.printf(Locale.ROOT, "%-90s %-5s %-14s %10d %6.1f%n", scenario, model, row.verdict(),
                            row.executions(), row.seconds());
                    if (!row.isVerified()) {
                        System.out.println(row.detail());
                    }
                }
            }
        }
    }
}
