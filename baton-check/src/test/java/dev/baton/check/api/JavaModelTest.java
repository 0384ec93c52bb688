package dev.baton.check.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.check.explore.Verdict;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Load buffering in compiled code, under the model that allows it. */
final class JavaModelTest {
    static final class Node {
        int value;
        @Nullable
        Node next;
    }

    static final class Cells {
        int x;
        int y;
        int first;
        int second;
        @Nullable
        Node node;
        @Nullable
        Node other;
        int z;
    }

    private static Map<String, Long> outcomes(String model, ScenarioBody body) {
        CheckResult result = new Checker().model(model).check(body);
        assertThat(result.verdict()).as(result.toString()).isEqualTo(Verdict.VERIFIED);
        return result.outcomes();
    }

    private static void buffering(Scenario scenario) {
        Cells cells = new Cells();
        scenario.thread(() -> {
            cells.first = cells.x;
            cells.y = 1;
        });
        scenario.thread(() -> {
            cells.second = cells.y;
            cells.x = 1;
        });
        scenario.outcome(() -> cells.first + " " + cells.second);
    }

    @Test
    void bothReadsSeeTheLaterWrites() {
        assertThat(outcomes("rc11", JavaModelTest::buffering)).doesNotContainKey("1 1");
        assertThat(outcomes("java", JavaModelTest::buffering)).containsOnlyKeys("0 0", "0 1", "1 0", "1 1");
    }

    @Test
    void oneSideMayDependOnWhatItReads() {
        assertThat(outcomes("java", scenario -> {
            Cells cells = new Cells();
            scenario.thread(() -> {
                int read = cells.x;
                cells.y = 1;
                cells.first = read;
            });
            scenario.thread(() -> {
                cells.second = cells.y;
                cells.x = cells.second;
            });
            scenario.outcome(() -> cells.first + " " + cells.second);
        })).containsKey("1 1");
    }

    /** The first thread's read could see the object that it makes after it: that is not explored, and said. */
    @Test
    void objectThatTheReaderMakesLaterIsNotForgotten() {
        for (String model : List.of("java", "arm8")) {
            CheckResult result = new Checker().model(model).check(scenario -> {
                Cells cells = new Cells();
                scenario.thread(() -> {
                    Node read = cells.node;
                    cells.other = new Node();
                    cells.first = read == null ? 0 : 1;
                });
                scenario.thread(() -> cells.node = cells.other);
                scenario.outcome(() -> Integer.toString(cells.first));
            });
            assertThat(result.verdict()).as(result.toString()).isEqualTo(Verdict.NOT_EXHAUSTED);
        }
    }

    @Test
    void nothingComesOutOfThinAir() {
        assertThat(outcomes("java", scenario -> {
            Cells cells = new Cells();
            scenario.thread(() -> {
                cells.first = cells.x;
                cells.y = cells.first;
            });
            scenario.thread(() -> {
                cells.second = cells.y;
                cells.x = cells.second;
            });
            scenario.thread(() -> cells.z = 42);
            scenario.outcome(() -> cells.first + " " + cells.second);
        })).containsOnlyKeys("0 0");
    }

    @Test
    void aBranchThatDoesNotMatterIsNoDependency() {
        assertThat(outcomes("java", scenario -> {
            Cells cells = new Cells();
            scenario.thread(() -> {
                int read = cells.x;
                if (read == 0) {
                    cells.y = 1;
                } else {
                    cells.y = 1;
                }
                cells.first = read;
            });
            scenario.thread(() -> {
                cells.second = cells.y;
                cells.x = cells.second;
            });
            scenario.outcome(() -> cells.first + " " + cells.second);
        })).containsKey("1 1");
    }

    @Test
    void acquireForbidsIt() {
        assertThat(outcomes("java", scenario -> {
            Cells cells = new Cells();
            scenario.thread(() -> {
                cells.first = (int) X.getAcquire(cells);
                Y.setOpaque(cells, 1);
            });
            scenario.thread(() -> {
                cells.second = (int) Y.getAcquire(cells);
                X.setOpaque(cells, 1);
            });
            scenario.outcome(() -> cells.first + " " + cells.second);
        })).doesNotContainKey("1 1");
    }

    @Test
    void aReferenceToAnObjectThatIsMadeLaterCanBeRead() {
        assertThat(outcomes("java", scenario -> {
            Cells cells = new Cells();
            scenario.thread(() -> {
                Node read = cells.node;
                cells.y = 1;
                cells.first = read == null ? 0 : 1;
            });
            scenario.thread(() -> {
                cells.second = cells.y;
                cells.node = new Node();
            });
            scenario.outcome(() -> cells.first + " " + cells.second);
        })).containsOnlyKeys("0 0", "0 1", "1 0", "1 1");
    }

    @Test
    void locksForbidIt() {
        assertThat(outcomes("java", scenario -> {
            Cells cells = new Cells();
            scenario.thread(() -> {
                synchronized (cells) {
                    cells.first = cells.x;
                    cells.y = 1;
                }
            });
            scenario.thread(() -> {
                synchronized (cells) {
                    cells.second = cells.y;
                    cells.x = 1;
                }
            });
            scenario.outcome(() -> cells.first + " " + cells.second);
        })).containsOnlyKeys("0 1", "1 0");
    }

    @Test
    void aViolationIsTold() {
        CheckResult result = new Checker().model("java").check(scenario -> {
            Cells cells = new Cells();
            scenario.thread(() -> {
                cells.first = cells.x;
                cells.y = 1;
            });
            scenario.thread(() -> {
                int read = cells.y;
                cells.x = 1;
                cells.second = read;
            });
            scenario.finallyAssert(() -> {
                if (cells.first == 1 && cells.second == 1) {
                    throw new AssertionError("both saw the future");
                }
            });
        });
        assertThat(result.verdict()).isEqualTo(Verdict.VIOLATED);
        assertThat(result.counterexample()).contains("both saw the future");
    }

    // VarHandle mechanics
    private static final VarHandle X = handle("x");
    private static final VarHandle Y = handle("y");

    private static VarHandle handle(String field) {
        try {
            return MethodHandles.lookup().findVarHandle(Cells.class, field, int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    static final class Leads {
        final Node to;

        Leads(Node to) {
            this.to = to;
        }
    }

    static final class Places {
        @Nullable
        Leads first;
        @Nullable
        Node second;
    }

    /** A read may guess another thread's object, which leads to one that its own thread makes later: no such execution exists. */
    @Test
    void objectOfTheThreadItselfByWayOfAnotherOne() {
        ScenarioBody program = scenario -> {
            Places places = new Places();
            boolean[] seen = {false};
            scenario.thread(() -> {
                Leads found = places.first;
                if (found != null) {
                    found.to.value = 1;
                    seen[0] = true;
                }
                places.second = new Node();
            });
            scenario.thread(() -> {
                Node found = places.second;
                if (found != null) {
                    places.first = new Leads(found);
                }
            });
            scenario.outcome(() -> seen[0]);
        };
        assertThat(outcomes("rc11", program)).containsOnlyKeys("false");
        CheckResult result = new Checker().model("java").check(program);
        assertThat(result.violations()).isEmpty();
        assertThat(result.outcomes()).containsOnlyKeys("false");
    }
}
