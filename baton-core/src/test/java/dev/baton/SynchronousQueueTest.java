package dev.baton;

import static java.util.concurrent.TimeUnit.DAYS;
import static java.util.concurrent.TimeUnit.NANOSECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.testing.TestThreads;
import dev.baton.testing.ThreadKind;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The contract of a synchronous queue, run for the JDK's class as the reference and for ours. */
class SynchronousQueueTest {
    private static final String SOURCE = "dev.baton.SynchronousQueueKind#withThreads";

    @ParameterizedTest
    @EnumSource
    void neverContainsAnything(SynchronousQueueKind kind) {
        BlockingQueue<String> queue = kind.create();
        assertThat(queue.isEmpty()).isTrue();
        assertThat(queue.size()).isZero();
        assertThat(queue.remainingCapacity()).isZero();
        assertThat(queue.contains("a")).isFalse();
        assertThat(queue.remove("a")).isFalse();
        assertThat(queue.containsAll(List.of("a"))).isFalse();
        assertThat(queue.containsAll(List.of())).isTrue();
        assertThat(queue.removeAll(List.of("a"))).isFalse();
        assertThat(queue.retainAll(List.of("a"))).isFalse();
        assertThat(queue.peek()).isNull();
        assertThat(queue.iterator().hasNext()).isFalse();
        assertThat(queue.spliterator().estimateSize()).isZero();
        assertThat(queue.stream().count()).isZero();
        assertThat(queue.toArray()).isEmpty();
        assertThat(queue.toArray(new String[]{"x", "y"})).containsExactly(null, "y");
        assertThat(queue.toArray(String[]::new)).isEmpty();
        assertThat(queue).hasToString("[]");
        queue.clear();
        assertThatThrownBy(queue::element).isInstanceOf(NoSuchElementException.class);
        assertThatThrownBy(queue::remove).isInstanceOf(NoSuchElementException.class);
        assertThatThrownBy(() -> queue.iterator().next()).isInstanceOf(NoSuchElementException.class);
        assertThatThrownBy(() -> queue.iterator().remove()).isInstanceOf(IllegalStateException.class);
    }

    @ParameterizedTest
    @EnumSource
    void refusesNull(SynchronousQueueKind kind) {
        BlockingQueue<Object> queue = kind.create();
        assertThatThrownBy(() -> queue.put(nothing())).isInstanceOf(NullPointerException.class);
        assertThatThrownBy(() -> queue.offer(nothing())).isInstanceOf(NullPointerException.class);
        assertThatThrownBy(() -> queue.offer(nothing(), 1, SECONDS)).isInstanceOf(NullPointerException.class);
        assertThatThrownBy(() -> queue.add(nothing())).isInstanceOf(NullPointerException.class);
        assertThatThrownBy(() -> queue.drainTo(nothing())).isInstanceOf(NullPointerException.class);
        assertThatThrownBy(() -> queue.drainTo(nothing(), 1)).isInstanceOf(NullPointerException.class);
        assertThatThrownBy(() -> queue.poll(1, nothing())).isInstanceOf(NullPointerException.class);
    }

    @ParameterizedTest
    @EnumSource
    void refusesToDrainIntoItself(SynchronousQueueKind kind) {
        BlockingQueue<Object> queue = kind.create();
        assertThatThrownBy(() -> queue.drainTo(queue)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> queue.drainTo(queue, 0)).isInstanceOf(IllegalArgumentException.class);
    }

    @ParameterizedTest
    @EnumSource
    void tryFormsFailWhenNobodyWaits(SynchronousQueueKind kind) throws InterruptedException {
        BlockingQueue<String> queue = kind.create();
        assertThat(queue.offer("a")).isFalse();
        assertThat(queue.poll()).isNull();
        assertThat(queue.offer("a", 0, SECONDS)).isFalse();
        assertThat(queue.offer("a", -1, SECONDS)).isFalse();
        assertThat(queue.poll(0, SECONDS)).isNull();
        assertThat(queue.poll(Long.MIN_VALUE, SECONDS)).isNull();
        assertThat(queue.drainTo(new ArrayList<>())).isZero();
        assertThatThrownBy(() -> queue.add("a")).isInstanceOf(IllegalStateException.class);
    }

    @ParameterizedTest
    @EnumSource
    void timedFormsFailWhenNobodyComes(SynchronousQueueKind kind) throws InterruptedException {
        BlockingQueue<String> queue = kind.create();
        for (long nanos : new long[]{1, 500, 5_000, 100_000, 2_000_000}) {
            long start = System.nanoTime();
            assertThat(queue.offer("a", nanos, NANOSECONDS)).isFalse();
            assertThat(queue.poll(nanos, NANOSECONDS)).isNull();
            assertThat(System.nanoTime() - start).as("both waited out").isGreaterThanOrEqualTo(2 * nanos);
        }
    }

    @ParameterizedTest
    @MethodSource(SOURCE)
    void putMeetsTake(SynchronousQueueKind kind, ThreadKind threadKind) throws InterruptedException {
        BlockingQueue<String> queue = kind.create();
        try (TestThreads threads = new TestThreads(threadKind)) {
            threads.startAndAwaitParked(() -> queue.put("a"));
            assertThat(queue.take()).isEqualTo("a");
            AtomicReference<String> received = new AtomicReference<>();
            threads.startAndAwaitParked(() -> received.set(queue.take()));
            queue.put("b");
            threads.join();
            assertThat(received).hasValue("b");
        }
    }

    @ParameterizedTest
    @MethodSource(SOURCE)
    void tryFormsMeetWhoWaits(SynchronousQueueKind kind, ThreadKind threadKind) {
        BlockingQueue<String> queue = kind.create();
        try (TestThreads threads = new TestThreads(threadKind)) {
            threads.startAndAwaitParked(() -> queue.put("a"));
            assertThat(queue.offer("x")).as("a producer waits, not a consumer").isFalse();
            assertThat(queue.poll()).isEqualTo("a");
            assertThat(queue.poll()).as("the element came once").isNull();
            threads.startAndAwaitParked(() -> assertThat(queue.take()).isEqualTo("b"));
            assertThat(queue.poll()).as("a consumer waits, not a producer").isNull();
            assertThat(queue.offer("b")).isTrue();
            assertThat(queue.offer("c")).isFalse();
            threads.startAndAwaitParked(() -> assertThat(queue.take()).isEqualTo("d"));
            assertThat(queue.add("d")).isTrue();
        }
    }

    @ParameterizedTest
    @MethodSource(SOURCE)
    void timedFormsMeetEachOther(SynchronousQueueKind kind, ThreadKind threadKind) throws InterruptedException {
        BlockingQueue<String> queue = kind.create();
        try (TestThreads threads = new TestThreads(threadKind)) {
            threads.startAndAwaitParked(() -> assertThat(queue.offer("a", 1, DAYS)).isTrue());
            assertThat(queue.poll(1, DAYS)).isEqualTo("a");
            threads.startAndAwaitParked(() -> assertThat(queue.poll(Long.MAX_VALUE, DAYS)).isEqualTo("b"));
            assertThat(queue.offer("b", 1, DAYS)).isTrue();
            threads.startAndAwaitParked(() -> assertThat(queue.poll(1, DAYS)).isEqualTo("c"));
            assertThat(queue.offer("c", 0, DAYS)).isTrue();
        }
    }

    @ParameterizedTest
    @MethodSource(SOURCE)
    void waitingThreadsAreInvisibleToTheCollectionView(SynchronousQueueKind kind, ThreadKind threadKind) {
        BlockingQueue<String> queue = kind.create();
        try (TestThreads threads = new TestThreads(threadKind)) {
            threads.startAndAwaitParked(() -> queue.put("a"));
            assertThat(queue.isEmpty()).isTrue();
            assertThat(queue.peek()).isNull();
            assertThat(queue.contains("a")).isFalse();
            assertThat(queue.remove("a")).isFalse();
            queue.clear();
            assertThat(queue.poll()).isEqualTo("a");
        }
    }

    @ParameterizedTest
    @MethodSource(SOURCE)
    void drainToTakesFromThoseWhoWait(SynchronousQueueKind kind, ThreadKind threadKind) {
        BlockingQueue<Integer> queue = kind.create();
        try (TestThreads threads = new TestThreads(threadKind)) {
            for (int i = 0; i < 5; i++) {
                int element = i;
                threads.startAndAwaitParked(() -> queue.put(element));
            }
            List<Integer> expected = new ArrayList<>(Arrays.asList(0, 1, 2, 3, 4));
            if (!kind.fair) {
                Collections.reverse(expected);
            }
            List<Integer> sink = new ArrayList<>();
            assertThat(queue.drainTo(sink, 0)).isZero();
            assertThat(queue.drainTo(sink, -1)).isZero();
            assertThat(queue.drainTo(sink, 2)).isEqualTo(2);
            assertThat(queue.drainTo(sink)).isEqualTo(3);
            assertThat(sink).isEqualTo(expected);
        }
    }

    @ParameterizedTest
    @MethodSource(SOURCE)
    void fairQueueAnswersInOrderOfArrivalAndUnfairInReverse(SynchronousQueueKind kind, ThreadKind threadKind) {
        BlockingQueue<Integer> queue = kind.create();
        List<Integer> finished = Collections.synchronizedList(new ArrayList<>());
        try (TestThreads threads = new TestThreads(threadKind)) {
            for (int i = 0; i < 4; i++) {
                int ticket = i;
                threads.startAndAwaitParked(() -> {
                    queue.take();
                    finished.add(ticket);
                });
            }
            for (int i = 0; i < 4; i++) {
                assertThat(queue.offer(i)).isTrue();
                int answered = i + 1;
                TestThreads.awaitTrue(() -> finished.size() == answered);
            }
            assertThat(finished).isEqualTo(kind.fair ? List.of(0, 1, 2, 3) : List.of(3, 2, 1, 0));
        }
    }

    @ParameterizedTest
    @EnumSource
    void serializationKeepsThePolicy(SynchronousQueueKind kind) throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(kind.create());
        }
        BlockingQueue<Integer> copy;
        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
            @SuppressWarnings("unchecked")
            BlockingQueue<Integer> read = (BlockingQueue<Integer>) in.readObject();
            copy = read;
        }
        try (TestThreads threads = new TestThreads(ThreadKind.PLATFORM)) {
            threads.startAndAwaitParked(() -> copy.put(1));
            threads.startAndAwaitParked(() -> copy.put(2));
            assertThat(copy.poll()).isEqualTo(kind.fair ? 1 : 2);
            assertThat(copy.poll()).isEqualTo(kind.fair ? 2 : 1);
        }
    }

    @SuppressWarnings({"NullAway", "TypeParameterUnusedInFormals"})
    private static <T> T nothing() {
        return null;
    }
}
