package dev.baton.maven;

import java.util.ArrayList;
import java.util.List;
import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.plugin.MojoFailureException;
import org.apache.maven.plugins.annotations.Mojo;
import org.apache.maven.plugins.annotations.Parameter;
import org.apache.maven.plugins.annotations.ResolutionScope;

/** Finds the weakest access modes with which a class of the project still verifies. */
@Mojo(name = "relax", requiresDependencyResolution = ResolutionScope.TEST, threadSafe = true)
public final class RelaxMojo extends BatonMojo {
    /** The class whose access modes are weakened. */
    @Parameter(property = "baton.class", required = true)
    private String relaxed;

    /** The classes with the checks that must still verify. */
    @Parameter(property = "baton.checks", required = true)
    private List<String> checks;

    /** Made by Maven. */
    @SuppressWarnings("NullAway.Init") // Maven sets the fields
    public RelaxMojo() {}

    @Override
    public void execute() throws MojoExecutionException, MojoFailureException {
        if (isSkipped()) {
            return;
        }
        List<String> command = new ArrayList<>(List.of("relax", relaxed));
        command.addAll(checks);
        command.addAll(List.of("--classpath", String.join(":", classPath())));
        if (!models().isEmpty()) {
            command.addAll(List.of("--model", String.join(",", models())));
        }
        int code = run(command);
        if (code != 0) {
            throw new MojoFailureException("baton relax ended with " + code + ": see above.");
        }
    }
}
