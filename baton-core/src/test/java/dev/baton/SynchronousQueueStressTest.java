package dev.baton;

import static java.util.concurrent.TimeUnit.NANOSECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.testing.TestThreads;
import dev.baton.testing.ThreadKind;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Many threads and futures at once, with aborts of every kind; every element is accounted for. */
class SynchronousQueueStressTest {
    private static final String SOURCE = "dev.baton.SynchronousQueueKind#oursWithThreads";

    @ParameterizedTest
    @MethodSource(SOURCE)
    void everyElementIsAccountedForInSpiteOfAborts(SynchronousQueueKind kind, ThreadKind threadKind) {
        long seed = new SplittableRandom().nextLong();
        new Count(kind, threadKind, seed, 4, 3_000).run();
    }

    @Tag("deep")
    @ParameterizedTest
    @MethodSource(SOURCE)
    void everyElementIsAccountedForInSpiteOfManyAborts(SynchronousQueueKind kind, ThreadKind threadKind) {
        for (int producers : new int[]{1, 2, 8, 32}) {
            long seed = new SplittableRandom().nextLong();
            new Count(kind, threadKind, seed, producers, 200_000 / producers).run();
        }
    }

    /** One run: what producers know to be handed over must be exactly what consumers received, each once. */
    private static final class Count {
        private final SynchronousQueueKind kind;
        private final ThreadKind threadKind;
        private final long seed;
        private final int producers;
        private final int attempts;
        private final SynchronousQueue<Integer> queue;
        private final BitSet given = new BitSet();
        private final BitSet received = new BitSet();
        private final AtomicInteger running;
        private final List<Thread> abortable = Collections.synchronizedList(new ArrayList<>());

        Count(SynchronousQueueKind kind, ThreadKind threadKind, long seed, int producers, int attempts) {
            this.kind = kind;
            this.threadKind = threadKind;
            this.seed = seed;
            this.producers = producers;
            this.attempts = attempts;
            this.queue = kind.createOurs();
            this.running = new AtomicInteger(producers);
        }

        void run() {
            SplittableRandom seeds = new SplittableRandom(seed);
            try (TestThreads threads = new TestThreads(threadKind)) {
                for (int i = 0; i < producers; i++) {
                    int first = i * attempts;
                    SplittableRandom random = seeds.split();
                    abortable.add(threads.start(() -> produce(first, random)));
                }
                for (int i = 0; i < producers; i++) {
                    SplittableRandom random = seeds.split();
                    abortable.add(threads.start(() -> consume(random)));
                }
                SplittableRandom random = seeds.split();
                threads.start(() -> {
                    while (running.get() > 0) {
                        abortable.get(random.nextInt(abortable.size())).interrupt();
                        Thread.sleep(0, 50_000);
                    }
                });
            } catch (AssertionError failure) {
                throw new AssertionError("seed " + seed + ": " + failure.getMessage(), failure);
            }
            assertThat(received).as("seed %d: received and given of %s", seed, kind).isEqualTo(given);
            assertThat(given.cardinality()).as("seed %d: something was handed over", seed).isPositive();
            assertThat(queue.nodes()).as("seed %d: nodes left", seed).isLessThanOrEqualTo(66);
        }

        private void produce(int first, SplittableRandom random) {
            try {
                for (int element = first; element < first + attempts; element++) {
                    if (give(element, random)) {
                        synchronized (given) {
                            assertThat(given.get(element)).isFalse();
                            given.set(element);
                        }
                    }
                }
            } finally {
                running.decrementAndGet();
            }
        }

        private boolean give(int element, SplittableRandom random) {
            try {
                return switch (random.nextInt(4)) {
                    case 0 -> queue.offer(element);
                    case 1 -> queue.offer(element, 1L << random.nextInt(18), NANOSECONDS);
                    case 2 -> {
                        queue.put(element);
                        yield true;
                    }
                    default -> {
                        CompletableFuture<Void> put = queue.putAsync(element);
                        pause(random);
                        yield !put.cancel(true);
                    }
                };
            } catch (InterruptedException aborted) {
                return false;
            }
        }

        private void consume(SplittableRandom random) {
            while (running.get() > 0) {
                Integer element = receive(random);
                if (element != null) {
                    synchronized (received) {
                        assertThat(received.get(element)).as("%d came twice", element).isFalse();
                        received.set(element);
                    }
                }
            }
        }

        private @Nullable Integer receive(SplittableRandom random) {
            try {
                int choice = random.nextInt(3);
                if (choice == 0) {
                    return queue.poll();
                }
                if (choice == 1) {
                    return queue.poll(1L << random.nextInt(20), NANOSECONDS);
                }
                CompletableFuture<Integer> take = queue.takeAsync();
                pause(random);
                if (take.cancel(true)) {
                    return null;
                }
                return take.join();
            } catch (InterruptedException aborted) {
                return null;
            }
        }

        private static void pause(SplittableRandom random) {
            for (int i = random.nextInt(64); i > 0; i--) {
                Thread.onSpinWait();
            }
        }
    }

    /** Requests of one thread join in a known order; what each producer hands over must come in that order. */
    @ParameterizedTest
    @MethodSource(SOURCE)
    void fairQueuePairsInOrderOfArrivalUnderContention(SynchronousQueueKind kind, ThreadKind threadKind) {
        if (!kind.fair) {
            return;
        }
        int tickets = 20_000;
        int producers = 3;
        SynchronousQueue<long[]> queue = kind.createOurs();
        List<CompletableFuture<long[]>> takes = Collections.synchronizedList(new ArrayList<>());
        AtomicLong answered = new AtomicLong();
        AtomicInteger cancelled = new AtomicInteger();
        try (TestThreads threads = new TestThreads(threadKind)) {
            for (int i = 0; i < producers; i++) {
                int producer = i;
                threads.start(() -> {
                    for (long sequence = 0; answered.get() + cancelled.get() < tickets;) {
                        if (queue.offer(new long[]{producer, sequence})) {
                            sequence++;
                            answered.incrementAndGet();
                        } else {
                            TestThreads.giveWay();
                        }
                    }
                });
            }
            threads.start(() -> {
                SplittableRandom random = new SplittableRandom(42);
                while (answered.get() + cancelled.get() < tickets) {
                    int size = takes.size();
                    if (size > 0) {
                        CompletableFuture<long[]> take = takes.get(size - 1 - random.nextInt(Math.min(size, 16)));
                        if (!take.isCancelled() && take.cancel(true)) {
                            cancelled.incrementAndGet();
                        }
                    }
                    TestThreads.giveWay();
                }
            });
            for (int i = 0; i < tickets; i++) {
                takes.add(queue.takeAsync());
            }
        }
        long[] lastSequence = new long[producers];
        Arrays.fill(lastSequence, -1);
        for (CompletableFuture<long[]> take : takes) {
            if (!take.isCancelled()) {
                long[] element = take.join();
                int producer = (int) element[0];
                assertThat(element[1]).as("producer %d", producer).isEqualTo(lastSequence[producer] + 1);
                lastSequence[producer] = element[1];
            }
        }
    }

    @ParameterizedTest
    @MethodSource("dev.baton.SynchronousQueueKind#ours")
    void tenThousandVirtualThreadsMeet(SynchronousQueueKind kind) {
        int pairs = 5_000;
        SynchronousQueue<Integer> queue = kind.createOurs();
        AtomicLong sum = new AtomicLong();
        try (TestThreads threads = new TestThreads(ThreadKind.VIRTUAL)) {
            for (int i = 1; i <= pairs; i++) {
                int element = i;
                threads.start(() -> queue.put(element));
                threads.start(() -> sum.addAndGet(queue.take()));
            }
        }
        assertThat(sum).hasValue(pairs * (pairs + 1L) / 2);
        assertThat(queue.nodes()).isLessThanOrEqualTo(66);
    }
}
