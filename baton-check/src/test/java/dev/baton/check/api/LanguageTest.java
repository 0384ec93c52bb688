package dev.baton.check.api;

import static dev.baton.check.api.Expect.verified;
import static org.assertj.core.api.Assertions.assertThat;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Java as people write it, its language: all of this must run under the checker as it would run outside. */
class LanguageTest {
    enum Color {
        RED, GREEN {
            @Override
            int weight() {
                return 2;
            }
        };

        int weight() {
            return 1;
        }
    }

    record Point(int x, long y) {}

    sealed interface Shape permits Circle, Square {}

    record Circle(Point center, double radius) implements Shape {}

    record Square(Point corner, float side) implements Shape {}

    private static String describe(Shape shape) {
        return switch (shape) {
            case Circle circle -> "circle " + circle.center().x() + "," + circle.center().y() + " " + circle.radius();
            case Square square -> "square " + square.side();
        };
    }

    @Test
    void recordsPatternsEnumsStringsAndGenericsWork() {
        CheckResult result = verified(scenario -> {
            Box<Object> box = new Box<>();
            scenario.thread(() -> {
                box.value = new Circle(new Point(1, 2L), 0.5);
                box.wide = Long.MIN_VALUE;
                box.real = 1.5;
                box.small = -3;
                box.letter = 'q';
                box.flag = true;
                box.middle = -300;
                box.single = 2.5f;
                Box.instances++;
            });
            scenario.outcome(() -> describe((Circle) box.value) + " " + box.wide + " " + box.real + " " + box.small
                    + " "
                    + box.letter + " " + box.flag + " " + box.middle + " " + box.single + " " + Box.instances + " "
                    + Color.GREEN.weight() + " " + box.new Inner().twice().equals(new Circle(new Point(1, 2), 0.5)));
        });
        assertThat(result.outcomes().keySet())
                .containsExactly("circle 1,2 0.5 -9223372036854775808 1.5 -3 q true -300 2.5 1 2 true");
    }

    @Test
    void collectionsAndStreamsOfOneThreadWork() {
        CheckResult result = verified(scenario -> {
            Box<String> box = new Box<>();
            scenario.threads(2, () -> {
                List<Integer> list = new ArrayList<>();
                Map<String, Integer> map = new HashMap<>();
                ArrayDeque<Color> deque = new ArrayDeque<>(List.of(Color.values()));
                for (int i = 0; i < 3; i++) {
                    list.add(i * 1000);
                    map.merge("key" + i % 2, i, Integer::sum);
                }
                int sum = list.stream().mapToInt(Integer::intValue).sum() + IntStream.range(0, 4).sum();
                for (int each : list) {
                    sum += each;
                }
                box.value = sum + " " + map.get("key0") + " " + deque.pollLast();
            });
            scenario.outcome(() -> box.value);
        });
        assertThat(result.outcomes().keySet()).containsExactly("6006 2 GREEN");
    }

    @Test
    void arraysOfAllKindsWork() {
        CheckResult result = verified(scenario -> {
            int[][] grid = new int[2][3];
            String[] names = {"a", null};
            double[] reals = new double[1];
            scenario.thread(() -> {
                grid[1][2] = 7;
                names[1] = names[0] + "b";
                reals[0] = 0.25;
                int[] copy = grid[1].clone();
                copy[0] = 5;
                System.arraycopy(copy, 0, grid[0], 0, 1);
            });
            scenario.outcome(() -> grid[1][2] + " " + grid[0][0] + " " + grid[1][0] + " " + names[1].length() + " "
                    + reals[0]);
        });
        assertThat(result.outcomes().keySet()).containsExactly("7 5 0 2 0.25");
    }

    static final class Holder {
        final int fixed;
        final int[] contents;
        int open;

        Holder() {
            fixed = 42;
            contents = new int[]{1};
            open = 42;
        }
    }

    @Test
    void finalFieldsAreSeenThroughARaceAndOthersNeedNotBe() {
        CheckResult result = verified(scenario -> {
            Box<Holder> box = new Box<>();
            Box<String> seen = new Box<>();
            scenario.thread(() -> box.value = new Holder());
            scenario.thread(() -> {
                Holder holder = box.value;
                seen.value = holder == null ? "none" : holder.fixed + " " + holder.open;
            });
            scenario.outcome(() -> seen.value);
        });
        assertThat(result.outcomes().keySet()).containsExactlyInAnyOrder("none", "42 42", "42 0");
    }

    @Test
    void whatAFinalFieldRefersToIsSeenAsItWasWhenFrozen() {
        CheckResult result = verified(scenario -> {
            Box<Holder> box = new Box<>();
            Box<String> seen = new Box<>();
            scenario.thread(() -> box.value = new Holder());
            scenario.thread(() -> {
                Holder holder = box.value;
                seen.value = holder == null ? "none" : "" + holder.contents[0];
            });
            scenario.outcome(() -> seen.value);
        });
        assertThat(result.outcomes().keySet()).containsExactlyInAnyOrder("none", "1");
    }

    private static final class Cells {
        final AtomicReference<Cells> next = new AtomicReference<>();
        final int[] cells = new int[1];
        static final VarHandle CELL = MethodHandles.arrayElementVarHandle(int[].class);

        int add() {
            return (int) CELL.getAndAdd(cells, 0, 1);
        }
    }

    /** The array in a final field is one and the same for the thread that published it and for others. */
    @Test
    void arrayBehindAFinalFieldStaysTheSameOnceItIsPublished() {
        CheckResult result = verified(scenario -> {
            Cells first = new Cells();
            scenario.threads(2, () -> {
                Cells appended = new Cells();
                Cells second = first.next.compareAndSet(null, appended) ? appended : first.next.get();
                second.add();
            });
            scenario.outcome(() -> first.next.get().cells[0]);
        });
        assertThat(result.outcomes().keySet()).containsExactly("2");
    }

    @Test
    void enumsOfTheJdkAreOneAndTheSameForAllThreads() {
        CheckResult result = verified(scenario -> {
            AtomicReference<Object> unit = new AtomicReference<>();
            scenario.thread(() -> unit.compareAndSet(null, java.util.concurrent.TimeUnit.DAYS));
            scenario.thread(() -> unit.compareAndSet(java.util.concurrent.TimeUnit.DAYS, Color.RED));
            scenario.outcome(unit::get);
        });
        assertThat(result.outcomes().keySet()).containsExactly("DAYS", "RED");
    }

    static final class Sheep implements Cloneable {
        int wool = 1;

        @Override
        public Sheep clone() {
            try {
                return (Sheep) super.clone();
            } catch (CloneNotSupportedException e) {
                throw new AssertionError(e);
            }
        }
    }

    @Test
    void clonesAreOtherObjects() {
        CheckResult result = verified(scenario -> {
            Box<Object> box = new Box<>();
            scenario.thread(() -> {
                Sheep one = new Sheep();
                Sheep two = one.clone();
                two.wool = 2;
                box.value = one.wool + " " + two.wool + " " + (one == two);
            });
            scenario.outcome(() -> box.value);
        });
        assertThat(result.outcomes().keySet()).containsExactly("1 2 false");
    }

    @Test
    void literalThatLooksLikeAClassOfTheJdkKeepsItsText() {
        verified(scenario -> scenario.thread(() -> {
            List<String> names = new ArrayList<>(List.of("java/util/ArrayList", "Ljava/util/HashMap;"));
            assert names.get(0).length() == 19 && names.get(1).length() == 19;
            assert ("of java/util/ArrayList: " + names.size()).startsWith("of java/");
        }));
    }

    @Test
    void constantsThatTheJdkLooksUpAreTheSameInEveryReplay() {
        CheckResult result = new Checker().check(scenario -> scenario.thread(() -> {
            assert Color.valueOf("RED").weight() == 2 : "as it should be";
        }));
        assertThat(result.counterexample()).contains("as it should be");
    }

    @Test
    void versionOfTheJdkMayBeAsked() {
        verified(scenario -> scenario.thread(() -> {
            assert Runtime.version().feature() >= 25;
        }));
    }
}
