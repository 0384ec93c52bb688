package dev.baton.mutants;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

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
    /** The broken source. */
    String apply(Path sources) throws IOException {
        Path file = sources.resolve("dev/baton").resolve(type + ".java");
        String original = Files.readString(file);
        int at = original.indexOf(search);
        if (at < 0 || original.indexOf(search, at + 1) >= 0) {
            throw new AssertionError("mutant \"" + name + "\": its piece of " + file.getFileName() + " occurs "
                    + (at < 0 ? "no longer" : "more than once"));
        }
        return original.substring(0, at) + replacement + original.substring(at + search.length());
    }

    @Override
    public String toString() {
        return name;
    }
}
