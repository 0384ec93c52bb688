package dev.baton.check.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.check.event.Step;
import dev.baton.check.program.ProgramLoader;
import dev.baton.check.replay.BytecodeProgram;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** A thread is a function of its answers: run in any order, alone or with others, it does the same. */
class ReplayTest {
    private static final int RUNS = 3000;

    static final class Node {
        final int value;
        Node next;

        Node(int value) {
            this.value = value;
        }
    }

    private static void stack(Scenario scenario) {
        AtomicReference<Node> top = new AtomicReference<>();
        int[] taken = new int[2];
        scenario.thread(() -> {
            push(top, 1);
            taken[0] = pop(top);
        });
        scenario.thread(() -> {
            push(top, 2);
            taken[1] = pop(top);
        });
        scenario.outcome(() -> taken[0] + " " + taken[1]);
    }

    private static void push(AtomicReference<Node> top, int value) {
        Node node = new Node(value);
        do {
            node.next = top.get();
        } while (!top.compareAndSet(node.next, node));
    }

    private static int pop(AtomicReference<Node> top) {
        for (;;) {
            Node node = top.get();
            if (node == null) {
                return 0;
            }
            if (top.compareAndSet(node, node.next)) {
                return node.value;
            }
        }
    }

    private static PreparedCheck prepare(ScenarioBody body) {
        ProgramLoader loader = new Checker().newLoader(ReplayTest.class.getClassLoader());
        return new Checker().model("sc").prepare(loader, Reloaded.body(body, loader));
    }

    @Test
    void randomRunsShowOnlyOutcomesTheSearchFoundAndAllOfThem() {
        PreparedCheck prepared = prepare(ReplayTest::stack);
        Set<String> found = prepared.explore(new Checker().model("sc")).outcomes().keySet();
        BytecodeProgram program = prepared.newProgram();
        Set<String> seen = new HashSet<>();
        for (int seed = 0; seed < RUNS; seed++) {
            ScInterpreter run = new ScInterpreter(program, seed);
            run.run();
            if (run.outcome >= 0) {
                seen.add(prepared.outcome(run.outcome));
            }
        }
        assertThat(found).isEqualTo(seen);
    }

    @Test
    void threadRunAloneOverItsAnswersDoesTheSame() {
        PreparedCheck prepared = prepare(ReplayTest::stack);
        prepared.explore(new Checker().model("sc")); // learns what must be known of the program
        BytecodeProgram program = prepared.newProgram();
        BytecodeProgram other = prepared.newProgram();
        for (int seed = 0; seed < RUNS; seed++) {
            ScInterpreter run = new ScInterpreter(program, seed);
            run.run();
            run.histories.forEach((thread, history) -> {
                long[] answers = history.answers.stream().mapToLong(Long::longValue).toArray();
                for (int count = 0; count <= answers.length; count++) {
                    Step step = new Step();
                    other.fastForward(thread, answers, count, step);
                    assertThat(ScInterpreter.show(step)).isEqualTo(history.steps.get(count));
                }
            });
        }
    }

    @Test
    void twoWorkersFindWhatOneFinds() {
        CheckResult one = new Checker().check(ReplayTest::stack);
        CheckResult two = new Checker().workers(2).check(ReplayTest::stack);
        assertThat(two.outcomes()).isEqualTo(one.outcomes());
        assertThat(two.executions()).isEqualTo(one.executions());
    }
}
