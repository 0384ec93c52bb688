package dev.baton.check.explore;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.check.graph.Execution;
import dev.baton.check.model.Consistency;
import dev.baton.check.model.JamFinals;
import dev.baton.check.model.JamOrders;
import dev.baton.check.model.MemoryModel;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What the search asks of a growing graph under jam is what trying every order of the pushes says. */
final class JamOrderTest {
    /** Compares both answers on each candidate that brute force makes, consistent or not. */
    private static final class Comparison implements MemoryModel {
        private int possible;
        private int impossible;
        private int witnesses;
        private String program = "";

        @Override
        public String name() {
            return "jam";
        }

        @Override
        public boolean isConsistent(Execution graph) {
            if (JamOrders.isComparable(graph)) {
                boolean expected = JamOrders.byTryingAll(graph);
                assertThat(JamOrders.asTheSearchAsks(graph)).as(program).isEqualTo(expected);
                possible += expected ? 1 : 0;
                impossible += expected ? 0 : 1;
                if (JamOrders.isWitness(graph)) {
                    assertThat(JamFinals.isConsistent(graph)).as("a witness of " + program).isTrue();
                    witnesses++;
                }
            }
            return false;
        }

        @Override
        public Consistency consistency() {
            throw new UnsupportedOperationException();
        }
    }

    @Test
    void whatTheSearchAsksIsWhatTryingEveryOrderSays() {
        Comparison comparison = new Comparison();
        for (long seed = 50_000; seed < 50_400; seed++) {
            comparison.program = new RandomLitmus(seed).next();
            try {
                BruteForce.everything(Litmus.parse(comparison.program), List.of(comparison), 300);
            } catch (BruteForce.TooLarge e) {
                continue;
            }
        }
        for (String volatiles : List.of("W.sc x 1; R.sc y a | W.sc y 1; R.sc x b",
                "W.sc x 1; W.na z 1; R.sc u c | R.na z d; R.sc v e; R.sc x f", // the last read of the first thread makes it push
                "W.sc x 1 | W.sc y 1 | R.sc x a; R.sc y b | R.sc y c; R.sc x d")) {
            comparison.program = volatiles;
            try {
                BruteForce.everything(Litmus.parse(volatiles), List.of(comparison), 100_000);
            } catch (BruteForce.TooLarge e) {
                throw new AssertionError(e);
            }
        }
        assertThat(comparison.possible).isGreaterThan(1000);
        assertThat(comparison.impossible).isGreaterThan(1000);
        assertThat(comparison.witnesses).isGreaterThan(1000);
    }
}
