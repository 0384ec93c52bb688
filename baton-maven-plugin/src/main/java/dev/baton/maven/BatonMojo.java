package dev.baton.maven;

import java.io.File;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import javax.inject.Inject;
import org.apache.maven.artifact.Artifact;
import org.apache.maven.artifact.DependencyResolutionRequiredException;
import org.apache.maven.execution.MavenSession;
import org.apache.maven.plugin.AbstractMojo;
import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.plugins.annotations.Parameter;
import org.apache.maven.project.MavenProject;
import org.apache.maven.toolchain.ToolchainManager;
import org.jspecify.annotations.Nullable;

/** What all goals share: the project's class path, a JDK 25, and a process of its own in which the command line runs. */
abstract class BatonMojo extends AbstractMojo {
    private static final String MAIN = "dev.baton.cli.Main";

    @Parameter(defaultValue = "${project}", readonly = true, required = true)
    private MavenProject project;

    @Parameter(defaultValue = "${session}", readonly = true, required = true)
    private MavenSession session;

    @Parameter(defaultValue = "${plugin.artifacts}", readonly = true, required = true)
    private List<Artifact> ownArtifacts;

    @Inject
    private ToolchainManager toolchains;

    /** Do nothing. */
    @Parameter(property = "baton.skip", defaultValue = "false")
    private boolean skip;

    /** The {@code java} of a JDK 25 or newer to run on; by default that of the build's toolchain, then Maven's own. */
    @Parameter(property = "baton.java")
    private @Nullable File java;

    /** Further options for the JVM, for example {@code -Xmx4g}. */
    @Parameter
    private List<String> jvmArguments = new ArrayList<>();

    /** Memory models to check under; by default what each check says itself. */
    @Parameter(property = "baton.models")
    private List<String> models = new ArrayList<>();

    /** Further options of the command line, as {@code baton check --help} lists them. */
    @Parameter(property = "baton.arguments")
    private List<String> arguments = new ArrayList<>();

    @SuppressWarnings("NullAway.Init") // Maven sets the fields
    BatonMojo() {}

    final boolean isSkipped() {
        if (skip) {
            getLog().info("Baton is skipped.");
        }
        return skip;
    }

    final MavenProject project() {
        return project;
    }

    final List<String> models() {
        return models;
    }

    /** The project's test class path: its tests, its classes, and what they need, in Maven's order. */
    final List<String> classPath() throws MojoExecutionException {
        try {
            return project.getTestClasspathElements().stream().filter(each -> new File(each).exists()).toList();
        } catch (DependencyResolutionRequiredException unresolved) {
            throw new MojoExecutionException("The class path of the project is not resolved.", unresolved);
        }
    }

    /** Runs a command of the command line; its output is shown as it comes. */
    final int run(List<String> command) throws MojoExecutionException {
        List<String> call = new ArrayList<>(List.of(JavaHome.executable(java, toolchains, session)));
        call.addAll(List.of("--add-opens", "java.base/java.lang=ALL-UNNAMED"));
        call.addAll(jvmArguments);
        call.addAll(List.of("-cp", ownArtifacts.stream().map(Artifact::getFile).map(File::getPath)
                .collect(Collectors.joining(File.pathSeparator)), MAIN));
        call.addAll(command);
        arguments.stream().flatMap(each -> Arrays.stream(each.strip().split("\\s+"))).filter(each -> !each.isEmpty())
                .forEach(call::add);
        getLog().debug(String.join(" ", call));
        try {
            Process process = new ProcessBuilder(call).directory(project.getBasedir()).inheritIO().start();
            try {
                return process.waitFor();
            } catch (InterruptedException stopped) {
                process.destroy();
                Thread.currentThread().interrupt();
                throw new MojoExecutionException("The build was interrupted.", stopped);
            }
        } catch (IOException failed) {
            throw new MojoExecutionException("Cannot start " + call.get(0) + ": " + failed.getMessage(), failed);
        }
    }
}
