package dev.baton.check.api;

import dev.baton.check.explain.Counterexample;
import dev.baton.check.program.InvalidCheckException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.ServiceLoader;

/** The files that failed checks leave where the system property {@code baton.report} says. */
final class FailureReports {
    private static final String PROPERTY = "baton.report";

    private FailureReports() {}

    /** Lets every reporter write, if files are wanted. */
    static void write(String name, List<Counterexample> told) {
        String wanted = System.getProperty(PROPERTY, "");
        if (wanted.isEmpty() || told.isEmpty()) {
            return;
        }
        List<FailureReporter> reporters = ServiceLoader.load(FailureReporter.class).stream()
                .map(ServiceLoader.Provider::get).toList();
        if (reporters.isEmpty()) {
            throw new InvalidCheckException("-D" + PROPERTY + " needs the artifact dev.baton:baton-report on the class "
                    + "path of the tests");
        }
        try {
            Path directory = Files.createDirectories(Path.of(wanted));
            for (FailureReporter each : reporters) {
                each.report(directory, name, told);
            }
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
