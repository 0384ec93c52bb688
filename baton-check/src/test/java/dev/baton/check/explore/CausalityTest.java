package dev.baton.check.explore;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.check.api.CheckResult;
import dev.baton.check.api.Checker;
import dev.baton.check.api.PreparedCheck;
import dev.baton.check.model.MemoryModel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** The causality test cases of Java's memory model: what each model says, beside what the specification wants. */
final class CausalityTest {
    private static final List<String> MODELS = List.of("sc", "tso", "rc11", "jam", "java", "imm", "arm8");

    @Test
    void saysOfEachCaseWhatTheTableSays() throws IOException {
        List<String> rows = new ArrayList<>();
        CausalityCases.all().forEach((name, test) -> {
            StringBuilder row = new StringBuilder("| " + name + " | " + word(test.allowed()) + " |");
            PreparedCheck prepared = PreparedCheck.of("", scenario -> CausalityCases.define(scenario, name))
                    .prepare(new Checker().model("arm8"));
            for (String model : MODELS) {
                CheckResult result = prepared.explore(new Checker().model(model));
                assertThat(result.verdict()).as(name + " under " + model).isEqualTo(Verdict.VERIFIED);
                row.append(' ').append(word(result.outcomes().containsKey("yes"))).append(" |");
            }
            rows.add(row.toString());
        });
        assertThat(Files.readAllLines(Path.of("..", "docs", "memory-models.md"))).containsSubsequence(rows);
    }

    private static String word(boolean allowed) {
        return allowed ? "yes" : "no";
    }

    /**
     * Two threads write nothing but what they read, or what a branch on it lets through. A third brings a 1 into play, if it has seen
     * one elsewhere: in an execution in which it has not, everything is 0, though a 1 could be guessed.
     */
    @Test
    void nothingComesOutOfThinAir() {
        SplittableRandom random = new SplittableRandom(20);
        for (int i = 0; i < 400; i++) {
            List<String> bodies = new ArrayList<>();
            for (int t = 0; t < 2; t++) {
                StringBuilder body = new StringBuilder();
                for (int n = 0; n < 1 + random.nextInt(2); n++) {
                    String register = "r" + t + n;
                    String mode = random.nextBoolean() ? "pl" : "rlx";
                    body.append(body.isEmpty() ? "" : "; ").append("R.").append(mode).append(' ')
                            .append("xyz".charAt(random.nextInt(3))).append(' ').append(register).append("; ");
                    char target = "xyz".charAt(random.nextInt(3));
                    body.append(switch (random.nextInt(3)) {
                        case 0 -> "W." + mode + " " + target + " " + register;
                        case 1 -> "[" + register + "=1] W." + mode + " " + target + " 1";
                        default -> "[" + register + ">0] W." + mode + " " + target + " 1";
                    });
                }
                bodies.add(body.toString());
            }
            bodies.add("W.pl w 1");
            bodies.add("R.pl w a; [a=1] W.pl x 1");
            String text = String.join(" | ", bodies);
            Litmus litmus = Litmus.parse(text);
            for (String model : List.of("java", "imm", "arm8")) {
                new Exploration(litmus::program).model(MemoryModel.named(model)).onComplete(graph -> {
                    Map<String, Long> found = litmus.outcome(graph);
                    if (found.getOrDefault("a", 0L) == 0) {
                        found.forEach((name, value) -> assertThat(name.equals("w") ? 0 : value)
                                .as(name + " in " + text + " under " + model).isZero());
                    }
                }).run();
            }
        }
    }
}
