package dev.baton.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine.ParseResult;

/** The documentation shows no command that does not exist; {@link ExampleProjectTest} runs those of the example. */
class DocumentedCommandsTest {
    private static final Path ROOT = Path.of(System.getProperty("baton.root"));
    /** In a code block a line, in the text what stands between backticks. */
    private static final Pattern COMMAND = Pattern
            .compile("(?m)^(?:\\$ )?\\./baton\\b([^#\\n]*)|`\\./baton\\b([^`]*)`");

    record Documented(String file, List<String> arguments) {
        @Override
        public String toString() {
            return file + ": baton " + String.join(" ", arguments);
        }
    }

    static List<Documented> commands() throws IOException {
        List<Documented> found = new ArrayList<>();
        for (Path file : pages()) {
            Matcher matcher = COMMAND.matcher(Files.readString(file));
            while (matcher.find()) {
                String text = matcher.group(1) == null ? matcher.group(2) : matcher.group(1);
                found.add(new Documented(ROOT.relativize(file).toString(),
                        text.isBlank() ? List.of() : List.of(text.strip().split("\\s+", -1))));
            }
        }
        return found;
    }

    private static List<Path> pages() throws IOException {
        List<Path> pages = new ArrayList<>(List.of(ROOT.resolve("README.md"), ROOT.resolve("CONTRIBUTING.md"),
                ROOT.resolve("examples/README.md")));
        try (Stream<Path> docs = Files.walk(ROOT.resolve("docs"))) {
            docs.filter(each -> each.toString().endsWith(".md")).sorted().forEach(pages::add);
        }
        return pages;
    }

    @ParameterizedTest
    @MethodSource("commands")
    void parses(Documented command) {
        assertThatCode(() -> Main.commandLine().parseArgs(command.arguments().toArray(String[]::new)))
                .doesNotThrowAnyException();
    }

    @Test
    void everyCommandIsDocumented() throws IOException {
        List<String> shown = commands().stream().filter(each -> !each.arguments().isEmpty())
                .map(each -> each.arguments().getFirst()).distinct().toList();
        assertThat(shown).containsAll(Main.commandLine().getSubcommands().keySet());
    }

    @Test
    void suitesThatAreNamedExist() throws IOException {
        Shell list = Shell.run("bench", "--list");
        assertThat(list.code()).isZero();
        for (Documented command : commands()) {
            if (!command.arguments().isEmpty() && command.arguments().getFirst().equals("bench")) {
                ParseResult parsed = Main.commandLine().parseArgs(command.arguments().toArray(String[]::new));
                for (String suite : parsed.subcommand().matchedPositionals().stream()
                        .flatMap(each -> each.originalStringValues().stream()).distinct().toList()) {
                    assertThat(list.out()).as("%s", command)
                            .containsPattern("(?m)^\\s*" + Pattern.quote(suite) + "\\s");
                }
            }
        }
    }
}
