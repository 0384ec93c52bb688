package dev.baton;

import static java.util.concurrent.TimeUnit.DAYS;
import static java.util.concurrent.TimeUnit.NANOSECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.EnumSource.Mode.EXCLUDE;

import dev.baton.testing.TestThreads;
import dev.baton.testing.ThreadKind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CompletableFuture;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a channel promises while nobody aborts and nobody closes it. */
class ChannelTest {
    @ParameterizedTest
    @EnumSource
    void triesFailOnlyIfFullOrEmpty(ChannelKind kind) {
        Channel<Integer> channel = kind.channel();
        assertThat(channel.tryReceive()).isNull();
        long most = Math.min(kind.capacity, 100);
        for (int round = 0; round < 3; round++) {
            for (int i = 0; i < most; i++) {
                assertThat(channel.trySend(i)).isTrue();
            }
            assertThat(channel.getSize()).isEqualTo((int) most);
            if (kind.isLimited()) {
                assertThat(channel.trySend(-1)).isFalse();
            }
            for (int i = 0; i < most; i++) {
                assertThat(channel.tryReceive()).isEqualTo(i);
            }
            assertThat(channel.tryReceive()).isNull();
        }
    }

    @ParameterizedTest
    @EnumSource
    void receivesThatWaitAreServedInOrder(ChannelKind kind) {
        Channel<Integer> channel = kind.channel();
        List<CompletableFuture<Integer>> receives = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            receives.add(channel.receiveAsync());
        }
        assertThat(channel.getReceiveQueueLength()).isEqualTo(5);
        for (int i = 0; i < 5; i++) {
            assertThat(channel.trySend(i)).isTrue();
            assertThat(receives.get(i)).isCompletedWithValue(i);
        }
        assertThat(channel.getReceiveQueueLength()).isZero();
    }

    @ParameterizedTest
    @EnumSource(mode = EXCLUDE, names = "UNLIMITED")
    void sendsThatWaitAreServedInOrder(ChannelKind kind) {
        Channel<Integer> channel = kind.full();
        List<CompletableFuture<Void>> sends = new ArrayList<>();
        for (int i = 1; i <= 5; i++) {
            sends.add(channel.sendAsync(i));
        }
        assertThat(channel.getSendQueueLength()).isEqualTo(5);
        assertThat(channel.trySend(99)).as("must not overtake").isFalse();
        for (int i = 0; i < kind.capacity; i++) {
            assertThat(channel.tryReceive()).isEqualTo(-i);
        }
        for (int i = 1; i <= 5; i++) {
            assertThat(channel.tryReceive()).isEqualTo(i);
            assertThat(sends.get(i - 1)).isCompletedWithValue(null);
        }
        assertThat(channel.tryReceive()).isNull();
        assertThat(channel.getSendQueueLength()).isZero();
    }

    @ParameterizedTest
    @EnumSource(mode = EXCLUDE, names = {"UNLIMITED", "RENDEZVOUS", "RENDEZVOUS_1", "RENDEZVOUS_2"})
    void sendThatWaitsIsDoneWhenThereIsRoom(ChannelKind kind) {
        Channel<Integer> channel = kind.full();
        CompletableFuture<Void> first = channel.sendAsync(1);
        CompletableFuture<Void> second = channel.sendAsync(2);
        channel.tryReceive();
        assertThat(first).isCompletedWithValue(null);
        assertThat(second).isNotDone();
    }

    @ParameterizedTest
    @EnumSource
    void threadsMeet(ThreadKind threadKind) {
        for (ChannelKind kind : ChannelKind.values()) {
            Channel<Integer> channel = kind.channel();
            List<Integer> received = Collections.synchronizedList(new ArrayList<>());
            try (TestThreads threads = new TestThreads(threadKind)) {
                threads.start(() -> {
                    for (int i = 0; i < 1_000; i++) {
                        channel.send(i);
                        channel.sendUninterruptibly(i);
                        assertThat(channel.trySend(i, 1, DAYS)).isTrue();
                        assertThat(channel.trySend(i, Duration.ofDays(1))).isTrue();
                    }
                });
                threads.start(() -> {
                    for (int i = 0; i < 1_000; i++) {
                        received.add(channel.receive());
                        received.add(channel.receiveUninterruptibly());
                        received.add(channel.tryReceive(1, DAYS));
                        received.add(channel.tryReceive(Duration.ofDays(1)));
                    }
                });
            }
            assertThat(received).hasSize(4_000).isSorted();
        }
    }

    @ParameterizedTest
    @EnumSource
    void waitsParkUntilServed(ThreadKind threadKind) {
        Channel<Integer> channel = Channel.rendezvous();
        try (TestThreads threads = new TestThreads(threadKind)) {
            threads.startAndAwaitParked(() -> assertThat(channel.receive()).isEqualTo(1));
            assertThat(channel.trySend(1)).isTrue();
            threads.join();
            threads.startAndAwaitParked(() -> channel.send(2));
            assertThat(channel.tryReceive()).isEqualTo(2);
        }
    }

    @Test
    void conflatedKeepsTheNewest() throws InterruptedException {
        Channel<Integer> channel = Channel.conflated();
        for (int i = 0; i < 100; i++) {
            channel.send(i);
        }
        assertThat(channel.getSize()).isEqualTo(1);
        assertThat(channel.tryReceive()).isEqualTo(99);
        assertThat(channel.tryReceive()).isNull();
        CompletableFuture<Integer> waiting = channel.receiveAsync();
        channel.send(1);
        channel.send(2);
        assertThat(waiting).isCompletedWithValue(1);
        assertThat(channel.receive()).isEqualTo(2);
    }

    @Test
    void sameObjectMayBeSentAgain() {
        Channel<String> channel = Channel.conflated();
        channel.trySend("a");
        channel.trySend("a");
        assertThat(channel.tryReceive()).isEqualTo("a");
        assertThat(channel.tryReceive()).isNull();
    }

    @Test
    void drainsWhatIsThere() {
        Channel<Integer> channel = Channel.buffered(2);
        for (int i = 0; i < 5; i++) {
            channel.sendAsync(i);
        }
        List<Integer> drained = new ArrayList<>();
        assertThat(channel.drainTo(drained, 0)).isZero();
        assertThat(channel.drainTo(drained, 3)).isEqualTo(3);
        assertThat(channel.drainTo(drained)).isEqualTo(2);
        assertThat(drained).containsExactly(0, 1, 2, 3, 4);
        assertThat(channel.drainTo(drained)).isZero();
    }

    @Test
    void dependentsOfAFutureRunAfterTheDecision() {
        Channel<Integer> channel = Channel.buffered(1);
        List<Integer> seen = new ArrayList<>();
        channel.receiveAsync().thenAccept(element -> {
            seen.add(element);
            channel.trySend(element + 1); // uses the channel in the middle of the send that completes it
        });
        assertThat(channel.trySend(1)).isTrue();
        assertThat(seen).containsExactly(1);
        assertThat(channel.tryReceive()).isEqualTo(2);
    }

    @Test
    void chainOfDependentsOfAnyLengthCompletes() {
        Channel<Integer> channel = Channel.rendezvous();
        CompletableFuture<Integer> last = new CompletableFuture<>();
        for (int i = 0; i < 20_000; i++) {
            channel.receiveAsync().thenAccept(element -> {
                if (element == 19_999) {
                    last.complete(element);
                } else {
                    channel.trySend(element + 1);
                }
            });
        }
        channel.trySend(0);
        assertThat(last.join()).isEqualTo(19_999);
    }

    @Test
    void badInputTakesNothing() {
        assertThatThrownBy(() -> Channel.buffered(-1)).isInstanceOf(IllegalArgumentException.class);
        Channel<Integer> channel = Channel.buffered(1);
        Integer nothing = Nulls.absent();
        assertThatThrownBy(() -> channel.send(nothing)).isInstanceOf(NullPointerException.class);
        assertThatThrownBy(() -> channel.trySend(nothing)).isInstanceOf(NullPointerException.class);
        assertThatThrownBy(() -> channel.trySend(nothing, 1, NANOSECONDS)).isInstanceOf(NullPointerException.class);
        assertThatThrownBy(() -> channel.sendUninterruptibly(nothing)).isInstanceOf(NullPointerException.class);
        assertThatThrownBy(() -> channel.sendAsync(nothing)).isInstanceOf(NullPointerException.class);
        assertThatThrownBy(() -> channel.close(Nulls.absent())).isInstanceOf(NullPointerException.class);
        assertThatThrownBy(() -> channel.drainTo(Nulls.absent())).isInstanceOf(NullPointerException.class);
        assertThat(channel.isClosedForSend()).isFalse();
        assertThat(channel.tryReceive()).isNull();
        assertThat(channel.trySend(1)).isTrue();
    }

    @Test
    void saysItsState() {
        Channel<Integer> channel = Channel.buffered(1);
        channel.trySend(1);
        channel.sendAsync(2);
        assertThat(channel.toString()).contains("buffered 1", "Size = 1", "Sends waiting = 1", "Receives waiting = 0");
        channel.close();
        assertThat(channel.toString()).contains("closed");
    }

    /** The element that the target refuses is the caller's, and those behind it stay. */
    @Test
    void drainIntoATargetThatRefusesLosesNothing() throws InterruptedException {
        Channel<Integer> channel = Channel.buffered(4);
        for (int i = 1; i <= 4; i++) {
            channel.send(i);
        }
        ArrayBlockingQueue<Integer> small = new ArrayBlockingQueue<>(2);
        assertThatThrownBy(() -> channel.drainTo(small)).isInstanceOf(IllegalStateException.class)
                .satisfies(refusal -> assertThat(refusal.getSuppressed())
                        .singleElement(InstanceOfAssertFactories.type(UndeliveredElementException.class))
                        .extracting(UndeliveredElementException::element).isEqualTo(3));
        assertThat(small).containsExactly(1, 2);
        assertThat(channel.getSize()).isOne();
        assertThat(channel.receive()).isEqualTo(4);
    }

    /** The room is known to a send without a look at the receives; it must never be thought larger than it is. */
    @Test
    void theBufferNeverKeepsMoreThanItsCapacity() {
        for (int capacity : new int[]{1, 2, 3, 5, 16, 33}) {
            Channel<Integer> channel = Channel.buffered(capacity);
            int next = 0;
            int expected = 0;
            for (int round = 0; round < 500; round++) {
                int sends = round * 7 % (capacity + 2);
                for (int i = 0; i < sends; i++) {
                    boolean fits = next - expected < capacity;
                    assertThat(channel.trySend(next)).isEqualTo(fits);
                    next += fits ? 1 : 0;
                    assertThat(channel.getSize()).isEqualTo(next - expected);
                }
                int receives = round * 5 % (capacity + 2);
                for (int i = 0; i < receives; i++) {
                    Integer received = channel.tryReceive();
                    assertThat(received).isEqualTo(expected < next ? expected : null);
                    expected += expected < next ? 1 : 0;
                    assertThat(channel.getSize()).isEqualTo(next - expected);
                }
            }
        }
    }
}
