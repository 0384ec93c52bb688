package dev.baton.proof.scenario;

import static dev.baton.internal.access.CoreAccess.CORE;

import dev.baton.Channel;
import dev.baton.Select;
import dev.baton.check.api.Scenario;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Selects: exactly one clause happens, and the others lose nothing. */
final class SelectScenarios {
    private SelectScenarios() {}

    static List<ProofScenario> all() {
        List<ProofScenario> all = new ArrayList<>();
        for (int capacity : new int[]{0, 1}) {
            String name = "Select, " + (capacity == 0 ? "rendezvous" : "buffered");
            all.add(ProofScenario.of(name, "two receives that wait, two tries to send", 2,
                    scenario -> twoTries(scenario, capacity)));
            all.add(ProofScenario.of(name, "two receives that wait, a try to send and a cancel", 2,
                    scenario -> tryAndCancel(scenario, capacity)));
            all.add(ProofScenario.of(name, "a send or a receive that wait, one try of each and a cancel", 3,
                    scenario -> bothAndCancel(scenario, capacity)));
        }
        all.add(ProofScenario.of("Select, rendezvous", "served while it enters, it leaves nothing behind", 2,
                SelectScenarios::servedWhileItEnters));
        all.add(ProofScenario.of("Select, rendezvous", "two selects that wait meet", 2, SelectScenarios::cross)
                .inDeepRuns());
        all.add(ProofScenario.of("Select, rendezvous", "a select waits while a send comes", 2,
                SelectScenarios::waits));
        all.add(ProofScenario.of("Select, rendezvous", "a select does not meet itself, another meets it", 2,
                SelectScenarios::notItself));
        return all;
    }

    private static Select<String> receives(Channel<String> one, Channel<String> two) {
        return Select.<String>prioritized().onReceive(one, element -> element).onReceive(two, element -> element);
    }

    private static int left(Channel<String> one, Channel<String> two) {
        List<String> rest = new ArrayList<>();
        return one.drainTo(rest) + two.drainTo(rest);
    }

    private static void twoTries(Scenario scenario, int capacity) {
        Channel<String> one = ChannelScenarios.channel(capacity, 1);
        Channel<String> two = ChannelScenarios.channel(capacity, 1);
        CompletableFuture<String> select = receives(one, two).selectAsync();
        int[] sent = new int[2];
        scenario.thread("sends to one", () -> sent[0] = one.trySend("a") ? 1 : 0);
        scenario.thread("sends to two", () -> sent[1] = two.trySend("b") ? 1 : 0);
        scenario.finallyAssert(() -> {
            String got = select.join();
            assert got.equals("a") ? sent[0] == 1 : sent[1] == 1;
            assert sent[0] + sent[1] == 1 + left(one, two) : "element lost or doubled";
        });
    }

    private static void tryAndCancel(Scenario scenario, int capacity) {
        Channel<String> one = ChannelScenarios.channel(capacity, 1);
        Channel<String> two = ChannelScenarios.channel(capacity, 1);
        CompletableFuture<String> select = receives(one, two).selectAsync();
        int[] sent = new int[1];
        scenario.thread("sends to two", () -> sent[0] = two.trySend("b") ? 1 : 0);
        scenario.thread("cancels", () -> select.cancel(false));
        scenario.finallyAssert(() -> {
            assert sent[0] == (select.isCancelled() ? 0 : 1) + left(one, two) : "element lost or doubled";
            assert one.getReceiveQueueLength() + two.getReceiveQueueLength() == 0 : "something was left behind";
        });
    }

    private static void bothAndCancel(Scenario scenario, int capacity) {
        Channel<String> one = ChannelScenarios.channel(capacity, 1);
        Channel<String> two = ChannelScenarios.channel(capacity, 1);
        for (int i = 0; i < capacity; i++) {
            one.trySend("before");
        }
        CompletableFuture<String> select = Select.<String>prioritized().onSend(one, "a", () -> "sent")
                .onReceive(two, element -> element).selectAsync();
        int[] count = new int[2];
        scenario.thread("receives", () -> count[0] = one.tryReceive() != null ? 1 : 0);
        scenario.thread("sends", () -> count[1] = two.trySend("b") ? 1 : 0);
        scenario.thread("cancels", () -> select.cancel(false));
        scenario.finallyAssert(() -> {
            String got = select.handle((result, failure) -> failure == null ? result : "none").join();
            int sent = capacity + (got.equals("sent") ? 1 : 0) + count[1];
            int received = (got.equals("b") ? 1 : 0) + count[0];
            assert sent == received + left(one, two) : "element lost or doubled";
            assert one.getSendQueueLength() + two.getReceiveQueueLength() == 0 : "something was left behind";
        });
    }

    /** One sends to a or receives from b, the other the reverse: they meet once, on either channel. */
    private static void cross(Scenario scenario) {
        Channel<String> one = ChannelScenarios.channel(0, 1);
        Channel<String> two = ChannelScenarios.channel(0, 1);
        List<CompletableFuture<String>> selects = new ArrayList<>(2);
        selects.add(new CompletableFuture<>());
        selects.add(new CompletableFuture<>());
        scenario.thread("one way", () -> selects.set(0, Select.<String>prioritized()
                .onSend(one, "a", () -> "sent").onReceive(two, element -> element).selectAsync()));
        scenario.thread("the other way", () -> selects.set(1, Select.<String>prioritized()
                .onSend(two, "b", () -> "sent").onReceive(one, element -> element).selectAsync()));
        scenario.finallyAssert(() -> {
            String first = selects.get(0).join();
            String second = selects.get(1).join();
            assert first.equals("sent") ? second.equals("a") : first.equals("b") && second.equals("sent");
        });
    }

    private static void waits(Scenario scenario) {
        Channel<String> one = ChannelScenarios.channel(0, 1);
        Channel<String> two = ChannelScenarios.channel(0, 1);
        scenario.thread("selects", () -> {
            assert receives(one, two).selectUninterruptibly().equals("a");
        });
        scenario.thread("sends", () -> two.sendUninterruptibly("a"));
        scenario.finallyAssert(() -> {
            assert one.getReceiveQueueLength() == 0 : "something was left behind";
        });
    }

    private static void servedWhileItEnters(Scenario scenario) {
        Channel<String> one = ChannelScenarios.channel(0, 1);
        Channel<String> two = ChannelScenarios.channel(0, 1);
        List<CompletableFuture<String>> select = new ArrayList<>(1);
        int[] sent = new int[1];
        scenario.thread("selects", () -> select.add(receives(one, two).selectAsync()));
        scenario.thread("sends", () -> sent[0] = one.trySend("a") ? 1 : 0);
        scenario.finallyAssert(() -> {
            assert select.get(0).cancel(false) == (sent[0] == 0) : "element lost or doubled";
            assert CORE.offers(one) + CORE.offers(two) == 0 : "something was left behind";
        });
    }

    private static void notItself(Scenario scenario) {
        Channel<String> one = ChannelScenarios.channel(0, 1);
        CompletableFuture<String> select = Select.<String>prioritized().onSend(one, "a", () -> "sent")
                .onReceive(one, element -> element).selectAsync();
        int[] count = new int[2];
        scenario.thread("sends", () -> count[0] = one.trySend("b") ? 1 : 0);
        scenario.thread("receives", () -> count[1] = one.tryReceive() != null ? 1 : 0);
        scenario.finallyAssert(() -> {
            String got = select.join();
            assert count[0] + (got.equals("sent") ? 1 : 0) == count[1] + (got.equals("b") ? 1 : 0);
        });
    }
}
