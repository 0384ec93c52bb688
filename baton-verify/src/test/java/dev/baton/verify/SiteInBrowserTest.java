package dev.baton.verify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.fail;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.SimpleFileServer;
import dev.baton.testing.HangLimit;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.By;
import org.openqa.selenium.Dimension;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;

/** The static site as a person uses it. */
@HangLimit(seconds = 180)
class SiteInBrowserTest {
    private static final Path SITE = House.current().root().resolve("site/target/site");
    private static final Path BROWSER = Path.of("/usr/bin/chromium");
    private static final Path DRIVER = Path.of("/usr/bin/chromedriver");
    private static HttpServer server;
    private static ChromeDriver browser;

    @BeforeAll
    static void open() {
        assumeTrue(Files.exists(SITE.resolve("index.html")), "SKIPPED: the site is not built");
        assumeTrue(Files.isExecutable(BROWSER) && Files.isExecutable(DRIVER), "SKIPPED: there is no Chromium");
        server = SimpleFileServer.createFileServer(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), SITE,
                SimpleFileServer.OutputLevel.NONE);
        server.start();
        ChromeOptions options = new ChromeOptions();
        options.setBinary(BROWSER.toFile());
        options.addArguments("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
                "--window-size=1400,900");
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
            server.stop(0);
        }
    }

    private static void visit(String page) {
        browser.get("http://127.0.0.1:" + server.getAddress().getPort() + page);
        await("the page " + page, () -> (boolean) browser
                .executeScript("return document.querySelector('#app')?.__vue_app__ !== undefined"));
    }

    private static void await(String what, BooleanSupplier condition) {
        for (int looks = 0; looks < 300; looks++) {
            if (condition.getAsBoolean()) {
                return;
            }
            LockSupport.parkNanos(50_000_000L);
        }
        fail("not seen: " + what);
    }

    @Test
    void searchFindsAPage() {
        visit("/index.html");
        browser.findElement(By.cssSelector(".DocSearch-Button")).click();
        await("the search box", () -> !browser.findElements(By.cssSelector(".VPLocalSearchBox input")).isEmpty());
        browser.findElement(By.cssSelector(".VPLocalSearchBox input")).sendKeys("lost wake-up");
        await("results", () -> !browser.findElements(By.cssSelector(".VPLocalSearchBox .result")).isEmpty());
    }

    @Test
    void themeCanBeSwitched() {
        visit("/docs/guide.html");
        boolean dark = isDark();
        browser.executeScript("document.querySelector('.VPSwitchAppearance').click()");
        await("the other theme", () -> isDark() != dark);
    }

    private static boolean isDark() {
        return (boolean) browser.executeScript("return document.documentElement.classList.contains('dark')");
    }

    @Test
    void pagesFitAPhone() throws IOException {
        browser.manage().window().setSize(new Dimension(500, 844));
        try {
            for (String page : new String[]{"/index.html", "/docs/benchmarks.html", "/docs/wild/index.html"}) {
                visit(page);
                long width = ((Number) browser.executeScript("return document.documentElement.scrollWidth"))
                        .longValue();
                long window = ((Number) browser.executeScript("return window.innerWidth")).longValue();
                assertThat(width).as(page).isLessThanOrEqualTo(window);
            }
        } finally {
            browser.manage().window().setSize(new Dimension(1400, 900));
        }
    }
}
