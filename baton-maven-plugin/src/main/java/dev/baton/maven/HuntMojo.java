package dev.baton.maven;

import java.util.List;
import org.apache.maven.plugins.annotations.Mojo;
import org.apache.maven.plugins.annotations.Parameter;
import org.apache.maven.plugins.annotations.ResolutionScope;

/**
 * Samples executions of the project's checks until {@code baton.seconds} are over: for checks that cannot be exhausted.
 * The build fails if an execution is met that a check forbids. A hunt that meets none proves nothing.
 */
@Mojo(name = "hunt", requiresDependencyResolution = ResolutionScope.TEST, threadSafe = true)
public final class HuntMojo extends ExploringMojo {
    /** What is drawn depends on this number alone. */
    @Parameter(property = "baton.seed", defaultValue = "1")
    private long seed;

    /** Made by Maven. */
    public HuntMojo() {}

    @Override
    List<String> options() {
        return List.of("--hunt", "--seed", Long.toString(seed));
    }

    @Override
    boolean isExhaustive() {
        return false;
    }
}
