package dev.baton.check.api;

import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Everyday expressions and statements: under every model they do what they do outside. */
class EverydayExpressionsTest {
    sealed interface Shape permits Circle, Square, Dot {}

    record Circle(double radius) implements Shape {}

    record Square(int side) implements Shape {}

    enum Dot implements Shape {
        DOT
    }

    private static String describe(Object object) {
        return switch (object) {
            case null -> "null";
            case Integer i when i > 10 -> "big" + i;
            case Integer i -> "int" + i;
            case String s -> "str" + s.length();
            case Circle(var radius) -> "circle" + radius;
            case Square(int side) -> "square" + side;
            case Dot dot -> "dot";
            case int[] array -> "array" + array.length;
            default -> object.getClass().getSimpleName();
        };
    }

    @Test
    void patternsOverWhatAnotherThreadWrites() {
        FourModels.outcomes(scenario -> {
            VolatileBox<Object> box = new VolatileBox<>(null);
            VolatileBox<String> seen = new VolatileBox<>("");
            scenario.thread(() -> {
                box.value = 5;
                box.value = new Square(3);
                box.value = "abc";
            });
            scenario.thread(() -> seen.value = describe(box.value) + describe(20) + describe(new Circle(1.5))
                    + describe(Dot.DOT) + describe(new int[2]));
            scenario.outcome(() -> seen.value);
        }, "nullbig20circle1.5dotarray2", "int5big20circle1.5dotarray2", "square3big20circle1.5dotarray2",
                "str3big20circle1.5dotarray2");
    }

    @Test
    void switchesOnStringsAndEnums() {
        FourModels.outcomes(scenario -> {
            VolatileBox<String> word = new VolatileBox<>("a");
            VolatileBox<TimeUnit> unit = new VolatileBox<>(TimeUnit.DAYS);
            VolatileBox<String> seen = new VolatileBox<>("");
            scenario.thread(() -> {
                word.value = "b";
                unit.value = TimeUnit.SECONDS;
            });
            scenario.thread(() -> {
                int days = switch (unit.value) {
                    case DAYS -> 1;
                    case SECONDS -> 2;
                    default -> 3;
                };
                seen.value = switch (word.value) {
                    case "a", "x" : {
                        String upper = "A";
                        yield upper + days;
                    }
                    case "b" :
                        yield "B" + days;
                    default :
                        yield "?";
                };
            });
            scenario.outcome(() -> seen.value);
        }, "A1", "B1", "B2");
    }

    @Test
    void textBlocksFormatsAndJoins() {
        FourModels.outcomes(scenario -> {
            VolatileBox<String> seen = new VolatileBox<>("");
            scenario.threads(2, () -> {
                String text = """
                        hello %s
                          %d""".formatted("x", 5);
                seen.value = String.format("%5.2f|%s", 1.234,
                        text.lines().map(String::strip).collect(Collectors.joining("/")));
            });
            scenario.outcome(() -> seen.value);
        }, " 1.23|hello x/5");
    }

    @Test
    void numbersOfAllKinds() {
        FourModels.outcomes(scenario -> {
            long[] wide = {1};
            byte[] narrow = {127};
            char[] letter = {'a'};
            scenario.thread(() -> {
                wide[0] <<= 3;
                wide[0] |= 1;
                narrow[0]++;
                letter[0] += 1;
                wide[0] = wide[0]++ + ++wide[0];
                wide[0] += (1 << 33) + (char) -1 + (byte) 300 + (int) 3.9e10 + (long) Float.NaN + 7 % -3 + (-7 >>> 28);
            });
            scenario.outcome(() -> wide[0] + " " + narrow[0] + " " + letter[0]);
        }, 20 + (1 << 33) + (char) -1 + (byte) 300 + (int) 3.9e10 + (long) Float.NaN + 7 % -3 + (-7 >>> 28)
                + " -128 b");
    }

    @Test
    void boxesAreComparedAsOutside() {
        FourModels.outcomes(scenario -> {
            VolatileBox<Integer> small = new VolatileBox<>(0);
            VolatileBox<Long> large = new VolatileBox<>(0L);
            boolean[] same = new boolean[3];
            scenario.thread(() -> {
                Long mine = Long.valueOf(1000);
                large.value = mine;
                same[0] = large.value == mine;
                same[1] = large.value == Long.valueOf(1000);
                small.value = 100;
                same[2] = small.value == Integer.valueOf(100);
            });
            scenario.outcome(() -> same[0] + " " + same[1] + " " + same[2] + " " + large.value.equals(1000L));
        }, "true false true true");
    }

    @Test
    void boxedCounterLosesUpdates() {
        FourModels.outcomes(scenario -> {
            VolatileBox<Integer> count = new VolatileBox<>(0);
            scenario.threads(2, () -> count.value = count.value + 1);
            scenario.outcome(() -> count.value);
        }, "1", "2");
    }

    @Test
    void stringsMadeByAnotherThread() {
        FourModels.outcomes(scenario -> {
            VolatileBox<String> text = new VolatileBox<>(null);
            VolatileBox<Integer> input = new VolatileBox<>(0);
            VolatileBox<String> seen = new VolatileBox<>("");
            scenario.thread(() -> text.value = "a" + input.value);
            scenario.thread(() -> {
                String read = text.value;
                seen.value = read == null
                        ? "none"
                        : "" + read.equals("a0") + read.hashCode() + String.join(",", List.of(read, "q"))
                                + read.repeat(2) + new StringBuilder(read).reverse().insert(0, '<').append(1.5f);
            });
            scenario.outcome(() -> seen.value);
        }, "none", "true3055a0,qa0a0<0a1.5");
    }

    @Test
    void loopsWithLabelsAndRecursion() {
        FourModels.verified(scenario -> {
            AtomicInteger count = new AtomicInteger();
            scenario.threads(2, () -> {
                outer : for (int i = 0; i < 3; i++) {
                    for (int j = 0; j < 3; j++) {
                        if (j == 1) {
                            continue outer;
                        }
                        if (i == 2) {
                            break outer;
                        }
                        count.incrementAndGet();
                    }
                }
                assert fibonacci(10) == 55;
            });
            scenario.finallyAssert(() -> {
                assert count.get() == 4;
            });
        });
    }

    static int fibonacci(int n) {
        return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2);
    }

    private static int sum(int... numbers) {
        int total = 0;
        for (int each : numbers) {
            total += each;
        }
        return total;
    }

    private static <T extends Comparable<T>> T greatest(List<? extends T> list) {
        T best = null;
        for (T each : list) {
            if (best == null || each.compareTo(best) > 0) {
                best = each;
            }
        }
        return best;
    }

    @Test
    void varargsAndGenericMethods() {
        FourModels.verified(scenario -> {
            int[] total = {0};
            scenario.threads(2, () -> {
                synchronized (total) {
                    total[0] += sum() + sum(1) + sum(1, 2, 3) + greatest(List.of(1, 3, 2))
                            + EverydayExpressionsTest.<String>greatest(List.of("a", "bcd")).length();
                }
            });
            scenario.finallyAssert(() -> {
                assert total[0] == 26;
            });
        });
    }
}
