package dev.baton;

import static java.util.concurrent.TimeUnit.NANOSECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.testing.TestThreads;
import dev.baton.testing.ThreadKind;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BarrierStressTest {
    @ParameterizedTest
    @CsvSource({"PLATFORM, 2, 1", "PLATFORM, 3, 2", "PLATFORM, 5, 32", "VIRTUAL, 2, 2", "VIRTUAL, 7, 1"})
    void roundsNeverMix(ThreadKind kind, int parties, int segmentSize) {
        Barrier barrier = new Barrier(parties, new Tuning(segmentSize, 16));
        assertThat(new BarrierRounds(barrier::await, parties).violationsIn(3_000, kind)).isZero();
        assertThat(barrier.getNumberArrived()).isZero();
    }

    /** More threads than parties: nobody returns before its round is full, and each round gives each index once. */
    @ParameterizedTest
    @CsvSource({"PLATFORM, 2, 7, 1", "PLATFORM, 3, 8, 32", "VIRTUAL, 3, 16, 2", "VIRTUAL, 4, 30, 1"})
    void moreThreadsThanPartiesFillRoundAfterRound(ThreadKind kind, int parties, int users, int segmentSize) {
        Barrier barrier = new Barrier(parties, new Tuning(segmentSize, 16));
        int rounds = 2_000;
        AtomicInteger left = new AtomicInteger(rounds * parties);
        AtomicInteger started = new AtomicInteger();
        AtomicInteger returned = new AtomicInteger();
        AtomicIntegerArray indices = new AtomicIntegerArray(parties);
        try (TestThreads threads = new TestThreads(kind)) {
            for (int i = 0; i < users; i++) {
                threads.start(() -> {
                    while (left.getAndDecrement() > 0) {
                        started.incrementAndGet();
                        indices.incrementAndGet(barrier.await());
                        int back = returned.incrementAndGet();
                        assertThat(back).isLessThanOrEqualTo(started.get() / parties * parties);
                    }
                });
            }
        }
        for (int i = 0; i < parties; i++) {
            assertThat(indices.get(i)).as("index " + i).isEqualTo(rounds);
        }
        assertThat(barrier.hasQueuedThreads()).isFalse();
    }

    /** Arrivals that end by timeout, interrupt or cancel still count, so exactly the full rounds complete. */
    @ParameterizedTest
    @CsvSource({"PLATFORM, 3, 6, 1", "PLATFORM, 4, 9, 2", "VIRTUAL, 3, 20, 1", "VIRTUAL, 5, 40, 32"})
    void abortedArrivalsCountExactlyOnce(ThreadKind kind, int parties, int users, int segmentSize) {
        long seed = ThreadLocalRandom.current().nextLong();
        SplittableRandom root = new SplittableRandom(seed);
        Barrier barrier = new Barrier(parties, new Tuning(segmentSize, 16));
        int rounds = 1_500;
        AtomicInteger left = new AtomicInteger(rounds * parties);
        AtomicInteger last = new AtomicInteger();
        AtomicInteger served = new AtomicInteger();
        AtomicInteger aborted = new AtomicInteger();
        try (TestThreads threads = new TestThreads(kind)) {
            for (int i = 0; i < users; i++) {
                SplittableRandom random = root.split();
                threads.start(() -> {
                    while (left.getAndDecrement() > 0) {
                        int index = arriveSomehow(barrier, random);
                        (index < 0 ? aborted : served).incrementAndGet();
                        if (index == 0) {
                            last.incrementAndGet();
                        }
                    }
                });
            }
        }
        assertThat(served.get() + aborted.get()).as("seed " + seed).isEqualTo(rounds * parties);
        assertThat(last).as("rounds completed, seed " + seed).hasValue(rounds);
        assertThat(barrier.getNumberArrived()).isZero();
        assertThat(barrier.hasQueuedThreads()).isFalse();
    }

    /** The arrival index, or -1 if the wait was aborted. Never waits for ever before the last round. */
    private static int arriveSomehow(Barrier barrier, SplittableRandom random) {
        try {
            return switch (random.nextInt(4)) {
                case 0 -> barrier.await(random.nextInt(50_000), NANOSECONDS);
                case 1 -> {
                    CompletableFuture<Integer> future = barrier.awaitAsync();
                    yield future.cancel(false) ? -1 : future.join();
                }
                case 2 -> {
                    Thread.currentThread().interrupt();
                    int index = barrier.await();
                    Thread.interrupted();
                    yield index;
                }
                default -> barrier.await();
            };
        } catch (InterruptedException | TimeoutException aborted) {
            return -1;
        }
    }

    @Test
    void tenThousandVirtualThreadsMeetInHundreds() {
        int users = 10_000;
        Barrier barrier = new Barrier(100);
        AtomicInteger last = new AtomicInteger();
        AtomicInteger left = new AtomicInteger(users * 3);
        try (TestThreads threads = new TestThreads(ThreadKind.VIRTUAL)) {
            for (int i = 0; i < users; i++) {
                threads.start(() -> {
                    while (left.getAndDecrement() > 0) {
                        if (barrier.await() == 0) {
                            last.incrementAndGet();
                        }
                    }
                });
            }
        }
        assertThat(last).hasValue(users * 3 / 100);
    }
}
