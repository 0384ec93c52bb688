package dev.baton.bench.footprint;

import dev.baton.bench.result.FootprintRow;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Starts {@link FootprintMeasurement} in a JVM with the options it needs. */
public final class Footprint {
    private Footprint() {}

    public static List<FootprintRow> measure() throws IOException, InterruptedException {
        List<String> command = List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-cp",
                System.getProperty("java.class.path"), "--sun-misc-unsafe-memory-access=allow",
                "-XX:+EnableDynamicAgentLoading", "-Djdk.attach.allowAttachSelf=true",
                "--enable-native-access=ALL-UNNAMED",
                "--add-opens=java.base/java.util.concurrent=ALL-UNNAMED",
                "--add-opens=java.base/java.util.concurrent.locks=ALL-UNNAMED",
                "--add-opens=java.base/java.util.concurrent.atomic=ALL-UNNAMED",
                "--add-opens=java.base/java.lang=ALL-UNNAMED", "--add-opens=java.base/java.util=ALL-UNNAMED",
                FootprintMeasurement.class.getName());
        Process process = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
        List<FootprintRow> rows = new ArrayList<>();
        for (String line : new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).lines()
                .toList()) {
            String[] columns = line.split("\t", -1);
            if (columns.length == 3) { // the tool underneath prints remarks of its own
                rows.add(new FootprintRow(columns[0], Long.parseLong(columns[1]), Double.parseDouble(columns[2])));
            }
        }
        int exit = process.waitFor();
        if (exit != 0 || rows.isEmpty()) {
            throw new IOException("the JVM that measures the footprint ended with code " + exit);
        }
        return rows;
    }
}
