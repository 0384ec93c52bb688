package dev.baton.cli.launcher;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** What Ctrl-C sends, and the exit code of a JVM that it ends. */
final class Signal {
    static final int EXIT_CODE = 130;

    private static final Path STATUS = Path.of("/proc/self/status");
    private static final long INT_BIT = 1L << 1;

    private Signal() {}

    /**
     * A command so that the signal reaches it. A build that a shell runs in the background ignores it, and so would every
     * process that it starts.
     */
    static List<String> reaching(String... command) throws IOException {
        List<String> words = new ArrayList<>();
        if (isIgnoredHere()) {
            words.addAll(List.of("env", "--default-signal=INT"));
        }
        words.addAll(List.of(command));
        return words;
    }

    private static boolean isIgnoredHere() throws IOException {
        return Files.isReadable(STATUS)
                && Files.readAllLines(STATUS).stream().filter(line -> line.startsWith("SigIgn:"))
                        .anyMatch(line -> (Long.parseUnsignedLong(line.substring(7).strip(), 16) & INT_BIT) != 0);
    }

    static void interrupt(Process process) throws IOException, InterruptedException {
        new ProcessBuilder("kill", "-INT", Long.toString(process.pid())).start().waitFor();
    }
}
