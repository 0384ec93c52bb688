package dev.baton.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.baton.check.explain.Counterexample;
import dev.baton.check.explain.Counterexample.Action;
import dev.baton.check.explain.Counterexample.Edge;
import dev.baton.check.explain.Counterexample.Edges;
import dev.baton.check.explain.Counterexample.Place;
import dev.baton.check.explain.Counterexample.Source;
import dev.baton.check.explain.Counterexample.Step;
import dev.baton.check.explain.SourcePath;
import dev.baton.check.explore.CallTable;
import dev.baton.check.explore.Violation;
import dev.baton.check.zoo.ReportedCaseStudies;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.By;
import org.openqa.selenium.Dimension;
import org.openqa.selenium.Keys;
import org.openqa.selenium.OutputType;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.interactions.Actions;

/** The page in a real browser: Debian's Chromium and its driver. */
class CounterexamplePageTest {
    private static final Path BROWSER = Path.of("/usr/bin/chromium");
    private static final Path DRIVER = Path.of("/usr/bin/chromedriver");
    private static final String HOSTILE = "</script><script>window.hacked=1</script><img src=x onerror=window.hacked=1>&\"'`";

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
                "--window-size=1400,900", "--force-device-scale-factor=1");
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

    private void load(Counterexample... shown) throws IOException {
        Path file = Files.writeString(Files.createTempFile(directory, "page", ".html"),
                CounterexamplePage.of("test", List.of(shown)));
        browser.get(file.toUri().toString());
        String complete = "return document.readyState === 'complete' && location.pathname === arguments[0]";
        for (int looks = 0; looks < 300; looks++) { // a driver has been seen to answer from the page before
            if (Boolean.TRUE.equals(browser.executeScript(complete, file.toUri().getRawPath()))) {
                return;
            }
            LockSupport.parkNanos(100_000_000L);
        }
        fail("the page was not shown");
    }

    private static Counterexample dpdk() {
        Path root = Path.of(System.getProperty("baton.root"));
        return ReportedCaseStudies.dpdkMcs().counterexamples("DPDK's MCS lock",
                new SourcePath(List.of(root.resolve("baton-check/src/test/java")), null)).getFirst();
    }

    private static long visible(String kind) {
        return browser.findElements(By.cssSelector("#edges > path." + kind)).stream()
                .filter(path -> !"none".equals(path.getCssValue("display"))).count();
    }

    private static String text(String id) {
        return browser.findElement(By.id(id)).getText();
    }

    @Test
    void showsTheExecutionItsReasonAndItsSource() throws IOException {
        load(dpdk());
        assertThat(browser.findElements(By.className("step"))).hasSize(14);
        assertThat(text("columns")).contains("main", "T1", "T2");
        assertThat(text("reason")).contains("may come before", "setRelease", "the whole check is verified");
        assertThat(text("source")).contains("class McsLock");
        assertThat(browser.findElement(By.cssSelector("#source .current")).getText()).contains("LOCKED.setRelease");
        keepScreenshot("light");
        browser.findElement(By.id("theme")).click();
        keepScreenshot("dark");
        browser.findElement(By.id("graph")).sendKeys("t");
        assertThat(browser.executeScript("return document.documentElement.dataset.theme")).isEqualTo("light");
    }

    @Test
    void nothingOverlapsAndEverythingFits() throws IOException {
        for (Counterexample each : List.of(dpdk(), made(60, "counter.value"), made(12, HOSTILE))) {
            load(each);
            assertThat((List<?>) browser.executeScript(
                    """
                            const box = (node) => node.getBoundingClientRect();
                            const steps = [...document.querySelectorAll('.step')], wrong = [];
                            steps.forEach((a, i) => {
                              const one = box(a), mode = a.querySelector('.mode');
                              if (mode && box(mode).right > one.right) wrong.push('mode out of ' + a.textContent);
                              steps.slice(i + 1).forEach((b) => {
                                const two = box(b);
                                if (one.left < two.right && two.left < one.right && one.top < two.bottom && two.top < one.bottom) wrong.push(a.textContent + ' over ' + b.textContent);
                              });
                            });
                            const graph = document.getElementById('graph');
                            if (graph.scrollWidth > graph.clientWidth) wrong.push('wider than the page');
                            return wrong;
                            """))
                    .isEmpty();
        }
    }

    @Test
    void noTwoEdgesRunOverEachOther() throws IOException {
        load(dpdk());
        assertThat((List<?>) browser.executeScript("""
                const parts = [...document.querySelectorAll('#edges > path:not(.po)')].map((line) => {
                  const d = line.getAttribute('d');
                  const [, x, from] = d.match(/Q[^ ]+ ([\\d.]+),([\\d.]+) V/), to = Number(d.match(/V([\\d.]+)/)[1]);
                  return { x: Number(x), top: Math.min(from, to), bottom: Math.max(from, to) };
                });
                const clashes = [];
                parts.forEach((a, i) => parts.slice(i + 1).forEach((b) => {
                  if (a.x === b.x && a.top < b.bottom && b.top < a.bottom) clashes.push([a, b]);
                }));
                return clashes;
                """)).isEmpty();
    }

    @Test
    void narrowWindowIsStillUsable() throws IOException {
        load(dpdk());
        Dimension before = browser.manage().window().getSize();
        try {
            browser.manage().window().setSize(new Dimension(700, 900));
            browser.findElement(By.id("graph")).sendKeys(Keys.HOME, Keys.ARROW_RIGHT);
            assertThat(text("position")).isEqualTo("step 1 of 14");
            assertThat(browser.executeScript("return document.documentElement.scrollWidth <= innerWidth"))
                    .isEqualTo(true);
        } finally {
            browser.manage().window().setSize(before);
        }
    }

    /** For a person to look at; kept beside the documentation when asked to. */
    private static void keepScreenshot(String name) throws IOException {
        byte[] picture = browser.getScreenshotAs(OutputType.BYTES);
        assertThat(picture).isNotEmpty();
        if (Boolean.getBoolean("golden.update")) {
            Path images = Path.of(System.getProperty("baton.root"), "docs/img");
            Files.createDirectories(images);
            Files.write(images.resolve("counterexample-" + name + ".png"), picture);
        }
    }

    @Test
    void edgesCanBeSwitchedByMouseAndByKey() throws IOException {
        load(dpdk());
        assertThat(visible("rf")).isPositive();
        browser.findElement(By.cssSelector("[data-edge=rf]")).click();
        assertThat(visible("rf")).isZero();
        assertThat(visible("hb")).isZero();
        browser.findElement(By.id("graph")).sendKeys("5");
        assertThat(visible("hb")).isPositive();
        assertThat(visible("fr")).isZero();
        browser.findElement(By.id("graph")).sendKeys("4");
        assertThat(visible("fr")).isPositive();
    }

    @Test
    void stepsGoForwardAndBackWithValues() throws IOException {
        load(dpdk());
        assertThat(text("position")).isEqualTo("step 14 of 14");
        assertThat(text("memory")).contains("Node#1.locked false \u2192 false (14) \u2192 true (9)");
        WebElement graph = browser.findElement(By.id("graph"));
        graph.sendKeys(Keys.HOME);
        assertThat(text("position")).isEqualTo("step 0 of 14");
        graph.sendKeys(Keys.ARROW_RIGHT, Keys.ARROW_RIGHT, Keys.ARROW_RIGHT, Keys.ARROW_RIGHT, Keys.ARROW_RIGHT);
        assertThat(text("position")).isEqualTo("step 5 of 14");
        assertThat(text("memory")).contains("Node#2.locked false \u2192 true (5)").doesNotContain("(14)");
        assertThat(browser.findElement(By.cssSelector(".step.current")).getDomProperty("textContent"))
                .contains("write Node#2.locked");
        browser.findElement(By.id("back")).click();
        assertThat(text("position")).isEqualTo("step 4 of 14");
    }

    @Test
    void hoverShowsSourceLineAndMode() throws IOException {
        load(dpdk());
        new Actions(browser).moveToElement(browser.findElements(By.className("step")).get(10)).perform();
        assertThat(text("tip")).contains("mode: opaque", "CaseStudies.java:", "Node.NEXT.setOpaque(before, node);");
    }

    @Test
    void nothingOfTheProgramIsMarkup() throws IOException {
        load(made(3, HOSTILE));
        assertThat(browser.executeScript("return window.hacked")).isNull();
        assertThat(browser.findElements(By.tagName("img"))).isEmpty();
        assertThat(text("check")).isEqualTo(HOSTILE);
        assertThat(browser.findElement(By.className("step")).getText()).contains("<img src=x");
        assertThat(text("source")).contains("</script><script>");
    }

    @Test
    void callsStandInOneColumnAThread() throws IOException {
        CallTable.Entry offered = new CallTable.Entry("offer(1)", "true", true);
        load(made(6, "field", new CallTable(List.of(offered),
                List.of(List.of(new CallTable.Entry("take()", null, true),
                        new CallTable.Entry("take()", null, false)), List.of(offered)),
                List.of(new CallTable.Entry("poll()", HOSTILE, true)), List.of("take() may return 1."))));
        assertThat(text("calls").lines()).containsExactly("first: offer(1) \u2192 true", "T1 T2",
                "take() waits for ever offer(1) \u2192 true", "take() (not begun)",
                "at last: poll() \u2192 " + HOSTILE, "take() may return 1.");
        assertThat(browser.executeScript("return window.hacked")).isNull();
        assertThat(browser.findElement(By.id("stack")).isDisplayed()).isFalse();
        keepScreenshot("calls");
        load(made(6, "field"));
        assertThat(browser.findElement(By.id("calls")).isDisplayed()).isFalse();
        assertThat(browser.findElement(By.id("stack")).isDisplayed()).isTrue();
    }

    @Test
    void thousandEventsAreReadable() throws IOException {
        load(made(1000, "field"));
        assertThat(browser.findElements(By.className("step"))).hasSize(1000);
        assertThat(browser.findElement(By.id("near")).isSelected()).isTrue();
        assertThat(visible("rf")).isLessThan(5);
        assertThat(text("memory")).contains("more)").hasSizeLessThan(300);
        keepScreenshot("1000-events");
        browser.findElement(By.id("graph")).sendKeys(Keys.ARROW_LEFT);
        assertThat(text("position")).isEqualTo("step 999 of 1000");
        WebElement current = browser.findElement(By.cssSelector(".step.current"));
        assertThat(browser.executeScript(
                "const a = arguments[0].getBoundingClientRect(), b = document.getElementById('graph').getBoundingClientRect();"
                        + "return a.top >= b.top && a.bottom <= b.bottom",
                current)).isEqualTo(true);
    }

    @Test
    void callsIntoLibrariesAreOneRowUntilOpened() throws IOException {
        load(ReportedCaseStudies.lostSignal().counterexamples("hand-over", SourcePath.none()).getFirst());
        List<WebElement> closed = browser.findElements(By.cssSelector(".step.closed"));
        int before = browser.findElements(By.className("step")).size();
        assertThat(closed).isNotEmpty();
        assertThat(closed.getFirst().getText()).contains("ReentrantLock.lock (2 steps)");
        closed.getFirst().click();
        assertThat(browser.findElements(By.cssSelector(".step.closed"))).hasSize(closed.size() - 1);
        assertThat(browser.findElements(By.className("step")).size()).isGreaterThan(before);
        browser.findElement(By.id("full")).click();
        assertThat(browser.findElements(By.cssSelector(".step.closed"))).isEmpty();
        browser.findElement(By.id("graph")).sendKeys("7");
        assertThat(browser.findElements(By.cssSelector(".step.closed"))).isNotEmpty();
    }

    @Test
    void pageWithoutViolationSaysSo() throws IOException {
        load();
        assertThat(text("headline")).isEqualTo("No violation was found.");
    }

    /** An invented execution of some length in which every string is the given one. */
    private static Counterexample made(int size, String text) {
        return made(size, text, null);
    }

    private static Counterexample made(int size, String text, @Nullable CallTable calls) {
        List<Step> steps = new ArrayList<>();
        List<Edge> edges = new ArrayList<>();
        List<Integer> writes = new ArrayList<>();
        for (int number = 1; number <= size; number++) {
            boolean write = number % 2 == 1;
            steps.add(new Step(number, number % 3, write ? Action.WRITE : Action.READ, 0, "",
                    text, write ? "release" : "acquire",
                    write ? -1 : number - 1, 0, 0, text, 1, text, "", "", false));
            if (write) {
                writes.add(number);
            } else {
                edges.add(new Edge(number - 1, number));
            }
        }
        return new Counterexample(text, "rc11", Violation.Kind.ASSERTION, text, List.of(text),
                calls, List.of(text, text, text), steps,
                List.of(new Place(text, text, writes)), new Edges(edges, List.of(), List.of(), edges),
                List.of(new Counterexample.Output(1, 0, text)), List.of(text),
                List.of(text), List.of(text), List.of(new Source(text, "", List.of(text))), List.of(text),
                List.of(new Counterexample.Where(text, text, Counterexample.Answer.YES)));
    }
}
