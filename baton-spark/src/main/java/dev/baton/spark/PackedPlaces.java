package dev.baton.spark;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.jspecify.annotations.Nullable;

/** Jars and directories of a class path as files that can travel: a directory becomes a jar. */
final class PackedPlaces implements AutoCloseable {
    private @Nullable Path room;

    /** A file with a name that no other place has. */
    Path file(Path place, int number) throws IOException {
        Path file = room().resolve("place-" + number + ".jar");
        if (Files.isDirectory(place)) {
            pack(place, file);
        } else {
            Files.copy(place, file);
        }
        return file;
    }

    private Path room() throws IOException {
        if (room == null) {
            room = Files.createTempDirectory("baton-places-");
        }
        return room;
    }

    private static void pack(Path directory, Path jar) throws IOException {
        List<Path> files;
        try (Stream<Path> walk = Files.walk(directory)) {
            files = walk.filter(Files::isRegularFile).sorted().toList();
        }
        try (OutputStream out = Files.newOutputStream(jar); ZipOutputStream zip = new ZipOutputStream(out)) {
            for (Path each : files) {
                zip.putNextEntry(new ZipEntry(directory.relativize(each).toString().replace('\\', '/')));
                Files.copy(each, zip);
                zip.closeEntry();
            }
        }
    }

    @Override
    public void close() {
        if (room == null) {
            return;
        }
        try (Stream<Path> files = Files.list(room)) {
            for (Path each : files.toList()) {
                Files.deleteIfExists(each);
            }
            Files.deleteIfExists(room);
        } catch (IOException left) {
            return; // the system empties its temporary directory
        }
    }
}
