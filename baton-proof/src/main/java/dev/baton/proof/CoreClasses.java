package dev.baton.proof;

import dev.baton.Mutex;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/** All classes of the library, as compiled: also those that no scenario needs. */
final class CoreClasses {
    private CoreClasses() {}

    /** Their full names. */
    static Set<String> names() {
        try {
            Path place = Path.of(Mutex.class.getProtectionDomain().getCodeSource().getLocation().toURI());
            if (Files.isDirectory(place)) {
                return new TreeSet<>(under(place));
            }
            try (FileSystem jar = FileSystems.newFileSystem(place)) {
                return new TreeSet<>(under(jar.getPath("/")));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    private static List<String> under(Path root) throws IOException {
        try (Stream<Path> files = Files.walk(root)) {
            return files.map(file -> root.relativize(file).toString()).filter(name -> name.endsWith(".class"))
                    .filter(name -> !name.endsWith("-info.class"))
                    .map(name -> name.substring(0, name.length() - ".class".length()).replace('/', '.')).toList();
        }
    }
}
