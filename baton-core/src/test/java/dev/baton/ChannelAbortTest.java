package dev.baton;

import static java.util.concurrent.TimeUnit.DAYS;
import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.NANOSECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.EnumSource.Mode.EXCLUDE;

import dev.baton.testing.TestThreads;
import dev.baton.testing.ThreadKind;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** An abort never loses an element, and leaves nothing behind. */
class ChannelAbortTest {
    @ParameterizedTest
    @EnumSource
    void abortedReceivesArePassedOver(ChannelKind kind) {
        Channel<Integer> channel = kind.channel();
        List<CompletableFuture<Integer>> receives = new ArrayList<>();
        for (int i = 0; i < 9; i++) {
            receives.add(channel.receiveAsync());
        }
        for (int i = 0; i < 9; i++) {
            if (i != 4) {
                assertThat(receives.get(i).cancel(false)).isTrue();
            }
        }
        assertThat(channel.getReceiveQueueLength()).isEqualTo(1);
        assertThat(channel.trySend(1)).isTrue();
        assertThat(receives.get(4)).isCompletedWithValue(1);
        assertThat(receives.get(4).cancel(false)).as("too late").isFalse();
        assertThat(channel.tryReceive()).isNull();
    }

    @ParameterizedTest
    @EnumSource(mode = EXCLUDE, names = "UNLIMITED")
    void abortedSendsCostTheBufferNothing(ChannelKind kind) {
        Channel<Integer> channel = kind.full();
        List<CompletableFuture<Void>> sends = new ArrayList<>();
        for (int i = 1; i <= 9; i++) {
            sends.add(channel.sendAsync(i));
        }
        for (int i = 1; i <= 9; i++) {
            if (i != 5) {
                assertThat(sends.get(i - 1).cancel(false)).isTrue();
            }
        }
        List<Integer> received = new ArrayList<>();
        channel.drainTo(received);
        assertThat(received).hasSize((int) kind.capacity + 1).endsWith(5);
        assertThat(sends.get(4)).isCompletedWithValue(null);
        for (int i = 0; i < kind.capacity; i++) {
            assertThat(channel.trySend(i)).as("room for all").isTrue();
        }
        assertThat(channel.trySend(0)).isFalse();
    }

    @ParameterizedTest
    @EnumSource
    void timeoutsLoseNothing(ThreadKind threadKind) {
        Channel<Integer> channel = Channel.buffered(1);
        try (TestThreads threads = new TestThreads(threadKind)) {
            threads.start(() -> {
                assertThat(channel.tryReceive(1, NANOSECONDS)).isNull();
                assertThat(channel.tryReceive(1, MILLISECONDS)).isNull();
                assertThat(channel.trySend(1)).isTrue();
                assertThat(channel.trySend(2, 1, NANOSECONDS)).isFalse();
                assertThat(channel.trySend(2, 1, MILLISECONDS)).isFalse();
                assertThat(channel.trySend(2, -1, MILLISECONDS)).isFalse();
            });
        }
        assertThat(channel.tryReceive()).isEqualTo(1);
        assertThat(channel.tryReceive()).isNull();
        assertThat(channel.getSendQueueLength()).isZero();
    }

    @ParameterizedTest
    @EnumSource
    void interruptsLoseNothing(ThreadKind threadKind) {
        Channel<Integer> channel = Channel.rendezvous();
        try (TestThreads threads = new TestThreads(threadKind)) {
            Thread plain = threads.startAndAwaitParked(
                    () -> assertThatThrownBy(channel::receive).isInstanceOf(InterruptedException.class));
            Thread timed = threads.startAndAwaitParked(() -> assertThatThrownBy(() -> channel.tryReceive(1, DAYS))
                    .isInstanceOf(InterruptedException.class));
            Thread stubborn = threads.startAndAwaitParked(() -> {
                assertThat(channel.receiveUninterruptibly()).isEqualTo(1);
                assertThat(Thread.interrupted()).isTrue();
            });
            plain.interrupt();
            timed.interrupt();
            stubborn.interrupt();
            TestThreads.awaitTrue(() -> channel.getReceiveQueueLength() == 1);
            assertThat(channel.trySend(1)).isTrue();
        }
        try (TestThreads threads = new TestThreads(threadKind)) {
            Thread plain = threads.startAndAwaitParked(
                    () -> assertThatThrownBy(() -> channel.send(1)).isInstanceOf(InterruptedException.class));
            Thread stubborn = threads.startAndAwaitParked(() -> {
                channel.sendUninterruptibly(2);
                assertThat(Thread.interrupted()).isTrue();
            });
            plain.interrupt();
            stubborn.interrupt();
            TestThreads.awaitTrue(() -> channel.getSendQueueLength() == 1);
            assertThat(channel.tryReceive()).isEqualTo(2);
        }
        assertThat(channel.tryReceive()).isNull();
    }

    @ParameterizedTest
    @EnumSource
    void interruptPendingOnEntryIsThrown(ThreadKind threadKind) {
        Channel<Integer> channel = Channel.buffered(2);
        channel.trySend(1);
        try (TestThreads threads = new TestThreads(threadKind)) {
            threads.start(() -> {
                Thread.currentThread().interrupt();
                assertThatThrownBy(channel::receive).isInstanceOf(InterruptedException.class);
                Thread.currentThread().interrupt();
                assertThatThrownBy(() -> channel.send(2)).isInstanceOf(InterruptedException.class);
                assertThat(Thread.currentThread().isInterrupted()).isFalse();
            });
        }
        assertThat(channel.getSize()).isEqualTo(1);
    }

    @Test
    void completionFromOutsideTakesTheElementBack() {
        Channel<Integer> channel = Channel.rendezvous();
        CompletableFuture<Void> send = channel.sendAsync(1);
        assertThat(send.complete(null)).isTrue();
        assertThat(channel.tryReceive()).isNull();
        CompletableFuture<Integer> receive = channel.receiveAsync();
        assertThat(receive.completeExceptionally(new IllegalStateException())).isTrue();
        assertThat(channel.trySend(2)).isFalse();
    }

    @Test
    void endlessAbortsLeaveNothingBehind() throws InterruptedException {
        abortEndlessly(50_000);
    }

    /** Ten million timed-out sends and receives; the heap stays as it is. */
    @Test
    @Tag("deep")
    void tenMillionAbortsLeaveNothingBehind() throws InterruptedException {
        abortEndlessly(5_000_000);
    }

    private static void abortEndlessly(int times) throws InterruptedException {
        for (ChannelKind kind : new ChannelKind[]{ChannelKind.RENDEZVOUS, ChannelKind.BUFFERED_1}) {
            Channel<Integer> empty = kind.channel();
            Channel<Integer> full = kind.full();
            CompletableFuture<Integer> receive = empty.receiveAsync();
            CompletableFuture<Void> send = full.sendAsync(7);
            int each = times / 2;
            for (int i = 0; i < each; i++) {
                boolean futures = (i & 7) == 0;
                if (futures ? !empty.receiveAsync().complete(0) : empty.tryReceive(1, NANOSECONDS) != null) {
                    throw new AssertionError("an element out of nothing");
                }
                if (futures ? !full.sendAsync(i).cancel(false) : full.trySend(i, 1, NANOSECONDS)) {
                    throw new AssertionError("room out of nothing");
                }
            }
            assertThat(empty.cells.segments()).isLessThanOrEqualTo(4);
            assertThat(full.cells.segments()).isLessThanOrEqualTo(6);
            assertThat(empty.trySend(1)).isTrue();
            assertThat(receive).isCompletedWithValue(1);
            List<Integer> rest = new ArrayList<>();
            full.drainTo(rest);
            assertThat(rest).endsWith(7).hasSize((int) kind.capacity + 1);
            assertThat(send).isCompleted();
        }
    }
}
