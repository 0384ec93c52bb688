package dev.baton.internal.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.testing.TestThreads;
import dev.baton.testing.ThreadKind;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class StoreTest {
    /** The stores under test, with short and long segments. */
    enum Kind {
        QUEUE_1(() -> new QueueStore<>(1)), QUEUE_2(() -> new QueueStore<>(2)), QUEUE_32(
                () -> new QueueStore<>(32)), STACK(StackStore::new);

        private final Supplier<Store<Integer>> creation;

        Kind(Supplier<Store<Integer>> creation) {
            this.creation = creation;
        }

        Store<Integer> create() {
            return creation.get();
        }
    }

    private static boolean insert(Store<Integer> store, int element) {
        return store.tryInsert(store.prepare(store.spare(), element));
    }

    private static @Nullable Integer retrieve(Store<Integer> store) {
        Object prepared = store.tryRetrieve();
        return prepared == null ? null : store.elementOf(prepared);
    }

    @Test
    void queueGivesOutInOrder() {
        Store<Integer> store = Kind.QUEUE_2.create();
        for (int i = 0; i < 7; i++) {
            assertThat(insert(store, i)).isTrue();
        }
        for (int i = 0; i < 7; i++) {
            assertThat(retrieve(store)).isEqualTo(i);
        }
    }

    @Test
    void stackGivesOutTheLastFirst() {
        Store<Integer> store = Kind.STACK.create();
        for (int i = 0; i < 7; i++) {
            assertThat(insert(store, i)).isTrue();
        }
        for (int i = 6; i >= 0; i--) {
            assertThat(retrieve(store)).isEqualTo(i);
        }
    }

    @ParameterizedTest
    @EnumSource
    void eachRetrievalThatCameTooEarlyFailsOneInsertion(Kind kind) {
        Store<Integer> store = kind.create();
        for (int debt = 0; debt < 5; debt++) {
            for (int i = 0; i < debt; i++) {
                assertThat(retrieve(store)).isNull();
            }
            for (int i = 0; i < debt; i++) {
                assertThat(insert(store, i)).isFalse();
            }
            assertThat(insert(store, debt)).isTrue();
            assertThat(retrieve(store)).isEqualTo(debt);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 32})
    void queueForgetsWhatBothSidesHavePassed(int segmentSize) {
        QueueStore<Integer> store = new QueueStore<>(segmentSize);
        for (int i = 0; i < 10_000; i++) {
            insert(store, i);
            retrieve(store);
            retrieve(store);
            insert(store, i);
        }
        assertThat(store.segments()).isLessThanOrEqualTo(2);
    }

    /** As many insertions as retrievals: each element comes out once, failures are paired, nothing is left. */
    @ParameterizedTest
    @EnumSource
    void racingSidesLoseAndDoubleNothing(Kind kind) {
        Store<Integer> store = kind.create();
        int each = 20_000;
        int sides = 2;
        AtomicIntegerArray retrieved = new AtomicIntegerArray(each * sides);
        AtomicIntegerArray stored = new AtomicIntegerArray(each * sides);
        AtomicInteger missed = new AtomicInteger();
        AtomicInteger refused = new AtomicInteger();
        try (TestThreads threads = new TestThreads(ThreadKind.PLATFORM)) {
            for (int side = 0; side < sides; side++) {
                int first = side * each;
                threads.start(() -> {
                    for (int i = first; i < first + each; i++) {
                        if (insert(store, i)) {
                            stored.incrementAndGet(i);
                        } else {
                            refused.incrementAndGet();
                        }
                    }
                });
                threads.start(() -> {
                    for (int i = 0; i < each; i++) {
                        Integer element = retrieve(store);
                        if (element == null) {
                            missed.incrementAndGet();
                        } else {
                            retrieved.incrementAndGet(element);
                        }
                    }
                });
            }
        }
        assertThat(refused.get()).isEqualTo(missed.get());
        for (int i = 0; i < each * sides; i++) {
            assertThat(retrieved.get(i)).as("element " + i).isEqualTo(stored.get(i));
        }
        assertThat(retrieve(store)).isNull();
    }
}
