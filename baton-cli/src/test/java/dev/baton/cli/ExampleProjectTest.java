package dev.baton.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The project in {@code examples}, beyond what the build does with it anyway: without the flag, with its mistake not
 * expected, and through the commands that its page shows.
 */
class ExampleProjectTest {
    /** Files that their own build tests, with databases that are not here. */
    private static final Predicate<String> NEEDS_DATABASE = Pattern
            .compile("(DataSource|Postgres|LeasedConnection)\\w*\\.java").asPredicate();
    private static final Path EXAMPLE = Path.of(System.getProperty("baton.root"), "examples");
    private static final String CLASS_PATH = System.getProperty("surefire.test.class.path",
            System.getProperty("java.class.path"));
    private static final List<String> FLAG = List.of("--add-opens", "java.base/java.lang=ALL-UNNAMED");

    @TempDir
    Path directory;
    private Path sources;
    private Path classes;
    private Path testClasses;

    @BeforeEach
    void copySources() throws IOException {
        sources = directory.resolve("src");
        classes = Files.createDirectories(directory.resolve("target/classes"));
        testClasses = Files.createDirectories(directory.resolve("target/test-classes"));
        try (Stream<Path> files = Files.walk(EXAMPLE.resolve("src"))) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Path copy = sources.resolve(EXAMPLE.resolve("src").relativize(file));
                Files.createDirectories(copy.getParent());
                Files.copy(file, copy);
            }
        }
    }

    @Test
    void testsPassWithTheFlag() throws Exception {
        compile();
        Run run = runTests(FLAG);
        assertThat(run.out()).contains("8 tests successful", "0 tests failed");
        assertThat(run.code()).isZero();
    }

    @Test
    void withoutTheFlagTheErrorNamesIt() throws Exception {
        compile();
        Run run = runTests(List.of());
        assertThat(run.code()).isEqualTo(1);
        assertThat(run.out()).contains("6 tests failed", "--add-opens java.base/java.lang=ALL-UNNAMED", "<argLine>");
    }

    @Test
    void withoutTheFlagTheCommandLineSaysSoInOneSentence() throws Exception {
        compile();
        Run run = fork(List.of(), CLASS_PATH, "dev.baton.cli.Main", "check", testClasses.toString(), "--classpath",
                classes.toString());
        assertThat(run.code()).isEqualTo(2);
        assertThat(run.out()).contains("--add-opens java.base/java.lang=ALL-UNNAMED").doesNotContain("\tat ");
    }

    @Test
    void mistakeThatIsNotExpectedFailsTheTestAndShowsTheExecution() throws Exception {
        Path test = sources.resolve("test/java/com/example/LazySettingsTest.java");
        Files.writeString(test, Files.readString(test).replace("@ModelCheck(expectViolation = true)", "@ModelCheck"));
        compile();
        Path reports = directory.resolve("reports");
        Run run = runTests(
                Stream.concat(FLAG.stream(), Stream.of("-Dbaton.report=" + reports)).toList());
        assertThat(run.code()).isEqualTo(1);
        assertThat(run.out()).contains("1 tests failed", "expected: <8080> but was: <0>", "LazySettings.java");

        // The reason that the command line gives, and the execution once.
        String why = "Declaring `settings` volatile would forbid this execution";
        assertThat(Shell.run("check", "com.example.LazySettingsTest", "--classpath", classes + ":" + testClasses).out())
                .contains(why);
        assertThat(run.out()).containsOnlyOnce(why);
        assertThat(run.out().lines().filter(each -> each.contains("write LazySettings#1.settings"))).hasSize(1);

        String name = "com.example.LazySettingsTest.everybodySeesThePort-rc11";
        assertThat(reports.resolve(name + ".html")).content().contains("LazySettings.java", why);
        assertThat(new ObjectMapper().readTree(reports.resolve(name + ".json").toFile())
                .at("/counterexamples/0/sources/0/lines").size()).isPositive();
    }

    @Test
    void reportWithoutAReporterSaysWhatIsMissing() throws Exception {
        Path test = sources.resolve("test/java/com/example/LazySettingsTest.java");
        Files.writeString(test, Files.readString(test).replace("@ModelCheck(expectViolation = true)", "@ModelCheck"));
        compile();
        String without = Stream.of(CLASS_PATH.split(File.pathSeparator)).filter(each -> !each.contains("baton-report"))
                .collect(Collectors.joining(File.pathSeparator));
        Run run = fork(Stream.concat(FLAG.stream(), Stream.of("-Dbaton.report=" + directory.resolve("r"))).toList(),
                String.join(File.pathSeparator, classes.toString(), testClasses.toString(), without),
                "dev.baton.cli.JUnitRun", testClasses.toString());
        assertThat(run.out()).contains("-Dbaton.report needs the artifact dev.baton:baton-report");
    }

    @Test
    void volatileCuresTheMistake() throws Exception {
        Path settings = sources.resolve("main/java/com/example/LazySettings.java");
        Files.writeString(settings,
                Files.readString(settings).replace("private Settings settings", "private volatile Settings settings"));
        compile();
        assertThat(runTests(FLAG).out()).contains("expected a violation, but: VERIFIED");
    }

    @Test
    void commandsOfItsPageRun() throws Exception {
        compile();
        int ran = 0;
        for (DocumentedCommandsTest.Documented command : DocumentedCommandsTest.commands()) {
            if (command.file().startsWith("examples")) {
                Shell shell = Shell.run(command.arguments().stream().map(this::placed).toArray(String[]::new));
                assertThat(shell.err()).isEmpty();
                assertThat(shell.code()).as("%s%n%s", command, shell.out()).isZero();
                ran++;
            }
        }
        assertThat(ran).isEqualTo(2);
        assertThat(directory.resolve("counterexample.html")).content().contains("LazySettings.java");
        assertThat(directory.resolve("relax.patch")).content().contains("TicketLock.java");
    }

    @Test
    void traceOfReadmeIsWhatTheCheckShows() throws Exception {
        compile();
        Shell shell = Shell.run("check", "com.example.McsLockTest", "--classpath", classes + ":" + testClasses,
                "--source", sources.resolve("main/java").toString());
        List<String> shown = shell.out().lines().map(String::strip).toList();
        String readme = Files.readString(EXAMPLE.resolveSibling("README.md"));
        int begin = readme.indexOf("T1 waits for ever");
        List<String> promised = readme.substring(begin, readme.indexOf("```", begin)).lines().map(String::strip)
                .toList();
        assertThat(promised).hasSizeBetween(6, 8);
        assertThat(shown).containsSubsequence(promised);
        assertThat(shell.out()).contains("`setRelease` instead of `setOpaque` at McsLock.java:21");
    }

    /** An argument of the page, which is written for the root of the source tree, for the copy. */
    private String placed(String argument) {
        return argument.endsWith(".html") || argument.endsWith(".patch")
                ? directory.resolve(argument).toString()
                : argument.replace("examples/", directory + File.separator).replace("baton-core/",
                        EXAMPLE.resolveSibling("baton-core") + File.separator);
    }

    private Run runTests(List<String> flags) throws IOException, InterruptedException {
        return fork(flags, String.join(File.pathSeparator, classes.toString(), testClasses.toString(), CLASS_PATH),
                "dev.baton.cli.JUnitRun", testClasses.toString());
    }

    private static Run fork(List<String> flags, String classPath, String... mainAndArguments)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(Path.of(System.getProperty("java.home"), "bin/java").toString(),
                "-XX:TieredStopAtLevel=1"));
        command.addAll(flags);
        command.addAll(List.of("-cp", classPath));
        command.addAll(List.of(mainAndArguments));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Run(process.waitFor(), out);
    }

    private record Run(int code, String out) {}

    private void compile() throws IOException {
        compile("main/java", classes, CLASS_PATH);
        compile("test/java", testClasses, classes + File.pathSeparator + CLASS_PATH);
    }

    private void compile(String from, Path to, String classPath) throws IOException {
        List<String> arguments = new ArrayList<>(
                List.of("-d", to.toString(), "-cp", classPath, "-proc:none", "-Xlint:all", "-Werror"));
        try (Stream<Path> files = Files.walk(sources.resolve(from))) {
            files.map(Path::toString).filter(each -> each.endsWith(".java")).filter(each -> !NEEDS_DATABASE.test(each))
                    .forEach(arguments::add);
        }
        assertThat(ToolProvider.getSystemJavaCompiler().run(null, null, null, arguments.toArray(String[]::new)))
                .isZero();
    }
}
