package dev.baton.check.explain;

import java.io.IOException;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.jspecify.annotations.Nullable;

/**
 * Where to find the source of a class: in the directories that the user names, else where builds keep it beside the
 * class file ({@code target/classes} beside {@code src/main/java}, a jar beside its sources jar).
 */
public final class SourcePath {
    private static final List<String> USUAL = List.of("src/main/java", "src/test/java", "src");

    private final List<Path> roots;
    private final @Nullable ClassLoader loader;

    /**
     * Looks in some directories, and beside the classes of a loader.
     *
     * @param roots  directories that hold sources by package
     * @param loader of the classes under check, to ask where they come from; null to look in the roots only
     */
    public SourcePath(List<Path> roots, @Nullable ClassLoader loader) {
        this.roots = List.copyOf(roots);
        this.loader = loader;
    }

    /**
     * Nowhere: every source is missing.
     *
     * @return a path on which nothing is found
     */
    public static SourcePath none() {
        return new SourcePath(List.of(), null);
    }

    /** A class's file as the reader of a counterexample gets it; without lines if it is not found. */
    Counterexample.Source source(String className, String file) {
        String name = className.replace('.', '/');
        String relative = name.contains("/") ? name.substring(0, name.lastIndexOf('/') + 1) + file : file;
        Path origin = origin(name);
        for (Path root : origin == null ? roots : Stream.concat(roots.stream(), beside(origin).stream()).toList()) {
            List<String> lines = read(root, relative);
            if (!lines.isEmpty()) {
                return new Counterexample.Source(file,
                        Files.isDirectory(root) ? root.resolve(relative).toString() : "", lines);
            }
        }
        return new Counterexample.Source(file, "", List.of());
    }

    /** The directory or jar that a class was loaded from. */
    private @Nullable Path origin(String name) {
        URL url = loader == null ? null : loader.getResource(name + ".class");
        if (url == null) {
            return null;
        }
        String text = url.toString();
        int end = text.length() - name.length() - ".class".length();
        try {
            if (text.startsWith("jar:file:")) {
                return Path.of(new java.net.URI(text.substring("jar:".length(), text.lastIndexOf("!/"))));
            }
            return text.startsWith("file:") ? Path.of(new java.net.URI(text.substring(0, end))) : null;
        } catch (URISyntaxException | IllegalArgumentException unusable) {
            return null;
        }
    }

    private static List<Path> beside(Path origin) {
        List<Path> places = new ArrayList<>();
        String name = String.valueOf(origin.getFileName());
        if (name.endsWith(".jar")) {
            places.add(origin.resolveSibling(name.substring(0, name.length() - 4) + "-sources.jar"));
        }
        boolean tests = name.contains("test");
        for (Path above = origin.getParent(); above != null; above = above.getParent()) {
            for (String usual : tests ? USUAL.reversed() : USUAL) {
                places.add(above.resolve(usual));
            }
        }
        places.add(origin);
        return places;
    }

    private static List<String> read(Path root, String relative) {
        try {
            if (Files.isDirectory(root)) {
                Path file = root.resolve(relative);
                return Files.isRegularFile(file) ? lines(Files.readAllBytes(file)) : List.of();
            }
            if (!Files.isRegularFile(root)) {
                return List.of();
            }
            try (ZipFile zip = new ZipFile(root.toFile())) {
                ZipEntry entry = zip.getEntry(relative);
                return entry == null ? List.of() : lines(zip.getInputStream(entry).readAllBytes());
            }
        } catch (IOException | InvalidPathException unreadable) {
            return List.of();
        }
    }

    private static List<String> lines(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8).lines().toList();
    }
}
