package dev.baton.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.Channel;
import dev.baton.ChannelClosedException;
import dev.baton.Event;
import dev.baton.Select;
import dev.baton.fault.StackDepths.Meeting;
import dev.baton.fault.StackDepths.Row;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Each operation of channels, events and selects with ever more stack left. An operation that overflows has done nothing and
 * may be called again: nobody sleeps for ever, and no element is lost or made.
 */
class ChannelStackOverflowTest {
    static List<Row> rows() {
        List<Row> rows = new ArrayList<>();
        for (int capacity : new int[]{0, 1}) {
            String kind = "Channel, capacity " + capacity + ": ";
            rows.add(new Row(kind + "send to a receive that waits", () -> send(capacity)));
            rows.add(new Row(kind + "receive from a send that waits", () -> receive(capacity)));
            rows.add(new Row(kind + "receive, and time out", () -> timeOutReceive(capacity)));
            rows.add(new Row(kind + "send, and time out", () -> timeOutSend(capacity)));
            rows.add(new Row(kind + "close while a receive waits", () -> close(capacity)));
            rows.add(new Row(kind + "send to a select that waits", () -> sendToSelect(capacity)));
            rows.add(new Row(kind + "select, and time out", () -> timeOutSelect(capacity)));
        }
        rows.add(new Row("Event, auto reset: set", () -> set(Event.autoReset())));
        rows.add(new Row("Event, manual reset: set", () -> set(Event.manualReset())));
        return rows;
    }

    @ParameterizedTest
    @MethodSource("rows")
    void nothingIsLostWhereverTheStackEnds(Row row) throws Exception {
        row.mustLoseNothing();
    }

    private static Channel<String> full(int capacity) {
        Channel<String> channel = Channel.buffered(capacity);
        for (int i = 0; i < capacity; i++) {
            channel.trySend("before");
        }
        return channel;
    }

    private static void mustBeEmpty(Channel<String> channel) {
        assertThat(channel.tryReceive()).isNull();
        assertThat(channel.getReceiveQueueLength() + channel.getSendQueueLength()).isZero();
    }

    private static Meeting send(int capacity) {
        Channel<String> channel = Channel.buffered(capacity);
        Faults.Operation send = () -> assertThat(channel.trySend("a")).isTrue();
        return new Meeting(() -> assertThat(channel.receive()).isEqualTo("a"), send, () -> {
            assertThat(channel.getReceiveQueueLength()).isEqualTo(1);
            send.run();
        }, () -> mustBeEmpty(channel));
    }

    private static Meeting receive(int capacity) {
        Channel<String> channel = full(capacity);
        Faults.Operation receive = () -> assertThat(channel.tryReceive()).isNotNull();
        return new Meeting(() -> channel.send("a"), receive, () -> {
            assertThat(channel.getSendQueueLength()).isEqualTo(1);
            receive.run();
        }, () -> {
            assertThat(channel.drainTo(new ArrayList<>())).isEqualTo(capacity);
            mustBeEmpty(channel);
        });
    }

    private static Meeting timeOutReceive(int capacity) {
        Channel<String> channel = Channel.buffered(capacity);
        return new Meeting(null, () -> assertThat(channel.tryReceive(1, TimeUnit.MICROSECONDS)).isNull(), () -> {},
                () -> mustBeEmpty(channel));
    }

    private static Meeting timeOutSend(int capacity) {
        Channel<String> channel = full(capacity);
        return new Meeting(null, () -> assertThat(channel.trySend("a", 1, TimeUnit.MICROSECONDS)).isFalse(), () -> {},
                () -> {
                    assertThat(channel.drainTo(new ArrayList<>())).isEqualTo(capacity);
                    mustBeEmpty(channel);
                });
    }

    private static Meeting close(int capacity) {
        Channel<String> channel = Channel.buffered(capacity);
        Faults.Operation close = () -> assertThat(channel.close()).isTrue();
        return new Meeting(
                () -> assertThatThrownBy(channel::receive).isInstanceOf(ChannelClosedException.class), close, () -> {
                    assertThat(channel.isClosedForSend()).isFalse();
                    close.run();
                }, () -> assertThat(channel.isClosedForReceive()).isTrue());
    }

    private static Meeting sendToSelect(int capacity) {
        Channel<String> one = Channel.buffered(capacity);
        Channel<String> two = Channel.buffered(capacity);
        Faults.Operation send = () -> assertThat(two.trySend("a")).isTrue();
        return new Meeting(
                () -> assertThat(Select.<String>fair().onReceive(one, element -> "wrong")
                        .onReceive(two, element -> element).select()).isEqualTo("a"),
                send, () -> {
                    assertThat(two.getReceiveQueueLength()).isEqualTo(1);
                    send.run();
                }, () -> {
                    mustBeEmpty(one);
                    mustBeEmpty(two);
                });
    }

    private static Meeting timeOutSelect(int capacity) {
        Channel<String> one = Channel.buffered(capacity);
        Channel<String> two = full(capacity);
        Select<String> select = Select.<String>fair().onReceive(one, element -> "wrong")
                .onSend(two, "a", () -> "wrong").onTimeout(Duration.ofNanos(1_000L), () -> "late");
        return new Meeting(null, () -> assertThat(select.select()).isEqualTo("late"), () -> {}, () -> {
            mustBeEmpty(one);
            assertThat(two.drainTo(new ArrayList<>())).isEqualTo(capacity);
            mustBeEmpty(two);
        });
    }

    private static Meeting set(Event event) {
        return new Meeting(event::await, event::set, () -> {
            assertThat(event.isSet()).isFalse();
            event.set();
        }, event::reset);
    }
}
