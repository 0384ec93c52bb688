package dev.baton.cli.serve;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * How a program of other people is kept apart: no network (a network namespace of its own, by {@code unshare}), and no files
 * but its own directory, the JDK and the checker ({@link Confined}). Both are Linux's.
 */
final class Confinement {
    private static final String JAVA = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    private static final List<String> WITHOUT_NETWORK = List.of("unshare", "--user", "--map-root-user", "--net", "--");
    /** What every program reads: libraries of the system, and what it may know of itself and of the machine. */
    private static final List<String> SYSTEM = List.of("/lib", "/lib64", "/usr/lib", "/usr/lib64", "/etc/ld.so.cache",
            "/etc/java-25-openjdk", "/proc/self", "/proc/meminfo", "/proc/cpuinfo", "/proc/stat",
            "/sys/devices/system/cpu",
            "/sys/fs/cgroup", "/dev/null", "/dev/random", "/dev/urandom");

    private Confinement() {}

    /** Whether this machine can do it. */
    static boolean isPossible() {
        List<String> probe = new ArrayList<>(WITHOUT_NETWORK);
        probe.addAll(List.of(JAVA, "--enable-native-access=ALL-UNNAMED", "-cp", classPath(), Confined.class.getName(),
                "--probe"));
        try {
            Process process = new ProcessBuilder(probe).redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD).start();
            return process.waitFor(20, TimeUnit.SECONDS) && process.exitValue() == 0;
        } catch (IOException absent) {
            return false;
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** The call of a Java program that may write to one directory only. */
    static List<String> call(Path directory, boolean confined, List<String> program) {
        List<String> call = new ArrayList<>();
        if (confined) {
            call.addAll(WITHOUT_NETWORK);
            call.addAll(List.of(JAVA, "-Xshare:auto", "-XX:TieredStopAtLevel=1", "--enable-native-access=ALL-UNNAMED",
                    "-cp",
                    classPath(), Confined.class.getName(), directory.toString(), readable()));
        }
        call.add(JAVA);
        call.addAll(program);
        return call;
    }

    /** The class path of this process, whose relative parts are made absolute. */
    static String classPath() {
        return String.join(File.pathSeparator, Arrays.stream(System.getProperty("java.class.path")
                .split(File.pathSeparator)).map(each -> Path.of(each).toAbsolutePath().toString()).toList());
    }

    private static String readable() {
        Stream<String> own = Arrays.stream(classPath().split(File.pathSeparator))
                .flatMap(each -> each.endsWith("baton-cli.jar") // its manifest names the jars beside it
                        ? Stream.of(each, Path.of(each).resolveSibling("lib").toString())
                        : Stream.of(each));
        return String.join(":",
                Stream.of(SYSTEM.stream(), Stream.of(System.getProperty("java.home")), own).flatMap(each -> each)
                        .toList());
    }
}
