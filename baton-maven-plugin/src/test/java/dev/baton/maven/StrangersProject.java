package dev.baton.maven;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * A project outside this one, built by the real Maven. It has a local repository of its own; the artifacts of this build
 * come from a repository in a directory, everything else from the one that this build has filled.
 */
final class StrangersProject {
    private static final Path ROOT = Path.of(System.getProperty("baton.root"));
    private static final String VERSION = "0.1.0-SNAPSHOT";
    private static final List<String> MODULES = List.of("baton-core", "baton-combine", "baton-check", "baton-report",
            "baton-cli", "baton-maven-plugin");

    /**
     * How Maven ended.
     *
     * @param code what it told the shell
     * @param out  what it printed
     */
    record Outcome(int code, String out) {}

    private final Path directory;

    StrangersProject(Path directory, String pluginConfiguration) throws IOException {
        this.directory = directory;
        publish();
        write("settings.xml", """
                <settings>
                  <mirrors>
                    <mirror><id>filled</id><mirrorOf>*,!baton</mirrorOf><url>%s</url></mirror>
                  </mirrors>
                </settings>
                """.formatted(Path.of(System.getProperty("baton.repository")).toUri()));
        String repository = directory.resolve("repository").toUri().toString();
        write("project/pom.xml", Files.readString(ROOT.resolve("examples/pom.xml"))
                .replaceFirst(
                        "(?s)<dependency>\\s*<groupId>dev.baton</groupId>\\s*<artifactId>baton-core.*?</dependency>",
                        "")
                .replace("<dependencies>", """
                        <repositories><repository><id>baton</id><url>%1$s</url>
                          <snapshots><enabled>true</enabled></snapshots></repository></repositories>
                        <pluginRepositories><pluginRepository><id>baton</id><url>%1$s</url>
                          <snapshots><enabled>true</enabled></snapshots></pluginRepository></pluginRepositories>
                        <dependencies>""".formatted(repository))
                .replace("<plugins>\n      <plugin>\n        <groupId>org.apache.maven.plugins</groupId>\n        "
                        + "<artifactId>maven-surefire",
                        """
                                <plugins>
                                      <plugin>
                                        <groupId>dev.baton</groupId>
                                        <artifactId>baton-maven-plugin</artifactId>
                                        <version>%s</version>
                                        <configuration>%s</configuration>
                                        <executions><execution><goals><goal>check</goal></goals></execution></executions>
                                      </plugin>
                                      <plugin>
                                        <groupId>org.apache.maven.plugins</groupId>
                                        <artifactId>maven-surefire"""
                                .formatted(VERSION, pluginConfiguration)));
    }

    /** Lays out a repository as a deployment would. */
    private void publish() throws IOException {
        copy(ROOT.resolve("pom.xml"), "baton", ".pom");
        for (String module : MODULES) {
            copy(ROOT.resolve(module).resolve("pom.xml"), module, ".pom");
            String name = module.equals("baton-cli") ? module : module + "-" + VERSION;
            copy(ROOT.resolve(module).resolve("target/" + name + ".jar"), module, ".jar");
        }
    }

    private void copy(Path file, String artifact, String ending) throws IOException {
        Path target = directory.resolve("repository/dev/baton").resolve(artifact).resolve(VERSION);
        Files.createDirectories(target);
        Files.copy(file, target.resolve(artifact + "-" + VERSION + ending), StandardCopyOption.REPLACE_EXISTING);
    }

    Path write(String file, String text) throws IOException {
        Path path = directory.resolve(file);
        Files.createDirectories(path.getParent());
        return Files.writeString(path, text);
    }

    Path target(String file) {
        return directory.resolve("project/target").resolve(file);
    }

    /** Runs Maven in the project; it cannot reach any repository but those two. */
    Outcome maven(String... goals) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("mvn", "--batch-mode", "--no-transfer-progress", "--settings",
                directory.resolve("settings.xml").toString(),
                "-Dmaven.repo.local=" + directory.resolve("local")));
        command.addAll(List.of(goals));
        Path log = directory.resolve("maven.log");
        Process process = new ProcessBuilder(command).directory(directory.resolve("project").toFile())
                .redirectErrorStream(true).redirectOutput(log.toFile()).start();
        if (!process.waitFor(5, TimeUnit.MINUTES)) {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
            throw new IllegalStateException("Maven did not end: " + Files.readString(log));
        }
        return new Outcome(process.exitValue(), Files.readString(log, StandardCharsets.UTF_8));
    }

    /** Whether there is a Maven to run. */
    static boolean hasMaven() {
        return Stream.of(System.getenv().getOrDefault("PATH", "").split(":"))
                .anyMatch(each -> Files.isExecutable(Path.of(each, "mvn")));
    }
}
