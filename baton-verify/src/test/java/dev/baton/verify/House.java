package dev.baton.verify;

import com.tngtech.archunit.ArchConfiguration;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/** The source tree as the tests about it see it: modules and the classes compiled from their main sources. */
final class House {
    private final Path root;
    private final Map<Path, JavaClasses> imported = new HashMap<>();

    private House(Path root) {
        this.root = root;
        // The rules ask for names and packages only, and those stand in the class files that refer to them.
        ArchConfiguration.get().setResolveMissingDependenciesFromClassPath(false);
    }

    /** The tree that the running test belongs to. */
    static House current() {
        String root = System.getProperty("baton.root");
        return new House(
                root != null ? Path.of(root) : Objects.requireNonNull(Path.of("").toAbsolutePath().getParent()));
    }

    Path root() {
        return root;
    }

    /** Names of the rooms of the house that stand in the tree: modules with sources. */
    List<String> modules() throws IOException {
        try (Stream<Path> entries = Files.list(root)) {
            return entries.filter(entry -> Files.exists(entry.resolve("pom.xml")) && Files.exists(entry.resolve("src")))
                    .map(entry -> String.valueOf(entry.getFileName()))
                    .filter(name -> name.startsWith("baton-")).sorted().toList();
        }
    }

    /** Main classes of a module; empty where the module does not exist or has not been built. */
    Optional<JavaClasses> classesOf(String module) {
        Path classes = root.resolve(module).resolve("target").resolve("classes");
        return Files.isDirectory(classes)
                ? Optional.of(imported.computeIfAbsent(classes, new ClassFileImporter()::importPath))
                : Optional.empty();
    }
}
