package dev.baton;

import static java.util.concurrent.TimeUnit.NANOSECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.testing.TestThreads;
import dev.baton.testing.ThreadKind;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Exact accounts: each element that a sender was told is sent is received once, and no other. */
class ChannelStressTest {
    private static final int SIDES = 3;
    private static final int EACH = 2_000;

    @ParameterizedTest
    @EnumSource
    void nothingIsLostOnPlatformThreads(ChannelKind kind) {
        runAccounts(kind, ThreadKind.PLATFORM);
    }

    @ParameterizedTest
    @EnumSource
    void nothingIsLostOnVirtualThreads(ChannelKind kind) {
        runAccounts(kind, ThreadKind.VIRTUAL);
    }

    private static void runAccounts(ChannelKind kind, ThreadKind threadKind) {
        Channel<Integer> channel = kind.channel();
        AtomicIntegerArray sent = new AtomicIntegerArray(SIDES * EACH);
        AtomicIntegerArray received = new AtomicIntegerArray(SIDES * EACH);
        AtomicInteger sendersLeft = new AtomicInteger(SIDES);
        long seed = System.nanoTime();
        try (TestThreads threads = new TestThreads(threadKind)) {
            for (int side = 0; side < SIDES; side++) {
                int first = side * EACH;
                threads.start(() -> {
                    SplittableRandom random = new SplittableRandom(seed + first);
                    for (int i = first; i < first + EACH; i++) {
                        sent.set(i, trySend(channel, i, random) ? 1 : 0);
                    }
                    if (sendersLeft.decrementAndGet() == 0) {
                        channel.close();
                    }
                });
                threads.start(() -> {
                    SplittableRandom random = new SplittableRandom(seed - first);
                    int[] last = new int[SIDES];
                    Arrays.fill(last, -1);
                    while (!channel.isClosedForReceive()) {
                        Integer element = tryReceive(channel, random);
                        if (element != null) {
                            received.incrementAndGet(element);
                            assertThat(element).as("in order, seed " + seed).isGreaterThan(last[element / EACH]);
                            last[element / EACH] = element;
                        }
                    }
                });
            }
        }
        for (int i = 0; i < SIDES * EACH; i++) {
            assertThat(received.get(i)).as("element " + i + ", seed " + seed).isEqualTo(sent.get(i));
        }
    }

    /** Sends in one of all ways; whether the element was sent. */
    private static boolean trySend(Channel<Integer> channel, int element, SplittableRandom random)
            throws InterruptedException {
        switch (random.nextInt(5)) {
            case 0 :
                return channel.trySend(element);
            case 1 :
                return channel.trySend(element, random.nextInt(5_000), NANOSECONDS);
            case 2 :
                CompletableFuture<Void> send = channel.sendAsync(element);
                return !send.cancel(false);
            case 3 :
                Thread.currentThread().interrupt();
                try {
                    channel.sendUninterruptibly(element);
                } finally {
                    assertThat(Thread.interrupted()).isTrue();
                }
                return true;
            default :
                channel.send(element);
                return true;
        }
    }

    /** Receives in one of all ways; null if nothing was received. */
    private static @Nullable Integer tryReceive(Channel<Integer> channel, SplittableRandom random)
            throws InterruptedException {
        try {
            switch (random.nextInt(4)) {
                case 0 :
                    return channel.tryReceive();
                case 1 :
                    return channel.tryReceive(random.nextInt(5_000), NANOSECONDS);
                case 2 :
                    CompletableFuture<Integer> receive = channel.receiveAsync();
                    return receive.cancel(false) ? null : receive.join();
                default :
                    return channel.receiveOrClosed().orElse(null);
            }
        } catch (ChannelClosedException closed) {
            return null;
        } catch (CompletionException closed) {
            assertThat(closed).hasCauseInstanceOf(ChannelClosedException.class);
            return null;
        }
    }

    /** A try beside others that send and receive one element each fails only if it must. */
    @ParameterizedTest
    @CsvSource({"1, 1", "2, 2", "2, 32"})
    void tryFindsTheRoomThatThereIs(int capacity, int segmentSize) {
        Channel<Integer> channel = new Channel<>("", capacity + 1L, false, segmentSize, 32);
        AtomicInteger failures = new AtomicInteger();
        try (TestThreads threads = new TestThreads(ThreadKind.PLATFORM)) {
            for (int thread = 0; thread <= capacity; thread++) { // each has at most one element in the channel
                threads.start(() -> {
                    for (int i = 0; i < 20_000; i++) {
                        if (!channel.trySend(i)) {
                            failures.incrementAndGet();
                        } else if (channel.tryReceive() == null) {
                            failures.incrementAndGet();
                        }
                    }
                });
            }
        }
        assertThat(failures).hasValue(0);
    }
}
