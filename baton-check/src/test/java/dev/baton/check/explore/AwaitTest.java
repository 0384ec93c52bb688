package dev.baton.check.explore;

import static dev.baton.check.event.AccessMode.ACQUIRE;
import static dev.baton.check.event.AccessMode.OPAQUE;
import static dev.baton.check.event.AccessMode.PLAIN;
import static dev.baton.check.event.AccessMode.RELEASE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.check.event.AccessMode;
import dev.baton.check.event.BlockReason;
import dev.baton.check.explore.DirectProgram.Body;
import dev.baton.check.model.MemoryModel;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvFileSource;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Awaits: who waits for ever, and who does not. */
final class AwaitTest {
    static Stream<Arguments> programs() {
        List<Arguments> all = new ArrayList<>();
        for (CsvTable.Row row : CsvTable.read("/litmus/await.csv")) {
            all.add(Arguments.of(row.get("name"), "sc", row.get("SC"), row));
            all.add(Arguments.of(row.get("name"), "tso", row.get("TSO"), row));
            all.add(Arguments.of(row.get("name"), "rc11", row.get("RC11_genmc"), row));
        }
        return all.stream();
    }

    @ParameterizedTest(name = "{0} under {1}: {2}")
    @MethodSource("programs")
    void terminatesAsKnown(String name, String model, String expected, CsvTable.Row row) {
        Litmus litmus = Litmus.parse(row.get("program"));
        Result result = new Exploration(litmus::program).model(MemoryModel.named(model)).stopAtFirstViolation(false)
                .run();
        assertThat(result.violations().isEmpty() ? "ok" : "VIOLATED").as(row.get("program")).isEqualTo(expected);
        if (!model.equals("tso")) {
            assertThat(result.complete())
                    .isEqualTo(Long.parseLong(row.get(model.equals("sc") ? "n_complete_SC" : "n_complete_RC11")));
        }
    }

    @ParameterizedTest(name = "jam: {0}")
    @CsvFileSource(resources = "/litmus/await-jam.csv", delimiter = '!', quoteCharacter = '`', maxCharsPerColumn = 4096)
    void terminatesAsKnownUnderJam(String program, String expected) {
        Result result = new Exploration(Litmus.parse(program)::program).model(MemoryModel.named("jam")).run();
        assertThat(result.violations().isEmpty() ? "ok" : "VIOLATED").isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(strings = {"na", "pl"})
    void pollingInPlainModeEndsWhereModesMeanNothing(String mode) {
        Litmus plain = Litmus.parse("W.rlx x 1 | AW." + mode + " x 1");
        Result result = new Exploration(plain::program).model(MemoryModel.named("sc")).run();
        assertThat(result.verdict()).isEqualTo(Verdict.VERIFIED);
        assertThat(result.races()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"PLAIN, ACQUIRE", "PLAIN, VOLATILE", "PLAIN, LOAD_LOAD", "PLAIN, RELEASE", "PLAIN, STORE_STORE"})
    void aFenceThatOrdersReadsKeepsAPlainPollInItsLoop(AccessMode poll, AccessMode fence) {
        Body waiter = self -> {
            int first = self.position();
            long seen = self.read(0, poll);
            self.fence(fence);
            if (seen == 0) {
                self.block(BlockReason.AWAIT, first);
            }
        };
        Body writer = self -> self.write(0, OPAQUE, 1);
        for (String model : List.of("sc", "tso", "rc11", "jam")) {
            Result result = new Exploration(() -> DirectProgram.of(waiter, writer)).model(MemoryModel.named(model))
                    .run();
            boolean ends = model.equals("sc") || fence.ordersReads();
            assertThat(result.verdict()).as(model).isEqualTo(ends ? Verdict.VERIFIED : Verdict.VIOLATED);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"tso", "rc11", "jam"})
    void pollingInPlainModeIsAnError(String model) {
        Litmus plain = Litmus.parse("W.rlx x 1 | AW.na x 1");
        Result result = new Exploration(plain::program).model(MemoryModel.named(model)).run();
        assertThat(result.violations()).extracting(Violation::kind).containsExactly(Violation.Kind.PLAIN_POLLING);
        Litmus opaque = Litmus.parse("W.rlx x 1 | AW.rlx x 1");
        assertThat(new Exploration(opaque::program).model(MemoryModel.named(model)).run().verdict())
                .isEqualTo(Verdict.VERIFIED);
    }

    @ParameterizedTest
    @ValueSource(strings = {"sc", "tso", "rc11", "jam"})
    void aPlainReadBesideAnAcquiringOneIsNoPolling(String model) {
        // The loop reads data in plain mode, then a flag in acquire mode: seeing the flag, it must see the data next time.
        Body waiter = self -> {
            int first = self.position();
            long data = self.read(0, PLAIN);
            self.read(1, ACQUIRE);
            if (data == 0) {
                self.block(BlockReason.AWAIT, first);
            }
        };
        Result result = new Exploration(() -> DirectProgram.of(waiter, self -> {
            self.write(0, PLAIN, 1);
            self.write(1, RELEASE, 1);
        })).model(MemoryModel.named(model)).run();
        assertThat(result.violations()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"sc", "tso", "rc11", "jam"})
    void anExchangeThatPutsTheValueBackIsNoWakeUp(String model) {
        Body spinner = self -> {
            int first = self.position();
            if (self.exchange(0, ACQUIRE, 1) != 0) {
                self.block(BlockReason.AWAIT, first);
            }
        };
        // Two contenders, the winner never unlocks: the loser hangs, however often it exchanges.
        Result held = new Exploration(() -> DirectProgram.of(spinner, spinner, spinner)).model(MemoryModel.named(model))
                .run();
        assertThat(held.violations()).extracting(Violation::kind).containsExactly(Violation.Kind.AWAIT_TERMINATION);
        Body lock = self -> {
            spinner.run(self);
            self.write(0, RELEASE, 0);
        };
        Result released = new Exploration(() -> DirectProgram.of(lock, lock)).model(MemoryModel.named(model)).run();
        assertThat(released.violations()).isEmpty();
        assertThat(released.complete()).isEqualTo(2);
    }

    @Test
    void anAssumptionIsNotJudged() {
        Litmus litmus = Litmus.parse("R.rlx x a; assume a=1 | AW.rlx y 1");
        Result result = new Exploration(litmus::program).run();
        assertThat(result.violations()).isEmpty();
        assertThat(result.verdict()).isEqualTo(Verdict.VACUOUS);
    }

    @Test
    void aJoinOnAHungThreadIsNoSecondError() {
        Litmus litmus = Litmus.parse("AW.rlx x 1 | W.rlx y 1");
        Result result = new Exploration(litmus::program).stopAtFirstViolation(false).run();
        assertThat(result.violations()).hasSize(1);
        assertThat(result.violations().getFirst().waiting()).extracting(Violation.Waiting::thread).containsExactly(1);
    }

    @Test
    void threadsThatJoinEachOtherHang() {
        Result result = new Exploration(() -> new DirectProgram(List.of(self -> {
            self.start(1);
            self.join(1);
        }, self -> self.join(0)))).run();
        assertThat(result.violations()).extracting(Violation::kind).containsExactly(Violation.Kind.AWAIT_TERMINATION);
    }

    @Test
    void aBlockWithoutAnyEventIsAHang() {
        Result result = new Exploration(() -> DirectProgram.of(self -> self.block(BlockReason.AWAIT, 0))).run();
        assertThat(result.violations()).extracting(Violation::kind).containsExactly(Violation.Kind.AWAIT_TERMINATION);
    }

    @Test
    void theHangingExecutionIsShown() {
        Litmus litmus = Litmus.parse("W.rlx x 1; W.rlx x 0 | AW.rlx x 1");
        Result result = new Exploration(litmus::program).run();
        Violation violation = result.violations().getFirst();
        assertThat(violation.graph().events()).isNotEmpty();
        GuidedRun.run(litmus.program(), violation.graph());
        assertThat(violation.replay()).hasSize(violation.graph().size());
        assertThat(violation.waiting()).containsExactly(new Violation.Waiting(2, BlockReason.AWAIT, 0, 1));
        assertThat(OPAQUE).isEqualTo(violation.graph().mode(violation.graph().size() - 1));
    }

    private static Result ofWorker(boolean daemon, Body worker) {
        return new Exploration(() -> new DirectProgram(List.of(self -> {
            if (daemon) {
                self.startDaemon(1);
            } else {
                self.start(1);
            }
            self.write(0, RELEASE, 1);
            self.end(7);
        }, worker))).stopAtFirstViolation(false).run();
    }

    @Test
    void aDaemonMayBeLeftWaiting() {
        Result result = ofWorker(true, self -> self.await(0, ACQUIRE, value -> value == 2));
        assertThat(result.verdict()).isEqualTo(Verdict.VERIFIED);
        assertThat(result.outcomes()).containsExactly(Map.entry(7L, 1L));
        assertThat(ofWorker(false, self -> self.await(0, ACQUIRE, value -> value == 2)).violations()).hasSize(1);
    }

    @Test
    void aDaemonIsLeftOnlyWhereItWaitsForEver() {
        Result result = ofWorker(true, self -> {
            self.await(0, ACQUIRE, value -> value == 1);
            self.check(false, "it goes on");
        });
        assertThat(result.violations()).extracting(Violation::kind).containsExactly(Violation.Kind.ASSERTION);
        assertThat(result.outcomes()).isEmpty();
    }

    @Test
    void aThreadMayBeLeftInAWaitThatAllowsIt() {
        Result idle = ofWorker(false, self -> {
            self.idle(0, ACQUIRE);
            self.idle(1, ACQUIRE);
        });
        assertThat(idle.verdict()).isEqualTo(Verdict.VERIFIED);
        assertThat(idle.complete()).isEqualTo(1);
        Result busy = ofWorker(false, self -> {
            self.idle(0, ACQUIRE);
            self.await(1, ACQUIRE, value -> value == 1);
        });
        assertThat(busy.violations()).extracting(Violation::kind).containsExactly(Violation.Kind.AWAIT_TERMINATION);
    }
}
