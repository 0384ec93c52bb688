package dev.baton.bench.leveldb;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;

import org.iq80.leveldb.CompressionType;
import org.iq80.leveldb.DB;
import org.iq80.leveldb.DBFactory;
import org.iq80.leveldb.Options;

/** A database in a directory of its own, filled with random values under the keys from 0; deleted when closed. */
final class Database implements AutoCloseable {
    private static final int KEY_BYTES = 16;
    private static final int VALUE_BYTES = 100;

    private final Path directory;
    private final DB database;

    private Database(Path directory, DB database) {
        this.directory = directory;
        this.database = database;
    }

    /** Creates a database with {@code entries} entries and the mutex that {@code peer} names. */
    static Database create(String peer, int entries) throws IOException {
        return create(DatabaseLoader.factory(DatabaseMutex.of(peer)), Files.createTempDirectory("baton-leveldb"),
                entries);
    }

    /** Creates a database in {@code directory}, which is deleted if that fails. */
    static Database create(DBFactory factory, Path directory, int entries) throws IOException {
        Options options = new Options().createIfMissing(true).compressionType(CompressionType.NONE);
        DB opened = null;
        try {
            try (DB empty = factory.open(directory.toFile(), options)) {
                fill(empty, entries);
            }
            opened = factory.open(directory.toFile(), options); // now all entries are in files
            return new Database(directory, opened);
        } finally {
            if (opened == null) {
                delete(directory);
            }
        }
    }

    private static void fill(DB database, int entries) {
        SplittableRandom random = new SplittableRandom(42);
        for (int key = 0; key < entries; key++) {
            byte[] value = new byte[VALUE_BYTES];
            random.nextBytes(value);
            ByteBuffer.wrap(value).putInt(key);
            database.put(key(key), value);
        }
    }

    /** The number that the value under {@code key} begins with. */
    int read(int key) {
        return ByteBuffer.wrap(database.get(key(key))).getInt();
    }

    /** The database itself. */
    DB database() {
        return database;
    }

    private static byte[] key(int number) {
        return ByteBuffer.allocate(KEY_BYTES).putInt(KEY_BYTES - Integer.BYTES, number).array();
    }

    @Override
    public void close() {
        try {
            database.close();
            delete(directory);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private static void delete(Path directory) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            List<Path> deepestFirst = files.sorted(Comparator.reverseOrder()).toList();
            for (Path file : deepestFirst) {
                Files.delete(file);
            }
        }
    }
}
