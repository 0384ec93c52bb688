package dev.baton.bench.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.bench.GoldenFile;
import dev.baton.bench.SampleReports;
import java.io.IOException;
import org.junit.jupiter.api.Test;

class PageTest {
    private final String page = Page.of(SampleReports.mixed());

    @Test
    void isTheGoldenOne() throws IOException {
        GoldenFile.assertSame("report/page.html", page);
    }

    @Test
    void saysFirstWhereBatonLoses() {
        assertThat(page.indexOf("Where Baton loses")).isPositive().isLessThan(page.indexOf("<h2>Goals"))
                .isLessThan(page.indexOf("<figure"));
        assertThat(page).contains("In 2 of 4 cases the best peer is faster");
    }

    @Test
    void needsNothingFromOutside() {
        assertThat(page).doesNotContain("http").doesNotContain("src=").doesNotContain("url(").doesNotContain("<script");
    }

    @Test
    void namesMachineAndCommandInEveryCaption() {
        assertThat(page.split("<figcaption>", -1)).hasSize(3).allSatisfy(part -> assertThat(part)
                .contains("Example 9000", "./baton bench lock abort"));
    }

    @Test
    void escapesNames() {
        assertThat(page).contains("Fair &lt;Lock&gt;").doesNotContain("Fair <Lock>");
    }
}
