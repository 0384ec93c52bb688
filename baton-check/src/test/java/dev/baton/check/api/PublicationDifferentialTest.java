package dev.baton.check.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.check.explore.Exploration;
import dev.baton.check.explore.Result;
import dev.baton.check.model.MemoryModel;
import dev.baton.check.program.ModeAssignment;
import dev.baton.check.program.ProgramLoader;
import dev.baton.testing.HangLimit;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * A program that makes and publishes objects has the same executions as bytecode and as steps for the engine: the same
 * outcomes, each in as many executions, under every model.
 */
class PublicationDifferentialTest {
    @Test
    @HangLimit(seconds = 300)
    void bytecodeHasTheExecutionsOfItsSteps() {
        compare(1, 1500);
    }

    @Test
    @Tag("deep")
    @HangLimit(seconds = 3600)
    void bytecodeHasTheExecutionsOfItsStepsInManyPrograms() {
        compare(1_000_000, 20_000);
    }

    private static void compare(long firstSeed, int programs) {
        ProgramLoader loader = new Checker().newLoader(PublicationDifferentialTest.class.getClassLoader());
        for (long seed = firstSeed; seed < firstSeed + programs; seed++) {
            String program = PublicationProgram.random(seed);
            PreparedCheck prepared = new Checker().prepare(loader,
                    Reloaded.body(scenario -> PublicationBytecode.define(scenario, program), loader));
            for (String model : FourModels.ALL) {
                if (model.equals("jam") && PublicationProgram.hasHiddenVolatile(program)) {
                    continue;
                }
                CheckResult bytecode = prepared.explore(new Checker().model(model), ModeAssignment.NONE);
                Result steps = new Exploration(() -> PublicationSteps.of(program)).model(MemoryModel.named(model))
                        .run();
                Map<String, Long> expected = new TreeMap<>();
                steps.outcomes().forEach((number, count) -> expected.put(Long.toString(number), count));
                assertThat(bytecode.outcomes()).as("seed %d under %s: %s", seed, model, program).isEqualTo(expected);
                assertThat(bytecode.executions()).isEqualTo(steps.complete());
            }
        }
    }
}
