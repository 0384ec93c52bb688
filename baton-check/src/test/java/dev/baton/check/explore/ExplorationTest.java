package dev.baton.check.explore;

import static dev.baton.check.event.AccessMode.ACQUIRE;
import static dev.baton.check.event.AccessMode.OPAQUE;
import static dev.baton.check.event.AccessMode.PLAIN;
import static dev.baton.check.event.AccessMode.RELEASE;
import static dev.baton.check.event.AccessMode.VOLATILE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.baton.check.event.BlockReason;
import dev.baton.check.explore.DirectProgram.Body;
import dev.baton.check.graph.Execution;
import dev.baton.check.model.MemoryModel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a check reports, and its bounds. */
final class ExplorationTest {
    private static final Body LOST_UPDATE = self -> self.write(0, OPAQUE, self.read(0, OPAQUE) + 1);

    private static DirectProgram lostUpdate() {
        return DirectProgram.of(List.of(LOST_UPDATE, LOST_UPDATE),
                self -> self.check(self.read(0, OPAQUE) == 2, "lost update"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"sc", "tso", "rc11", "jam"})
    void anErrorComesWithTheExecutionThatReplaysIt(String model) {
        Result result = new Exploration(ExplorationTest::lostUpdate).model(MemoryModel.named(model)).run();
        assertThat(result.verdict()).isEqualTo(Verdict.VIOLATED);
        Violation violation = result.violations().getFirst();
        assertThat(violation.kind()).isEqualTo(Violation.Kind.ASSERTION);
        assertThat(violation.message()).isEqualTo("lost update");
        assertThat(violation.thread()).isZero();
        DirectProgram again = lostUpdate();
        GuidedRun.run(again, violation.graph());
        assertThat(again.describeError(0)).isEqualTo("lost update");
        assertThat(MemoryModel.named(model).isConsistent(violation.graph())).isTrue();
    }

    @Test
    void theSameCheckFindsTheSameExecution() {
        Result first = new Exploration(ExplorationTest::lostUpdate).run();
        Result second = new Exploration(ExplorationTest::lostUpdate).run();
        assertThat(first.violations()).isEqualTo(second.violations());
    }

    @Test
    void aReplayThatDoesNotFitTheProgramFails() {
        Result result = new Exploration(ExplorationTest::lostUpdate).run();
        DirectProgram other = DirectProgram.of(self -> self.write(0, OPAQUE, 7), self -> self.read(1, OPAQUE));
        assertThatThrownBy(() -> GuidedRun.run(other, result.violations().getFirst().graph()))
                .isInstanceOf(IllegalStateException.class);
    }

    @Test
    void goesOnAfterAViolationIfToldTo() {
        Result result = new Exploration(ExplorationTest::lostUpdate).stopAtFirstViolation(false).run();
        assertThat(result.violations()).hasSize(1);
        assertThat(result.complete()).isEqualTo(2);
    }

    @ParameterizedTest
    @CsvSource({"sc,6", "tso,6", "rc11,6", "jam,6"})
    void everyAlternativeOfAChoiceIsExplored(String model, long executions) {
        Result result = new Exploration(() -> new DirectProgram(List.of(self -> {
            long first = self.choose(2);
            long second = self.choose(3);
            self.end(10 * first + second);
        }))).model(MemoryModel.named(model)).run();
        assertThat(result.complete()).isEqualTo(executions);
        assertThat(result.outcomes()).isEqualTo(Map.of(0L, 1L, 1L, 1L, 2L, 1L, 10L, 1L, 11L, 1L, 12L, 1L));
    }

    @Test
    void choicesAndRevisitsGoTogether() {
        // Each thread may or may not write; the reader sees one of the writes there are, or the initial value.
        Body writer = self -> {
            if (self.choose(2) == 1) {
                self.write(0, OPAQUE, self.number());
            }
        };
        Result result = new Exploration(() -> DirectProgram.of(self -> self.read(0, OPAQUE), writer, writer)).run();
        assertThat(result.complete()).isEqualTo(1 + 2 + 2 + 3 * 2);
    }

    @Test
    void countsOutcomes() {
        Result result = new Exploration(() -> DirectProgram.of(List.of(LOST_UPDATE, LOST_UPDATE),
                self -> self.end(self.read(0, OPAQUE)))).run();
        assertThat(result.outcomes()).isEqualTo(Map.of(1L, 2L, 2L, 2L));
    }

    @Test
    void startAndJoinOrderPlainAccesses() {
        for (String model : List.of("sc", "tso", "rc11", "jam")) {
            Result result = new Exploration(() -> new DirectProgram(List.of(self -> {
                self.write(0, PLAIN, 1);
                self.start(1);
                self.join(1);
                self.check(self.read(1, PLAIN) == 1, "join");
            }, self -> {
                self.check(self.read(0, PLAIN) == 1, "start");
                self.write(1, PLAIN, 1);
            }))).model(MemoryModel.named(model)).run();
            assertThat(result.verdict()).as(model).isEqualTo(Verdict.VERIFIED);
            assertThat(result.races()).isEmpty();
        }
    }

    @Test
    void reportsDataRacesAsInformation() {
        Result result = new Exploration(() -> DirectProgram.of(self -> self.write(0, PLAIN, 1),
                self -> self.read(0, OPAQUE))).run();
        assertThat(result.verdict()).isEqualTo(Verdict.VERIFIED);
        assertThat(result.races()).hasSize(1);
    }

    @Test
    void reportsDataRacesAsFailureIfToldTo() {
        Result result = new Exploration(() -> DirectProgram.of(self -> self.write(0, PLAIN, 1),
                self -> self.read(0, OPAQUE))).racesFail(true).run();
        assertThat(result.violations()).extracting(Violation::kind).containsExactly(Violation.Kind.DATA_RACE);
    }

    @Test
    void synchronizedAccessesDoNotRace() {
        Result result = new Exploration(() -> Anchors.named("ticket", 3)).racesFail(true).run();
        assertThat(result.verdict()).isEqualTo(Verdict.VERIFIED);
        assertThat(result.races()).isEmpty();
    }

    @Test
    void stopsAtTheBoundOnExecutions() {
        Result result = new Exploration(() -> Anchors.named("ainc", 6)).maxExecutions(100).run();
        assertThat(result.verdict()).isEqualTo(Verdict.NOT_EXHAUSTED);
        assertThat(result.complete() + result.blocked()).isEqualTo(100);
        assertThat(result.notExhausted()).asString().contains("100");
    }

    @Test
    void stopsAtTheTimeLimit() {
        Result result = new Exploration(() -> Anchors.named("ainc", 14)).timeLimit(Duration.ofMillis(20)).run();
        assertThat(result.verdict()).isEqualTo(Verdict.NOT_EXHAUSTED);
        assertThat(result.notExhausted()).asString().contains("time");
    }

    @Test
    void cutsOffAThreadThatNeverEnds() {
        Body endless = self -> {
            while (self.read(0, OPAQUE) == 0) {
                self.fence(ACQUIRE);
            }
        };
        Result result = new Exploration(() -> DirectProgram.of(endless, self -> self.write(0, OPAQUE, 1)))
                .maxEventsPerThread(20).run();
        assertThat(result.verdict()).isEqualTo(Verdict.NOT_EXHAUSTED);
        assertThat(result.notExhausted()).asString().contains("thread 1").contains("20 events");
        assertThat(result.violations()).isEmpty();
    }

    @Test
    void aLoopBoundOfTheProgramIsNotExhausted() {
        Result result = new Exploration(() -> DirectProgram.of(self -> {
            if (self.read(0, OPAQUE) == 0) {
                self.block(BlockReason.BOUND, 0);
            }
        }, self -> self.write(0, OPAQUE, 1))).run();
        assertThat(result.verdict()).isEqualTo(Verdict.NOT_EXHAUSTED);
        assertThat(result.complete()).isEqualTo(1);
    }

    @Test
    void anExceptionOfTheProgramReachesTheCaller() {
        for (int workers = 1; workers <= 2; workers++) {
            Exploration exploration = new Exploration(() -> DirectProgram.of(self -> {
                self.read(0, OPAQUE);
                throw new UnsupportedOperationException("cannot model this");
            })).workers(workers);
            assertThatThrownBy(exploration::run).isInstanceOf(UnsupportedOperationException.class)
                    .hasMessage("cannot model this");
        }
    }

    @ParameterizedTest
    @CsvSource({"ainc,6,rc11", "mcs,3,rc11", "ttas_xchg,4,rc11", "fib,3,sc", "fib,3,tso", "treiber_pp,2,jam"})
    void forgettingStepsChangesNothing(String family, int n, String model) {
        Result all = new Exploration(() -> Anchors.named(family, n)).model(MemoryModel.named(model)).run();
        Result few = new Exploration(() -> Anchors.named(family, n)).model(MemoryModel.named(model))
                .maxRememberedSteps(40).run();
        assertThat(few.complete()).isEqualTo(all.complete());
        assertThat(few.blocked()).isEqualTo(all.blocked());
    }

    @ParameterizedTest
    @CsvSource({"ainc,7,rc11", "mcs,4,rc11", "fib,4,sc", "fib,4,tso", "ticket,5,rc11", "treiber_pp,2,jam",
            "big0,0,rc11"})
    void workersShareTheSearch(String family, int n, String model) {
        Result one = new Exploration(() -> Anchors.named(family, n)).model(MemoryModel.named(model)).run();
        Result three = new Exploration(() -> Anchors.named(family, n)).model(MemoryModel.named(model)).workers(3).run();
        assertThat(three.complete()).isEqualTo(one.complete());
        assertThat(three.blocked()).isEqualTo(one.blocked());
        assertThat(three.outcomes()).isEqualTo(one.outcomes());
        assertThat(three.verdict()).isEqualTo(Verdict.VERIFIED);
    }

    @Test
    void workersFindTheViolation() {
        Result result = new Exploration(ExplorationTest::lostUpdate).workers(2).run();
        assertThat(result.verdict()).isEqualTo(Verdict.VIOLATED);
    }

    @ParameterizedTest
    @CsvSource({"ainc,5,120", "inc,4,576", "casrot,7,523", "mcs,3,66", "fib,3,2258"})
    void randomWalksEstimateTheSize(String family, int n, double executions) {
        List<Progress> seen = new ArrayList<>();
        new Exploration(() -> Anchors.named(family, n)).estimate(20_000).progress(Duration.ZERO, seen::add).run();
        assertThat(seen).isNotEmpty();
        Progress last = seen.getLast();
        assertThat(last.estimatedTotal()).isCloseTo(executions, within(0.15 * executions));
        assertThat(last.complete()).isEqualTo((long) executions);
    }

    @Test
    void aCheckWithoutACompleteExecutionIsVacuous() {
        Result result = new Exploration(() -> DirectProgram.of(self -> self.assume(false))).run();
        assertThat(result.verdict()).isEqualTo(Verdict.VACUOUS);
    }

    @Test
    void aFailedCompareAndSetReadsInItsFailureMode() {
        // The failed CAS sees the flag: it acquires only if its failure mode does.
        for (boolean acquires : new boolean[]{true, false}) {
            Result result = new Exploration(() -> DirectProgram.of(self -> {
                self.write(0, PLAIN, 1);
                self.write(1, RELEASE, 1);
            }, self -> {
                if (self.rmwRead(1, VOLATILE, acquires ? ACQUIRE : OPAQUE) == 0) {
                    self.rmwWrite(1, VOLATILE, 5, false);
                } else {
                    self.check(self.read(0, PLAIN) == 1, "stale");
                }
            })).run();
            assertThat(result.violations().isEmpty()).isEqualTo(acquires);
        }
    }

    @Test
    void showsEveryCompleteExecution() {
        List<Integer> sizes = new ArrayList<>();
        Result result = new Exploration(() -> Anchors.named("ainc", 3))
                .onComplete((Execution graph) -> sizes.add(graph.size()))
                .run();
        assertThat(sizes).hasSize((int) result.complete());
    }

    @Test
    void manyThreadsAndLongThreadsFit() {
        Result many = new Exploration(() -> Anchors.named("cas", 20)).run();
        assertThat(many.complete()).isEqualTo(20);
        Result lengthy = new Exploration(() -> DirectProgram.of(self -> {
            for (int i = 0; i < 2000; i++) {
                self.write(i % 100, RELEASE, i);
            }
        }, self -> self.read(1000, OPAQUE))).run();
        assertThat(lengthy.complete()).isEqualTo(1);
    }
}
