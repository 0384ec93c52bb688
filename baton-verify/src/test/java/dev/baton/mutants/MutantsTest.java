package dev.baton.mutants;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.testing.HangLimit;
import java.io.File;
import java.io.IOException;
import java.io.StringWriter;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Proof that the core's tests can fail: each {@link Mutant} is compiled, put in front of the core and given to the
 * tests that must reject it, in a JVM of its own. A hang is a rejection. The unbroken core must pass the same tests
 * in the same way.
 */
@HangLimit(seconds = 420)
class MutantsTest {
    private static final List<Path> MODULES = List.of(Path.of("..", "baton-core"), Path.of("..", "baton-combine"));
    private static final int RUN_LIMIT_SECONDS = 600;

    @TempDir
    Path directory;

    private record Verdict(int code, String reason) {}

    @Test
    void everyMutantIsRejected() throws Exception {
        reject(Mutants.ALL);
    }

    @Tag("deep")
    @HangLimit(seconds = 2_400)
    @Test
    void mutantsThatOnlySchedulesRevealAreRejected() throws Exception {
        reject(Mutants.BY_SCHEDULE);
    }

    private void reject(List<Mutant> mutants) throws Exception {
        List<String> survivors = new ArrayList<>();
        StringBuilder table = new StringBuilder("mutants and the tests that reject them\n");
        List<Future<Verdict>> verdicts = new ArrayList<>();
        try (ExecutorService pool = Executors.newFixedThreadPool(3)) { // hangs leave processors idle
            for (Mutant mutant : mutants) {
                Path classes = Files.createDirectory(directory.resolve("mutant" + verdicts.size()));
                compile(mutant, classes);
                verdicts.add(pool.submit(() -> run(classes, mutant.killers())));
            }
        }
        for (int i = 0; i < mutants.size(); i++) {
            Verdict verdict = verdicts.get(i).get();
            boolean survived = verdict.code != KillerRun.FAILED && verdict.code != KillerRun.HUNG;
            table.append(String.format("  %-8s %-62s %s%n", survived ? "SURVIVED" : "killed", mutants.get(i),
                    verdict.reason));
            if (survived) {
                survivors.add(mutants.get(i).name());
            }
        }
        System.out.print(table);
        assertThat(survivors).as("mutants that no test rejects").isEmpty();
    }

    @Test
    void theUnbrokenCoreIsNot() throws Exception {
        Path nothing = Files.createDirectory(directory.resolve("unbroken"));
        Verdict verdict = run(nothing, Mutants.allKillers());
        assertThat(verdict.code).as(verdict.reason).isEqualTo(KillerRun.SURVIVED);
    }

    private static void compile(Mutant mutant, Path classes) throws IOException {
        Path source = Files.createDirectories(classes.resolve("source")).resolve(mutant.type() + ".java");
        Files.writeString(source, mutant.apply(MODULES));
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        StringWriter complaints = new StringWriter();
        try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, StandardCharsets.UTF_8)) {
            boolean compiled = compiler.getTask(complaints, files, null,
                    List.of("-d", classes.toString(), "-cp", System.getProperty("java.class.path"), "-proc:none"), null,
                    files.getJavaFileObjects(source)).call();
            assertThat(compiled).as("%s: %s", mutant, complaints).isTrue();
        }
    }

    private Verdict run(Path mutated, String... killers) throws Exception {
        Path log = mutated.resolve("log.txt");
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx512m", "-ea", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"));
        ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                .filter(argument -> argument.startsWith("--") || argument.contains("EnableDynamicAgentLoading"))
                .forEach(command::add); // what Lincheck needs
        command.addAll(List.of("-cp", mutated + File.pathSeparator + System.getProperty("java.class.path"),
                KillerRun.class.getName()));
        command.addAll(List.of(killers));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile()).start();
        try {
            if (!process.waitFor(RUN_LIMIT_SECONDS, TimeUnit.SECONDS)) {
                return new Verdict(KillerRun.SURVIVED, "no end within " + RUN_LIMIT_SECONDS + " s");
            }
        } finally {
            process.destroyForcibly().waitFor();
        }
        List<String> lines = Files.readAllLines(log);
        return new Verdict(process.exitValue(), lines.isEmpty() ? "no output" : lines.getLast());
    }
}
