package dev.baton;

import static java.util.concurrent.TimeUnit.DAYS;
import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.NANOSECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.testing.TestThreads;
import dev.baton.testing.ThreadKind;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** What interrupts and timeouts do to threads that wait, run for the JDK's class as the reference and for ours. */
class SynchronousQueueAbortTest {
    private static final String SOURCE = "dev.baton.SynchronousQueueKind#withThreads";

    @AfterEach
    void leaveNoInterruptBehind() {
        assertThat(Thread.interrupted()).isFalse();
    }

    @ParameterizedTest
    @EnumSource
    void interruptedThreadDoesNotWait(SynchronousQueueKind kind) {
        BlockingQueue<String> queue = kind.create();
        Thread.currentThread().interrupt();
        assertThatThrownBy(() -> queue.put("a")).isInstanceOf(InterruptedException.class);
        Thread.currentThread().interrupt();
        assertThatThrownBy(queue::take).isInstanceOf(InterruptedException.class);
        Thread.currentThread().interrupt();
        assertThatThrownBy(() -> queue.offer("a", 1, DAYS)).isInstanceOf(InterruptedException.class);
        Thread.currentThread().interrupt();
        assertThatThrownBy(() -> queue.poll(1, DAYS)).isInstanceOf(InterruptedException.class);
        Thread.currentThread().interrupt();
        assertThatThrownBy(() -> queue.offer("a", 0, DAYS)).isInstanceOf(InterruptedException.class);
        Thread.currentThread().interrupt();
        assertThatThrownBy(() -> queue.poll(0, DAYS)).isInstanceOf(InterruptedException.class);
    }

    @ParameterizedTest
    @EnumSource
    void tryFormsIgnoreAnInterrupt(SynchronousQueueKind kind) {
        BlockingQueue<String> queue = kind.create();
        Thread.currentThread().interrupt();
        assertThat(queue.offer("a")).isFalse();
        assertThat(queue.poll()).isNull();
        assertThat(Thread.interrupted()).isTrue();
    }

    @ParameterizedTest
    @MethodSource(SOURCE)
    void interruptedPutKeepsItsElement(SynchronousQueueKind kind, ThreadKind threadKind) {
        BlockingQueue<String> queue = kind.create();
        try (TestThreads threads = new TestThreads(threadKind)) {
            Thread untimed = threads.startAndAwaitParked(() -> {
                assertThatThrownBy(() -> queue.put("a")).isInstanceOf(InterruptedException.class);
                assertThat(Thread.currentThread().isInterrupted()).isFalse();
            });
            untimed.interrupt();
            threads.join();
            assertThat(queue.poll()).isNull();
            Thread timed = threads.startAndAwaitParked(() -> {
                assertThatThrownBy(() -> queue.offer("a", 1, DAYS)).isInstanceOf(InterruptedException.class);
                assertThat(Thread.currentThread().isInterrupted()).isFalse();
            });
            timed.interrupt();
            threads.join();
            assertThat(queue.poll()).isNull();
        }
    }

    @ParameterizedTest
    @MethodSource(SOURCE)
    void interruptedTakeReceivesNothing(SynchronousQueueKind kind, ThreadKind threadKind) {
        BlockingQueue<String> queue = kind.create();
        try (TestThreads threads = new TestThreads(threadKind)) {
            threads.startAndAwaitParked(
                    () -> assertThatThrownBy(queue::take).isInstanceOf(InterruptedException.class)).interrupt();
            threads.startAndAwaitParked(() -> assertThatThrownBy(() -> queue.poll(1, DAYS))
                    .isInstanceOf(InterruptedException.class)).interrupt();
            threads.join();
            assertThat(queue.offer("a")).isFalse();
        }
    }

    @ParameterizedTest
    @MethodSource(SOURCE)
    void interruptThatLosesToTheMatchStaysPending(SynchronousQueueKind kind, ThreadKind threadKind) {
        for (int round = 0; round < 200; round++) {
            BlockingQueue<Integer> queue = kind.create();
            AtomicBoolean received = new AtomicBoolean();
            try (TestThreads threads = new TestThreads(threadKind)) {
                Thread taker = threads.startAndAwaitParked(() -> {
                    try {
                        queue.take();
                        received.set(true);
                        while (!Thread.currentThread().isInterrupted()) {
                            TestThreads.giveWay();
                        }
                    } catch (InterruptedException aborted) {
                        assertThat(Thread.currentThread().isInterrupted()).isFalse();
                    }
                });
                threads.start(taker::interrupt);
                boolean given = queue.offer(round);
                threads.join();
                assertThat(received.get()).as("received if and only if given").isEqualTo(given);
            }
        }
    }

    @ParameterizedTest
    @MethodSource(SOURCE)
    void thoseBehindAnAbortedOneAreServed(SynchronousQueueKind kind, ThreadKind threadKind) {
        BlockingQueue<String> queue = kind.create();
        try (TestThreads threads = new TestThreads(threadKind)) {
            Thread[] aborted = new Thread[3];
            threads.startAndAwaitParked(() -> queue.put("first"));
            for (int i = 0; i < aborted.length; i++) {
                aborted[i] = threads.startAndAwaitParked(
                        () -> assertThatThrownBy(() -> queue.put("never")).isInstanceOf(InterruptedException.class));
            }
            threads.startAndAwaitParked(() -> queue.put("last"));
            for (int i : new int[]{1, 0, 2}) {
                aborted[i].interrupt();
                TestThreads.awaitTrue(() -> !aborted[i].isAlive());
            }
            assertThat(queue.poll()).isEqualTo(kind.fair ? "first" : "last");
            assertThat(queue.poll()).isEqualTo(kind.fair ? "last" : "first");
            assertThat(queue.poll()).isNull();
        }
    }

    @ParameterizedTest
    @MethodSource(SOURCE)
    void timedOutRequestIsGone(SynchronousQueueKind kind, ThreadKind threadKind) {
        BlockingQueue<String> queue = kind.create();
        try (TestThreads threads = new TestThreads(threadKind)) {
            for (long nanos : new long[]{1, 10_000, MILLISECONDS.toNanos(2)}) {
                threads.start(() -> assertThat(queue.offer("a", nanos, NANOSECONDS)).isFalse());
                threads.join();
                assertThat(queue.poll()).isNull();
                threads.start(() -> assertThat(queue.poll(nanos, NANOSECONDS)).isNull());
                threads.join();
                assertThat(queue.offer("b")).isFalse();
            }
        }
    }
}
