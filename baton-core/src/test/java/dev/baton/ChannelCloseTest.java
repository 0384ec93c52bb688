package dev.baton;

import static java.util.concurrent.TimeUnit.DAYS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.testing.TestThreads;
import dev.baton.testing.ThreadKind;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What closing a channel means. */
class ChannelCloseTest {
    private static void assertClosed(Channel<Integer> channel) {
        assertThat(channel.isClosedForReceive()).isTrue();
        assertThatThrownBy(channel::receive).isInstanceOf(ChannelClosedException.class);
        assertThatThrownBy(channel::receiveUninterruptibly).isInstanceOf(ChannelClosedException.class);
        assertThatThrownBy(channel::tryReceive).isInstanceOf(ChannelClosedException.class);
        assertThatThrownBy(() -> channel.tryReceive(1, DAYS)).isInstanceOf(ChannelClosedException.class);
        assertThatThrownBy(() -> channel.receiveAsync().join()).isInstanceOf(CompletionException.class)
                .hasCauseInstanceOf(ChannelClosedException.class);
        assertThat(channel.drainTo(new ArrayList<>())).isZero();
        assertThatThrownBy(() -> channel.send(1)).isInstanceOf(ChannelClosedException.class);
        assertThatThrownBy(() -> channel.sendUninterruptibly(1)).isInstanceOf(ChannelClosedException.class);
        assertThatThrownBy(() -> channel.trySend(1)).isInstanceOf(ChannelClosedException.class);
        assertThatThrownBy(() -> channel.trySend(1, 1, DAYS)).isInstanceOf(ChannelClosedException.class);
        assertThatThrownBy(() -> channel.sendAsync(1).join()).isInstanceOf(CompletionException.class)
                .hasCauseInstanceOf(ChannelClosedException.class);
    }

    @ParameterizedTest
    @EnumSource
    void emptyChannelIsClosedAtOnce(ChannelKind kind) throws InterruptedException {
        Channel<Integer> channel = kind.channel();
        assertThat(channel.isClosedForSend()).isFalse();
        assertThat(channel.isClosedForReceive()).isFalse();
        assertThat(channel.close()).isTrue();
        assertThat(channel.close()).as("a second time").isFalse();
        assertThat(channel.close(new IllegalStateException())).isFalse();
        assertThat(channel.isClosedForSend()).isTrue();
        assertThat(channel.receiveOrClosed()).isEmpty();
        assertClosed(channel);
    }

    @ParameterizedTest
    @EnumSource
    void whatWasSentBeforeIsStillReceived(ChannelKind kind) throws InterruptedException {
        Channel<Integer> channel = kind.channel();
        List<CompletableFuture<Void>> sends = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            sends.add(channel.sendAsync(i));
        }
        assertThat(channel.close()).isTrue();
        assertThatThrownBy(() -> channel.trySend(9)).isInstanceOf(ChannelClosedException.class);
        assertThat(channel.isClosedForReceive()).isFalse();
        for (int i = 0; i < 5; i++) {
            assertThat(channel.receiveOrClosed()).hasValue(i);
            assertThat(sends.get(i)).isCompleted();
        }
        assertThat(channel.receiveOrClosed()).isEmpty();
        assertClosed(channel);
    }

    @ParameterizedTest
    @EnumSource
    void sendThatWaitsCanBeAbortedAfterClose(ChannelKind kind) {
        if (!kind.isLimited()) {
            return;
        }
        Channel<Integer> channel = kind.full();
        CompletableFuture<Void> first = channel.sendAsync(1);
        CompletableFuture<Void> second = channel.sendAsync(2);
        channel.close();
        assertThat(first.cancel(false)).isTrue();
        assertThat(second).isNotDone();
        List<Integer> rest = new ArrayList<>();
        channel.drainTo(rest);
        assertThat(rest).endsWith(2).doesNotContain(1).hasSize((int) kind.capacity + 1);
        assertClosed(channel);
    }

    @ParameterizedTest
    @EnumSource
    void receivesThatWaitAreTold(ThreadKind threadKind) {
        for (ChannelKind kind : ChannelKind.values()) {
            Channel<Integer> channel = kind.channel();
            CompletableFuture<Integer> aborted = channel.receiveAsync();
            CompletableFuture<Integer> pending = channel.receiveAsync();
            aborted.cancel(false);
            try (TestThreads threads = new TestThreads(threadKind)) {
                threads.startAndAwaitParked(
                        () -> assertThatThrownBy(channel::receive).isInstanceOf(ChannelClosedException.class));
                threads.startAndAwaitParked(() -> assertThat(channel.receiveOrClosed()).isEmpty());
                threads.startAndAwaitParked(() -> assertThatThrownBy(() -> channel.tryReceive(1, DAYS))
                        .isInstanceOf(ChannelClosedException.class));
                channel.close();
            }
            assertThatThrownBy(pending::join).hasCauseInstanceOf(ChannelClosedException.class);
            assertClosed(channel);
        }
    }

    @Test
    void causeIsReportedAfterTheLastElement() {
        Channel<Integer> channel = Channel.buffered(2);
        channel.trySend(1);
        Exception reason = new Exception("disk full");
        assertThat(channel.close(reason)).isTrue();
        assertThatThrownBy(() -> channel.send(2)).isInstanceOf(ChannelClosedException.class).hasCause(reason);
        assertThat(channel.tryReceive()).isEqualTo(1);
        assertThatThrownBy(channel::receive).isInstanceOf(ChannelClosedException.class).hasCause(reason)
                .hasMessageContaining("disk full");
        assertThatThrownBy(channel::receiveOrClosed).isInstanceOf(ChannelClosedException.class).hasCause(reason);
        assertThatThrownBy(() -> channel.forEach(element -> {})).isInstanceOf(ChannelClosedException.class)
                .hasCause(reason);
        assertThatThrownBy(() -> channel.stream().toList()).isInstanceOf(ChannelClosedException.class);
    }

    @ParameterizedTest
    @EnumSource
    void iterationsAndStreamsEndWithTheChannel(ThreadKind threadKind) {
        for (ChannelKind kind : ChannelKind.values()) {
            Channel<Integer> channel = kind.channel();
            List<Integer> received = new ArrayList<>();
            try (TestThreads threads = new TestThreads(threadKind)) {
                threads.start(() -> {
                    for (int i = 0; i < 30; i++) {
                        channel.send(i);
                    }
                    channel.close();
                });
                threads.start(() -> {
                    channel.stream().limit(10).forEach(received::add);
                    for (int element : channel) {
                        received.add(element);
                        if (element == 19) {
                            break;
                        }
                    }
                    channel.forEach(received::add);
                    assertThat(channel.stream()).isEmpty();
                });
            }
            assertThat(received).hasSize(30).isSorted();
        }
    }

    @Test
    void interruptedIterationHasReceivedNothing() {
        Channel<Integer> channel = Channel.buffered(1);
        Iterator<Integer> elements = channel.iterator();
        Thread.currentThread().interrupt();
        assertThatThrownBy(elements::hasNext).isInstanceOf(CancellationException.class);
        assertThat(Thread.interrupted()).isTrue();
        channel.trySend(1);
        assertThat(elements.next()).isEqualTo(1);
        channel.close();
        assertThat(elements.hasNext()).isFalse();
        assertThatThrownBy(elements::next).isInstanceOf(NoSuchElementException.class);
    }

    @Test
    void conflatedElementIsReceivedAfterClose() {
        Channel<Integer> channel = Channel.conflated();
        channel.trySend(1);
        channel.trySend(2);
        channel.close();
        assertThat(channel.tryReceive()).isEqualTo(2);
        assertClosed(channel);
    }
}
