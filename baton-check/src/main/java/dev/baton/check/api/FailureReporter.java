package dev.baton.check.api;

import dev.baton.check.explain.Counterexample;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * Writes the counterexamples of a failed {@link ModelCheck} into files. The JUnit extension asks every reporter that
 * {@link java.util.ServiceLoader} finds if the system property {@code baton.report} names a directory; the artifact
 * {@code baton-report} brings a reporter for pages and JSON.
 */
public interface FailureReporter {
    /**
     * Writes the files of one check.
     *
     * @param directory where to write; it is there
     * @param name      of the check and its model, fit to be the name of a file
     * @param told      what to tell, with its sources
     * @throws IOException if a file cannot be written
     */
    void report(Path directory, String name, List<Counterexample> told) throws IOException;
}
