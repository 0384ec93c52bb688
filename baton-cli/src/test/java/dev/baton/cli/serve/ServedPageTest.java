package dev.baton.cli.serve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.fail;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.By;
import org.openqa.selenium.OutputType;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;

/** The page of {@code baton serve} as a person uses it. */
class ServedPageTest {
    private static final Path BROWSER = Path.of("/usr/bin/chromium");
    private static final Path DRIVER = Path.of("/usr/bin/chromedriver");
    private static ChromeDriver browser;
    private static LocalServer server;

    @BeforeAll
    static void open() throws IOException {
        assumeTrue(Files.isExecutable(BROWSER) && Files.isExecutable(DRIVER),
                "SKIPPED: the page is tested in Chromium, and there is none (Debian: chromium, chromium-driver)");
        server = new LocalServer(0, 20, LocalServer.canConfine());
        ChromeOptions options = new ChromeOptions();
        options.setBinary(BROWSER.toFile());
        options.addArguments("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
                "--window-size=1500,950", "--force-device-scale-factor=1");
        browser = new ChromeDriver(
                new ChromeDriverService.Builder().usingDriverExecutable(DRIVER.toFile()).usingAnyFreePort().build(),
                options);
    }

    @AfterAll
    static void close() {
        if (browser != null) {
            browser.quit();
        }
        if (server != null) {
            server.close();
        }
    }

    private static void awaitState(String text) {
        for (int looks = 0; looks < 600; looks++) {
            if (browser.findElement(By.id("state")).getText().contains(text)) {
                return;
            }
            LockSupport.parkNanos(100_000_000L);
        }
        fail("the page says: " + browser.findElement(By.id("state")).getText());
    }

    @Test
    void exampleIsRunMendedAndShared() throws IOException {
        browser.get(server.address());
        browser.findElement(By.id("run")).click();
        awaitState("An execution breaks the check.");
        assertThat(browser.findElement(By.id("checks")).getText()).contains("LostUpdate.everyHitCounts", "violated");
        browser.switchTo().frame(browser.findElement(By.id("page")));
        for (int looks = 0; looks < 100 && browser.findElement(By.tagName("body")).getText().isEmpty(); looks++) {
            LockSupport.parkNanos(100_000_000L);
        }
        assertThat(browser.findElement(By.tagName("body")).getText()).contains("LostUpdate.java");
        browser.switchTo().defaultContent();
        String picture = System.getProperty("baton.picture"); // for a person who wants to look
        if (picture != null) {
            Files.write(Path.of(picture), browser.getScreenshotAs(OutputType.BYTES));
        }

        browser.executeScript("source.value = source.value.replace('volatile int hits', "
                + "'final java.util.concurrent.atomic.AtomicInteger hits = new java.util.concurrent.atomic.AtomicInteger()')"
                + ".replace('hits = hits + 1', 'hits.incrementAndGet()').replace('hits != 2', 'hits.get() != 2')");
        browser.findElement(By.id("run")).click();
        awaitState("Every execution was visited, and none is wrong.");

        browser.findElement(By.id("share")).click();
        awaitState("The program is in the address");
        String shared = browser.getCurrentUrl();
        browser.get("about:blank");
        browser.get(shared);
        assertThat((String) browser.executeScript("return source.value")).contains("hits.incrementAndGet()");
    }

    @Test
    void lockIsRelaxed() throws IOException {
        browser.get(server.address());
        browser.executeScript("source.value = EXAMPLES['A lock to relax']");
        browser.findElement(By.id("relax")).click();
        awaitState("Weaker modes that still verify: 2 of 2.");
        assertThat(browser.findElement(By.id("sites")).getText()).contains("SpinLock.java:9", "SpinLock.java:13",
                "release");
        assertThat(browser.findElement(By.id("message")).getText()).contains("+++ b/SpinLock.java",
                "+        held.setRelease(false);");

        browser.executeScript("source.value = EXAMPLES['A lost update']");
        browser.findElement(By.id("relax")).click();
        awaitState("The modes to start from do not verify under rc11.");
    }
}
