package dev.baton.spark;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** A standalone cluster of Spark on this machine: a master and workers, each a process, with the jars of the build. */
final class LoopbackCluster implements AutoCloseable {
    private static final Pattern MASTER = Pattern.compile("Starting Spark master at (spark://\\S+)");
    private static final Pattern REGISTERED = Pattern.compile("Successfully registered with master");
    private static final int SECONDS = 90;

    private final Path home;
    private final List<Process> processes = new ArrayList<>();
    private final List<Process> workers = new ArrayList<>();
    private final String master;

    /** Starts it in a directory that the caller deletes. */
    LoopbackCluster(Path home, int workers) throws Exception {
        this.home = home;
        Path jars = Files.createDirectories(home.resolve("jars"));
        for (String jar : sparkJars()) {
            Files.createSymbolicLink(jars.resolve(Path.of(jar).getFileName()), Path.of(jar));
        }
        try {
            this.master = start("org.apache.spark.deploy.master.Master", MASTER, "--host", "127.0.0.1", "--port", "0",
                    "--webui-port", "0").group(1);
            for (int i = 0; i < workers; i++) {
                start("org.apache.spark.deploy.worker.Worker", REGISTERED, "--host", "127.0.0.1", "--cores", "1",
                        "--memory", "1g", "--webui-port", "0", "--work-dir", home.resolve("work-" + i).toString(),
                        master);
                this.workers.add(processes.getLast());
            }
        } catch (Exception | Error failed) {
            close();
            throw failed;
        }
    }

    static List<String> sparkJars() throws IOException {
        Path list = Path.of("target", "spark.classpath");
        return Stream.of(Files.readString(list).strip().split(File.pathSeparator)).filter(each -> each.endsWith(".jar"))
                .distinct().toList();
    }

    String master() {
        return master;
    }

    /** Kills a worker and what it has started, by their process ids. */
    void kill(int worker) {
        ProcessHandle handle = workers.get(worker).toHandle();
        List<ProcessHandle> all = new ArrayList<>(handle.descendants().toList());
        all.add(handle);
        all.forEach(ProcessHandle::destroyForcibly);
    }

    private Matcher start(String main, Pattern ready, String... arguments) throws Exception {
        List<String> command = new ArrayList<>(
                List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx256m", "--sun-misc-unsafe-memory-access=allow", "--enable-native-access=ALL-UNNAMED",
                        "--add-opens=java.base/java.lang=ALL-UNNAMED", "--add-opens=java.base/java.nio=ALL-UNNAMED",
                        "--add-opens=java.base/sun.nio.ch=ALL-UNNAMED", "--add-opens=java.base/java.net=ALL-UNNAMED",
                        "-cp", home.resolve("jars") + "/*", main));
        command.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(command).directory(home.toFile()).redirectErrorStream(true);
        builder.environment().put("SPARK_HOME", home.toString());
        builder.environment().put("SPARK_SCALA_VERSION", "2.13");
        builder.environment().put("SPARK_LOCAL_IP", "127.0.0.1");
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        Process process = builder.start();
        processes.add(process);
        CompletableFuture<Matcher> seen = new CompletableFuture<>();
        StringBuilder output = new StringBuilder();
        Thread.ofPlatform().daemon().name(main).start(() -> {
            try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
                for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                    output.append(line).append('\n');
                    Matcher matcher = ready.matcher(line);
                    if (matcher.find()) {
                        seen.complete(matcher);
                    }
                }
            } catch (IOException ended) {
                output.append(ended);
            }
            seen.completeExceptionally(new IllegalStateException(main + " ended:\n" + output));
        });
        return seen.get(SECONDS, TimeUnit.SECONDS);
    }

    @Override
    public void close() {
        for (Process process : processes.reversed()) {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
            process.onExit().orTimeout(SECONDS, TimeUnit.SECONDS).join();
        }
    }
}
