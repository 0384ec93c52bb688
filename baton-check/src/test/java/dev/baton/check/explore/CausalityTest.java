package dev.baton.check.explore;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.check.event.AccessMode;
import dev.baton.check.event.BlockReason;
import dev.baton.check.graph.Execution;
import dev.baton.check.model.MemoryModel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** The causality test cases of the Java memory model: what `java` says of each, beside what the specification wants. */
final class CausalityTest {
    private static final int X = 0;
    private static final int Y = 1;
    private static final int Z = 2;
    private static final int W = 3;
    private static final int A = 4;
    private static final int B = 5;

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
        cases.put("9", new Case(List.of(List.of(1), List.of(1)), true, true,
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
        cases.put("12", new Case(List.of(List.of(1, 0), List.of(1)), false, false, List.of(self -> {
            // An array that holds 1 and 2; a cell here is 0 while it holds what it held first.
            long index = read(self, X);
            if (index == 0 || index == 1) {
                write(self, index == 0 ? A : B, index == 0 ? 1 : 2);
            }
            write(self, Y, read(self, A) ^ 1);
        }, back)));
        cases.put("13", new Case(List.of(List.of(1), List.of(1)), false, false, List.of(ifOne, ifOneBack)));
        DirectProgram.Body untilEither = self -> {
            int first = self.position();
            long one = self.read(Y, AccessMode.VOLATILE);
            if (one + read(self, B) == 0) {
                self.block(BlockReason.AWAIT, first);
            }
            write(self, A, 1);
        };
        cases.put("14", new Case(List.of(List.of(1), List.of(0, 1)), false, false, List.of(self -> {
            if (read(self, A) == 0) {
                self.write(Y, AccessMode.VOLATILE, 1);
            } else {
                write(self, B, 1);
            }
        }, untilEither)));
        cases.put("15", new Case(List.of(List.of(1, 1), List.of(0, 1)), false, false, List.of(self -> {
            long seen = self.read(X, AccessMode.VOLATILE) == 1 ? read(self, A) : 0;
            if (seen == 0) {
                self.write(Y, AccessMode.VOLATILE, 1);
            } else {
                write(self, B, 1);
            }
        }, untilEither, self -> self.write(X, AccessMode.VOLATILE, 1))));
        cases.put("16", new Case(List.of(List.of(2), List.of(1)), true, false, List.of(self -> {
            read(self, X);
            write(self, X, 1);
        }, self -> {
            read(self, X);
            write(self, X, 2);
        })));
        cases.put("17", new Case(List.of(List.of(42, 42), List.of(42)), true, true, List.of(self -> {
            if (read(self, X) != 42) {
                write(self, X, 42);
            }
            write(self, Y, read(self, X));
        }, back)));
        cases.put("18", new Case(List.of(List.of(42, 42), List.of(42)), true, true, List.of(self -> {
            if (read(self, X) == 0) {
                write(self, X, 42);
            }
            write(self, Y, read(self, X));
        }, back)));
        DirectProgram.Body afterThird = self -> {
            self.join(3);
            write(self, Y, read(self, X));
        };
        cases.put("19", new Case(List.of(List.of(42), List.of(42), List.of(42)), true, false,
                List.of(afterThird, back, self -> {
                    if (read(self, X) != 42) {
                        write(self, X, 42);
                    }
                })));
        cases.put("20", new Case(List.of(List.of(42), List.of(42), List.of(42)), true, false,
                List.of(afterThird, back, self -> {
                    if (read(self, X) == 0) {
                        write(self, X, 42);
                    }
                })));
        cases.put("Ševčík's: a read that was made before", new Case(List.of(List.of(1), List.of(1, 1)), false, true,
                List.of(copy(X, Y), self -> {
                    if (read(self, Y) == 1) {
                        write(self, X, read(self, Y));
                    } else {
                        write(self, X, 1);
                    }
                })));
        return cases;
    }

    @Test
    void saysOfEachCaseWhatTheTableSays() throws IOException {
        List<String> wrong = new ArrayList<>();
        List<String> rows = new ArrayList<>();
        cases().forEach((name, test) -> {
            boolean java = isAllowed(test, "java", wrong);
            if (java != test.explored()) {
                wrong.add(name + ": wanted " + test.allowed() + ", java " + java);
            }
            rows.add("| " + name + " | " + word(test.allowed()) + " | " + word(isAllowed(test, "rc11", wrong)) + " | "
                    + word(java) + " |");
        });
        assertThat(wrong).isEmpty();
        assertThat(Files.readAllLines(Path.of("..", "docs", "memory-models.md"))).containsSubsequence(rows);
    }

    private static String word(boolean allowed) {
        return allowed ? "yes" : "no";
    }

    private static boolean isAllowed(Case test, String model, List<String> wrong) {
        boolean[] seen = {false};
        Result result = new Exploration(() -> DirectProgram.of(test.threads(), self -> {}))
                .model(MemoryModel.named(model)).onComplete(graph -> seen[0] |= matches(graph, test.wanted())).run();
        if (result.verdict() != Verdict.VERIFIED) {
            wrong.add(test + " under " + model + ": " + result.verdict());
        }
        return seen[0];
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
