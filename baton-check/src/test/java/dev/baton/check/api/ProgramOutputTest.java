package dev.baton.check.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.check.explain.Counterexample;
import dev.baton.check.explain.CounterexampleText;
import dev.baton.check.explain.SourcePath;
import java.util.List;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;

/** What a program prints and logs is shown where it was written, is no step, and is not written anywhere else. */
class ProgramOutputTest {
    private static final Logger LOG = Logger.getLogger("output");
    private static final System.Logger SYSTEM = System.getLogger("system");

    /** Two threads that lose an update, and say so. */
    private static void talkative(Scenario scenario) {
        int[] count = {0};
        scenario.threads(2, () -> {
            int seen = count[0];
            System.out.print("saw ");
            System.out.println(seen);
            LOG.info("writes " + (seen + 1));
            LOG.fine(() -> "never shown");
            LOG.log(Level.WARNING, "now {0} of {1}", new Object[]{seen, "two"});
            SYSTEM.log(System.Logger.Level.ERROR, "soon");
            count[0] = seen + 1;
            System.err.printf("wrote %d", seen + 1);
        });
        scenario.finallyAssert(() -> {
            assert count[0] == 2;
        });
    }

    private static void silent(Scenario scenario) {
        int[] count = {0};
        scenario.threads(2, () -> {
            count[0] = count[0] + 1;
        });
        scenario.finallyAssert(() -> {
            assert count[0] == 2;
        });
    }

    @Test
    void linesStandBeforeTheStepThatFollowsThem() {
        CheckResult result = new Checker().model("sc").check(ProgramOutputTest::talkative);
        Counterexample told = result.counterexamples("talkative", SourcePath.none()).getFirst();
        for (int thread = 1; thread <= 2; thread++) {
            int number = thread;
            List<Counterexample.Output> said = told.output().stream().filter(each -> each.thread() == number).toList();
            assertThat(said).extracting(Counterexample.Output::text).containsExactly("saw 0", "INFO output: writes 1",
                    "WARNING output: now 0 of two", "ERROR system: soon", "wrote 1");
            Counterexample.Step next = told.steps().get(said.getFirst().before() - 1);
            assertThat(next.thread()).isEqualTo(number);
            assertThat(next.action()).isEqualTo(Counterexample.Action.WRITE);
        }
        assertThat(CounterexampleText.of(told)).anySatisfy(line -> assertThat(line).contains("says \"saw 0\""));
    }

    /** Those of the checker would differ from run to run. */
    @Test
    void stackTraceHasTheFramesOfTheProgram() {
        CheckResult result = new Checker().model("sc").check(scenario -> {
            int[] count = {0};
            scenario.threads(2, () -> {
                int seen = count[0];
                new IllegalStateException("boom", new RuntimeException("why")).printStackTrace();
                count[0] = seen + 1;
            });
            scenario.finallyAssert(() -> {
                assert count[0] == 2;
            });
        });
        Counterexample told = result.counterexamples("trace", SourcePath.none()).getFirst();
        assertThat(told.output()).extracting(Counterexample.Output::text)
                .contains("java.lang.IllegalStateException: boom", "Caused by: java.lang.RuntimeException: why")
                .anyMatch(line -> line.startsWith("\tat ") && line.contains("ProgramOutputTest"))
                .noneMatch(line -> line.contains("dev.baton.check.replay"));
    }

    @Test
    void outputIsNoStep() {
        CheckResult talks = new Checker().model("rc11").allExecutions().check(ProgramOutputTest::talkative);
        CheckResult is = new Checker().model("rc11").allExecutions().check(ProgramOutputTest::silent);
        assertThat(talks.executions()).isEqualTo(is.executions()).isPositive();
    }
}
