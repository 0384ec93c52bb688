package dev.baton.cli.serve;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** One program that is being checked, in a process of its own with limits on memory and time. */
final class Job implements AutoCloseable {
    private static final Pattern NAME = Pattern.compile(
            "\\bpublic\\s+(?:(?:final|abstract|sealed|strictfp)\\s+)*(?:class|interface|enum|record)\\s+(\\w+)");
    private static final Pattern ANY_NAME = Pattern.compile("\\b(?:class|interface|enum|record)\\s+(\\w+)");
    private static final String PATCH = "relax.patch";
    private static final int GRACE_SECONDS = 20;

    /** What is done with a program. */
    enum Task {
        CHECK, RELAX
    }

    private final Path directory;
    private final Process process;
    private final Thread reader;
    private volatile String progress = "";

    /**
     * Starts with a source file.
     *
     * @param source   the text of the file
     * @param task     what to do with it
     * @param models   memory models, empty for what the checks say themselves
     * @param seconds  for each check
     * @param confined whether it is kept from files and network
     */
    Job(String source, Task task, List<String> models, int seconds, boolean confined) throws IOException {
        directory = Files.createTempDirectory("baton-serve-").toRealPath();
        Path file = Files.writeString(directory.resolve(name(source) + ".java"), source);
        List<String> program = new ArrayList<>(List.of("-Xmx512m", "-XX:-UsePerfData", "-XX:+UseSerialGC",
                "-Djava.io.tmpdir=" + directory, "-Duser.home=" + directory, "-Dbaton.progress=lines", "--add-opens",
                "java.base/java.lang=ALL-UNNAMED", "-cp", Confinement.classPath(), "dev.baton.cli.Main"));
        program.addAll(switch (task) {
            case CHECK -> List.of("check", "--html", directory.resolve("page.html").toString());
            case RELAX -> List.of("relax", "--source", directory.toString(), "--patch",
                    directory.resolve(PATCH).toString());
        });
        program.addAll(List.of(file.toString(), "--json", "--seconds", Integer.toString(seconds)));
        if (!models.isEmpty()) {
            program.addAll(List.of("--model", String.join(",", models)));
        }
        ProcessBuilder builder = new ProcessBuilder(Confinement.call(directory, confined, program))
                .directory(directory.toFile()).redirectOutput(directory.resolve("result.json").toFile());
        builder.environment().keySet().retainAll(List.of("PATH", "LANG", "LC_ALL"));
        process = builder.start();
        process.getOutputStream().close();
        reader = Thread.ofVirtual().start(this::follow);
        Thread.ofVirtual().start(() -> limit(seconds));
    }

    /** What the file must be called: as its public type, else as its first one. */
    static String name(String source) {
        Matcher named = NAME.matcher(source);
        if (named.find()) {
            return named.group(1);
        }
        Matcher any = ANY_NAME.matcher(source);
        return any.find() ? any.group(1) : "Check";
    }

    private void follow() {
        try (BufferedReader lines = process.errorReader(StandardCharsets.UTF_8)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                progress = line;
            }
        } catch (IOException ended) {
            progress = "stopped";
        }
    }

    /** A check has its own limit; this one is for a process that does not keep it. */
    private void limit(int seconds) {
        try {
            if (!process.waitFor(seconds * 20L + GRACE_SECONDS, TimeUnit.SECONDS)) {
                stop();
            }
        } catch (InterruptedException stopped) {
            stop();
        }
    }

    /** The last line that it wrote beside its result: how far it is, or what is wrong with the input. */
    String progress() {
        return progress;
    }

    boolean isRunning() {
        return process.isAlive() || reader.isAlive();
    }

    int exitCode() {
        return process.exitValue();
    }

    /** What it found, as JSON; empty if it found nothing to say. */
    String result() throws IOException {
        return Files.readString(directory.resolve("result.json"));
    }

    /** The counterexamples as a page; empty if there is none. */
    String page() throws IOException {
        return text("page.html");
    }

    /** The change of the source that relaxing it comes to; empty if there is none. */
    String patch() throws IOException {
        return text(PATCH);
    }

    private String text(String name) throws IOException {
        Path file = directory.resolve(name);
        return Files.exists(file) ? Files.readString(file) : "";
    }

    void stop() {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
    }

    @Override
    public void close() {
        stop();
        try {
            process.waitFor();
            try (Stream<Path> files = Files.walk(directory)) {
                for (Path each : files.sorted(Comparator.reverseOrder()).toList()) {
                    Files.deleteIfExists(each);
                }
            }
        } catch (IOException left) {
            return; // the system empties its temporary directory
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }
}
