package dev.baton.check.explore;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.check.model.JamTwice;
import java.util.SplittableRandom;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the search keeps of a growing graph under jam gives the answers of matrices that are computed anew. */
final class JamStepTest {
    @Test
    void answersAreThoseOfMatrices() {
        compare(70_000, 1_500);
    }

    @Test
    @Tag("deep")
    void answersAreThoseOfMatricesOnThousandsOfPrograms() {
        compare(7_000_000, 30_000);
    }

    /** Programs in which an order of pushes shows only through a revisited read, a thread, or an acquiring read. */
    @ParameterizedTest
    @ValueSource(strings = {
            "R.sc x a; R.sc y b | R.sc y c; R.sc x d | W.sc x 2 | W.sc y 1 | R.rlx u q; W.sc x 1",
            "W.sc x 1; W.sc u 1; W.rlx y 1 | W.sc y 2; R.sc x b",
            "W.sc x 1; R.sc u c; R.rlx y a | W.sc y 1; R.sc x b"})
    void pushesAreFollowedFromRevisitsAlongThreadsAndThroughAcquiringReads(String program) {
        JamTwice jam = new JamTwice();
        new Exploration(Litmus.parse(program)::program).model(jam).run();
        assertThat(jam.impossible).isPositive();
    }

    /** Pushes, on which orders have to agree, are between volatile accesses. */
    private static String mostlyVolatile(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        return Pattern.compile("\\b(W|R|FAA|XCHG|CAS)\\.\\w+").matcher(new RandomLitmus(seed).next())
                .replaceAll(operation -> random.nextInt(4) == 0 ? operation.group() : operation.group(1) + ".sc");
    }

    private static void compare(long firstSeed, int programs) {
        JamTwice jam = new JamTwice();
        for (long seed = firstSeed; seed < firstSeed + programs; seed++) {
            String program = seed % 2 == 0 ? new RandomLitmus(seed).next() : mostlyVolatile(seed);
            try {
                new Exploration(Litmus.parse(program)::program).model(jam).stopAtFirstViolation(false)
                        .maxExecutions(2_000).run();
            } catch (AssertionError e) {
                throw new AssertionError("seed " + seed + ": " + program, e);
            }
        }
        assertThat(jam.possible).isGreaterThan(1_000);
        assertThat(jam.impossible).isGreaterThan(1_000);
        assertThat(jam.least).isGreaterThan(1_000);
        assertThat(jam.notLeast).isGreaterThan(100);
        assertThat(jam.witnesses).isGreaterThan(1_000);
        assertThat(jam.noWitnesses).isPositive();
    }
}
