package dev.baton.proof.scenario;

import static dev.baton.internal.access.CoreAccess.CORE;

import dev.baton.Channel;
import dev.baton.ChannelClosedException;
import dev.baton.Event;
import dev.baton.check.api.Scenario;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Channels of every kind, and events. */
final class ChannelScenarios {
    private ChannelScenarios() {}

    static List<ProofScenario> all() {
        List<ProofScenario> all = new ArrayList<>();
        for (int capacity : new int[]{0, 1}) {
            for (int size : new int[]{1, 2}) {
                String name = "Channel, " + (capacity == 0 ? "rendezvous" : "buffered") + ", segments of " + size;
                all.add(ProofScenario.of(name, "send meets receive", 2,
                        scenario -> meet(scenario, capacity, size)));
                all.add(ProofScenario.of(name, "receive's timeout races a try", 2,
                        scenario -> receiveTimeout(scenario, capacity, size)));
                all.add(ProofScenario.of(name, "send's timeout races a try", 2,
                        scenario -> sendTimeout(scenario, capacity, size)));
                all.add(ProofScenario.of(name, "receive's interrupt races a try", 2,
                        scenario -> receiveInterrupt(scenario, capacity, size)));
                all.add(ProofScenario.of(name, "cancelled receive races a try", 2,
                        scenario -> receiveCancel(scenario, capacity, size)));
                all.add(ProofScenario.of(name, "cancelled send races a try", 2,
                        scenario -> sendCancel(scenario, capacity, size)));
                all.add(ProofScenario.of(name, "first of two sends cancels, two receives come", 2,
                        scenario -> firstSendCancels(scenario, capacity, size)));
                all.add(ProofScenario.of(name, "first of two receives cancels, two sends come", 2,
                        scenario -> firstReceiveCancels(scenario, capacity, size)));
                all.add(ProofScenario.of(name, "a send enters while a receive makes room", 2,
                        scenario -> room(scenario, capacity, size)).inDeepRunsIf(capacity + size == 2));
                all.add(ProofScenario.of(name, "close races a send", 2,
                        scenario -> closeSend(scenario, capacity, size)).inDeepRunsIf(size == 1));
                all.add(ProofScenario.of(name, "close races a receive that waits", 2,
                        scenario -> closeReceive(scenario, capacity, size)).inDeepRunsIf(size == 1));
                all.add(ProofScenario.of(name, "close races a send that waits, and cancels", 2,
                        scenario -> closeCancel(scenario, capacity, size)));
                all.add(ProofScenario.of(name, "two sends and two receives", 3,
                        scenario -> twoAndTwo(scenario, capacity, size)));
                all.add(ProofScenario.of(name, "a send waits, a cancel, a receive and a try", 3,
                        scenario -> cancelReceiveTry(scenario, capacity, size)).inDeepRunsIf(capacity == 1));
                all.add(ProofScenario.of(name, "two receives wait, a close and a send", 3,
                        scenario -> closeTwo(scenario, capacity, size)).inDeepRuns());
            }
        }
        all.add(ProofScenario.of("Channel, rendezvous", "the first send meets the first receive", 2,
                ChannelScenarios::firstLine));
        all.add(ProofScenario.of("Channel, buffered 2", "tries find the room that there is", 2,
                ChannelScenarios::tries));
        all.add(ProofScenario.of("Channel, unlimited", "two sends, two receives in order", 2,
                ChannelScenarios::unlimited).inDeepRuns());
        all.add(ProofScenario.of("Channel, conflated", "a send replaces, a receive takes", 2,
                ChannelScenarios::conflated));
        all.add(ProofScenario.of("Channel", "in order with a flag: close, seen by isClosedForSend", 2,
                ChannelScenarios::closeInOrder));
        all.add(ProofScenario.of("Event, manual reset", "in order with a flag: reset, seen by isSet", 2,
                ChannelScenarios::resetInOrder));
        all.add(ProofScenario.of("Event, auto reset", "two wait, one set each", 2, ChannelScenarios::autoReset));
        all.add(ProofScenario.of("Event, manual reset", "a set and a reset race a wait", 2,
                ChannelScenarios::manualReset));
        return all;
    }

    /** A channel in which a send has waited before: that its line is made doubles what there is to explore. */
    static Channel<String> channel(int capacity, int size) {
        Channel<String> channel = CORE.channel(capacity, false, size);
        CORE.makeLine(channel);
        return channel;
    }

    /** The end of a request, which may be told on a thread of its own: its element, or null. */
    private static @Nullable String end(CompletableFuture<String> request) {
        return request.handle((element, failure) -> element).join();
    }

    /** A channel without room. */
    private static Channel<String> full(int capacity, int size) {
        Channel<String> channel = channel(capacity, size);
        for (int i = 0; i < capacity; i++) {
            channel.trySend("before");
        }
        return channel;
    }

    /** All that can be received now, without waiting. */
    private static int left(Channel<String> channel) {
        return channel.drainTo(new ArrayList<>());
    }

    private static void meet(Scenario scenario, int capacity, int size) {
        Channel<String> channel = channel(capacity, size);
        Ledger ledger = new Ledger();
        scenario.thread("sends", () -> {
            ledger.first = 1;
            channel.sendUninterruptibly("a");
        });
        scenario.thread("receives", () -> {
            assert channel.receiveUninterruptibly().equals("a");
            assert ledger.first == 1 : "received before it was sent";
        });
    }

    private static void firstLine(Scenario scenario) {
        Channel<String> channel = CORE.channel(0, false, 1);
        scenario.thread("sends", () -> channel.sendUninterruptibly("a"));
        scenario.thread("receives", () -> {
            assert channel.receiveUninterruptibly().equals("a");
        });
    }

    private static void receiveTimeout(Scenario scenario, int capacity, int size) {
        Channel<String> channel = channel(capacity, size);
        int[] sent = new int[1];
        int[] received = new int[1];
        scenario.thread("sends", () -> sent[0] = channel.trySend("a") ? 1 : 0);
        scenario.thread("times out, perhaps", () -> {
            try {
                received[0] = channel.tryReceive(1, TimeUnit.SECONDS) != null ? 1 : 0;
            } catch (InterruptedException e) {
                throw Ledger.unexpected(e);
            }
        });
        scenario.finallyAssert(() -> {
            assert sent[0] == received[0] + left(channel) : "element lost or doubled";
        });
    }

    private static void sendTimeout(Scenario scenario, int capacity, int size) {
        Channel<String> channel = full(capacity, size);
        int[] sent = new int[1];
        int[] received = new int[1];
        scenario.thread("receives", () -> received[0] = channel.tryReceive() != null ? 1 : 0);
        scenario.thread("times out, perhaps", () -> {
            try {
                sent[0] = channel.trySend("a", 1, TimeUnit.SECONDS) ? 1 : 0;
            } catch (InterruptedException e) {
                throw Ledger.unexpected(e);
            }
        });
        scenario.finallyAssert(() -> {
            assert capacity + sent[0] == received[0] + left(channel) : "element lost or doubled";
        });
    }

    private static void receiveInterrupt(Scenario scenario, int capacity, int size) {
        Channel<String> channel = channel(capacity, size);
        Ledger ledger = new Ledger();
        int[] sent = new int[1];
        scenario.thread("receives", () -> {
            ledger.offerInterrupt();
            try {
                channel.receive();
                ledger.served = 1;
            } catch (InterruptedException aborted) {
                assert !Thread.currentThread().isInterrupted();
            }
        });
        scenario.thread("sends and interrupts", () -> {
            while (ledger.target == null) {
                Thread.onSpinWait();
            }
            sent[0] = channel.trySend("a") ? 1 : 0;
            ledger.interruptTarget();
        });
        scenario.finallyAssert(() -> {
            assert sent[0] == ledger.served + left(channel) : "element lost or doubled";
        });
    }

    private static void receiveCancel(Scenario scenario, int capacity, int size) {
        Channel<String> channel = channel(capacity, size);
        CompletableFuture<String> receive = channel.receiveAsync();
        int[] sent = new int[1];
        scenario.thread("sends", () -> sent[0] = channel.trySend("a") ? 1 : 0);
        scenario.thread("cancels", () -> receive.cancel(false));
        scenario.finallyAssert(() -> {
            assert receive.isDone() : "the request was forgotten";
            assert sent[0] == (receive.isCancelled() ? 0 : 1) + left(channel) : "element lost or doubled";
        });
    }

    private static void sendCancel(Scenario scenario, int capacity, int size) {
        Channel<String> channel = full(capacity, size);
        CompletableFuture<Void> send = channel.sendAsync("a");
        int[] received = new int[1];
        scenario.thread("receives", () -> received[0] = channel.tryReceive() != null ? 1 : 0);
        scenario.thread("cancels", () -> send.cancel(false));
        scenario.finallyAssert(() -> {
            assert send.isDone() : "the request was forgotten";
            assert capacity + (send.isCancelled() ? 0 : 1) == received[0] + left(channel) : "element lost or doubled";
        });
    }

    private static void firstSendCancels(Scenario scenario, int capacity, int size) {
        Channel<String> channel = full(capacity, size);
        CompletableFuture<Void> first = channel.sendAsync("a");
        CompletableFuture<Void> second = channel.sendAsync("b");
        List<@Nullable String> received = new ArrayList<>();
        scenario.thread("cancels", () -> first.cancel(false));
        scenario.thread("receives", () -> {
            for (int i = 0; i <= capacity; i++) {
                received.add(channel.tryReceive());
            }
        });
        scenario.finallyAssert(() -> {
            assert !received.contains(null) : "a try failed, and a send waited";
            assert received.contains("a") || received.contains("b");
            int sent = capacity + (first.isCancelled() ? 0 : 1) + 1;
            assert sent == received.size() + left(channel) : "element lost or doubled";
            assert second.isDone() : "the request was forgotten";
        });
    }

    private static void firstReceiveCancels(Scenario scenario, int capacity, int size) {
        Channel<String> channel = channel(capacity, size);
        CompletableFuture<String> first = channel.receiveAsync();
        CompletableFuture<String> second = channel.receiveAsync();
        boolean[] sent = new boolean[2];
        scenario.thread("cancels", () -> first.cancel(false));
        scenario.thread("sends", () -> {
            sent[0] = channel.trySend("a");
            sent[1] = channel.trySend("b");
        });
        scenario.finallyAssert(() -> {
            assert sent[0] : "a try failed, and a receive waited";
            assert second.join().equals(first.isCancelled() ? "a" : "b") : "not in order";
            int count = (sent[0] ? 1 : 0) + (sent[1] ? 1 : 0);
            assert count == (first.isCancelled() ? 0 : 1) + 1 + left(channel) : "element lost or doubled";
        });
    }

    private static void room(Scenario scenario, int capacity, int size) {
        Channel<String> channel = full(capacity, size);
        scenario.thread("sends", () -> channel.sendUninterruptibly("a"));
        scenario.thread("receives", () -> {
            for (int i = 0; i < capacity; i++) {
                assert channel.receiveUninterruptibly().equals("before");
            }
            assert channel.receiveUninterruptibly().equals("a");
        });
        scenario.finallyAssert(() -> {
            assert left(channel) == 0;
        });
    }

    private static void closeSend(Scenario scenario, int capacity, int size) {
        Channel<String> channel = channel(capacity, size);
        CompletableFuture<String> receive = channel.receiveAsync();
        int[] sent = new int[1];
        scenario.thread("sends", () -> {
            try {
                sent[0] = channel.trySend("a") ? 1 : 0;
            } catch (ChannelClosedException closed) {
                assert channel.isClosedForSend();
            }
        });
        scenario.thread("closes", () -> {
            assert channel.close();
        });
        scenario.finallyAssert(() -> {
            assert sent[0] == (end(receive) == null ? 0 : 1) : "element lost or doubled";
            assert channel.isClosedForReceive();
        });
    }

    private static void closeReceive(Scenario scenario, int capacity, int size) {
        Channel<String> channel = channel(capacity, size);
        scenario.thread("receives", () -> {
            try {
                channel.receiveUninterruptibly();
                throw new AssertionError("nothing was sent");
            } catch (ChannelClosedException closed) {
                assert channel.isClosedForReceive();
            }
        });
        scenario.thread("closes", channel::close);
    }

    private static void closeCancel(Scenario scenario, int capacity, int size) {
        Channel<String> channel = full(capacity, size);
        CompletableFuture<Void> send = channel.sendAsync("a");
        scenario.thread("closes", channel::close);
        scenario.thread("cancels", () -> send.cancel(false));
        scenario.finallyAssert(() -> {
            assert left(channel) == capacity : "element lost or doubled";
            assert send.isCancelled() && channel.isClosedForReceive();
        });
    }

    private static void twoAndTwo(Scenario scenario, int capacity, int size) {
        Channel<String> channel = channel(capacity, size);
        CompletableFuture<String> first = channel.receiveAsync();
        boolean[] sent = new boolean[2];
        @Nullable
        String[] received = new String[1];
        scenario.thread("sends a", () -> sent[0] = channel.trySend("a"));
        scenario.thread("sends b", () -> sent[1] = channel.trySend("b"));
        scenario.thread("receives", () -> received[0] = channel.tryReceive());
        scenario.finallyAssert(() -> {
            int count = (sent[0] ? 1 : 0) + (sent[1] ? 1 : 0);
            assert first.isDone() && count >= 1 : "a try failed, and a receive waited";
            assert count == 1 + (received[0] == null ? 0 : 1) + left(channel) : "element lost or doubled";
            assert !first.join().equals(received[0]) : "received twice";
        });
    }

    private static void cancelReceiveTry(Scenario scenario, int capacity, int size) {
        Channel<String> channel = full(capacity, size);
        CompletableFuture<Void> send = channel.sendAsync("a");
        int[] count = new int[2];
        scenario.thread("cancels", () -> send.cancel(false));
        scenario.thread("receives", () -> count[0] = channel.tryReceive() != null ? 1 : 0);
        scenario.thread("tries", () -> count[1] = channel.trySend("b") ? 1 : 0);
        scenario.finallyAssert(() -> {
            int sent = capacity + (send.isCancelled() ? 0 : 1) + count[1];
            assert send.isDone() : "the request was forgotten";
            assert sent == count[0] + left(channel) : "element lost or doubled";
        });
    }

    private static void closeTwo(Scenario scenario, int capacity, int size) {
        Channel<String> channel = channel(capacity, size);
        CompletableFuture<String> first = channel.receiveAsync();
        CompletableFuture<String> second = channel.receiveAsync();
        boolean[] sent = new boolean[1];
        scenario.thread("closes", channel::close);
        scenario.thread("sends", () -> {
            try {
                sent[0] = channel.trySend("a");
            } catch (ChannelClosedException closed) {
                assert channel.isClosedForSend();
            }
        });
        scenario.thread("cancels", () -> first.cancel(false));
        scenario.finallyAssert(() -> {
            int received = (end(first) == null ? 0 : 1) + (end(second) == null ? 0 : 1);
            assert received == (sent[0] ? 1 : 0) : "element lost or doubled";
        });
    }

    private static void tries(Scenario scenario) {
        Channel<String> channel = channel(2, 2);
        scenario.threads(2, () -> {
            assert channel.trySend("a") : "there was room";
            assert channel.tryReceive() != null : "there was an element";
        });
    }

    private static void unlimited(Scenario scenario) {
        Channel<String> channel = CORE.unlimitedChannel(1);
        scenario.thread("sends", () -> {
            channel.trySend("a");
            channel.trySend("b");
        });
        scenario.thread("receives", () -> {
            assert channel.receiveUninterruptibly().equals("a");
            assert channel.receiveUninterruptibly().equals("b");
        });
    }

    private static void conflated(Scenario scenario) {
        Channel<String> channel = CORE.channel(1, true, 1);
        channel.trySend("a");
        @Nullable
        String[] received = new String[1];
        scenario.thread("sends", () -> channel.trySend("b"));
        scenario.thread("receives", () -> received[0] = channel.tryReceive());
        scenario.finallyAssert(() -> {
            String rest = channel.tryReceive();
            assert received[0] != null : "there was an element all the time";
            assert received[0].equals("b") ? rest == null : "b".equals(rest) : "the newest was lost or doubled";
        });
    }

    private static void autoReset(Scenario scenario) {
        Event event = CORE.autoResetEvent(2);
        CompletableFuture<Void> first = event.awaitAsync();
        CompletableFuture<Void> second = event.awaitAsync();
        scenario.threads(2, event::set);
        scenario.finallyAssert(() -> {
            assert first.isDone() && second.isDone() && !event.isSet();
        });
    }

    private static void manualReset(Scenario scenario) {
        Event event = Event.manualReset();
        Ledger ledger = new Ledger();
        scenario.thread("sets and resets", () -> {
            ledger.first = 1;
            event.set();
            assert event.reset();
            event.set();
        });
        scenario.thread("waits", () -> {
            event.awaitUninterruptibly();
            assert ledger.first == 1;
        });
    }

    /** Two threads each do something and then look whether the other has. */
    private static final class Looks {
        volatile boolean flag;
        boolean sawFlag;
        boolean sawOther;
    }

    private static void closeInOrder(Scenario scenario) {
        Channel<String> channel = channel(1, 2);
        Looks looks = new Looks();
        scenario.thread("closes", () -> {
            channel.close();
            looks.sawFlag = looks.flag;
        });
        scenario.thread("looks", () -> {
            looks.flag = true;
            looks.sawOther = channel.isClosedForSend();
        });
        scenario.finallyAssert(() -> {
            assert looks.sawFlag || looks.sawOther : "neither saw the other";
        });
    }

    private static void resetInOrder(Scenario scenario) {
        Event event = Event.manualReset();
        event.set();
        Looks looks = new Looks();
        scenario.thread("resets", () -> {
            event.reset();
            looks.sawFlag = looks.flag;
        });
        scenario.thread("looks", () -> {
            looks.flag = true;
            looks.sawOther = !event.isSet();
        });
        scenario.finallyAssert(() -> {
            assert looks.sawFlag || looks.sawOther : "neither saw the other";
        });
    }
}
