package dev.baton.cli;

import dev.baton.check.api.Checker;
import dev.baton.check.program.UserClasses;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.CodeSource;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/**
 * A directory that remembers which checks came to what they want, by everything that their verdict depends on: the bytes of
 * the classes that they can reach, the options, the model, the JDK and the checker itself. A verdict that is not as wanted
 * is never remembered, because its reader wants to see it again.
 */
final class VerdictCache {
    /** Options that no verdict depends on, or whose content is part of the bytes. A limit that was not met changes nothing. */
    private static final List<String> WITHOUT_EFFECT = List.of("--json", "--html", "--junit-xml", "--sarif", "--github",
            "--cache", "--threads", "--seconds", "--max-executions", "--classpath", "--with", "--source", "--steps",
            "--verbose");

    @Option(names = "--cache", paramLabel = "DIR",
            description = "Remember verdicts in this directory, and explore a check again only if something that it depends "
                    + "on has changed.")
    private @Nullable Path directory;

    private @Nullable ProgramDigest program;
    private String always = "";

    @SuppressWarnings("NullAway.Init") // picocli sets the fields
    VerdictCache() {}

    /** Gets ready to look up checks of this program. */
    void open(CheckTargets targets, CommandSpec spec) {
        UserClasses classes = targets.userClasses();
        if (directory == null || classes == null) {
            return;
        }
        try {
            Files.createDirectories(directory);
            always = String.join("\n", options(spec)) + "\n" + Runtime.version() + "\n" + own();
        } catch (IOException failure) {
            throw new InputProblem("cannot keep verdicts in " + directory + ": " + failure.getMessage() + ".", failure);
        }
        program = new ProgramDigest(classes, targets.classPath());
    }

    private static List<String> options(CommandSpec spec) {
        return spec.commandLine().getParseResult().matchedOptions().stream()
                .filter(each -> WITHOUT_EFFECT.stream().noneMatch(List.of(each.names())::contains))
                .map(each -> each.longestName() + "=" + each.<Object>getValue()).sorted().toList();
    }

    /** The checker's own code. */
    private static String own() throws IOException {
        CodeSource code = Checker.class.getProtectionDomain().getCodeSource();
        if (code == null) {
            return Version.number();
        }
        try {
            Path place = Path.of(code.getLocation().toURI());
            if (Files.isRegularFile(place)) {
                return Digest.of(Files.readAllBytes(place));
            }
            SortedMap<String, String> files = new TreeMap<>();
            try (Stream<Path> all = Files.walk(place)) {
                for (Path file : all.filter(Files::isRegularFile).toList()) {
                    files.put(file.toString(), Digest.of(Files.readAllBytes(file)));
                }
            }
            return files.toString();
        } catch (URISyntaxException noFile) {
            return Version.number();
        }
    }

    /** What the check came to before, if nothing that it depends on has changed. */
    Optional<Finding> remembered(PlannedCheck check) {
        Path file = file(check);
        if (file == null || !Files.isRegularFile(file)) {
            return Optional.empty();
        }
        try {
            long executions = Long.parseLong(Files.readString(file).strip());
            return Optional.of(new Remembered(check.name(), check.model(), check.expectsViolation(), executions));
        } catch (IOException | NumberFormatException unreadable) {
            return Optional.empty(); // as if it had never been there
        }
    }

    /** Remembers what a check came to, if it is what the check wants. */
    void remember(PlannedCheck check, Finding finding) {
        Path file = file(check);
        if (file == null || !finding.isAsExpected() || finding instanceof Remembered) {
            return;
        }
        try {
            Path written = Files.createTempFile(file.getParent(), "verdict", ".new");
            Files.writeString(written, finding.executions() + "\n");
            Files.move(written, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException failure) {
            throw new InputProblem(OutputFile.sentence(file, failure), failure);
        }
    }

    private @Nullable Path file(PlannedCheck check) {
        if (program == null || directory == null || check.entry().isEmpty()) {
            return null;
        }
        String key = always + "\n" + check.name().full() + "\n" + check.model() + "\n" + program.of(check.entry());
        return directory.resolve(Digest.of(key.getBytes(StandardCharsets.UTF_8)));
    }
}
