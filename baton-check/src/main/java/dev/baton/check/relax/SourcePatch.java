package dev.baton.check.relax;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Found modes as a change of the source.
 *
 * @param files   what stands in them instead; empty if there is nothing that it can say
 * @param leftOut what it does not say, and what it would take
 */
public record SourcePatch(List<ChangedFile> files, List<LeftOut> leftOut) {
    public SourcePatch {
        files = List.copyOf(files);
        leftOut = List.copyOf(leftOut);
    }

    /**
     * A file of the source.
     *
     * @param name   its path, as its source root was given
     * @param before its lines
     * @param after  its lines with the modes found
     */
    public record ChangedFile(String name, List<String> before, List<String> after) {
        public ChangedFile {
            before = List.copyOf(before);
            after = List.copyOf(after);
        }
    }

    /** A change that a person has to make. */
    public record LeftOut(AccessSite site, Mode mode, String why) {
        @Override
        public String toString() {
            return site + ": " + site.code().word() + " → " + mode.word() + ": " + why;
        }
    }

    static SourcePatch of(Relaxation result, List<Path> roots) {
        List<LeftOut> leftOut = new ArrayList<>();
        SortedMap<Path, SourceFile> files = new TreeMap<>();
        for (Relaxation.Row row : result.rows()) {
            if (!row.isChange()) {
                continue;
            }
            String why;
            Path path = find(row.site(), roots);
            if (path == null) {
                why = "its source is not under " + roots;
            } else {
                why = files.computeIfAbsent(path, SourcePatch::read).rewrite(row.site(), row.now());
            }
            if (!why.isEmpty()) {
                leftOut.add(new LeftOut(row.site(), row.now(), why));
            }
        }
        List<ChangedFile> changed = new ArrayList<>();
        files.forEach((path, file) -> {
            if (!file.after().equals(file.before())) {
                changed.add(new ChangedFile(name(path, roots), file.before(), file.after()));
            }
        });
        return new SourcePatch(changed, leftOut);
    }

    private static SourceFile read(Path path) {
        try {
            return new SourceFile(Files.readString(path));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static @org.jspecify.annotations.Nullable Path find(AccessSite site, List<Path> roots) {
        int dot = site.className().lastIndexOf('.');
        String folder = dot < 0 ? "" : site.className().substring(0, dot).replace('.', '/') + "/";
        for (Path root : roots) {
            Path file = root.resolve(folder + site.file());
            if (Files.isRegularFile(file)) {
                return file;
            }
        }
        return null;
    }

    /** The path as given, if it was relative; else from the root on. */
    private static String name(Path file, List<Path> roots) {
        Path named = file;
        for (Path root : roots) {
            if (root.isAbsolute() && file.startsWith(root)) {
                named = root.relativize(file);
            }
        }
        return named.normalize().toString().replace('\\', '/');
    }
}
