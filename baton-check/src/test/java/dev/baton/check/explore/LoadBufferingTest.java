package dev.baton.check.explore;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.check.model.MemoryModel;
import dev.baton.testing.HangLimit;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Executions in which a read sees a write that comes after it: all of them, each once, and none out of thin air. */
final class LoadBufferingTest {
    private static final List<MemoryModel> MODELS = List.of(MemoryModel.named("imm"), MemoryModel.named("arm8"),
            MemoryModel.named("java"));

    @Test
    void findsWhatTryingEverythingFinds() {
        assertThat(compare(1, 300, 2_000)).as("programs with load buffering").isGreaterThan(20);
    }

    @Test
    @Tag("deep")
    @HangLimit(seconds = 3600)
    void findsWhatTryingEverythingFindsOnThousandsOfPrograms() {
        assertThat(compare(1_000_000, 10_000, 5_000)).isGreaterThan(500);
    }

    private static int compare(long firstSeed, int programs, long mostCandidates) {
        int compared = 0;
        int buffering = 0;
        for (long seed = firstSeed; compared < programs; seed++) {
            String text = new RandomBuffering(seed).next();
            Litmus litmus = Litmus.parse(text);
            BruteForce.Found expected;
            try {
                expected = BruteForce.everything(litmus, MODELS, mostCandidates);
            } catch (BruteForce.TooLarge e) {
                continue;
            }
            compared++;
            for (MemoryModel model : MODELS) {
                Set<String> actual = new HashSet<>();
                Result result = new Exploration(litmus::program).model(model).stopAtFirstViolation(false)
                        .onComplete(graph -> actual.add(BruteForce.canonical(graph, true))).run();
                String what = "seed " + seed + " under " + model.name() + ": " + text;
                assertThat(actual).as(what).isEqualTo(expected.executions().get(model.name()));
                assertThat(result.complete()).as(what + ": no duplicates").isEqualTo(actual.size());
                assertThat(!result.violations().isEmpty()).as(what + ": hangs")
                        .isEqualTo(expected.hangs().contains(model.name()));
                assertThat(result.notExhausted()).as(what).isNull();
            }
            Result without = new Exploration(litmus::program).stopAtFirstViolation(false).run();
            buffering += expected.executions().getOrDefault("java", Set.of()).size() > without.complete() ? 1 : 0;
        }
        return buffering;
    }

    @ParameterizedTest(name = "{0}: imm {3}, java {4}")
    @CsvSource(delimiter = '!',
            textBlock = """
                    both opaque                  ! R.rlx x a; W.rlx y 1 | R.rlx y b; W.rlx x 1 ! a=1 & b=1 ! true ! true
                    both plain                   ! R.pl x a; W.pl y 1 | R.pl y b; W.pl x 1 ! a=1 & b=1 ! true ! true
                    data on one side             ! R.rlx x a; W.rlx y 1 | R.rlx y b; W.rlx x b ! a=1 & b=1 ! true ! true
                    data on both sides           ! R.rlx x a; W.rlx y a | R.rlx y b; W.rlx x b ! a=1 & b=1 ! false ! false
                    a branch that does not matter ! R.pl x a; [a=1] W.pl y 1; [a<1] W.pl y 1 | R.pl y b; W.pl x b ! a=1 & b=1 ! false ! true
                    a branch that matters        ! R.pl x a; [a=1] W.pl y 1 | R.pl y b; W.pl x b ! a=1 & b=1 ! false ! false
                    an address                   ! R.rlx x a; W.rlx y/z@a 1 | R.rlx z b; W.rlx x b ! a=1 & b=1 ! false ! false
                    acquire on one side          ! R.acq x a; W.rlx y 1 | R.rlx y b; W.rlx x 1 ! a=1 & b=1 ! true ! true
                    acquire on both sides        ! R.acq x a; W.rlx y 1 | R.acq y b; W.rlx x 1 ! a=1 & b=1 ! false ! false
                    release on both sides        ! R.rlx x a; W.rel y 1 | R.rlx y b; W.rel x 1 ! a=1 & b=1 ! false ! false
                    a fence on both sides        ! R.rlx x a; F.sc; W.rlx y 1 | R.rlx y b; F.sc; W.rlx x 1 ! a=1 & b=1 ! false ! false
                    IRIW volatile                ! W.sc x 1 | W.sc y 1 | R.sc x a; R.sc y b | R.sc y c; R.sc x d ! a=1 & b=0 & c=1 & d=0 ! false ! false
                    two reads that are one       ! R.pl x a; R.pl x c; [c=1] W.pl z 1; [c=0] W.pl z 1; W.pl y 1 | R.pl y b; W.pl x b ! a=1 & b=1 ! false ! true
                    """)
    void allowsTheOutcome(String name, String program, String outcome, boolean imm, boolean java) {
        assertThat(isAllowed(program, outcome, "imm")).as("imm").isEqualTo(imm);
        assertThat(isAllowed(program, outcome, "java")).as("java").isEqualTo(java);
        assertThat(isAllowed(program, outcome, "rc11")).as("rc11").isFalse();
    }

    private static boolean isAllowed(String program, String outcome, String model) {
        Litmus litmus = Litmus.parse(program);
        Set<Map<String, Long>> outcomes = new HashSet<>();
        new Exploration(litmus::program).model(MemoryModel.named(model))
                .onComplete(graph -> outcomes.add(litmus.outcome(graph))).run();
        return outcomes.stream().anyMatch(found -> LitmusTest.matches(outcome, found));
    }
}
