package dev.baton.check.explore;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.check.model.MemoryModel;
import dev.baton.testing.HangLimit;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The search finds exactly the executions that trying everything finds, on random programs under all models. */
final class RandomProgramTest {
    private static final List<MemoryModel> MODELS = List.of(MemoryModel.named("sc"), MemoryModel.named("tso"),
            MemoryModel.named("rc11"), MemoryModel.named("jam"));

    @Test
    void findsWhatTryingEverythingFinds() {
        compare(1, 400, 2_000);
    }

    @Test
    @Tag("deep")
    @HangLimit(seconds = 3600)
    void findsWhatTryingEverythingFindsOnThousandsOfPrograms() {
        compare(1_000_000, 10_000, 20_000);
    }

    private static void compare(long firstSeed, int programs, long mostCandidates) {
        int compared = 0;
        for (long seed = firstSeed; compared < programs; seed++) {
            String text = new RandomLitmus(seed).next();
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
                        .onComplete(graph -> actual.add(BruteForce.canonical(graph, !model.name().equals("jam"))))
                        .run();
                String what = "seed " + seed + " under " + model.name() + ": " + text;
                assertThat(actual).as(what).isEqualTo(expected.executions().get(model.name()));
                assertThat(result.complete()).as(what + ": no duplicates").isEqualTo(actual.size());
                assertThat(!result.violations().isEmpty()).as(what + ": hangs")
                        .isEqualTo(expected.hangs().contains(model.name()));
            }
        }
    }
}
