package dev.baton.verify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.baton.testing.HangLimit;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.spi.ToolProvider;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A program in a module of its own, compiled and run against the jars that are published, with nothing else on the
 * module path and with warnings as errors.
 */
class ModulePathTest {
    private static final String CORE = """
            package consumer;

            import dev.baton.Bag;
            import dev.baton.BlockingPool;
            import dev.baton.CountDownLatch;
            import dev.baton.Semaphore;
            import dev.baton.SynchronousQueue;

            public final class Main {
                private Main() {}

                public static void main(String[] arguments) throws Exception {
                    CountDownLatch latch = new CountDownLatch(1);
                    Semaphore semaphore = new Semaphore(1, true);
                    Bag<String> bag = Bag.stack();
                    SynchronousQueue<String> queue = new SynchronousQueue<>();
                    Thread other = Thread.ofVirtual().start(() -> {
                        bag.put(queue.poll() == null ? "a" : "b");
                        latch.countDown();
                    });
                    latch.await();
                    semaphore.acquire();
                    try (var pool = BlockingPool.builder(1, Object::new).build(); var lease = pool.take()) {
                        System.out.println(bag.take() + (lease.get() != null) + semaphore.availablePermits());
                    }
                    other.join();
                }
            }
            """;

    @TempDir
    private Path folder;

    @Test
    @HangLimit(seconds = 120)
    void coreAlone() throws IOException, InterruptedException {
        write("consumer", "module-info.java", "module consumer {\n    requires dev.baton.core;\n}\n");
        write("consumer/consumer", "Main.java", CORE);
        compile(List.of("-Xlint:all", "-Werror"), "baton-core");
        assertThat(run(List.of("baton-core"))).isEqualTo("atrue0");
    }

    @Test
    @HangLimit(seconds = 120)
    void coreAndCombine() throws IOException, InterruptedException {
        write("consumer", "module-info.java", "module consumer {\n    requires dev.baton.combine;\n}\n");
        write("consumer/consumer", "Main.java", CORE.replace("public static void main", """
                static final Class<?> COMBINE = dev.baton.combine.CombiningScheduler.class;

                    public static void main"""));
        compile(List.of("-Xlint:all", "-Werror"), "baton-core", "baton-combine");
        assertThat(run(List.of("baton-core", "baton-combine"))).isEqualTo("atrue0");
    }

    /** The checker is an automatic module: javac says so to whoever requires one. */
    @Test
    @HangLimit(seconds = 120)
    void checkerAndCore() throws IOException, InterruptedException {
        write("consumer", "module-info.java", """
                module consumer {
                    requires dev.baton.core;
                    requires dev.baton.check;
                }
                """);
        write("consumer/consumer", "Main.java", """
                package consumer;

                import dev.baton.Mutex;
                import dev.baton.check.api.Scenario;

                public final class Main {
                    private Main() {}

                    static void scenario(Scenario scenario) {
                        Mutex mutex = new Mutex();
                        scenario.threads(2, () -> {
                            mutex.lock();
                            mutex.unlock();
                        });
                    }

                    public static void main(String[] arguments) {
                        System.out.println(Scenario.class.getModule().getName() + Mutex.class.getModule().getName());
                    }
                }
                """);
        compile(List.of("-Xlint:all,-requires-automatic", "-Werror"), "baton-core", "baton-check");
        assertThat(run(List.of("baton-core", "baton-check"))).isEqualTo("dev.baton.checkdev.baton.core");
    }

    private void write(String directory, String file, String text) throws IOException {
        Files.writeString(Files.createDirectories(folder.resolve("source").resolve(directory)).resolve(file), text);
    }

    private void compile(List<String> options, String... modules) throws IOException {
        List<String> arguments = new ArrayList<>(options);
        arguments.addAll(List.of("--class-path", folder.toString(), "--module-path", modulePath(List.of(modules)), "--module-source-path",
                folder.resolve("source").toString(), "-d", folder.resolve("classes").toString(), "--module",
                "consumer"));
        StringWriter output = new StringWriter();
        PrintWriter printer = new PrintWriter(output);
        int status = ToolProvider.findFirst("javac").orElseThrow().run(printer, printer,
                arguments.toArray(String[]::new));
        assertThat(status).as(output.toString()).isZero();
    }

    private String run(List<String> modules) throws IOException, InterruptedException {
        Process program = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--module-path", modulePath(modules) + System.getProperty("path.separator") + folder.resolve("classes"),
                "--module", "consumer/consumer.Main").redirectErrorStream(true).start();
        String output = new String(program.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(program.waitFor()).as(output).isZero();
        return output.strip();
    }

    private static String modulePath(List<String> modules) throws IOException {
        List<Path> jars = new ArrayList<>();
        for (String module : modules) {
            jars.add(jarOf(module));
        }
        return jars.stream().map(Path::toString).collect(Collectors.joining(System.getProperty("path.separator")));
    }

    /** The jar that a build makes of a module before the tests of this one run. */
    private static Path jarOf(String module) throws IOException {
        Path target = House.current().root().resolve(module).resolve("target");
        assumeTrue(Files.isDirectory(target), module + " is not built");
        try (Stream<Path> files = Files.list(target)) {
            List<Path> jars = files
                    .filter(file -> file.getFileName().toString().matches(module + "-[0-9.]+(-SNAPSHOT)?\\.jar"))
                    .toList();
            assumeTrue(jars.size() == 1, module + " is not packaged");
            return jars.getFirst();
        }
    }
}
