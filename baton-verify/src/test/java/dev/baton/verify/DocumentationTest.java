package dev.baton.verify;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The pages lead somewhere: links resolve, and every decision can be found from the index. */
class DocumentationTest {
    private static final Pattern LINK = Pattern.compile("\\[[^\\]]*\\]\\(([^)#\\s]+)[^)]*\\)");
    private static final House HOUSE = House.current();

    @Test
    void everyLinkToAFileResolves() throws IOException {
        List<String> broken = new ArrayList<>();
        for (Path page : pages()) {
            Matcher links = LINK.matcher(Files.readString(page));
            while (links.find()) {
                String target = links.group(1);
                if (!target.contains(":") && !Files.exists(page.resolveSibling(target))) {
                    broken.add(HOUSE.root().relativize(page) + " -> " + target);
                }
            }
        }
        assertThat(pages()).isNotEmpty();
        assertThat(broken).isEmpty();
    }

    @Test
    void everyDecisionIsInTheIndex() throws IOException {
        String index = Files.readString(HOUSE.root().resolve("docs/README.md"));
        try (Stream<Path> decisions = Files.list(HOUSE.root().resolve("docs/adr"))) {
            assertThat(decisions.map(decision -> "(adr/" + decision.getFileName() + ")"))
                    .allSatisfy(link -> assertThat(index).contains(link));
        }
    }

    private static List<Path> pages() throws IOException {
        List<Path> pages = new ArrayList<>();
        try (Stream<Path> top = Files.list(HOUSE.root());
                Stream<Path> docs = Files.walk(HOUSE.root().resolve("docs"))) {
            Stream.concat(top, docs).filter(file -> file.toString().endsWith(".md")).forEach(pages::add);
        }
        return pages;
    }
}
