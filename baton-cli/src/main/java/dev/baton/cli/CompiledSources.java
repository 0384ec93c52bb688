package dev.baton.cli;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Source files that were targets, and the directory that their classes are in now: a reader knows the former only.
 *
 * @param files   the files as the user named them
 * @param classes the directory; null if there are no such files
 */
record CompiledSources(List<Path> files, @Nullable Path classes) {
    static final CompiledSources NONE = new CompiledSources(List.of(), null);

    /** A place of classes, in the user's words. */
    String name(Path place) {
        return place.equals(classes) ? names() : place.toString();
    }

    String names() {
        return files.stream().map(Path::toString).collect(Collectors.joining(", "));
    }
}
