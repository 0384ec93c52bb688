package dev.baton.proof.scenario;

import dev.baton.check.api.Scenario;
import dev.baton.internal.store.QueueStore;
import dev.baton.internal.store.StackStore;
import dev.baton.internal.store.Store;
import java.util.ArrayList;
import java.util.List;

/**
 * The stores under the bag, without it: an insertion and a retrieval that meet agree on it, and one that gets an element
 * sees all that was done before that was put there.
 */
final class StoreScenarios {
    private StoreScenarios() {}

    static List<ProofScenario> all() {
        List<ProofScenario> all = new ArrayList<>();
        for (int size : new int[]{1, 2}) {
            add(all, "QueueStore, segments of " + size, false, size);
        }
        add(all, "StackStore", true, 1);
        return all;
    }

    private static void add(List<ProofScenario> all, String name, boolean stack, int size) {
        all.add(ProofScenario.of(name, "insertion meets retrieval", 2, scenario -> meet(scenario, stack, size, 1, 1)));
        all.add(ProofScenario.of(name, "two insertions meet two retrievals", 2,
                scenario -> meet(scenario, stack, size, 2, 2)));
        all.add(ProofScenario.of(name, "insertions of two threads, and retrievals by a third", 3,
                scenario -> twoInsert(scenario, stack, size)));
        all.add(ProofScenario.of(name, "retrievals of two threads, and insertions by a third", 3,
                scenario -> twoRetrieve(scenario, stack, size)));
    }

    private static Store<Integer> store(boolean stack, int size) {
        return stack ? new StackStore<>() : new QueueStore<>(size);
    }

    /** What each element was put with, and who agreed. */
    private static final class Account {
        final int[] written = new int[5];
        final int[] retrieved = new int[3];
        final int[] refused = new int[3];

        void insert(Store<Integer> store, int thread, int element) {
            written[element] = 1;
            if (!store.tryInsert(store.prepare(store.spare(), element))) {
                refused[thread]++;
            }
        }

        void retrieve(Store<Integer> store, int thread) {
            Object prepared = store.tryRetrieve();
            if (prepared != null) {
                assert written[store.elementOf(prepared)] == 1 : "not seen";
                retrieved[thread]++;
            }
        }
    }

    private static void meet(Scenario scenario, boolean stack, int size, int insertions, int retrievals) {
        Store<Integer> store = store(stack, size);
        Account account = new Account();
        scenario.thread("inserts", () -> {
            for (int i = 0; i < insertions; i++) {
                account.insert(store, 0, i);
            }
        });
        scenario.thread("retrieves", () -> {
            for (int i = 0; i < retrievals; i++) {
                account.retrieve(store, 1);
            }
        });
        scenario.finallyAssert(() -> {
            int stored = insertions - account.refused[0] - account.retrieved[1];
            for (int i = 0; i < stored; i++) {
                assert store.tryRetrieve() != null : "element lost";
            }
            assert store.tryRetrieve() == null : "taken twice";
        });
    }

    private static void twoInsert(Scenario scenario, boolean stack, int size) {
        Store<Integer> store = store(stack, size);
        Account account = new Account();
        scenario.thread("inserts", () -> account.insert(store, 0, 1));
        scenario.thread("inserts too", () -> account.insert(store, 1, 2));
        scenario.thread("retrieves", () -> account.retrieve(store, 2));
        scenario.finallyAssert(() -> {
            int stored = 2 - account.refused[0] - account.refused[1] - account.retrieved[2];
            for (int i = 0; i < stored; i++) {
                assert store.tryRetrieve() != null : "element lost";
            }
            assert store.tryRetrieve() == null : "taken twice";
        });
    }

    private static void twoRetrieve(Scenario scenario, boolean stack, int size) {
        Store<Integer> store = store(stack, size);
        Account account = new Account();
        account.insert(store, 0, 1);
        scenario.thread("inserts", () -> account.insert(store, 0, 2));
        scenario.thread("retrieves", () -> account.retrieve(store, 1));
        scenario.thread("retrieves too", () -> account.retrieve(store, 2));
        scenario.finallyAssert(() -> {
            int stored = 2 - account.refused[0] - account.retrieved[1] - account.retrieved[2];
            for (int i = 0; i < stored; i++) {
                assert store.tryRetrieve() != null : "element lost";
            }
        });
    }
}
