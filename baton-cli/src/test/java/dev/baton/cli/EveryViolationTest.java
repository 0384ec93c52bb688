package dev.baton.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.baton.check.api.ModelCheck;
import dev.baton.check.api.Scenario;
import java.io.IOException;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;

/** With {@code --all} each way in which a check goes wrong is told, or at least counted. */
class EveryViolationTest {
    private static final String CHECKS = "dev.baton.cli.EveryViolationTest.";
    private static final int VALUES = 120;

    static final class ThreeWays {
        volatile int left;
        volatile int right;
        volatile int seenLeft;
        volatile int seenRight;

        @ModelCheck
        void eachOutcomeIsWrong(Scenario scenario) {
            scenario.thread(() -> {
                left = 1;
                seenRight = right;
            });
            scenario.thread(() -> {
                right = 1;
                seenLeft = left;
            });
            scenario.finallyAssert(() -> {
                int both = 10 * seenLeft + seenRight;
                if (both == 11) {
                    throw new IllegalStateException("both");
                }
                throw new AssertionError(both == 10 ? "only the left" : "only the right");
            });
        }
    }

    static final class ManyWays {
        volatile int value;

        @ModelCheck
        void eachValueIsWrong(Scenario scenario) {
            scenario.thread("writer", () -> {
                for (int i = 1; i <= VALUES; i++) {
                    value = i;
                }
            });
            scenario.thread("reader", () -> {
                throw new AssertionError("saw " + value);
            });
        }
    }

    static final class TwinThreads {
        volatile int value;

        @ModelCheck
        void bothThrowTheSame(Scenario scenario) {
            scenario.threads(2, () -> {
                value++;
                throw new IllegalStateException("after " + "all");
            });
        }
    }

    private static JsonNode json(String check) throws IOException {
        Shell shell = Shell.run("check", CHECKS + check, "--all", "--loop-bound", "1000", "--json");
        assertThat(shell.code()).isEqualTo(1);
        return new ObjectMapper().readTree(shell.out());
    }

    private static Iterable<String> texts(JsonNode array, String member) {
        return StreamSupport.stream(array.spliterator(), false).map(each -> each.get(member).asText()).toList();
    }

    @Test
    void ofSeveralEachIsToldByAnExecutionOfItsOwn() throws IOException {
        Shell shell = Shell.run("check", CHECKS + "ThreeWays", "--all");
        assertThat(shell.out()).contains("AssertionError: only the left", "AssertionError: only the right",
                "IllegalStateException: both", "3 violations");
        JsonNode root = json("ThreeWays");
        assertThat(root.get("violations").asInt()).isEqualTo(3);
        assertThat(texts(root.get("counterexamples"), "headline")).hasSize(3).doesNotHaveDuplicates();
    }

    @Test
    void pastAHundredTheyAreCounted() throws IOException {
        int leftOut = VALUES + 1 - 100;
        Shell shell = Shell.run("check", CHECKS + "ManyWays", "--all", "--loop-bound", "1000");
        assertThat(shell.out()).contains(leftOut + " more violations were found and not kept.",
                VALUES + 1 + " violations");
        JsonNode root = json("ManyWays");
        JsonNode check = root.get("checks").get(0);
        assertThat(check.get("violations").size() + check.get("violationsLeftOut").asInt()).isEqualTo(VALUES + 1);
        assertThat(texts(check.get("violations"), "message")).doesNotHaveDuplicates();
        assertThat(root.get("violations").asInt()).isEqualTo(VALUES + 1);
    }

    @Test
    void theSameOfTwoThreadsIsOne() throws IOException {
        JsonNode root = json("TwinThreads");
        assertThat(root.get("violations").asInt()).isEqualTo(1);
        assertThat(root.get("counterexamples")).hasSize(1);
    }

    @Test
    void withoutTheOptionTheFirstOneIsTold() throws IOException {
        Shell shell = Shell.run("check", CHECKS + "ThreeWays", "--json");
        assertThat(new ObjectMapper().readTree(shell.out()).get("counterexamples")).hasSize(1);
    }
}
