package dev.baton.jcstress;

import dev.baton.Semaphore;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.openjdk.jcstress.infra.collectors.DiskReadCollector;
import org.openjdk.jcstress.infra.collectors.InProcessCollector;

/**
 * One run of jcstress in a process of its own, which starts a JVM for each test. jcstress knows no time limit: past
 * ours, all those processes are killed and the run fails.
 *
 * @param directory where all its files go
 * @param selection regular expression of the names of tests
 * @param options   of jcstress, beside the selection
 * @param limit     the longest it may take
 */
record JcstressRun(Path directory, String selection, List<String> options, Duration limit) {
    private static final String NATIVE_ACCESS = "--enable-native-access=ALL-UNNAMED";
    /** Small strides: most tests wait for each other, and the time goes into many tests. */
    private static final List<String> COMMON = List.of("-f", "1", "-iters", "1", "-strideSize", "16", "-strideCount",
            "16", "-sc", "false", "-af", "NONE");

    /** One JVM for each test, with the VM's own defaults. */
    static JcstressRun brief(Path directory, String selection, Duration limit) {
        return new JcstressRun(directory, selection, with("-time", "100", "-jvmArgs", "-Xmx256m " + NATIVE_ACCESS),
                limit);
    }

    /** Each test in every VM configuration that jcstress knows for this machine. */
    static JcstressRun inEveryVm(Path directory, String selection, int millis, Duration limit) {
        return new JcstressRun(directory, selection,
                with("-time", Integer.toString(millis), "-jvmArgsPrepend", NATIVE_ACCESS), limit);
    }

    private static List<String> with(String... more) {
        return Stream.concat(COMMON.stream(), Stream.of(more)).toList();
    }

    List<Observation> start() throws IOException, InterruptedException, ClassNotFoundException {
        Path log = directory.resolve("jcstress.log");
        List<String> command = new ArrayList<>(
                List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx256m", NATIVE_ACCESS, "-cp", classPath(), "org.openjdk.jcstress.Main", "-t", selection));
        command.addAll(options);
        Process process = new ProcessBuilder(command).directory(directory.toFile()).redirectErrorStream(true)
                .redirectOutput(log.toFile()).start();
        try {
            if (!process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS)) {
                throw new AssertionError(
                        "jcstress did not end within " + limit + "; the last it said:\n" + lastOf(log));
            }
        } finally {
            kill(process);
        }
        try (Stream<Path> files = Files.list(directory)) {
            Path blob = files.filter(each -> each.toString().endsWith(".bin.gz")).findFirst()
                    .orElseThrow(() -> new AssertionError("jcstress left no results:\n" + lastOf(log)));
            return read(blob);
        }
    }

    private static void kill(Process process) throws InterruptedException {
        List<ProcessHandle> children = process.descendants().toList();
        process.destroyForcibly();
        children.forEach(ProcessHandle::destroyForcibly);
        process.waitFor();
    }

    private static List<Observation> read(Path blob) throws IOException, ClassNotFoundException {
        InProcessCollector collector = new InProcessCollector();
        DiskReadCollector reader = new DiskReadCollector(blob.toString(), collector);
        try {
            reader.dump();
        } finally {
            reader.close();
        }
        return Observation.of(collector.getTestResults());
    }

    /** Only what the tests need: the core as it was built, the tests, jcstress and what it stands on. */
    private static String classPath() throws ClassNotFoundException {
        List<String> places = new ArrayList<>();
        for (Class<?> each : List.of(Class.forName("org.openjdk.jcstress.Main"),
                Class.forName("joptsimple.OptionParser"),
                Class.forName("com.sun.jna.Native"), Class.forName("com.sun.jna.platform.EnumUtils"), Semaphore.class,
                StressTests.class)) {
            CodeSource source = each.getProtectionDomain().getCodeSource();
            places.add(Path.of(URI.create(source.getLocation().toString())).toString());
        }
        return places.stream().distinct().collect(Collectors.joining(File.pathSeparator));
    }

    private static String lastOf(Path log) {
        try {
            List<String> lines = Files.readAllLines(log);
            return String.join("\n", lines.subList(Math.max(0, lines.size() - 40), lines.size()));
        } catch (IOException e) {
            return "nothing can be read: " + e;
        }
    }
}
