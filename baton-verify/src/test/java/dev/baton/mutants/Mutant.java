package dev.baton.mutants;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Deliberately broken copy of one class of the core: a piece of its source replaced by another. The piece must occur
 * exactly once, so that a mutant cannot outlive the code it breaks.
 *
 * @param name        what is broken, in a few words
 * @param type        simple name of the class
 * @param search      the piece of its source
 * @param replacement what stands there instead
 * @param killers     simple names of the test classes of which one must fail
 */
record Mutant(String name, String type, String search, String replacement, String... killers) {
    /**
     * The broken source.
     *
     * @param modules directories of the modules that the class may be in
     */
    String apply(List<Path> modules) throws IOException {
        Path file = source(modules);
        String original = Files.readString(file);
        int at = original.indexOf(search);
        if (at < 0 || original.indexOf(search, at + 1) >= 0) {
            throw new AssertionError("mutant \"" + name + "\": its piece of " + file.getFileName() + " occurs "
                    + (at < 0 ? "no longer" : "more than once"));
        }
        return original.substring(0, at) + replacement + original.substring(at + search.length());
    }

    private Path source(List<Path> modules) throws IOException {
        for (Path module : modules) {
            try (Stream<Path> files = Files.walk(module.resolve("src/main/java"))) {
                Optional<Path> found = files.filter(file -> file.endsWith(type + ".java")).findFirst();
                if (found.isPresent()) {
                    return found.get();
                }
            }
        }
        throw new AssertionError("mutant \"" + name + "\": there is no class " + type);
    }

    @Override
    public String toString() {
        return name;
    }
}
