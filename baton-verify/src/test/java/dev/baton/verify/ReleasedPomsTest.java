package dev.baton.verify;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.parser.Parser;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The POMs have what Maven Central asks for, and the jars beside them are there. */
class ReleasedPomsTest {
    private static final House HOUSE = House.current();

    private static Document pom(Path file) throws IOException {
        return Jsoup.parse(Files.readString(file), Parser.xmlParser());
    }

    private static boolean isDeployed(Path module) {
        try {
            return !pom(module.resolve("pom.xml")).select("project > properties > maven\\.deploy\\.skip").text()
                    .equals("true");
        } catch (IOException failure) {
            throw new IllegalStateException(failure);
        }
    }

    static List<Path> modules() throws IOException {
        return pom(HOUSE.root().resolve("pom.xml")).select("project > modules > module").eachText().stream()
                .map(HOUSE.root()::resolve).filter(ReleasedPomsTest::isDeployed).toList();
    }

    @ParameterizedTest
    @MethodSource("modules")
    void saysWhatItIs(Path module) throws IOException {
        Document pom = pom(module.resolve("pom.xml"));
        for (String element : List.of("name", "description")) {
            assertThat(pom.select("project > " + element).text()).as(module + " " + element).isNotBlank();
        }
    }

    @Test
    void parentAndBillOfMaterialsSayWhereTheyComeFrom() throws IOException {
        for (String file : List.of("pom.xml", "baton-bom/pom.xml")) {
            Document pom = pom(HOUSE.root().resolve(file));
            for (String element : List.of("url", "licenses > license > url", "developers > developer > name",
                    "scm > connection", "scm > developerConnection", "scm > url", "properties > baton\\.address")) {
                assertThat(pom.select("project > " + element).text()).as(file + " " + element).isNotBlank();
            }
        }
        assertThat(pom(HOUSE.root().resolve("pom.xml")).select("project > properties > baton\\.address").text())
                .isEqualTo(pom(HOUSE.root().resolve("baton-bom/pom.xml"))
                        .select("project > properties > baton\\.address").text());
    }

    @ParameterizedTest
    @MethodSource("modules")
    void jarHasItsSourcesAndJavadoc(Path module) throws IOException {
        Path target = module.resolve("target");
        boolean released = Files.exists(HOUSE.root().resolve("target/bom.json"));
        if (!released || !Files.isDirectory(module.resolve("src/main/java"))) {
            return; // not built by the release profile, or nothing but a POM
        }
        try (Stream<Path> files = Files.list(target)) {
            List<String> names = files.map(each -> each.getFileName().toString()).toList();
            assertThat(names).anyMatch(each -> each.endsWith("-sources.jar"))
                    .anyMatch(each -> each.endsWith("-javadoc.jar"));
        }
    }
}
