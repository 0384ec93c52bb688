package dev.baton.check.explore;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.check.event.AccessMode;
import dev.baton.check.graph.Execution;
import dev.baton.check.model.MemoryModel;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The causality test cases of the Java memory model: what `java` says of each, beside what the specification wants. */
final class CausalityTest {
    private static final int X = 0;
    private static final int Y = 1;
    private static final int Z = 2;
    private static final int W = 3;

    /**
     * A case.
     *
     * @param wanted   what each thread's reads return, in program order
     * @param allowed  what the specification wants
     * @param explored what `java` says
     */
    private record Case(List<List<Integer>> wanted, boolean allowed, boolean explored,
            List<DirectProgram.Body> threads) {}

    private static long read(DirectProgram.Actor self, int where) {
        return self.read(where, AccessMode.PLAIN);
    }

    private static void write(DirectProgram.Actor self, int where, long value) {
        self.write(where, AccessMode.PLAIN, value);
    }

    private static DirectProgram.Body copy(int from, int to) {
        return self -> write(self, to, read(self, from));
    }

    private static DirectProgram.Body writer(int where, int value) {
        return self -> write(self, where, value);
    }

    private static Map<String, Case> cases() {
        Map<String, Case> cases = new LinkedHashMap<>();
        DirectProgram.Body back = copy(Y, X);
        DirectProgram.Body atLeastZero = self -> {
            if (read(self, X) >= 0) {
                write(self, Y, 1);
            }
        };
        cases.put("1", new Case(List.of(List.of(1), List.of(1)), true, true, List.of(atLeastZero, back)));
        DirectProgram.Body twice = self -> {
            if (read(self, X) == read(self, X)) {
                write(self, Y, 1);
            }
        };
        cases.put("2", new Case(List.of(List.of(1, 1), List.of(1)), true, true, List.of(twice, back)));
        cases.put("3", new Case(List.of(List.of(1, 1), List.of(1)), true, true, List.of(twice, back, writer(X, 2))));
        cases.put("4", new Case(List.of(List.of(1), List.of(1)), false, false, List.of(copy(X, Y), back)));
        cases.put("5", new Case(List.of(List.of(1), List.of(1), List.of(), List.of(0)), false, false,
                List.of(copy(X, Y), back, writer(Z, 1), copy(Z, X))));
        DirectProgram.Body ifOne = self -> {
            if (read(self, X) == 1) {
                write(self, Y, 1);
            }
        };
        DirectProgram.Body either = self -> {
            long seen = read(self, Y);
            if (seen == 1) {
                write(self, X, 1);
            }
            if (seen == 0) {
                write(self, X, 1);
            }
        };
        cases.put("6", new Case(List.of(List.of(1), List.of(1)), true, true, List.of(ifOne, either)));
        cases.put("7", new Case(List.of(List.of(1, 1), List.of(1)), true, true, List.of(self -> {
            read(self, Z);
            write(self, Y, read(self, X));
        }, self -> {
            write(self, Z, read(self, Y));
            write(self, X, 1);
        })));
        DirectProgram.Body alwaysOne = self -> {
            long seen = read(self, X);
            write(self, Y, 1 + seen * seen - seen);
        };
        cases.put("8", new Case(List.of(List.of(1), List.of(1)), true, true, List.of(alwaysOne, back)));
        cases.put("9", new Case(List.of(List.of(1), List.of(1)), true, false,
                List.of(alwaysOne, back, writer(X, 2))));
        DirectProgram.Body ifOneBack = self -> {
            if (read(self, Y) == 1) {
                write(self, X, 1);
            }
        };
        cases.put("10", new Case(List.of(List.of(1), List.of(1), List.of(), List.of(0)), false, false,
                List.of(ifOne, ifOneBack, writer(Z, 1), self -> {
                    if (read(self, Z) == 1) {
                        write(self, X, 1);
                    }
                })));
        cases.put("11", new Case(List.of(List.of(1, 1), List.of(1, 1)), true, true, List.of(self -> {
            write(self, W, read(self, Z));
            write(self, Y, read(self, X));
        }, self -> {
            read(self, W);
            write(self, Z, read(self, Y));
            write(self, X, 1);
        })));
        cases.put("13", new Case(List.of(List.of(1), List.of(1)), false, false, List.of(ifOne, ifOneBack)));
        cases.put("16", new Case(List.of(List.of(2), List.of(1)), true, false, List.of(self -> {
            read(self, X);
            write(self, X, 1);
        }, self -> {
            read(self, X);
            write(self, X, 2);
        })));
        cases.put("17", new Case(List.of(List.of(42, 42), List.of(42)), true, false, List.of(self -> {
            if (read(self, X) != 42) {
                write(self, X, 42);
            }
            write(self, Y, read(self, X));
        }, back)));
        cases.put("18", new Case(List.of(List.of(42, 42), List.of(42)), true, false, List.of(self -> {
            if (read(self, X) == 0) {
                write(self, X, 42);
            }
            write(self, Y, read(self, X));
        }, back)));
        return cases;
    }

    @Test
    void saysOfEachCaseWhatTheTableSays() {
        List<String> wrong = new ArrayList<>();
        cases().forEach((name, test) -> {
            boolean[] seen = {false};
            Result result = new Exploration(() -> DirectProgram.of(test.threads(), self -> {}))
                    .model(MemoryModel.named("java")).onComplete(graph -> seen[0] |= matches(graph, test.wanted()))
                    .run();
            if (seen[0] != test.explored() || result.verdict() != Verdict.VERIFIED) {
                wrong.add(name + ": wanted " + test.allowed() + ", java " + seen[0] + " " + result.verdict());
            }
        });
        assertThat(wrong).isEmpty();
    }

    private static boolean matches(Execution graph, List<List<Integer>> wanted) {
        int[][] events = Linearization.programOrder(graph);
        for (int t = 0; t < wanted.size(); t++) {
            List<Integer> seen = new ArrayList<>();
            for (int event : events[t + 1]) {
                if (graph.isRead(event)) {
                    seen.add((int) graph.value(event));
                }
            }
            if (!seen.equals(wanted.get(t))) {
                return false;
            }
        }
        return true;
    }
}
