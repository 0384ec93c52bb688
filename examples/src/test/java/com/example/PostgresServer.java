package com.example;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** PostgreSQL server of a test: a data directory of its own, a free port of the loopback interface. */
@SuppressWarnings("try") // to close it is to wait for its process
final class PostgresServer implements AutoCloseable {
    private final Path folder;
    private final Process process;
    private final int port;

    private PostgresServer(Path folder, Process process, int port) {
        this.folder = folder;
        this.process = process;
        this.port = port;
    }

    /** Address for JDBC, with the user. */
    String url() {
        return "jdbc:postgresql://127.0.0.1:" + port + "/postgres?user=baton";
    }

    static boolean isInstalled() {
        return binaries().isPresent();
    }

    /** The folder of {@code postgres} and {@code initdb}: where Debian has it, or on the path. */
    private static Optional<Path> binaries() {
        try {
            List<Path> candidates = new ArrayList<>();
            Path debian = Path.of("/usr/lib/postgresql");
            if (Files.isDirectory(debian)) {
                try (Stream<Path> versions = Files.list(debian)) {
                    versions.sorted(Comparator.reverseOrder()).forEach(version -> candidates.add(version.resolve("bin")));
                }
            }
            Arrays.stream(System.getenv("PATH").split(":")).map(Path::of).forEach(candidates::add);
            return candidates.stream().filter(bin -> Files.isExecutable(bin.resolve("postgres"))
                    && Files.isExecutable(bin.resolve("initdb"))).findFirst();
        } catch (IOException unreadable) {
            return Optional.empty();
        }
    }

    static PostgresServer start() throws IOException, InterruptedException {
        Path bin = binaries().orElseThrow();
        Path folder = Files.createTempDirectory("postgres");
        String user = serverUser();
        if (user != null) {
            run(List.of("chown", user, folder.toString()), folder);
        }
        Path data = folder.resolve("data");
        run(as(user, bin.resolve("initdb").toString(), "-D", data.toString(), "-U", "baton", "--auth=trust", "--no-sync",
                "--no-instructions"), folder);
        int port = freePort();
        Process process = new ProcessBuilder(as(user, bin.resolve("postgres").toString(), "-D", data.toString(), "-p",
                Integer.toString(port), "-c", "listen_addresses=127.0.0.1", "-c", "unix_socket_directories=", "-c",
                "fsync=off")).directory(folder.toFile()).redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD).start();
        PostgresServer server = new PostgresServer(folder, process, port);
        server.awaitReady();
        return server;
    }

    /** The server refuses to be root's: then it runs as the user of the package, or as nobody. */
    private static String serverUser() throws IOException {
        if (!"root".equals(System.getProperty("user.name"))) {
            return null;
        }
        return Files.readString(Path.of("/etc/passwd")).contains("\npostgres:") ? "postgres" : "nobody";
    }

    private static List<String> as(String user, String... command) {
        List<String> all = new ArrayList<>();
        if (user != null) {
            all.addAll(List.of("setpriv", "--reuid=" + user, "--regid=nogroup", "--clear-groups"));
        }
        all.addAll(Arrays.asList(command));
        return all;
    }

    private static void run(List<String> command, Path folder) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes());
        if (process.waitFor() != 0) {
            throw new IOException(String.join(" ", command) + ": " + output);
        }
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    private void awaitReady() throws IOException, InterruptedException {
        for (int attempt = 0; attempt < 600; attempt++) {
            try {
                DriverManager.getConnection(url()).close();
                return;
            } catch (SQLException starting) {
                if (!process.isAlive()) {
                    throw new IOException("the server has ended with " + process.exitValue(), starting);
                }
                Thread.sleep(50);
            }
        }
        throw new IOException("the server does not answer");
    }

    @Override
    public void close() throws IOException, InterruptedException {
        process.destroy();
        if (!process.waitFor(20, TimeUnit.SECONDS)) {
            process.destroyForcibly().waitFor();
        }
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
