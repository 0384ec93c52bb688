package dev.baton.bench.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.bench.GoldenFile;
import dev.baton.bench.SampleReports;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HeadlineFileTest {
    private final List<Headline> headlines = SampleReports.mixed().headlines();

    @Test
    void hasOneObjectForEachCaseOfAGoal() throws IOException {
        GoldenFile.assertSame("result/headlines.json", HeadlineFile.write(headlines));
    }

    @Test
    void casesAreUnique() {
        assertThat(SampleReports.everySuite(false).headlines()).extracting(one -> one.suite() + " " + one.caseName())
                .doesNotHaveDuplicates();
    }

    @Test
    void isReadAsItWasWritten() {
        List<Headline> copy = HeadlineFile.read(HeadlineFile.write(headlines));
        assertThat(copy).extracting(Headline::caseName)
                .containsExactlyElementsOf(headlines.stream().map(Headline::caseName).toList());
        assertThat(copy.get(1).ratio().value()).isEqualTo(10);
    }

    @Test
    void failedContenderHasNoRatio() {
        Headline failed = new Headline("abort", "waiters=1000 \"all\"", 110.0, null, "Fair\\Lock", null);
        assertThat(HeadlineFile.read(HeadlineFile.write(List.of(failed)))).containsExactly(failed);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "{", "[1, 2", "[{\"suite\": \"x\"}]", "{\"suite\": 1}", "[nul]", "[\"\\u12\"]", "[] x"})
    void anythingElseIsRefusedWithAReason(String text) {
        assertThatThrownBy(() -> HeadlineFile.read(text)).isInstanceOf(IllegalArgumentException.class)
                .message().isNotBlank();
    }
}
