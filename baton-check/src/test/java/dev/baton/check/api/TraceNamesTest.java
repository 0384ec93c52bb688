package dev.baton.check.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.check.explain.Counterexample;
import dev.baton.check.explain.SourcePath;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a reader of a counterexample knows objects and threads by. */
class TraceNamesTest {
    static final class Left {
        static final class Node {
            int value;
        }
    }

    static final class Right {
        static final class Node {
            int value;
        }
    }

    static final class Registry {
        static final Left.Node SHARED = new Left.Node();

        private Registry() {}
    }

    private static Counterexample told(CheckResult result) {
        return result.counterexamples("check", SourcePath.none()).getFirst();
    }

    private static List<String> places(CheckResult result) {
        return told(result).places().stream().map(Counterexample.Place::name).toList();
    }

    @Test
    void objectsOfTwoClassesWithOneSimpleNameAreToldApart() {
        CheckResult result = new Checker().model("sc").check(scenario -> {
            Left.Node left = new Left.Node();
            Right.Node right = new Right.Node();
            scenario.thread(() -> {
                left.value = 1;
                right.value = 1;
                throw new AssertionError();
            });
        });
        assertThat(places(result)).containsExactly("Node#1.value", "Right.Node#1.value");
    }

    @Test
    void objectInAStaticFieldIsCalledByIt() {
        CheckResult result = new Checker().model("sc").check(scenario -> {
            Registry.SHARED.value = 0;
            scenario.thread(() -> {
                Registry.SHARED.value = 1;
                throw new AssertionError();
            });
        });
        assertThat(places(result)).containsExactly("Registry.SHARED.value");
    }

    static final class OwnState {
        final Left.Node first = new Left.Node();
        Left.Node second = new Left.Node();
        Left.Node changing = new Left.Node();

        @ModelCheck(models = "sc")
        void check(Scenario scenario) {
            scenario.thread(() -> {
                first.value = 1;
                second.value = 1;
                changing.value = 1;
                changing = second;
                throw new AssertionError();
            });
        }
    }

    @Test
    void objectInAFieldOfTheTestIsCalledByItUnlessTheFieldChanges() {
        ScenarioMethod method = ScenarioMethod.in(OwnState.class).getFirst();
        assertThat(places(method.check(method.checker("sc")))).contains("first.value", "second.value", "Node#1.value");
    }

    @Test
    void threadThatTheProgramStartsHasItsName() {
        CheckResult result = new Checker().model("sc").check(scenario -> scenario.thread("starter", () -> {
            Thread named = new Thread(() -> {}, "worker");
            Thread alike = new Thread(() -> {}, "worker");
            Thread unnamed = new Thread(() -> {});
            named.start();
            alike.start();
            unnamed.start();
            Thread.ofVirtual().name("light").start(() -> {});
            Thread.ofVirtual().start(() -> {});
            throw new AssertionError();
        }));
        assertThat(told(result).steps()).filteredOn(step -> step.action() == Counterexample.Action.START)
                .extracting(Counterexample.Step::value)
                .containsExactly("starter", "worker", "worker#2", "T4", "light", "T6");
    }
}
