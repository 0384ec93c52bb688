package dev.baton.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The pages of {@code docs/wild} say what the checker says: each command is run, with the very jars of Maven Central, which the
 * build has copied, and ends with the verdict that stands behind it. Commands that take longer than a few seconds by their
 * page run with the deep tests.
 */
class WildTest {
    private static final Path ROOT = Path.of(System.getProperty("baton.root"));
    private static final Path JARS = ROOT.resolve("baton-cli/target/published-jars");
    private static final Pattern COMMAND = Pattern
            .compile(
                    "(?m)^\\./baton (check docs/wild/[^#\\n]*?) +# (violated|verified|not exhausted) in ([0-9.]+) s((?:, \\w+: \\w+)*)$");
    private static final Pattern ANSWER = Pattern.compile(", (\\w+): (\\w+)");
    private static final Pattern NAMED = Pattern.compile("docs/wild/(\\w+\\.java)");
    private static final Pattern CODE = Pattern.compile("(?s)```java\\n(.*?)```");
    private static final double QUICK_SECONDS = 4;

    /** @param where the answers of {@code --hardware} that the page tells, such as {@code , x86: no} */
    record Told(String page, List<String> arguments, String verdict, double seconds, String where) {
        /** What a page says of the JDK's own classes, it says of JDK 25. */
        boolean isOfThisJdk() {
            return arguments.contains("--with") || Runtime.version().feature() == 25;
        }

        /** The jars of what verifies are there in deep runs only. */
        boolean isQuick() {
            return seconds <= QUICK_SECONDS && !page.equals("verified.md");
        }

        @Override
        public String toString() {
            return page + ": " + String.join(" ", arguments) + " is " + verdict;
        }
    }

    static List<Path> pages() throws IOException {
        try (Stream<Path> files = Files.list(ROOT.resolve("docs/wild"))) {
            return files.filter(each -> each.toString().endsWith(".md")).sorted().toList();
        }
    }

    private static List<Told> told() throws IOException {
        List<Told> found = new ArrayList<>();
        for (Path page : pages()) {
            Matcher matcher = COMMAND.matcher(Files.readString(page));
            while (matcher.find()) {
                found.add(new Told(page.getFileName().toString(), List.of(matcher.group(1).strip().split("\\s+", -1)),
                        matcher.group(2), Double.parseDouble(matcher.group(3)), matcher.group(4)));
            }
        }
        return found;
    }

    static List<Told> quick() throws IOException {
        return told().stream().filter(each -> each.isQuick() && each.isOfThisJdk()).toList();
    }

    static List<Told> slow() throws IOException {
        return told().stream().filter(each -> !each.isQuick() && each.isOfThisJdk()).toList();
    }

    @ParameterizedTest
    @MethodSource("quick")
    void saysWhatIsThere(Told told) {
        run(told);
    }

    @ParameterizedTest(allowZeroInvocations = true)
    @MethodSource("slow")
    @Tag("deep")
    void saysWhatIsThereInAMinute(Told told) {
        run(told);
    }

    private static void run(Told told) {
        List<String> arguments = new ArrayList<>();
        List<String> path = new ArrayList<>();
        for (int i = 0; i < told.arguments().size(); i++) {
            String argument = told.arguments().get(i);
            if (argument.equals("--with")) {
                path.add(jar(told.arguments().get(++i)));
            } else {
                arguments.add(argument.endsWith(".java") ? ROOT.resolve(argument).toString() : argument);
            }
        }
        if (!path.isEmpty()) {
            arguments.addAll(List.of("--classpath", String.join(File.pathSeparator, path)));
        }
        arguments.add("--json");
        Shell shell = Shell.run(arguments.toArray(String[]::new));
        List<String> verdicts = Pattern.compile("\"verdict\":\\s*\"(\\w+)\"").matcher(shell.out()).results()
                .map(each -> each.group(1)).distinct().toList();
        assertThat(verdicts).as("%s%n%s%s", told, shell.out(), shell.err())
                .containsExactly(told.verdict().replace(' ', '_'));
        Matcher answer = ANSWER.matcher(told.where());
        while (answer.find()) {
            assertThat(shell.out()).as("%s", told).containsPattern("\"machine\": \"" + answer.group(1)
                    + "\",\\s*\"model\": \"\\w+\",\\s*\"answer\": \"" + answer.group(2) + "\"");
        }
    }

    private static String jar(String coordinates) {
        Coordinates wanted = Coordinates.of(coordinates);
        Path jar = JARS.resolve(wanted.artifact() + "-" + wanted.version() + ".jar");
        assertThat(jar).as("the pom copies %s", coordinates).isRegularFile();
        return jar.toString();
    }

    /** A page that shows another check than the one that is run would prove nothing. */
    @Test
    void pagesShowTheChecksThatAreRun() throws IOException {
        for (Path page : pages()) {
            String text = Files.readString(page);
            List<String> shown = CODE.matcher(text).results().map(each -> each.group(1)).toList();
            for (String named : NAMED.matcher(text).results().map(each -> each.group(1)).distinct().toList()) {
                assertThat(shown).as("%s shows %s", page, named).contains(Files.readString(page.resolveSibling(named)));
            }
        }
        assertThat(told()).hasSizeGreaterThan(1);
    }

    @Test
    void everyPageIsInTheTable() throws IOException {
        String table = Files.readString(ROOT.resolve("docs/wild/README.md"));
        assertThat(pages().stream().map(each -> each.getFileName().toString())
                .filter(each -> !each.equals("README.md") && !table.contains("(" + each + ")"))
                .collect(Collectors.toList())).isEmpty();
    }
}
