package dev.baton.bench.simulate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.baton.HandOff;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

class SimulationTest {
    private static final Costs COSTS = new Costs(1, 2, 3, 50, 7);

    /** What happened, one word an event, for cases small enough to be computed by hand. */
    private static final class Story implements Trace {
        final List<String> events = new ArrayList<>();

        @Override
        public void enters(int task, int core, double time) {
            events.add("%d in@%d:%.0f".formatted(task, core, time));
        }

        @Override
        public void leaves(int task, int core, double time) {
            events.add("%d out@%d:%.0f".formatted(task, core, time));
        }

        @Override
        public void completes(int task, int core, double time) {
            events.add("%d done@%d:%.0f".formatted(task, core, time));
        }
    }

    private static List<String> story(HandOff policy, int cores, int tasks, double section, double work, Costs costs,
            int operations) {
        Story story = new Story();
        Simulation.run(Scenario.of(policy, tasks, section, work, costs).onCores(cores).steady(operations), story);
        while (!story.events.getLast().contains("done")) { // what begins when the last operation ends
            story.events.removeLast();
        }
        return story.events;
    }

    /*
     * Two cores, three tasks, section 10, work 100; only waking takes time (50). Both cores begin at 0: task 0 enters on
     * core 0, task 1 waits, so core 1 takes task 2, which waits too, and then sleeps. At 10 task 0 leaves.
     */
    @Test
    void dispatchedOwnerWaitsUntilTheSleepingCoreIsAwake() {
        // Task 1 is ready at 10, core 1 is awake at 60; task 2 is ready at 70, when core 0 is busy until 110.
        assertThat(story(HandOff.DISPATCH, 2, 3, 10, 100, new Costs(0, 0, 0, 50, 0), 1)).containsExactly("0 in@0:0",
                "0 out@0:10", "1 in@1:60", "1 out@1:70", "0 done@0:110");
    }

    @Test
    void inlineReleasersGoOnAfterTheLastSection() {
        // Sections of 0, 1 and 2 on core 0; task 2 finds nobody and works, then enters again; nobody else does anything.
        assertThat(story(HandOff.INLINE, 2, 3, 10, 100, new Costs(0, 0, 0, 50, 0), 1)).containsExactly("0 in@0:0",
                "0 out@0:10", "1 in@0:10", "1 out@0:20", "2 in@0:20", "2 out@0:30", "2 done@0:130");
    }

    @Test
    void combinedSectionsFollowEachOtherWhileReleasersMove() {
        // Task 0 is ready at 10 and core 1 awake at 60; task 2 finds nobody at 30 and works on core 0; task 1 is still ready.
        assertThat(story(HandOff.COMBINE, 2, 3, 10, 100, new Costs(0, 0, 0, 50, 0), 2)).containsExactly("0 in@0:0",
                "0 out@0:10", "1 in@0:10", "1 out@0:20", "2 in@0:20", "2 out@0:30", "2 done@0:130", "2 in@0:130",
                "2 out@0:140", "0 done@1:160");
    }

    @Test
    void everyCostIsPaidOnce() {
        // Switch 3, lock 1, section 10 on core 0; core 1 switches twice and sleeps. At 14: submit 2 + switch 3 for task 1.
        assertThat(story(HandOff.COMBINE, 2, 2, 10, 100, COSTS, 1)).containsExactly("0 in@0:4", "0 out@0:14",
                "1 in@0:19", "1 out@0:29", "1 done@0:129");
        // Task 1 on core 1 is awake at 14 + 50, switches 3, and its section is 7 longer; task 0 submits 2, then works.
        assertThat(story(HandOff.DISPATCH, 2, 2, 10, 100, COSTS, 1)).containsExactly("0 in@0:4", "0 out@0:14",
                "1 in@1:67", "1 out@1:84", "0 done@0:116");
    }

    @Test
    void assignedReleaserGoesOnWhenItsCoreIsAwake() {
        Story story = new Story();
        Simulation.run(Scenario.of(HandOff.COMBINE, 2, 10, 100, new Costs(0, 0, 0, 50, 0)).with(ReadyOrder.ASSIGNED)
                .onCores(2).steady(2), story);
        // Task 1 begins on core 0 and is given to core 1 at 10, which is awake at 60.
        assertThat(story.events.subList(0, 8)).containsExactly("1 in@0:0", "1 out@0:10", "0 in@0:10", "0 out@0:20",
                "0 done@0:120", "0 in@0:120", "0 out@0:130", "1 done@1:160");
    }

    @Test
    void assignedTaskIsTakenByItsCoreOnly() {
        ReadyQueue queue = new ReadyQueue(ReadyOrder.ASSIGNED, 2);
        SimulatedTask task = new SimulatedTask(0);
        assertThat(queue.add(task, 0)).isEqualTo(1);
        assertThat(queue.take(0)).isNull();
        assertThat(queue.take(1)).isSameAs(task);
    }

    @ParameterizedTest
    @EnumSource(HandOff.class)
    void oneCoreNeverContends(HandOff policy) {
        Outcome outcome = Simulation.run(Scenario.of(policy, 100, 30, 70, COSTS).steady(1_000));
        assertThat(outcome.nanos()).isEqualTo(3 + 1_000 * (1 + 30 + 70.0));
        assertThat(outcome.handOvers()).isZero();
        assertThat(outcome.moves()).isZero();
    }

    /** On many cores the lock is the bound: a section and its hand-over each. */
    @Test
    void saturatedCombiningTakesASectionAndItsHandOver() {
        Outcome outcome = Simulation.run(Scenario.of(HandOff.COMBINE, 1_000, 100, 1_000, COSTS).onCores(64));
        assertThat(outcome.nanosPerOperation()).isCloseTo(100 + 2 + 3, within(2.0));
    }

    @Test
    void freeHandOversMakeThePoliciesDifferOnlyByParallelism() {
        double combine = throughput(HandOff.COMBINE, 16);
        assertThat(combine / throughput(HandOff.COMBINE, 1)).as("16 cores, one per cent sequential").isGreaterThan(15);
        assertThat(throughput(HandOff.INLINE, 16)).as("parallelism collapses").isLessThan(combine / 4);
    }

    private static double throughput(HandOff policy, int cores) {
        return Simulation.run(Scenario.of(policy, 200, 100, 10_000, Costs.NONE).onCores(cores)).throughput();
    }

    static Stream<Arguments> everywhere() {
        return Arrays.stream(HandOff.values()).flatMap(policy -> Arrays.stream(ReadyOrder.values())
                .flatMap(order -> Stream.of(2, 3, 16).map(cores -> Arguments.of(policy, order, cores))));
    }

    @ParameterizedTest
    @MethodSource("everywhere")
    void sectionsExcludeEachOtherAndNobodyOvertakes(HandOff policy, ReadyOrder order, int cores) {
        Invariants invariants = new Invariants();
        Scenario scenario = Scenario.of(policy, 40, 100, 700, Costs.ESTIMATES).with(order).onCores(cores);
        Outcome outcome = Simulation.run(scenario, invariants);
        assertThat(invariants.broken).isEmpty();
        assertThat(invariants.completed).as("operations").isEqualTo(scenario.warmup() + scenario.operations());
        assertThat(invariants.left - invariants.completed).as("tasks between section and end of work").isBetween(0, 40);
        assertThat(outcome.nanos()).as("cores cannot do more than one thing at a time")
                .isGreaterThanOrEqualTo(outcome.operations() * Math.max(100, (100 + 350.0) / cores));
        assertThat(Simulation.run(scenario)).as("the same again").isEqualTo(outcome);
    }

    /** One owner at a time; waiters enter in their order; each task goes in, out, done, and again. */
    private static final class Invariants implements Trace {
        final List<String> broken = new ArrayList<>();
        final Queue<Integer> waiting = new ArrayDeque<>();
        final Set<Integer> working = new HashSet<>();
        int inside = -1;
        double leftAt;
        int left;
        int completed;

        private void require(boolean condition, String what) {
            if (!condition) {
                broken.add(what);
            }
        }

        @Override
        public void waits(int task) {
            require(!waiting.contains(task) && task != inside && !working.contains(task), task + " is elsewhere");
            waiting.add(task);
        }

        @Override
        public void enters(int task, int core, double time) {
            require(inside == -1 && time >= leftAt, task + " enters beside " + inside);
            require(!working.contains(task), task + " works");
            if (!waiting.isEmpty()) {
                require(waiting.remove() == task, task + " overtakes");
            }
            inside = task;
        }

        @Override
        public void leaves(int task, int core, double time) {
            require(inside == task, task + " leaves, " + inside + " is inside");
            inside = -1;
            leftAt = time;
            left++;
            require(working.add(task), task + " works twice");
        }

        @Override
        public void completes(int task, int core, double time) {
            require(working.remove(task), task + " has no work");
            completed++;
        }
    }
}
