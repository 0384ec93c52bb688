package dev.baton.combine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.HandOff;
import dev.baton.Mutex;
import java.io.File;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The locks find the scheduler on the class path and on the module path, and do without it where it is missing. */
class SeamTest {
    private static final String FLAG = "--add-opens=java.base/java.lang=";

    @TempDir
    Path directory;

    @Test
    void locksFindTheSchedulerOnTheClassPath() throws Exception {
        String output = java(FLAG + "ALL-UNNAMED", "-cp", path(classesOf(Mutex.class), classesOf(CarrierHandOver.class),
                classesOf(Program.class)), Program.class.getName());
        assertThat(output).contains("carriers 1").contains("counted 1000").doesNotContain("DISPATCH");
    }

    @Test
    void locksFindTheSchedulerOnTheModulePath() throws Exception {
        String output = java(FLAG + "dev.baton.combine", "-p",
                path(classesOf(Mutex.class), classesOf(CarrierHandOver.class)), "--patch-module",
                "dev.baton.combine=" + classesOf(Program.class), "-m",
                "dev.baton.combine/" + Program.class.getName());
        assertThat(output).contains("carriers 1").contains("counted 1000").doesNotContain("DISPATCH");
    }

    @Test
    void theMessageNamesTheModule() throws Exception {
        String output = java("-p", path(classesOf(Mutex.class), classesOf(CarrierHandOver.class)), "--patch-module",
                "dev.baton.combine=" + classesOf(Program.class), "-m",
                "dev.baton.combine/" + Program.class.getName());
        assertThat(output).contains("counted 1000").containsOnlyOnce(
                "DISPATCH, because the JVM was started without --add-opens java.base/java.lang=dev.baton.combine");
    }

    /** Without the module: one line in the log, and all else works, on the class path. */
    @Test
    void locksDispatchWithoutTheModule() throws Exception {
        Path alone = Files.createDirectories(directory.resolve("dev/baton/combine"));
        for (String type : List.of("SeamTest$WithoutTheModule.class")) {
            Files.copy(classesOf(Program.class).resolve("dev/baton/combine/" + type), alone.resolve(type));
        }
        String output = java("-cp", path(classesOf(Mutex.class), directory), WithoutTheModule.class.getName());
        assertThat(output).contains("counted 2000").containsOnlyOnce(
                "virtual threads hand locks over by DISPATCH, because the module baton-combine is not there");
    }

    private static Path classesOf(Class<?> type) throws Exception {
        return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
    }

    private static String path(Path... places) {
        return String.join(File.pathSeparator, List.of(places).stream().map(Path::toString).toList());
    }

    private static String java(String... arguments) throws Exception {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).as(output).isZero();
        return output;
    }

    /** Counts under a mutex on a scheduler, and says on how many carriers a chain of sections ran. */
    static final class Program {
        private Program() {}

        public static void main(String[] arguments) throws Exception {
            Mutex mutex = new Mutex(HandOff.COMBINE);
            List<Thread> carriers = new ArrayList<>();
            mutex.lock();
            List<Thread> threads = new ArrayList<>();
            try (CombiningScheduler scheduler = CombiningScheduler.create(2)) {
                for (int i = 0; i < 1_000; i++) {
                    threads.add(scheduler.builder().start(() -> {
                        mutex.lock();
                        carriers.add(CarrierAccess.currentCarrier());
                        mutex.unlock();
                    }));
                }
                for (Thread thread : threads) {
                    while (thread.getState() != Thread.State.WAITING) {
                        Thread.onSpinWait();
                    }
                }
                mutex.unlock();
                for (Thread thread : threads) {
                    thread.join();
                }
            }
            System.out.println("carriers " + carriers.stream().distinct().count());
            System.out.println("counted " + carriers.size());
        }
    }

    /** Counts under two mutexes on the JDK's scheduler. */
    static final class WithoutTheModule {
        private WithoutTheModule() {}

        public static void main(String[] arguments) {
            int[] counter = new int[1];
            for (HandOff handOff : List.of(HandOff.COMBINE, HandOff.INLINE)) {
                Mutex mutex = new Mutex(handOff);
                mutex.lock(); // so that somebody waits, however fast the machine is
                try (ExecutorService executor = java.util.concurrent.Executors.newVirtualThreadPerTaskExecutor()) {
                    for (int i = 0; i < 1_000; i++) {
                        executor.execute(() -> {
                            mutex.lock();
                            counter[0]++;
                            mutex.unlock();
                        });
                    }
                    while (!mutex.hasQueuedThreads()) {
                        Thread.onSpinWait();
                    }
                    mutex.unlock();
                }
            }
            System.out.println("counted " + counter[0]);
        }
    }
}
