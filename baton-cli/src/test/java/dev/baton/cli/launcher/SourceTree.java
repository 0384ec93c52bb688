package dev.baton.cli.launcher;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A small source tree with a copy of the launcher, and everything it meets replaced by scripts: JDKs that only print
 * their arguments, a Maven that only makes the files the launcher looks for.
 */
final class SourceTree {
    /** What the launcher may call besides `java` and `mvn`. */
    private static final List<String> TOOLS = List.of("bash", "cat", "find", "grep", "mkdir", "readlink", "rm", "sed",
            "sleep", "tail", "touch", "env");

    final Path root;
    final Path tools;
    final Map<String, String> environment = new HashMap<>();

    SourceTree(Path directory) throws IOException {
        root = Files.createDirectories(directory.resolve("tree of sources"));
        tools = Files.createDirectories(directory.resolve("tools"));
        Files.copy(Path.of(System.getProperty("baton.root"), "baton"), root.resolve("baton"));
        makeExecutable(root.resolve("baton"));
        write("pom.xml", "");
        write("baton-cli/pom.xml", "");
        write("baton-cli/src/main/java/Main.java", "");
        write("baton-core/pom.xml", "");
        write("baton-core/src/main/java/Core.java", "");
        write("baton-verify/pom.xml", "");
        write("baton-verify/src/main/java/Verify.java", "");
        for (String tool : TOOLS) {
            Path found = List.of("/bin", "/usr/bin", "/usr/local/bin").stream().map(place -> Path.of(place, tool))
                    .filter(Files::isExecutable).findFirst().orElseThrow();
            Files.writeString(tools.resolve(tool), "#!/bin/sh\nexec " + found + " \"$@\"\n");
            makeExecutable(tools.resolve(tool));
        }
        environment.put("PATH", tools.toString());
        environment.put("HOME", Files.createDirectories(directory.resolve("home")).toString());
        environment.put("BATON_JDK_PATH", Files.createDirectories(directory.resolve("jdks")).toString());
    }

    /** Installs a JDK of that version in the place where the launcher looks; it prints how it was called. */
    Path installJdk(String version) throws IOException {
        return makeJdk(Path.of(environment.get("BATON_JDK_PATH"), "jdk-" + version), version);
    }

    Path makeJdk(Path home, String version) throws IOException {
        Files.createDirectories(home.resolve("bin"));
        Files.writeString(home.resolve("release"), "IMPLEMENTOR=\"Nobody\"\nJAVA_VERSION=\"" + version + "\"\n");
        script(home.resolve("bin/java"), "echo \"java " + version + "\"\nfor a in \"$@\"; do echo \"<$a>\"; done\n");
        script(home.resolve("bin/javac"), "");
        return home;
    }

    /** Puts a Maven on PATH that notes its call in {@code builds}, and makes what the launcher needs or fails. */
    void installMaven(boolean works) throws IOException {
        String target = root.resolve("baton-cli/target").toString();
        script(tools.resolve("mvn"), "echo \"$JAVA_HOME $*\" >>'" + root.resolve("builds") + "'\n"
                + "for line in 1 2 3; do echo \"compiler says $line\"; done\n"
                + (works
                        ? "mkdir -p '" + target + "/lib'\n: >'" + target + "/baton-cli.jar'\n: >'" + target
                                + "/lib/baton-core-0.1.0.jar'\n"
                        : "exit 1\n"));
    }

    /** Number of builds so far. */
    int builds() throws IOException {
        Path builds = root.resolve("builds");
        return Files.exists(builds) ? Files.readAllLines(builds).size() : 0;
    }

    void write(String file, String text) throws IOException {
        Path path = root.resolve(file);
        Files.createDirectories(path.getParent());
        Files.writeString(path, text);
    }

    /** Saves {@code file} after the last build, whatever the clock's resolution. */
    void touchLater(String file) throws IOException {
        Files.setLastModifiedTime(root.resolve(file), FileTime.from(Instant.now().plusSeconds(5)));
    }

    Outcome run(String... arguments) throws IOException, InterruptedException {
        return run(root.resolve("baton"), Path.of("/"), environment, arguments);
    }

    /** Runs {@code launcher} in {@code directory} with exactly that environment. */
    static Outcome run(Path launcher, Path directory, Map<String, String> environment, String... arguments)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("/usr/bin/env", "bash", launcher.toString()));
        command.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(command).directory(directory.toFile());
        builder.environment().clear();
        builder.environment().putAll(environment);
        Path err = Files.createTempFile("launcher", ".err");
        try {
            Process process = builder.redirectError(err.toFile()).start();
            process.getOutputStream().close();
            String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return new Outcome(process.waitFor(), out, Files.readString(err));
        } finally {
            Files.delete(err);
        }
    }

    /** What a shell sees of a run. */
    record Outcome(int code, String out, String err) {}

    static void script(Path file, String body) {
        try {
            Files.writeString(file, "#!/usr/bin/env bash\n" + body);
            makeExecutable(file);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private static void makeExecutable(Path file) throws IOException {
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }
}
