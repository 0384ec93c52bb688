package dev.baton.bench.result;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.bench.GoldenFile;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

class ComparisonTest {
    private final List<Headline> before = List.of(line("a", 2.0, 0.1), line("b", 2.0, 0.1), line("c", 2.0, 0.1),
            line("gone", 1.0, 0.1), new Headline("s", "hung", 1.0, null, "peer", null));
    private final List<Headline> after = List.of(line("a", 1.5, 0.1), line("b", 1.9, 0.1), line("c", 2.5, 0.1),
            line("new", 1.0, 0.1), line("hung", 3.0, 0.1));
    private final Comparison comparison = Comparison.of(before, after);

    private static Headline line(String name, double ratio, double error) {
        return new Headline("s", name, 100.0, 100.0 * ratio, "peer", new Ratio(ratio, error));
    }

    @Test
    void reportsOnlyWhatExceedsTheErrorsOfBoth() {
        assertThat(comparison.slower()).extracting(Comparison.Change::name).containsExactly("s: a");
        assertThat(comparison.faster()).extracting(Comparison.Change::name).containsExactly("s: c");
        assertThat(comparison.same()).isEqualTo(1);
    }

    @Test
    void saysWhatCouldNotBeCompared() {
        assertThat(comparison.onlyOld()).containsExactly("s: gone");
        assertThat(comparison.onlyNew()).containsExactly("s: new");
        assertThat(comparison.failed()).containsExactly("s: hung");
    }

    @Test
    void readsWell() throws IOException {
        GoldenFile.assertSame("result/comparison.txt", comparison.text());
    }

    @Test
    void sameFileHasNoChange() {
        assertThat(Comparison.of(after, after).text()).startsWith("Nothing got slower beyond its error.");
    }
}
