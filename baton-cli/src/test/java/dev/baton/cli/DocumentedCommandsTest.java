package dev.baton.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine.ParseResult;

/**
 * Commands that README and documentation show do what they say. Each is run where a reader's project would be, cut short
 * where it takes minutes. Not run here: {@code check} without a target, which {@link CheckCommandTest} and the launcher's
 * test run; those of the example, which {@link ExampleProjectTest} runs; {@code bench} of more than one suite or of
 * suites that take minutes, whose names are looked up; Maven, inside which this test runs; and what needs it,
 * {@code check --with}, which {@link WildTest} runs with the same jars, as all commands of the pages in {@code docs/wild}.
 */
class DocumentedCommandsTest {
    private static final Path ROOT = Path.of(System.getProperty("baton.root"));
    /** In a code block a line, in the text what stands between backticks. */
    private static final Pattern COMMAND = Pattern
            .compile("(?m)^(?:\\$ )?\\./baton\\b([^#\\n]*)|`\\./baton\\b([^`]*)`");
    private static final Pattern MAVEN = Pattern.compile("(?m)^mvn\\b([^#\\n]*)|`mvn\\b([^`]*)`");
    private static final Pattern JAVA = Pattern.compile("java [^`\\n]*-cp 'baton-cli/target/lib/\\*' ([\\w.]+)");
    /** Suites that are quick with one short iteration. */
    private static final Set<String> SHORT_SUITES = Set.of("uncontended-semaphore", "footprint");

    @TempDir
    static Path project;

    record Documented(String file, List<String> arguments) {
        @Override
        public String toString() {
            return file + ": baton " + String.join(" ", arguments);
        }

        boolean is(String command) {
            return !arguments.isEmpty() && arguments.getFirst().equals(command);
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

    /** Each command once, those that are run. */
    static List<Documented> runnable() throws IOException {
        Map<List<String>, Documented> found = new LinkedHashMap<>();
        for (Documented command : commands()) {
            boolean example = command.file().startsWith("examples");
            boolean bareCheck = command.arguments().equals(List.of("check"));
            boolean wild = command.arguments().contains("--with")
                    || command.file().startsWith("docs" + File.separator + "wild");
            boolean clustered = command.arguments().contains("--cluster"); // the tests of baton-spark have a cluster
            if (!command.arguments().isEmpty() && !example && !bareCheck && !wild && !clustered) {
                found.putIfAbsent(command.arguments(), command);
            }
        }
        return List.copyOf(found.values());
    }

    static List<Path> pages() throws IOException {
        List<Path> pages = new ArrayList<>(List.of(ROOT.resolve("README.md"), ROOT.resolve("CONTRIBUTING.md"),
                ROOT.resolve("examples/README.md")));
        try (Stream<Path> docs = Files.walk(ROOT.resolve("docs"))) {
            docs.filter(each -> each.toString().endsWith(".md")).sorted().forEach(pages::add);
        }
        return pages;
    }

    @BeforeAll
    static void makeTheReadersProject() throws Exception {
        ReadersProject.in(project);
        ReadersProject.withExamples(project, ROOT.resolve("examples"));
    }

    @ParameterizedTest
    @MethodSource("commands")
    void parses(Documented command) {
        assertThatCode(() -> Main.commandLine().parseArgs(command.arguments().toArray(String[]::new)))
                .doesNotThrowAnyException();
    }

    @ParameterizedTest
    @MethodSource("runnable")
    void runs(Documented command) throws Exception {
        Forked run = Forked.of(project, List.of("--add-opens", "java.base/java.lang=ALL-UNNAMED"),
                "dev.baton.cli.Main", cutShort(command).toArray(String[]::new));
        assertThat(run.code()).as("%s%n%s", command, run.out()).isIn(0, 1);
        assertThat(run.out()).doesNotContain("baton: a fault").doesNotContain("\u001b[3");
        for (String option : List.of("--html", "--patch")) {
            int at = command.arguments().indexOf(option);
            if (at >= 0) {
                assertThat(project.resolve(command.arguments().get(at + 1))).isNotEmptyFile();
            }
        }
    }

    /** The arguments of a command, so that it takes seconds. */
    static List<String> cutShort(Documented command) {
        List<String> arguments = new ArrayList<>(command.arguments());
        if (command.is("demo")) {
            arguments.addAll(List.of("--seconds", "1", "--threads", "50", "--connections", "2"));
        } else if (command.is("serve")) {
            arguments.add("--help"); // it would go on until it is stopped
        } else if (command.is("bench") && !arguments.contains("--list")) {
            List<String> suites = suites(command);
            if (suites.isEmpty() || !SHORT_SUITES.contains(suites.getFirst())) {
                arguments.add("--list");
            } else {
                arguments = new ArrayList<>(List.of("bench", suites.getFirst(), "--quick", "--forks", "1",
                        "--iteration-ms", "1", "--force"));
            }
        }
        return arguments;
    }

    private static List<String> suites(Documented command) {
        ParseResult parsed = Main.commandLine().parseArgs(command.arguments().toArray(String[]::new));
        return parsed.subcommand().matchedPositionals().stream()
                .flatMap(each -> each.originalStringValues().stream()).distinct().toList();
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
            if (command.is("bench")) {
                for (String suite : suites(command)) {
                    assertThat(list.out()).as("%s", command)
                            .containsPattern("(?m)^\\s*" + Pattern.quote(suite) + "\\s");
                }
            }
        }
    }

    @Test
    void mavenCommandsNameWhatExists() throws IOException {
        String pom = Files.readString(ROOT.resolve("pom.xml")) + Files.readString(ROOT.resolve("baton-core/pom.xml"));
        for (Path page : pages()) {
            Matcher matcher = MAVEN.matcher(Files.readString(page));
            while (matcher.find()) {
                String text = matcher.group(1) == null ? matcher.group(2) : matcher.group(1);
                for (String word : text.strip().split("\\s+", -1)) {
                    if (word.startsWith("-P")) {
                        assertThat(pom).as(page + ": mvn" + text).contains("<id>" + word.substring(2) + "</id>");
                    } else if (word.startsWith("baton-")) {
                        for (String module : word.split(",", -1)) {
                            assertThat(pom).as(page + ": mvn" + text).contains("<module>" + module + "</module>");
                        }
                    } else if (word.startsWith("-Dtest=")) {
                        assertTestExists(word.substring("-Dtest=".length()).replace("'", ""));
                    }
                }
            }
        }
    }

    private static void assertTestExists(String test) throws IOException {
        String[] parts = test.split("#", -1);
        try (Stream<Path> files = Files.walk(ROOT)) {
            List<Path> found = files.filter(each -> each.endsWith(parts[0] + ".java")).toList();
            assertThat(found).as(test).isNotEmpty();
            if (parts.length > 1) {
                assertThat(Files.readString(found.getFirst())).contains("void " + parts[1] + "(");
            }
        }
    }

    @Test
    void programsOfTheJarsExist() throws IOException {
        for (Path page : pages()) {
            Matcher matcher = JAVA.matcher(Files.readString(page));
            while (matcher.find()) {
                assertThatCode(() -> Class.forName(matcher.group(1), false, getClass().getClassLoader()))
                        .as(page.toString()).doesNotThrowAnyException();
            }
        }
    }
}
