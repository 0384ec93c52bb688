package dev.baton.check.api;

import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** An object has one hash by identity: in the set-up, and in each thread. */
class IdentityHashTest {
    static class Key {}

    static class Named extends Key {
        int own() {
            return super.hashCode();
        }
    }

    record Holder(Key key) {}

    private static List<Integer> hashes(Object object, int[] array, Named key) {
        return List.of(object.hashCode(), Arrays.hashCode(new Object[]{key}), key.hashCode(), key.own(),
                System.identityHashCode(array), array.hashCode(), System.identityHashCode(key), Objects.hash(key, 1),
                new Holder(key).hashCode(), List.of(key).hashCode());
    }

    @Test
    void oneHashForSetUpAndThreads() {
        FourModels.outcomes(scenario -> {
            Object object = new Object();
            int[] array = new int[1];
            Named key = new Named();
            List<Integer> before = hashes(object, array, key);
            boolean[] same = new boolean[2];
            scenario.thread(() -> same[0] = hashes(object, array, key).equals(before));
            scenario.thread(() -> same[1] = hashes(object, array, key).equals(before));
            scenario.outcome(() -> same[0] + " " + same[1]);
        }, "true true");
    }

    @Test
    void threadsFindWhatTheSetUpHasPutIntoAMap() {
        FourModels.outcomes(scenario -> {
            Object object = new Object();
            Key key = new Key();
            List<Map<Object, Integer>> maps = List.of(new HashMap<>(), new ConcurrentHashMap<>(),
                    new IdentityHashMap<>());
            maps.forEach(map -> {
                map.put(object, 1);
                map.put(key, 2);
            });
            Set<Object> set = new HashSet<>(List.of(object, key));
            Set<Object> linked = new LinkedHashSet<>(List.of(key));
            Set<Object> fixed = Set.of(object, key, "a");
            int[] found = new int[1];
            scenario.thread(() -> {
                for (Map<Object, Integer> map : maps) {
                    found[0] += map.getOrDefault(object, 0) * 10 + map.getOrDefault(key, 0);
                }
                found[0] += set.contains(object) && set.contains(key) && linked.contains(key) ? 100 : 0;
                found[0] += fixed.contains(object) && fixed.contains(key) ? 1000 : 0;
            });
            scenario.outcome(() -> found[0]);
        }, "1136");
    }

    static final class Failure extends RuntimeException {
        private static final long serialVersionUID = 1;
    }

    static final class Worker extends Thread {}

    static final class Shared {
        volatile Object @Nullable [] all;
        final Map<Object, Integer> map = new ConcurrentHashMap<>();
        int found = -1;
    }

    /** The receiver has other Java objects in its hands than the thread that made them. */
    @Test
    void threadsFindWhatAnotherThreadHasPutIntoAMap() {
        FourModels.outcomes(scenario -> {
            Shared shared = new Shared();
            scenario.thread(() -> {
                Object[] made = {new Object(), new Key(), new int[1], new Thread(), new Worker(), new Failure(),
                        new IllegalStateException(), new AtomicInteger(), (Runnable) () -> {}};
                for (Object each : made) {
                    shared.map.put(each, 1);
                }
                shared.all = made;
            });
            scenario.thread(() -> {
                Object[] all = shared.all;
                if (all != null) {
                    shared.found = 0;
                    for (Object each : all) {
                        shared.found += shared.map.getOrDefault(each, 0);
                    }
                }
            });
            scenario.outcome(() -> shared.found);
        }, "-1", "9");
    }
}
