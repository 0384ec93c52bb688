package dev.baton.verify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The static site that the release profile has built: whole, closed in itself, and without a link that leads nowhere. */
class SiteTest {
    private static final Path SITE = House.current().root().resolve("site/target/site");
    private static final Map<Path, Set<String>> ANCHORS = new HashMap<>();
    private static final Map<Path, List<String>> LINKS = new HashMap<>();
    private static final List<String> FETCHED = new ArrayList<>();

    @BeforeAll
    static void readPages() throws IOException {
        assumeTrue(Files.exists(SITE.resolve("index.html")),
                "SKIPPED: the site is not built (mvn -Prelease package makes it, where there is npm)");
        for (Path page : files(".html")) {
            Document document = Jsoup.parse(page);
            Set<String> anchors = new HashSet<>();
            document.select("[id]").forEach(each -> anchors.add(each.id()));
            document.select("a[name]").forEach(each -> anchors.add(each.attr("name")));
            ANCHORS.put(page, anchors);
            LINKS.put(page, document.select("[href]").eachAttr("href"));
            for (Element each : document
                    .select("script[src], img[src], link[rel=stylesheet], link[rel=modulepreload]")) {
                FETCHED.add(each.hasAttr("src") ? each.attr("src") : each.attr("href"));
            }
        }
    }

    @Test
    void everyLinkResolves() throws IOException {
        List<String> broken = new ArrayList<>();
        for (Map.Entry<Path, List<String>> page : LINKS.entrySet()) {
            for (String link : page.getValue()) {
                // The JDK's help page of the Javadoc lacks an anchor that its own pages name.
                if (!link.matches("^[a-z]+:.*|//.*|help-doc\\.html#.*") && !leadsSomewhere(page.getKey(), link)) {
                    broken.add(SITE.relativize(page.getKey()) + " -> " + link);
                }
            }
        }
        assertThat(LINKS).hasSizeGreaterThan(200);
        assertThat(broken).isEmpty();
    }

    private static boolean leadsSomewhere(Path page, String link) {
        String address = URLDecoder.decode(link.replace("+", "%2B"), StandardCharsets.UTF_8);
        int hash = address.indexOf('#');
        String anchor = hash < 0 ? "" : address.substring(hash + 1);
        String path = (hash < 0 ? address : address.substring(0, hash)).replaceAll("\\?.*", "");
        Path target = path.isEmpty()
                ? page
                : (path.startsWith("/") ? SITE.resolve(path.substring(1)) : page.resolveSibling(path)).normalize();
        Path file = Files.isDirectory(target) ? target.resolve("index.html") : target;
        return Files.exists(file)
                && (anchor.isEmpty() || !ANCHORS.containsKey(file) || ANCHORS.get(file).contains(anchor));
    }

    @Test
    void noPageFetchesFromElsewhere() {
        assertThat(FETCHED).isNotEmpty().noneMatch(each -> each.matches("(?s)^(?!data:)[a-z]+:.*|//.*"));
    }

    @Test
    void everyPageOfTheDocumentationIsInIt() throws IOException {
        Path docs = House.current().root().resolve("docs");
        try (Stream<Path> pages = Files.walk(docs)) {
            assertThat(pages.filter(each -> each.toString().endsWith(".md"))
                    .map(each -> docs.relativize(each).toString().replaceAll("README\\.md$", "index.md")
                            .replaceAll("\\.md$", ".html")))
                    .allSatisfy(page -> assertThat(SITE.resolve("docs").resolve(page)).exists());
        }
    }

    @Test
    void holdsTheJavadocAndAnIndexToSearch() throws IOException {
        assertThat(SITE.resolve("api/core/dev.baton.core/dev/baton/Semaphore.html")).exists();
        assertThat(SITE.resolve("api/check/dev.baton.check/dev/baton/check/api/Scenario.html")).exists();
        assertThat(files(".js").stream().filter(each -> each.toString().contains("localSearchIndex"))).singleElement()
                .satisfies(index -> assertThat(index).content().contains("getting-started"));
    }

    private static List<Path> files(String ending) throws IOException {
        try (Stream<Path> files = Files.walk(SITE)) {
            return files.filter(each -> each.toString().endsWith(ending)).toList();
        }
    }
}
