package dev.baton.cli;

import dev.baton.report.Json;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The files for other tools that {@code baton check} writes beside its own output: what a build server reads. */
final class ReportFiles {
    @Option(names = "--junit-xml", paramLabel = "FILE",
            description = "Write the result as a JUnit report to this file.")
    private @Nullable Path junit;

    @Option(names = "--sarif", paramLabel = "FILE",
            description = "Write what is wrong as SARIF 2.1 to this file, for code scanning.")
    private @Nullable Path sarif;

    @Option(names = "--github", description = "Print what is wrong as annotations of a GitHub workflow too.")
    private boolean github;

    @SuppressWarnings("NullAway.Init") // picocli sets the fields
    ReportFiles() {}

    /** Says before the work begins what could not be written after it. */
    void requireWritable() {
        files().forEach(OutputFile::requireWritable);
    }

    private List<Path> files() {
        List<Path> files = new ArrayList<>();
        if (junit != null) {
            files.add(junit);
        }
        if (sarif != null) {
            files.add(sarif);
        }
        return files;
    }

    /** Writes what was asked for. */
    void write(CheckReport report, PrintWriter out) {
        if (junit != null) {
            write(junit, JUnitXml.of(report.reported()));
        }
        if (sarif != null) {
            write(sarif, Json.of(Sarif.of(report.reported())) + "\n");
        }
        if (github) {
            GithubAnnotations.of(report.reported()).forEach(out::println);
            out.flush();
        }
    }

    private static void write(Path file, String text) {
        try {
            Files.writeString(file, text);
        } catch (IOException failure) {
            throw new InputProblem(OutputFile.sentence(file, failure), failure);
        }
    }
}
