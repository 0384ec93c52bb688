package dev.baton.check.explore;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.check.api.CheckResult;
import dev.baton.check.api.Checker;
import dev.baton.check.api.Scenario;
import java.time.Duration;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A check with a time limit ends, whatever takes long in it: the search, the model, or the program itself. */
class TimeLimitTest {
    private static final Duration LIMIT = Duration.ofMillis(500);

    private static void assertEnds(CheckResult result) {
        assertThat(result.verdict()).isEqualTo(Verdict.NOT_EXHAUSTED);
        assertThat(result.notExhausted()).isEqualTo(new Bound.Time(LIMIT));
    }

    /** Whole relations over thousands of events, which take jam minutes. */
    @ParameterizedTest
    @ValueSource(strings = {"sc", "tso", "rc11", "jam"})
    void oneExecutionThatIsLong(String model) {
        assertEnds(new Checker().model(model).loopBound(10_000).timeLimit(LIMIT)
                .check(TimeLimitTest::manyIncrements));
    }

    private static void manyIncrements(Scenario scenario) {
        int[] counts = new int[1500];
        scenario.threads(2, () -> {
            for (int round = 0; round < 2; round++) {
                for (int i = 0; i < counts.length; i++) {
                    counts[i]++;
                }
            }
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"sc", "tso", "rc11", "jam"})
    void manyExecutions(String model) {
        assertEnds(new Checker().model(model).timeLimit(LIMIT).check(TimeLimitTest::queue));
    }

    private static void queue(Scenario scenario) {
        LinkedBlockingQueue<Integer> queue = new LinkedBlockingQueue<>();
        for (int i = 0; i < 2; i++) {
            scenario.thread(() -> {
                queue.add(1);
                queue.add(2);
            });
            scenario.thread(() -> {
                queue.poll();
                queue.poll();
            });
        }
    }

    /** A loop that no other thread sees, and recursion, which has no place where the checker could look at the clock. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void programThatComputes(boolean recursive) {
        assertEnds(new Checker().timeLimit(LIMIT).check(scenario -> {
            int[] shared = new int[1];
            scenario.threads(6, () -> shared[0] += recursive ? fibonacci(45) : loop());
        }));
    }

    /** Just short of as many rounds as a loop may go that nobody sees; several threads and executions make it long. */
    private static int loop() {
        int sum = 0;
        for (int i = 0; i < 49_000_000; i++) {
            sum = sum * 31 + i;
        }
        return sum;
    }

    /** A search that also writes down what is left is given the time twice. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 20, 600})
    void waitsForWorkersWithinATenth(int seconds) {
        Duration limit = Duration.ofSeconds(seconds);
        assertThat(RunningExploration.grace(limit).multipliedBy(2)).isLessThan(limit.dividedBy(10));
    }

    private static int fibonacci(int n) {
        return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2);
    }
}
