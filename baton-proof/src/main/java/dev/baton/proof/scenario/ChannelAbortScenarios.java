package dev.baton.proof.scenario;

import static dev.baton.internal.access.CoreAccess.CORE;

import dev.baton.Channel;
import dev.baton.ChannelClosedException;
import dev.baton.Event;
import dev.baton.Select;
import dev.baton.check.api.Scenario;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Aborts and closes of what {@link ChannelScenarios} and {@link SelectScenarios} leave: sends, events and selects. */
final class ChannelAbortScenarios {
    private ChannelAbortScenarios() {}

    static List<ProofScenario> all() {
        List<ProofScenario> all = new ArrayList<>();
        for (int capacity : new int[]{0, 1}) {
            String name = capacity == 0 ? "rendezvous" : "buffered";
            all.add(ProofScenario.of("Channel, " + name, "send's interrupt races a try", 2,
                    scenario -> sendInterrupt(scenario, capacity)));
            all.add(ProofScenario.of("Channel, " + name, "drainTo takes the sends that wait, one cancels", 2,
                    scenario -> drainAndCancel(scenario, capacity)));
            all.add(ProofScenario.of("Select, " + name, "its timeout races a try to send", 2,
                    scenario -> selectTimeout(scenario, capacity)));
            all.add(ProofScenario.of("Select, " + name, "its interrupt races a try to send", 2,
                    scenario -> selectInterrupt(scenario, capacity)));
            all.add(ProofScenario.of("Select, " + name, "close of one channel races a try to send to the other", 2,
                    scenario -> selectClose(scenario, capacity)));
        }
        all.add(ProofScenario.of("Channel, conflated", "close races a send", 2, ChannelAbortScenarios::conflatedClose));
        all.add(ProofScenario.of("Channel, unlimited", "close races a send", 2, ChannelAbortScenarios::unlimitedClose));
        for (boolean auto : new boolean[]{true, false}) {
            String name = "Event, " + (auto ? "auto" : "manual") + " reset";
            all.add(ProofScenario.of(name, "a wait's timeout races a set", 2,
                    scenario -> eventTimeout(scenario, auto)));
            all.add(ProofScenario.of(name, "a wait's interrupt races a set", 2,
                    scenario -> eventInterrupt(scenario, auto)));
            all.add(ProofScenario.of(name, "a wait's cancel races a set", 2, scenario -> eventCancel(scenario, auto)));
        }
        all.add(ProofScenario.of("Event, auto reset", "a reset races a set and a wait that tries", 3,
                ChannelAbortScenarios::autoResetRace));
        return all;
    }

    private static int left(Channel<String> channel) {
        return channel.drainTo(new ArrayList<>());
    }

    private static Channel<String> full(int capacity) {
        Channel<String> channel = ChannelScenarios.channel(capacity, 2);
        for (int i = 0; i < capacity; i++) {
            channel.trySend("before");
        }
        return channel;
    }

    private static void sendInterrupt(Scenario scenario, int capacity) {
        Channel<String> channel = full(capacity);
        Ledger ledger = new Ledger();
        int[] received = new int[1];
        scenario.thread("sends", () -> {
            ledger.offerInterrupt();
            try {
                channel.send("a");
                ledger.served = 1;
            } catch (InterruptedException aborted) {
                assert !Thread.currentThread().isInterrupted();
            }
        });
        scenario.thread("receives and interrupts", () -> {
            while (ledger.target == null) {
                Thread.onSpinWait();
            }
            received[0] = channel.tryReceive() != null ? 1 : 0;
            ledger.interruptTarget();
        });
        scenario.finallyAssert(() -> {
            assert capacity + ledger.served == received[0] + left(channel) : "element lost or doubled";
        });
    }

    private static void drainAndCancel(Scenario scenario, int capacity) {
        Channel<String> channel = full(capacity);
        CompletableFuture<Void> first = channel.sendAsync("a");
        CompletableFuture<Void> second = channel.sendAsync("b");
        List<String> drained = new ArrayList<>();
        scenario.thread("drains", () -> channel.drainTo(drained));
        scenario.thread("cancels", () -> first.cancel(false));
        scenario.finallyAssert(() -> {
            assert drained.contains("a") != first.isCancelled() : "element lost or doubled";
            assert second.isDone() && drained.getLast().equals("b") : "not in order";
            assert drained.size() == capacity + (first.isCancelled() ? 1 : 2);
        });
    }

    private static Select<String> receives(Channel<String> one, Channel<String> two) {
        return Select.<String>prioritized().onReceive(one, element -> element).onReceive(two, element -> element);
    }

    private static void selectTimeout(Scenario scenario, int capacity) {
        Channel<String> one = ChannelScenarios.channel(capacity, 2);
        Channel<String> two = ChannelScenarios.channel(capacity, 2);
        int[] sent = new int[1];
        int[] received = new int[1];
        scenario.thread("sends to two", () -> sent[0] = two.trySend("b") ? 1 : 0);
        scenario.thread("times out, perhaps", () -> {
            String got = receives(one, two).onTimeout(Duration.ofSeconds(1), () -> "late").selectUninterruptibly();
            received[0] = got.equals("b") ? 1 : 0;
        });
        scenario.finallyAssert(() -> {
            assert sent[0] == received[0] + left(two) : "element lost or doubled";
            assert CORE.offers(one) + CORE.offers(two) == 0 : "something was left behind";
        });
    }

    private static void selectInterrupt(Scenario scenario, int capacity) {
        Channel<String> one = ChannelScenarios.channel(capacity, 2);
        Channel<String> two = ChannelScenarios.channel(capacity, 2);
        Ledger ledger = new Ledger();
        int[] sent = new int[1];
        scenario.thread("selects", () -> {
            ledger.offerInterrupt();
            try {
                assert receives(one, two).select().equals("b");
                ledger.served = 1;
            } catch (InterruptedException aborted) {
                assert !Thread.currentThread().isInterrupted();
            }
        });
        scenario.thread("sends and interrupts", () -> {
            while (ledger.target == null) {
                Thread.onSpinWait();
            }
            sent[0] = two.trySend("b") ? 1 : 0;
            ledger.interruptTarget();
        });
        scenario.finallyAssert(() -> {
            assert sent[0] == ledger.served + left(two) : "element lost or doubled";
            assert CORE.offers(one) + CORE.offers(two) == 0 : "something was left behind";
        });
    }

    private static void selectClose(Scenario scenario, int capacity) {
        Channel<String> one = ChannelScenarios.channel(capacity, 2);
        Channel<String> two = ChannelScenarios.channel(capacity, 2);
        CompletableFuture<String> select = Select.<String>prioritized()
                .onReceiveOrClosed(one, found -> found.orElse("closed")).onReceive(two, element -> element)
                .selectAsync();
        int[] sent = new int[1];
        scenario.thread("closes one", one::close);
        scenario.thread("sends to two", () -> sent[0] = two.trySend("b") ? 1 : 0);
        scenario.finallyAssert(() -> {
            int received = select.join().equals("b") ? 1 : 0;
            assert sent[0] == received + left(two) : "element lost or doubled";
            assert CORE.offers(two) == 0 : "something was left behind";
        });
    }

    private static void conflatedClose(Scenario scenario) {
        Channel<String> channel = CORE.channel(1, true, 2);
        channel.trySend("a");
        closeRace(scenario, channel, "a");
    }

    private static void unlimitedClose(Scenario scenario) {
        closeRace(scenario, CORE.unlimitedChannel(2), null);
    }

    /** A send that was told it is sent is received, and is the last. */
    private static void closeRace(Scenario scenario, Channel<String> channel, @Nullable String before) {
        boolean[] sent = new boolean[1];
        scenario.thread("sends", () -> {
            try {
                sent[0] = channel.trySend("b");
            } catch (ChannelClosedException closed) {
                assert channel.isClosedForSend();
            }
        });
        scenario.thread("closes", channel::close);
        scenario.finallyAssert(() -> {
            List<String> rest = new ArrayList<>();
            channel.drainTo(rest);
            assert sent[0] ? rest.equals(List.of("b")) : rest.equals(before == null ? List.of() : List.of(before));
            assert channel.isClosedForReceive();
        });
    }

    private static Event event(boolean auto) {
        return auto ? CORE.autoResetEvent(2) : Event.manualReset();
    }

    private static void eventTimeout(Scenario scenario, boolean auto) {
        Event event = event(auto);
        boolean[] served = new boolean[1];
        scenario.thread("sets", event::set);
        scenario.thread("times out, perhaps", () -> {
            try {
                served[0] = event.await(1, TimeUnit.SECONDS);
            } catch (InterruptedException e) {
                throw Ledger.unexpected(e);
            }
        });
        scenario.finallyAssert(() -> mustBeSet(event, !auto || !served[0]));
    }

    private static void eventInterrupt(Scenario scenario, boolean auto) {
        Event event = event(auto);
        Ledger ledger = new Ledger();
        scenario.thread("waits", () -> {
            ledger.offerInterrupt();
            try {
                event.await();
                ledger.served = 1;
            } catch (InterruptedException aborted) {
                assert !Thread.currentThread().isInterrupted();
            }
        });
        scenario.thread("sets and interrupts", () -> {
            while (ledger.target == null) {
                Thread.onSpinWait();
            }
            event.set();
            ledger.interruptTarget();
        });
        scenario.finallyAssert(() -> mustBeSet(event, !auto || ledger.served == 0));
    }

    private static void eventCancel(Scenario scenario, boolean auto) {
        Event event = event(auto);
        CompletableFuture<Void> wait = event.awaitAsync();
        scenario.thread("sets", event::set);
        scenario.thread("cancels", () -> wait.cancel(false));
        scenario.finallyAssert(() -> {
            boolean served = wait.handle((none, failure) -> failure == null).join();
            mustBeSet(event, !auto || !served);
        });
    }

    private static void autoResetRace(Scenario scenario) {
        Event event = CORE.autoResetEvent(2);
        int[] taken = new int[2];
        scenario.thread("sets", event::set);
        scenario.thread("resets", () -> taken[0] = event.reset() ? 1 : 0);
        scenario.thread("tries", () -> taken[1] = event.tryAwait() ? 1 : 0);
        scenario.finallyAssert(() -> {
            assert taken[0] + taken[1] + (event.isSet() ? 1 : 0) == 1 : "set lost or doubled";
        });
    }

    private static void mustBeSet(Event event, boolean expected) {
        assert event.isSet() == expected : "set lost or doubled";
    }
}
