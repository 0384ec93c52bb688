package dev.baton.bench.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.baton.bench.SampleReports;
import dev.baton.bench.result.Report;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.openqa.selenium.By;
import org.openqa.selenium.OutputType;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.logging.LogType;

/** The page in a real browser: Debian's Chromium and its driver. */
class PageInBrowserTest {
    private static final Path BROWSER = Path.of("/usr/bin/chromium");
    private static final Path DRIVER = Path.of("/usr/bin/chromedriver");
    private static final String HOSTILE = "</script><script>window.hacked=1</script><img src=x onerror=window.hacked=1>&\"'`";
    private static final int WIDE = 1400;
    private static final int PHONE = 400;

    private static ChromeDriver browser;

    @TempDir
    Path directory;

    @BeforeAll
    static void open() {
        assumeTrue(Files.isExecutable(BROWSER) && Files.isExecutable(DRIVER),
                "SKIPPED: the page is tested in Chromium, and there is none (Debian: chromium, chromium-driver)");
        ChromeOptions options = new ChromeOptions();
        options.setBinary(BROWSER.toFile());
        options.addArguments("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
                "--force-device-scale-factor=1");
        browser = new ChromeDriver(
                new ChromeDriverService.Builder().usingDriverExecutable(DRIVER.toFile()).usingAnyFreePort().build(),
                options);
    }

    @AfterAll
    static void close() {
        if (browser != null) {
            browser.quit();
        }
    }

    @BeforeEach
    void wideAndLight() {
        width(WIDE);
        scheme("light");
    }

    /** The window's inner width; a real window cannot be made as narrow as a phone. */
    private static void width(int pixels) {
        browser.executeCdpCommand("Emulation.setDeviceMetricsOverride",
                Map.of("width", pixels, "height", 900, "deviceScaleFactor", 1, "mobile", false));
    }

    private static void scheme(String name) {
        browser.executeCdpCommand("Emulation.setEmulatedMedia",
                Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", name))));
    }

    private void load(Report report) throws IOException {
        Path file = Files.writeString(directory.resolve("page.html"), Page.of(report));
        browser.get(file.toUri().toString());
        String shown = "return document.readyState === 'complete' && location.pathname === arguments[0]";
        for (int looks = 0; looks < 300; looks++) { // a driver has been seen to answer from the page before
            if (Boolean.TRUE.equals(browser.executeScript(shown, file.toUri().getRawPath()))) {
                return;
            }
            LockSupport.parkNanos(100_000_000L);
        }
        fail("the page was not shown");
    }

    /** From the first such element on; for a person to look at, where the property names a directory. */
    private static void keepScreenshot(String name, String element) throws IOException {
        browser.executeScript("document.querySelector(arguments[0]).scrollIntoView()", element);
        byte[] picture = browser.getScreenshotAs(OutputType.BYTES);
        assertThat(picture).isNotEmpty();
        String kept = System.getProperty("baton.screenshots");
        if (kept != null) {
            Files.createDirectories(Path.of(kept));
            Files.write(Path.of(kept, name + ".png"), picture);
        }
    }

    private static List<?> list(String script) {
        return (List<?>) browser.executeScript(script);
    }

    @Test
    void reportsNoErrorAndLoadsNothing() throws IOException {
        load(SampleReports.mixed());
        assertThat(browser.manage().logs().get(LogType.BROWSER).getAll()).isEmpty();
        assertThat(list("return performance.getEntriesByType('resource').map((one) => one.name)")).isEmpty();
    }

    @Test
    void nothingOfASuiteIsMarkup() throws IOException {
        load(SampleReports.naming(HOSTILE));
        assertThat(browser.executeScript("return window.hacked")).isNull();
        assertThat(browser.findElements(By.tagName("img"))).isEmpty();
        assertThat(browser.findElements(By.tagName("script"))).isEmpty();
        for (String part : List.of("h2[id]", "nav a", "figcaption", ".plot .title", ".plot .tick", ".legend span",
                "dd", "dt", ".warning p", "td", "li", "td.missed ~ td")) {
            assertThat(list("return [...document.querySelectorAll('" + part + "')].map((one) => one.textContent)"))
                    .as(part).anySatisfy(text -> assertThat(text.toString()).contains(HOSTILE));
        }
    }

    @Test
    void lossesComeFirstThenGoalsThenFigures() throws IOException {
        load(SampleReports.mixed());
        assertThat(browser.findElements(By.tagName("h2"))).extracting(WebElement::getText)
                .startsWith("At a glance", "Where Baton loses", "What did not finish", "Goals", "Lock", "Abort");
        assertThat(list("return [...document.querySelectorAll('h2')].map((one) => one.getBoundingClientRect().top)")
                .stream().map(top -> ((Number) top).doubleValue()).toList()).isSorted();
        assertThat(browser.findElement(By.cssSelector("table td")).getText()).isEqualTo("Lock");
        assertThat(browser.findElement(By.cssSelector("td.missed")).getText()).isEqualTo("missed");
        assertThat(browser.findElement(By.cssSelector("td.undecided")).getText()).isEqualTo("undecided");
    }

    @Test
    void everySuiteHasPlotsWithALegendAndACaption() throws IOException {
        Report report = SampleReports.everySuite(false);
        load(report);
        List<WebElement> figures = browser.findElements(By.tagName("figure"));
        assertThat(figures).hasSameSizeAs(report.suites());
        for (int index = 0; index < figures.size(); index++) {
            WebElement figure = figures.get(index);
            var suite = report.suites().get(index).suite();
            assertThat(figure.findElements(By.cssSelector("svg.plot"))).as(suite.name())
                    .hasSize((int) suite.cells().stream().map(suite::panel).distinct().count())
                    .allMatch(WebElement::isDisplayed);
            assertThat(figure.findElements(By.cssSelector(".legend span"))).hasSameSizeAs(suite.peers())
                    .extracting(span -> span.findElement(By.tagName("line")).getCssValue("stroke")).as(suite.name())
                    .doesNotHaveDuplicates();
            assertThat(figure.findElement(By.tagName("figcaption")).getText())
                    .contains(suite.source(), suite.operation());
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void labelsDoNotOverlapAndStayInTheirPlot(boolean quick) throws IOException {
        load(SampleReports.everySuite(quick));
        assertThat(
                list("""
                        const wrong = [];
                        for (const plot of document.querySelectorAll('svg.plot')) {
                          const frame = plot.getBoundingClientRect(), texts = [...plot.querySelectorAll('text')];
                          const name = (plot.closest('figure')?.previousElementSibling.id ?? 'overview') + ' ' + plot.getAttribute('aria-label') + ': ';
                          texts.forEach((a, i) => {
                            const one = a.getBoundingClientRect();
                            if (one.left < frame.left || one.right > frame.right || one.top < frame.top || one.bottom > frame.bottom)
                              wrong.push(name + a.textContent + ' leaves the plot');
                            texts.slice(i + 1).forEach((b) => {
                              const two = b.getBoundingClientRect();
                              if (one.left < two.right && two.left < one.right && one.top + 1 < two.bottom && two.top + 1 < one.bottom)
                                wrong.push(name + a.textContent + ' over ' + b.textContent);
                            });
                          });
                        }
                        return wrong;
                        """))
                .isEmpty();
        keepScreenshot(quick ? "lines-quick" : "lines-full", "#mutex + figure");
        keepScreenshot(quick ? "bars-quick" : "bars-full", "#transfer-unfair + figure");
    }

    @Test
    void pointsAndErrorBarsStayInTheFrame() throws IOException {
        load(SampleReports.everySuite(false));
        assertThat(
                list("""
                        const wrong = [];
                        for (const plot of document.querySelectorAll('figure svg.plot')) {
                          const frame = plot.querySelector('.frame').getBoundingClientRect();
                          for (const mark of plot.querySelectorAll('circle, .bar, .error')) {
                            const box = mark.getBoundingClientRect();
                            if (box.left < frame.left - 1 || box.right > frame.right + 1 || box.top < frame.top - 1 || box.bottom > frame.bottom + 1)
                              wrong.push(plot.getAttribute('aria-label') + ' ' + mark.outerHTML);
                          }
                        }
                        return wrong;
                        """))
                .isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"light", "dark"})
    void textAndLinesStandOutFromThePaper(String scheme) throws IOException {
        scheme(scheme);
        load(SampleReports.mixed());
        keepScreenshot(scheme, "body");
        keepScreenshot(scheme + "-plots", "figure");
        assertThat(
                list("""
                        const part = (c) => (c /= 255) <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
                        const light = (color) => { const [r, g, b] = color.match(/[\\d.]+/g).map(Number).map(part); return 0.2126 * r + 0.7152 * g + 0.0722 * b; };
                        const contrast = (a, b) => { const [x, y] = [light(a), light(b)].sort((p, q) => q - p); return (x + 0.05) / (y + 0.05); };
                        const paper = getComputedStyle(document.body).backgroundColor, wrong = [];
                        for (const one of document.querySelectorAll('h1, h2, p, dt, dd, th, td, a, figcaption, summary, .legend span, .plot text')) {
                          const style = getComputedStyle(one), color = one.closest('.plot') ? style.fill : style.color;
                          if (contrast(color, paper) < 4.5) wrong.push(one.tagName + ' ' + one.className.baseVal + ' ' + color);
                        }
                        for (const one of document.querySelectorAll('.plot polyline, .legend line')) {
                          if (contrast(getComputedStyle(one).stroke, paper) < 3) wrong.push(one.outerHTML);
                        }
                        return wrong;
                        """))
                .isEmpty();
        assertThat(browser.executeScript("return getComputedStyle(document.body).backgroundColor"))
                .isEqualTo(scheme.equals("light") ? "rgb(255, 255, 255)" : "rgb(18, 22, 31)");
    }

    @Test
    void narrowWindowShowsEverythingWithoutScrollingThePage() throws IOException {
        width(PHONE);
        for (Report report : List.of(SampleReports.everySuite(true), SampleReports.mixed(),
                SampleReports.naming(HOSTILE))) {
            load(report);
            assertThat(browser.executeScript("return document.documentElement.scrollWidth <= innerWidth"))
                    .isEqualTo(true);
            assertThat(list("""
                    return [...document.querySelectorAll('figure svg.plot')].map((one) => one.getBoundingClientRect())
                      .filter((box) => box.right > innerWidth || box.width < 300).map((box) => box.width);
                    """)).isEmpty();
        }
        load(SampleReports.everySuite(true));
        keepScreenshot("narrow", "figure");
    }

    @Test
    void linksLeadToTheirSuite() throws IOException {
        load(SampleReports.everySuite(true));
        assertThat(list("""
                return [...document.querySelectorAll('nav a')].map((one) => one.hash.slice(1))
                  .filter((id) => !document.getElementById(decodeURIComponent(id)));
                """)).isEmpty();
    }
}
