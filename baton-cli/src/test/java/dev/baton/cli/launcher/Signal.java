package dev.baton.cli.launcher;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A signal that asks a process to end, and the exit code of a JVM that does so. */
enum Signal {
    INT(130), TERM(143);

    private static final Path STATUS = Path.of("/proc/self/status");
    private static final long INT_BIT = 1L << 1;

    private final int exitCode;

    Signal(int exitCode) {
        this.exitCode = exitCode;
    }

    int exitCode() {
        return exitCode;
    }

    /**
     * What Ctrl-C sends. A build that a shell runs in the background ignores that signal, and so does every process
     * that it starts; there it is the one that takes the same way through the JVM.
     */
    static Signal ofCtrlC() throws IOException {
        if (!Files.isReadable(STATUS)) {
            return INT;
        }
        return Files.readAllLines(STATUS).stream().filter(line -> line.startsWith("SigIgn:"))
                .anyMatch(line -> (Long.parseUnsignedLong(line.substring(7).strip(), 16) & INT_BIT) != 0) ? TERM : INT;
    }

    void send(Process process) throws IOException, InterruptedException {
        new ProcessBuilder("kill", "-" + name(), Long.toString(process.pid())).start().waitFor();
    }
}
