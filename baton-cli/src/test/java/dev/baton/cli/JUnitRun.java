package dev.baton.cli;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Set;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;

/** Main class of a JVM that runs the tests of a directory of classes, as a build tool does, and prints how they end. */
final class JUnitRun {
    private JUnitRun() {}

    public static void main(String[] arguments) {
        LauncherDiscoveryRequest request = LauncherDiscoveryRequestBuilder.request()
                .selectors(DiscoverySelectors.selectClasspathRoots(Set.of(Path.of(arguments[0])))).build();
        SummaryGeneratingListener summary = new SummaryGeneratingListener();
        LauncherFactory.create().execute(request, summary);
        summary.getSummary().printTo(new PrintWriter(System.out));
        summary.getSummary().printFailuresTo(new PrintWriter(System.out));
        System.out.flush();
        System.exit(summary.getSummary().getTotalFailureCount() == 0 ? 0 : 1);
    }
}
