package dev.baton.maven;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.plugin.MojoFailureException;
import org.apache.maven.plugins.annotations.Parameter;
import org.jspecify.annotations.Nullable;

/** A goal that runs checks and writes reports of them. */
abstract class ExploringMojo extends BatonMojo {
    private static final int NOT_EXHAUSTED = 3;
    /** What the class file of a check names; one is enough. */
    private static final List<String> MARKS = List.of("Ldev/baton/check/api/",
            "Lorg/openjdk/jcstress/annotations/JCStressTest;", "Lorg/jetbrains/lincheck/",
            "Lorg/jetbrains/kotlinx/lincheck/");

    /** Classes, jars and directories to check; by default the project's test classes. */
    @Parameter(property = "baton.targets")
    private List<String> targets = new ArrayList<>();

    /** Where the reports go: {@code TEST-baton.xml}, {@code baton.sarif} and {@code counterexamples.html}. */
    @Parameter(property = "baton.reports", defaultValue = "${project.build.directory}/baton-reports")
    private File reports;

    /** Where verdicts are remembered, so that an unchanged check is not explored again. */
    @Parameter(property = "baton.cache", defaultValue = "${project.build.directory}/baton-cache")
    private File cache;

    /** Whether verdicts are remembered. */
    @Parameter(property = "baton.incremental", defaultValue = "true")
    private boolean incremental;

    /** Give a check up after so many seconds. */
    @Parameter(property = "baton.seconds")
    private @Nullable Integer seconds;

    /** Whether a check that was not exhausted fails the build: nothing wrong was seen, but not everything was. */
    @Parameter(property = "baton.failIfNotExhausted", defaultValue = "true")
    private boolean failIfNotExhausted;

    /** Whether a project without any check fails the build. */
    @Parameter(property = "baton.failIfNoChecks", defaultValue = "false")
    private boolean failIfNoChecks;

    @SuppressWarnings("NullAway.Init") // Maven sets the fields
    ExploringMojo() {}

    /** Options beside those of every check. */
    List<String> options() {
        return List.of();
    }

    /** Whether every execution is to be visited; else no verdict is remembered, and not to be exhausted is no failure. */
    boolean isExhaustive() {
        return true;
    }

    @Override
    public final void execute() throws MojoExecutionException, MojoFailureException {
        if (isSkipped() || isWithoutChecks()) {
            return;
        }
        try {
            Files.createDirectories(reports.toPath());
        } catch (IOException failed) {
            throw new MojoExecutionException("Cannot make the directory " + reports + ".", failed);
        }
        int code = run(command());
        if (code == 0 || (code == NOT_EXHAUSTED && !(failIfNotExhausted && isExhaustive()))) {
            return;
        }
        String where = " The reports are in " + reports + ".";
        switch (code) {
            case 1 -> throw new MojoFailureException("A check is violated: see the execution above." + where);
            case NOT_EXHAUSTED -> throw new MojoFailureException("A check was not exhausted: raise baton.seconds or "
                    + "make it smaller, or set baton.failIfNotExhausted to false." + where);
            case 70 -> throw new MojoExecutionException("Baton itself failed: the lines above say what to report.");
            default -> throw new MojoExecutionException(
                    "A check could not be run, or the JDK is older than 25: see above." + where);
        }
    }

    private boolean isWithoutChecks() throws MojoFailureException {
        if (!targets.isEmpty() || hasChecks(Path.of(project().getBuild().getTestOutputDirectory()))) {
            return false;
        }
        if (failIfNoChecks) {
            throw new MojoFailureException("The project's test classes hold no check.");
        }
        getLog().info("The project's test classes hold no check.");
        return true;
    }

    private static boolean hasChecks(Path classes) {
        if (!Files.isDirectory(classes)) {
            return false;
        }
        try (Stream<Path> files = Files.walk(classes)) {
            return files.filter(each -> each.toString().endsWith(".class")).anyMatch(ExploringMojo::isMarked);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    private static boolean isMarked(Path file) {
        try {
            String bytes = Files.readString(file, StandardCharsets.ISO_8859_1);
            return MARKS.stream().anyMatch(bytes::contains);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    private List<String> command() throws MojoExecutionException {
        List<String> command = new ArrayList<>(List.of("check"));
        List<String> path = classPath();
        if (targets.isEmpty()) {
            command.add(project().getBuild().getTestOutputDirectory());
        } else {
            command.addAll(targets);
        }
        if (!path.isEmpty()) {
            command.addAll(List.of("--classpath", String.join(":", path)));
        }
        if (!models().isEmpty()) {
            command.addAll(List.of("--model", String.join(",", models())));
        }
        if (seconds != null) {
            command.addAll(List.of("--seconds", seconds.toString()));
        }
        if (incremental && isExhaustive()) {
            command.addAll(List.of("--cache", cache.getPath()));
        }
        command.addAll(List.of("--junit-xml", new File(reports, "TEST-baton.xml").getPath(), "--sarif",
                new File(reports, "baton.sarif").getPath(), "--html",
                new File(reports, "counterexamples.html").getPath()));
        if ("true".equals(System.getenv("GITHUB_ACTIONS"))) {
            command.add("--github");
        }
        command.addAll(options());
        return command;
    }
}
