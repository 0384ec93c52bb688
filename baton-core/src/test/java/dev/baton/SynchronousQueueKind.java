package dev.baton;

import dev.baton.testing.ThreadKind;
import java.util.Arrays;
import java.util.concurrent.BlockingQueue;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.Arguments;

/** The synchronous queues that one contract must hold for: the JDK's as the reference, and ours. */
enum SynchronousQueueKind {
    JDK_FAIR(true) {
        @Override
        <E> BlockingQueue<E> create() {
            return new java.util.concurrent.SynchronousQueue<>(true);
        }
    },
    JDK_UNFAIR(false) {
        @Override
        <E> BlockingQueue<E> create() {
            return new java.util.concurrent.SynchronousQueue<>(false);
        }
    },
    FAIR(true) {
        @Override
        <E> BlockingQueue<E> create() {
            return new SynchronousQueue<>(true);
        }
    },
    UNFAIR(false) {
        @Override
        <E> BlockingQueue<E> create() {
            return new SynchronousQueue<>(false);
        }
    },
    /** Ours, unable to spin or yield, so that every wait parks. */
    FAIR_PARKING(true) {
        @Override
        <E> BlockingQueue<E> create() {
            return new SynchronousQueue<>(true, 0);
        }
    },
    UNFAIR_PARKING(false) {
        @Override
        <E> BlockingQueue<E> create() {
            return new SynchronousQueue<>(false, 0);
        }
    };

    final boolean fair;

    SynchronousQueueKind(boolean fair) {
        this.fair = fair;
    }

    abstract <E> BlockingQueue<E> create();

    /** Every kind of queue with every kind of thread: the source of parameterized tests. */
    static Stream<Arguments> withThreads() {
        return Arrays.stream(values())
                .flatMap(queue -> Arrays.stream(ThreadKind.values()).map(threads -> Arguments.of(queue, threads)));
    }

    /** Only ours, with every kind of thread. */
    static Stream<Arguments> oursWithThreads() {
        return ours().flatMap(queue -> Arrays.stream(ThreadKind.values()).map(threads -> Arguments.of(queue, threads)));
    }

    /** Only ours. */
    static Stream<SynchronousQueueKind> ours() {
        return Arrays.stream(values()).filter(kind -> kind != JDK_FAIR && kind != JDK_UNFAIR);
    }

    /** A queue of this kind, which must be one of ours. */
    <E> SynchronousQueue<E> createOurs() {
        return (SynchronousQueue<E>) this.<E>create();
    }
}
