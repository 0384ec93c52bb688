package dev.baton.bench.leveldb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.File;
import java.io.IOException;
import java.lang.reflect.Field;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.iq80.leveldb.DB;
import org.iq80.leveldb.DBFactory;
import org.iq80.leveldb.Options;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The database works with each mutex, and has the one that was asked for. */
class DatabaseTest {
    private static final int ENTRIES = 2_000;

    @ParameterizedTest
    @ValueSource(strings = {"combine", "inline", "dispatch", "jdk-lock-fair", "jdk-lock-unfair"})
    void readsWhatWasWrittenUnderTheMutexAskedFor(String peer) throws Exception {
        AtomicInteger right = new AtomicInteger();
        try (Database database = Database.create(peer, ENTRIES)) {
            Field mutex = database.database().getClass().getDeclaredField("mutex");
            mutex.setAccessible(true);
            assertThat(mutex.get(database.database())).isExactlyInstanceOf(DatabaseMutex.of(peer));
            List<Thread> readers = new ArrayList<>();
            for (int reader = 0; reader < 20; reader++) {
                int from = reader;
                readers.add(Thread.startVirtualThread(() -> {
                    for (int key = from; key < ENTRIES; key += 20) {
                        if (database.read(key) == key) {
                            right.incrementAndGet();
                        }
                    }
                }));
            }
            for (Thread reader : readers) {
                reader.join();
            }
        }
        assertThat(right).hasValue(ENTRIES);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void leavesNothingBehindIfItCannotBeOpened(int failing, @TempDir Path parent) throws IOException {
        Path directory = Files.createDirectory(parent.resolve("database"));
        FailingFactory factory = new FailingFactory(failing);
        assertThatThrownBy(() -> Database.create(factory, directory, ENTRIES)).hasMessage("planted");
        assertThat(factory.opened).isEqualTo(failing);
        assertThat(directory).doesNotExist();
    }

    /** Opens databases until one fails, which leaves a file. */
    private static final class FailingFactory implements DBFactory {
        private final DBFactory real = DatabaseLoader.factory(DatabaseMutex.of("jdk-lock-unfair"));
        private final int failing;
        private int opened;

        FailingFactory(int failing) {
            this.failing = failing;
        }

        @Override
        public DB open(File path, Options options) throws IOException {
            if (++opened == failing) {
                Files.writeString(path.toPath().resolve("half"), "written");
                throw new IOException("planted");
            }
            return real.open(path, options);
        }

        @Override
        public void destroy(File path, Options options) throws IOException {
            real.destroy(path, options);
        }

        @Override
        public void repair(File path, Options options) throws IOException {
            real.repair(path, options);
        }
    }
}
