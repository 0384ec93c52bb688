package dev.baton.cli;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Finds the jars of artifacts, and of what they need, through the Maven that the user has: with its settings, mirrors and
 * repository. Maven is given a project that depends on all of them, so it settles the versions as in any build.
 */
final class MavenPath {
    private static final String GOAL = "org.apache.maven.plugins:maven-dependency-plugin:3.11.0:build-classpath";
    private static final Pattern NOT_FOUND = Pattern
            .compile("([\\w.+-]+:[\\w.+-]+:[\\w.+-]+(?::[\\w.+-]+)?:[\\w.+-]+) was not found"
                    + "|Could not find artifact ([\\w.:+-]+)");
    private static final Pattern DOWNLOADED = Pattern.compile("Downloaded from [^:]+: \\S*/(\\S+)");

    private final Map<String, String> environment;
    private final List<String> output = new ArrayList<>();

    /** @param environment in which to look for Maven, and which it gets */
    MavenPath(Map<String, String> environment) {
        this.environment = environment;
    }

    /** The class path of some artifacts, resolved in a directory that the caller deletes. */
    List<Path> resolve(List<Coordinates> wanted, Path directory, CheckProgress progress) {
        String mvn = executable();
        if (mvn == null) {
            throw new InputProblem("--with needs Maven, and there is no mvn on PATH: install Maven 3.8 or newer, "
                    + "or add the jars with --classpath.");
        }
        String names = wanted.stream().map(Coordinates::toString).collect(Collectors.joining(", "));
        try {
            Path list = directory.resolve("class-path");
            Path project = Files.writeString(directory.resolve("pom.xml"), project(wanted));
            progress.say("Maven resolves " + names);
            int code = run(List.of(mvn, "--batch-mode", "--update-snapshots", "-f", project.toString(), GOAL,
                    "-Dmdep.outputFile=" + list, "-Dmdep.includeScope=runtime"), directory, progress);
            if (code != 0 || !Files.isRegularFile(list)) {
                throw failure(names);
            }
            return Arrays.stream(Files.readString(list).strip().split(File.pathSeparator, -1))
                    .filter(each -> !each.isEmpty()).map(Path::of).toList();
        } catch (IOException failed) {
            throw new InputProblem("cannot run " + mvn + ": " + failed.getMessage() + ".", failed);
        }
    }

    private int run(List<String> command, Path directory, CheckProgress progress) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(command).directory(directory.toFile()).redirectErrorStream(true);
        builder.environment().putAll(environment);
        builder.environment().putIfAbsent("JAVA_HOME", System.getProperty("java.home"));
        Process maven = builder.start();
        Interruption interruption = Interruption.ending(() -> maven.descendants().forEach(ProcessHandle::destroy));
        try (BufferedReader lines = new BufferedReader(
                new InputStreamReader(maven.getInputStream(), Charset.defaultCharset()))) {
            maven.getOutputStream().close();
            int files = 0;
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                output.add(line.replaceAll("\u001b\\[[0-9;]*m", ""));
                Matcher downloaded = DOWNLOADED.matcher(line);
                if (downloaded.find()) {
                    files++;
                    progress.show("Maven: " + Sentences.count(files, "file", "files") + ", " + downloaded.group(1));
                }
            }
            return maven.waitFor();
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new InputProblem("stopped while Maven resolved.", stopped);
        } finally {
            maven.destroy();
            interruption.settle();
            progress.clear();
        }
    }

    /** What Maven said of a failure, in its own words; all of its errors as details. */
    private InputProblem failure(String names) {
        List<String> errors = output.stream().filter(line -> line.startsWith("[ERROR]"))
                .map(line -> line.substring("[ERROR]".length()).strip())
                .takeWhile(line -> !line.startsWith("To see the full stack trace")).filter(line -> !line.isEmpty())
                .toList();
        for (String error : errors) {
            Matcher missing = NOT_FOUND.matcher(error);
            if (missing.find()) {
                String what = missing.group(1) == null ? missing.group(2) : missing.group(1);
                return new InputProblem("Maven finds no " + what.replace(":jar:", ":") + ": is the name right, "
                        + "and is there such a version?", errors.subList(0, 1));
            }
        }
        return new InputProblem("Maven cannot resolve " + names + ".",
                errors.isEmpty() ? output.subList(Math.max(0, output.size() - 10), output.size()) : errors);
    }

    /** The command that PATH has, as the system at hand names it; null if there is none. */
    private @Nullable String executable() {
        boolean windows = System.getProperty("os.name").toLowerCase(Locale.ROOT).startsWith("windows");
        for (String place : environment.getOrDefault("PATH", "").split(File.pathSeparator, -1)) {
            Path command = Path.of(place, windows ? "mvn.cmd" : "mvn");
            if (!place.isEmpty() && Files.isExecutable(command) && Files.isRegularFile(command)) {
                return command.toString();
            }
        }
        return null;
    }

    private static String project(List<Coordinates> wanted) {
        return """
                <project xmlns="http://maven.apache.org/POM/4.0.0">
                  <modelVersion>4.0.0</modelVersion>
                  <groupId>baton</groupId>
                  <artifactId>what-a-check-needs</artifactId>
                  <version>1</version>
                  <packaging>pom</packaging>
                  <dependencies>
                %s  </dependencies>
                </project>
                """.formatted(wanted.stream().map(Coordinates::dependency).collect(Collectors.joining()));
    }
}
