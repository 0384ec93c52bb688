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
    private static final String JAVA = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    private static final String SEPARATOR = System.getProperty("path.separator");
    private static final List<String> AUTOMATIC = List.of("-Xlint:all,-requires-automatic", "-Werror");
    private static final String[] CHECKER_FLAG = {"--add-opens", "java.base/java.lang=dev.baton.check"};

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
    void checkerRunsAScenarioOfAModule() throws IOException, InterruptedException {
        write("consumer", "module-info.java", """
                module consumer {
                    requires dev.baton.core;
                    requires dev.baton.check;

                    opens consumer to dev.baton.check;
                }
                """);
        write("consumer/consumer", "Main.java", """
                package consumer;

                import dev.baton.Mutex;
                import dev.baton.check.api.Checker;
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
                        System.out.println(new Checker().check(Main::scenario).verdict());
                    }
                }
                """);
        compile(AUTOMATIC, "baton-core", "baton-check");
        assertThat(run(List.of("baton-core", "baton-check"), CHECKER_FLAG)).isEqualTo("VERIFIED");
        assertThat(output(command(List.of("baton-core", "baton-check"))))
                .contains("needs the JVM flag\n  " + String.join(" ", CHECKER_FLAG) + "\n");
    }

    /** The proof is an automatic module, which cannot ask for the modules that it needs: the program names them. */
    @Test
    @HangLimit(seconds = 120)
    void proofReachesIntoTheLibrary() throws IOException, InterruptedException {
        write("consumer", "module-info.java", """
                module consumer {
                    requires dev.baton.combine;
                    requires dev.baton.proof;
                }
                """);
        write("consumer/consumer", "Main.java",
                """
                        package consumer;

                        import dev.baton.proof.ProofRow;
                        import dev.baton.proof.scenario.ProofScenario;
                        import dev.baton.proof.scenario.ProofScenarios;
                        import java.time.Duration;
                        import java.util.TreeMap;

                        public final class Main {
                            private Main() {}

                            public static void main(String[] arguments) {
                                TreeMap<String, ProofScenario> scenarios = new TreeMap<>();
                                ProofScenarios.all().forEach(each -> scenarios.putIfAbsent(each.primitive().split("[ ,]")[0], each));
                                for (String name : new String[] {"CancellableQueueSynchronizer", "Semaphore", "HeldBack"}) {
                                    System.out.print(ProofRow.of(scenarios.get(name), "rc11", Duration.ofSeconds(60)).verdict());
                                }
                            }
                        }
                        """);
        compile(AUTOMATIC, "baton-core", "baton-combine", "baton-check", "baton-proof");
        assertThat(run(List.of("baton-core", "baton-combine", "baton-check", "baton-proof"), CHECKER_FLAG))
                .isEqualTo("VERIFIED".repeat(3));
    }

    @Test
    @HangLimit(seconds = 120)
    void reportFindsItsResourcesAndAZooLockLocks() throws IOException, InterruptedException {
        write("consumer", "module-info.java", """
                module consumer {
                    requires dev.baton.report;
                    requires dev.baton.zoo;
                }
                """);
        write("consumer/consumer", "Main.java", """
                package consumer;

                import dev.baton.report.CounterexamplePage;
                import dev.baton.zoo.TicketLock;
                import java.util.List;

                public final class Main {
                    private Main() {}

                    public static void main(String[] arguments) {
                        TicketLock lock = new TicketLock(1);
                        lock.lock(0);
                        System.out.println(CounterexamplePage.of("none", List.of()).endsWith("</html>\\n"));
                        lock.unlock(0);
                    }
                }
                """);
        compile(AUTOMATIC, "baton-check", "baton-report", "baton-zoo");
        assertThat(run(List.of("baton-check", "baton-report", "baton-zoo", "gson"), "--add-modules",
                "com.google.gson")).isEqualTo("true"); // an automatic module cannot say what it requires
    }

    /** The command line, with the jars beside it: those of other projects too, none of which shares a package with ours. */
    @Test
    @HangLimit(seconds = 120)
    void commandLine() throws IOException, InterruptedException {
        Path target = House.current().root().resolve("baton-cli/target");
        assumeTrue(Files.exists(target.resolve("baton-cli.jar")), "baton-cli is not packaged");
        String output = output(List.of(JAVA, "--module-path", target.resolve("baton-cli.jar") + SEPARATOR
                + target.resolve("lib"), "--add-modules", "ALL-MODULE-PATH", "--module",
                "dev.baton.cli/dev.baton.cli.Main", "--version"));
        assertThat(output).startsWith("baton ");
    }

    /** What the library keeps to itself, and shows to the proof, no program can name. */
    @Test
    @HangLimit(seconds = 120)
    void wayOfTheProofIsClosedToPrograms() throws IOException {
        write("consumer", "module-info.java", "module consumer {\n    requires dev.baton.core;\n}\n");
        write("consumer/consumer", "Main.java", """
                package consumer;

                import dev.baton.internal.access.CoreAccess;

                public final class Main {
                    private Main() {}

                    static final CoreAccess ACCESS = CoreAccess.CORE;
                }
                """);
        assertThat(javac(List.of(), "baton-core")).contains("package dev.baton.internal.access is declared in module "
                + "dev.baton.core, which does not export it to module consumer");
    }

    private void write(String directory, String file, String text) throws IOException {
        Files.writeString(Files.createDirectories(folder.resolve("source").resolve(directory)).resolve(file), text);
    }

    private void compile(List<String> options, String... modules) throws IOException {
        assertThat(javac(options, modules)).isEmpty();
    }

    /** What the compiler says. */
    private String javac(List<String> options, String... modules) throws IOException {
        List<String> arguments = new ArrayList<>(options);
        arguments.addAll(List.of("--class-path", folder.toString(), "--module-path", modulePath(List.of(modules)),
                "--module-source-path",
                folder.resolve("source").toString(), "-d", folder.resolve("classes").toString(), "--module",
                "consumer"));
        StringWriter output = new StringWriter();
        PrintWriter printer = new PrintWriter(output);
        int status = ToolProvider.findFirst("javac").orElseThrow().run(printer, printer,
                arguments.toArray(String[]::new));
        assertThat(status == 0).as(output.toString()).isEqualTo(output.toString().isEmpty());
        return output.toString();
    }

    private String run(List<String> modules, String... flags) throws IOException, InterruptedException {
        Process program = start(command(modules, flags));
        String output = new String(program.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(program.waitFor()).as(output).isZero();
        return output.strip();
    }

    private List<String> command(List<String> modules, String... flags) throws IOException {
        List<String> command = new ArrayList<>(List.of(JAVA));
        command.addAll(List.of(flags));
        command.addAll(List.of("--module-path", modulePath(modules) + SEPARATOR + folder.resolve("classes"), "--module",
                "consumer/consumer.Main"));
        return command;
    }

    private static String output(List<String> command) throws IOException, InterruptedException {
        Process program = start(command);
        String output = new String(program.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        program.waitFor();
        return output;
    }

    private static Process start(List<String> command) throws IOException {
        return new ProcessBuilder(command).redirectErrorStream(true).start();
    }

    private static String modulePath(List<String> modules) throws IOException {
        List<Path> jars = new ArrayList<>();
        for (String module : modules) {
            jars.add(jarOf(module));
        }
        return jars.stream().map(Path::toString).collect(Collectors.joining(SEPARATOR));
    }

    /** The jar that a build makes of a module before the tests of this one run. */
    private static Path jarOf(String module) throws IOException {
        if (module.equals("gson")) { // the one library that a published module needs, as the command line has it
            return jarIn(House.current().root().resolve("baton-cli/target/lib"), module);
        }
        return jarIn(House.current().root().resolve(module).resolve("target"), module);
    }

    private static Path jarIn(Path target, String module) throws IOException {
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
