package dev.baton.cli;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A program in a JVM of its own, with the class path of the tests: its exit code, and what it said. */
record Forked(int code, String out) {
    static final String CLASS_PATH = System.getProperty("surefire.test.class.path",
            System.getProperty("java.class.path"));

    static Forked of(Path directory, List<String> flags, String program, String... arguments) throws Exception {
        List<String> command = new ArrayList<>(
                List.of(Path.of(System.getProperty("java.home"), "bin/java").toString()));
        command.addAll(flags);
        command.addAll(List.of("-XX:TieredStopAtLevel=1", "-cp", CLASS_PATH, program));
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command).directory(directory.toFile()).redirectErrorStream(true).start();
        String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Forked(process.waitFor(), out);
    }

    /** A command of the command line, and what it prints on standard output alone. */
    static Forked command(Path directory, List<String> arguments) throws Exception {
        List<String> command = new ArrayList<>(List.of(Path.of(System.getProperty("java.home"), "bin/java").toString(),
                "--add-opens", "java.base/java.lang=ALL-UNNAMED", "-XX:TieredStopAtLevel=1", "-cp", CLASS_PATH,
                "dev.baton.cli.Main"));
        command.addAll(arguments);
        Process process = new ProcessBuilder(command).directory(directory.toFile())
                .redirectError(ProcessBuilder.Redirect.DISCARD).start();
        String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Forked(process.waitFor(), out);
    }
}
