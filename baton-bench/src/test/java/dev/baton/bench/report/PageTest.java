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
    void namesMachineAndCommandOnce() {
        assertThat(page).containsOnlyOnce("Example 9000").containsOnlyOnce("./baton bench lock abort");
        assertThat(page.split("<figcaption>", -1)).hasSize(3);
    }

    @Test
    void beginsWithEveryCaseInOneChart() {
        String chart = page.substring(page.indexOf("class=\"plot overview\""), page.indexOf("Where Baton loses"));
        assertThat(chart.split("<circle ", -1)).hasSize(5);
        assertThat(chart.split("class=\"missed\"", -1)).hasSize(3);
    }

    @Test
    void explainsWhatItsCasesAreCalled() {
        assertThat(page).contains("before=100", "cqs-2023 is", "logarithmic");
    }

    @Test
    void escapesNames() {
        assertThat(page).contains("Fair &lt;Lock&gt;").doesNotContain("Fair <Lock>");
    }
}
