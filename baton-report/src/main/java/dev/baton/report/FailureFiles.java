package dev.baton.report;

import dev.baton.check.api.FailureReporter;
import dev.baton.check.explain.Counterexample;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A page to step through and the same as JSON, for each check that failed under JUnit. */
public final class FailureFiles implements FailureReporter {
    /** Made by the service loader. */
    public FailureFiles() {}

    @Override
    public void report(Path directory, String name, List<Counterexample> told) throws IOException {
        Files.writeString(directory.resolve(name + ".html"), CounterexamplePage.of(name, told));
        Map<String, Object> root = new LinkedHashMap<>();
        root.put("counterexamples", told.stream().map(CounterexamplePage::data).toList());
        Files.writeString(directory.resolve(name + ".json"), Json.of(root) + "\n");
    }
}
