package dev.baton.report.picture;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The pictures beside the documentation are those that the program draws; {@code -Dgolden.update=true} draws them anew. */
class PicturesTest {
    private static final Path DOCS = Path.of(System.getProperty("baton.root"), "docs");

    static List<String> names() {
        return List.copyOf(FrameworkPictures.all().keySet());
    }

    @ParameterizedTest
    @MethodSource("names")
    void isWhatTheProgramDraws(String name) throws Exception {
        Path file = DOCS.resolve("img").resolve(name);
        String drawn = FrameworkPictures.all().get(name);
        if (Boolean.getBoolean("golden.update")) {
            Files.writeString(file, drawn);
        }
        assertThat(Files.readString(file)).isEqualTo(drawn);
        DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(file.toFile()); // is well-formed
    }

    @Test
    void chartOfReadmeIsWhatTheProgramDraws() throws Exception {
        String drawn = ReadmeChart.of(DOCS.resolve("img/readme-chart.csv"));
        Path file = DOCS.resolve("img/readme-chart.svg");
        if (Boolean.getBoolean("golden.update")) {
            Files.writeString(file, drawn);
        }
        assertThat(Files.readString(file)).isEqualTo(drawn);
        assertThat(Files.readString(DOCS.resolve("benchmarks.md"))).contains("(img/readme-chart.svg)");
    }

    @Test
    void everyPictureIsShown() throws Exception {
        String page = Files.readString(DOCS.resolve("how-the-framework-works.md"));
        assertThat(names()).allSatisfy(name -> assertThat(page).contains("(img/" + name + ")"));
    }
}
