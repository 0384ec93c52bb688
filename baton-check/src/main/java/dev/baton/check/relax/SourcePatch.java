package dev.baton.check.relax;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Found modes as a change of the source: a unified diff for {@code patch -p1} or {@code git apply}, run where the
 * source roots were named from.
 *
 * @param text    the diff; empty if there is nothing it can say
 * @param leftOut what the diff does not say, and what it would take
 */
public record SourcePatch(String text, List<LeftOut> leftOut) {
    public SourcePatch {
        leftOut = List.copyOf(leftOut);
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
        StringBuilder text = new StringBuilder();
        for (Map.Entry<Path, SourceFile> file : files.entrySet()) {
            text.append(UnifiedDiff.of(name(file.getKey(), roots), file.getValue().before(), file.getValue().after()));
        }
        return new SourcePatch(text.toString(), leftOut);
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
