package dev.baton.check.explore;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.check.api.CheckResult;
import dev.baton.check.api.Checker;
import dev.baton.check.api.PreparedCheck;
import dev.baton.check.model.MemoryModel;
import dev.baton.testing.HangLimit;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * A program with data, address and control dependencies has the same executions as bytecode and as steps for the engine: the same
 * outcomes, each in as many executions, under every model that knows dependencies.
 */
final class DependencyDifferentialTest {
    private static final List<String> MODELS = List.of("rc11", "imm", "arm8", "java");

    @Test
    void bytecodeHasTheExecutionsOfItsSteps() {
        compare(1, 300);
    }

    @Test
    @Tag("deep")
    @HangLimit(seconds = 3600)
    void bytecodeHasTheExecutionsOfItsStepsInManyPrograms() {
        compare(1_000_000, 10_000);
    }

    private static void compare(long firstSeed, int programs) {
        int compared = 0;
        int different = 0;
        for (long seed = firstSeed; compared < programs; seed++) {
            String text = BufferingCode.inJava(new RandomBuffering(seed).next());
            if (text == null) {
                continue;
            }
            Litmus litmus = Litmus.parse(text);
            Map<String, Long> fewest = steps(litmus, "rc11");
            if (fewest.values().stream().mapToLong(Long::longValue).sum() > 200) {
                continue;
            }
            compared++;
            String code = BufferingCode.of(litmus);
            PreparedCheck prepared = PreparedCheck.of("", scenario -> BufferingBytecode.define(scenario, code))
                    .prepare(new Checker().model("arm8"));
            for (String model : MODELS) {
                CheckResult bytecode = prepared.explore(new Checker().model(model));
                Map<String, Long> expected = steps(litmus, model);
                assertThat(bytecode.outcomes()).as("seed %d under %s: %s", seed, model, text).isEqualTo(expected);
                assertThat(bytecode.notExhausted()).as("seed %d under %s: %s", seed, model, text).isNull();
                different += model.equals("arm8") && !expected.equals(steps(litmus, "java")) ? 1 : 0;
            }
        }
        assertThat(different).as("programs to which syntactic and semantic dependencies are not the same")
                .isGreaterThan(programs / 20);
    }

    private static Map<String, Long> steps(Litmus litmus, String model) {
        List<List<String>> registers = BufferingCode.registers(litmus);
        Map<String, Long> counts = new TreeMap<>();
        new Exploration(litmus::program).model(MemoryModel.named(model)).onComplete(graph -> {
            Map<String, Long> found = litmus.outcome(graph);
            StringBuilder text = new StringBuilder();
            for (List<String> mine : registers) {
                for (int i = 0; i < BufferingBytecode.REGISTERS; i++) {
                    text.append(i < mine.size() ? found.getOrDefault(mine.get(i), 0L) : 0L).append(' ');
                }
            }
            counts.merge(text.toString(), 1L, Long::sum);
        }).run();
        return counts;
    }
}
