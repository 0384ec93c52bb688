package dev.baton.bench.leveldb;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
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
}
