package dev.baton.check.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.check.program.InvalidCheckException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.IntUnaryOperator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What hardware keeps in order because one was computed from the other, in compiled code. */
final class DependencyTest {
    static final class Node {
        int value;
    }

    static final class Box {
        long value;
    }

    static final class Cells {
        int x;
        int y;
        int first;
        int second;
        final int[] places = new int[2];
        @Nullable
        Node head;
    }

    /** How what was read gets to the write of 1; the value is 1 whatever was read. */
    enum Way {
        NONE, DATA, LONGS, DOUBLES, BRANCH, SWITCH, CONDITION, CALL, RECURSION, LAMBDA, OUTSIDE, LOCAL_FIELD, LOCAL_ARRAY, LIST, BOXED, THROWN, CAUGHT, DIVISION, ADDRESS_BEFORE, TEXT;

        boolean isDependency() {
            return this != NONE;
        }
    }

    @SuppressWarnings({"DuplicateBranches", "UnnecessaryBoxedVariable"})
    private static int one(Way way, int read, Cells cells) {
        switch (way) {
            case DATA :
                return (read ^ read) + 1;
            case LONGS :
                return (int) ((long) read << 3 & 0) + 1;
            case DOUBLES :
                return (int) (read * 0.0) + 1;
            case BRANCH :
                if (read == 1) {
                    return 1;
                }
                return 1;
            case SWITCH :
                return switch (read) {
                    case 0 -> 1;
                    case 1 -> 1;
                    default -> 1;
                };
            case CONDITION :
                return read > 0 ? 1 : 1;
            case CALL :
                return always(read);
            case RECURSION :
                return deep(read, 3);
            case LAMBDA :
                IntUnaryOperator operator = value -> value * 0 + 1;
                return operator.applyAsInt(read);
            case OUTSIDE :
                return Math.max(read, 1);
            case LOCAL_FIELD :
                Box box = new Box();
                box.value = read;
                return (int) (box.value & 0) + 1;
            case LOCAL_ARRAY :
                int[] array = {0, read};
                return array[1] * 0 + 1;
            case LIST :
                List<Integer> list = new ArrayList<>();
                list.add(read);
                return list.get(0) * 0 + 1;
            case BOXED :
                Integer boxed = read;
                return boxed * 0 + 1;
            case THROWN :
                try {
                    throwIfSet(read);
                    return 1;
                } catch (IllegalStateException e) {
                    return 1;
                }
            case CAUGHT :
                try {
                    throw new Carrier(read);
                } catch (Carrier carrier) {
                    return carrier.value * 0 + 1;
                }
            case DIVISION :
                return 1 + 0 / (read + 1) * 0;
            case ADDRESS_BEFORE :
                int other = cells.places[read ^ read];
                return other < 5 ? 1 : 2;
            case TEXT :
                return Integer.toString(read).length();
            default :
                return 1;
        }
    }

    private static final class Carrier extends RuntimeException {
        private static final long serialVersionUID = 1L;
        final int value;

        Carrier(int value) {
            this.value = value;
        }
    }

    private static int always(int value) {
        return value - value + 1;
    }

    private static int deep(int value, int left) {
        return left == 0 ? value * 0 + 1 : deep(value, left - 1);
    }

    private static void throwIfSet(int value) {
        if (value != 0) {
            throw new IllegalStateException();
        }
    }

    private static Map<String, Long> outcomes(String model, ScenarioBody body) {
        CheckResult result = new Checker().model(model).check(body);
        result.assertVerified();
        return result.outcomes();
    }

    /** Both reads see 1 only if the first thread's write goes before its read. */
    @ParameterizedTest
    @EnumSource(Way.class)
    void writeStaysBehindWhatItWasComputedFrom(Way way) {
        int number = way.ordinal();
        for (String model : List.of("imm", "arm8")) {
            assertThat(outcomes(model, scenario -> {
                Cells cells = new Cells();
                scenario.thread(() -> {
                    int read = cells.x;
                    cells.y = one(Way.values()[number], read, cells);
                    cells.first = read;
                });
                scenario.thread(() -> {
                    int read = cells.y;
                    cells.x = read;
                    cells.second = read;
                });
                scenario.outcome(() -> cells.first + " " + cells.second);
            }).containsKey("1 1")).as(model).isEqualTo(!way.isDependency());
        }
    }

    /** A reader that follows the reference needs no acquire on ARMv8, if the writer has a fence. */
    private static void publication(Scenario scenario) {
        Cells cells = new Cells();
        scenario.thread(() -> {
            Node node = new Node();
            node.value = 1;
            VarHandle.storeStoreFence();
            HEAD.setOpaque(cells, node);
        });
        scenario.thread(() -> {
            Node node = (Node) HEAD.getOpaque(cells);
            cells.first = node == null ? 2 : node.value;
        });
        scenario.outcome(() -> Integer.toString(cells.first));
    }

    @Test
    void addressesOrderReadsOnHardwareAlone() {
        assertThat(outcomes("arm8", DependencyTest::publication)).containsOnlyKeys("1", "2");
        assertThat(outcomes("rc11", DependencyTest::publication)).containsOnlyKeys("0", "1", "2");
        assertThat(outcomes("java", DependencyTest::publication)).containsOnlyKeys("0", "1", "2");
    }

    /** A branch orders writes behind it, but not reads; an index orders both. */
    private static void message(Scenario scenario, boolean byIndex) {
        Cells cells = new Cells();
        scenario.thread(() -> {
            cells.places[0] = 1;
            VarHandle.fullFence();
            Y.setOpaque(cells, 1);
        });
        scenario.thread(() -> {
            int seen = (int) Y.getOpaque(cells);
            cells.second = byIndex ? cells.places[seen ^ seen] : seen == 1 ? cells.places[0] : 1;
            cells.first = seen;
        });
        scenario.outcome(() -> cells.first + " " + cells.second);
    }

    @Test
    void indexOrdersReadsAndABranchDoesNot() {
        assertThat(outcomes("arm8", scenario -> message(scenario, true))).doesNotContainKey("1 0");
        assertThat(outcomes("arm8", scenario -> message(scenario, false))).containsKey("1 0");
    }

    @Test
    void checkThatTellsNoDependenciesIsRefused() {
        PreparedCheck prepared = PreparedCheck.of("", DependencyTest::publication).prepare(new Checker());
        assertThatThrownBy(() -> prepared.explore(new Checker().model("arm8")))
                .isInstanceOf(InvalidCheckException.class).hasMessageContaining("prepare the check");
    }

    /** Two sections of a lock may become one, and then the write in the second may go first. */
    @Test
    void locksMayBeCoarsened() {
        ScenarioBody body = scenario -> {
            Cells cells = new Cells();
            Object lock = new Object();
            scenario.thread(() -> {
                int read;
                synchronized (lock) {
                    read = cells.x;
                }
                synchronized (lock) {
                    cells.y = 1;
                }
                cells.first = read;
            });
            scenario.thread(() -> {
                int read = cells.y;
                cells.x = read;
                cells.second = read;
            });
            scenario.outcome(() -> cells.first + " " + cells.second);
        };
        assertThat(outcomes("java", body)).containsKey("1 1");
        assertThat(outcomes("rc11", body)).doesNotContainKey("1 1");
        assertThat(outcomes("arm8", body)).doesNotContainKey("1 1");
    }

    /** What jcstress shows on x86: the writes of two sections are seen in the other order. */
    @Test
    void writesOfTwoSectionsAreSeenInAnyOrder() {
        ScenarioBody body = scenario -> {
            Cells cells = new Cells();
            scenario.thread(() -> {
                synchronized (cells) {
                    cells.x = 1;
                }
                synchronized (cells) {
                    cells.y = 1;
                }
            });
            scenario.thread(() -> {
                cells.first = (int) Y.getVolatile(cells);
                cells.second = (int) X.getVolatile(cells);
            });
            scenario.outcome(() -> cells.first + " " + cells.second);
        };
        assertThat(outcomes("java", body)).containsKey("1 0");
        assertThat(outcomes("arm8", body)).doesNotContainKey("1 0");
    }

    // VarHandle mechanics
    private static final VarHandle HEAD = handle("head", Node.class);
    private static final VarHandle X = handle("x", int.class);
    private static final VarHandle Y = handle("y", int.class);

    private static VarHandle handle(String name, Class<?> type) {
        try {
            return MethodHandles.lookup().findVarHandle(Cells.class, name, type);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }
}
