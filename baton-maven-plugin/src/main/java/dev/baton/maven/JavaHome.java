package dev.baton.maven;

import java.io.File;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.maven.execution.MavenSession;
import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.toolchain.Toolchain;
import org.apache.maven.toolchain.ToolchainManager;
import org.jspecify.annotations.Nullable;

/** Finds the JDK that the checker runs on, which need not be the one that Maven runs on. */
final class JavaHome {
    private static final int OLDEST = 25;

    private JavaHome() {}

    /**
     * The {@code java} to start: what the user named, else the toolchain of the build, else one of the user's toolchains
     * that is new enough, else Maven's own.
     */
    static String executable(@Nullable File named, ToolchainManager toolchains, MavenSession session)
            throws MojoExecutionException {
        if (named != null) {
            if (!named.canExecute()) {
                throw new MojoExecutionException("baton.java: there is no program " + named + ".");
            }
            return named.getPath();
        }
        Toolchain chosen = toolchains.getToolchainFromBuildContext("jdk", session);
        return Stream
                .concat(Stream.ofNullable(chosen),
                        toolchains.getToolchains(session, "jdk", Map.of("version", "[" + OLDEST + ",)")).stream())
                .map(each -> each.findTool("java")).filter(each -> each != null).findFirst()
                .orElseGet(() -> own(session));
    }

    private static String own(MavenSession session) {
        String home = Runtime.version().feature() >= OLDEST
                ? System.getProperty("java.home")
                : session.getSystemProperties().getProperty("env.JAVA_HOME", System.getProperty("java.home"));
        return new File(home, "bin/java").getPath();
    }
}
