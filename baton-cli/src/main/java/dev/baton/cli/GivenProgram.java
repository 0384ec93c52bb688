package dev.baton.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The program that the user gives to a command: coordinates become jars, source files become classes, and all of it the
 * targets and the class path. What that needs on disk is gone when it is closed.
 */
final class GivenProgram implements AutoCloseable {
    private @Nullable Path directory;
    private final CheckTargets targets;

    /**
     * Resolves, compiles and looks.
     *
     * @param targets   classes, jars, directories and source files
     * @param libraries the user's class path
     * @param with      Maven coordinates, which come after it
     */
    GivenProgram(List<String> targets, List<Path> libraries, List<String> with, CheckProgress progress) {
        List<Coordinates> artifacts = with.stream().map(Coordinates::of).toList();
        List<Path> sources = targets.stream().filter(GivenProgram::isSource).map(GivenProgram::source).toList();
        CheckTargets.requireLibraries(libraries);
        try {
            List<Path> path = new ArrayList<>(libraries);
            if (!artifacts.isEmpty()) {
                path.addAll(new MavenPath(System.getenv()).resolve(artifacts, room(), progress));
            }
            List<String> named = new ArrayList<>(targets);
            Path classes = null;
            if (!sources.isEmpty()) {
                classes = Files.createDirectories(room().resolve("classes"));
                List<Path> jars = targets.stream().filter(each -> !isSource(each) && CheckTargets.isFile(each))
                        .map(Path::of).toList();
                SourceCompiler.compile(sources, Stream.concat(jars.stream(), path.stream()).toList(), classes);
                named.removeIf(GivenProgram::isSource);
            }
            this.targets = new CheckTargets(named, path, new CompiledSources(sources, classes));
        } catch (IOException failed) {
            close();
            throw new InputProblem("cannot write to a temporary directory: " + failed.getMessage() + ".", failed);
        } catch (RuntimeException | Error failed) {
            close();
            throw failed;
        }
    }

    CheckTargets targets() {
        return targets;
    }

    private Path room() throws IOException {
        if (directory == null) {
            directory = Files.createTempDirectory("baton-");
        }
        return directory;
    }

    private static boolean isSource(String target) {
        return target.endsWith(".java");
    }

    private static Path source(String target) {
        Path file = Path.of(target);
        if (!Files.isRegularFile(file)) {
            throw new InputProblem("there is no source file " + target + ".");
        }
        if (!Files.isReadable(file)) {
            throw new InputProblem("cannot read " + target + ": permission denied.");
        }
        return file;
    }

    @Override
    public void close() {
        if (directory != null) {
            try (Stream<Path> files = Files.walk(directory)) {
                for (Path each : files.sorted(Comparator.reverseOrder()).toList()) {
                    Files.deleteIfExists(each);
                }
            } catch (IOException left) {
                return; // the system empties its temporary directory
            }
        }
    }
}
