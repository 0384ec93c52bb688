package dev.baton.check.api;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Everyday collections, streams and arrays: under every model they do what they do outside. */
class EverydayCollectionsTest {
    @Test
    void collectionsOfOneThread() {
        FourModels.outcomes(scenario -> {
            VolatileBox<Integer> seen = new VolatileBox<>(0);
            scenario.threads(2, () -> {
                ArrayDeque<Integer> deque = new ArrayDeque<>();
                deque.push(1);
                deque.addLast(2);
                PriorityQueue<Integer> heap = new PriorityQueue<>(List.of(3, 1, 2));
                TreeMap<String, Integer> sorted = new TreeMap<>(Map.of("b", 2, "a", 1));
                HashMap<Object, Integer> map = new HashMap<>();
                map.put(new EverydayClassesTest.Entry(1, List.of(), null), 5);
                map.computeIfAbsent("x", key -> 7);
                LinkedList<Integer> list = new LinkedList<>(List.of(1, 2, 3));
                for (Iterator<Integer> each = list.iterator(); each.hasNext();) {
                    if (each.next() == 2) {
                        each.remove();
                    }
                }
                Collections.sort(list, Collections.reverseOrder());
                BitSet bits = new BitSet();
                bits.set(3);
                EnumMap<EverydayClassesTest.Operation, Integer> byEnum = new EnumMap<>(
                        EverydayClassesTest.Operation.class);
                byEnum.put(EverydayClassesTest.Operation.ADD, 1);
                seen.value = deque.stream().mapToInt(each -> each).sum() + heap.poll() + sorted.firstEntry().getValue()
                        + map.get(new EverydayClassesTest.Entry(1, List.of(), null)) + map.get("x") + list.getFirst()
                        + bits.cardinality()
                        + byEnum.size() + new HashSet<>(list).size();
            });
            scenario.outcome(() -> seen.value);
        }, "24");
    }

    @Test
    void streamsOfOneThread() {
        FourModels.outcomes(scenario -> {
            VolatileBox<String> seen = new VolatileBox<>("");
            scenario.threads(2, () -> seen.value = IntStream.rangeClosed(1, 5).boxed().filter(i -> i % 2 == 1)
                    .map(i -> i * i).sorted(Comparator.reverseOrder()).toList().toString()
                    + Stream.iterate(1, i -> i * 2).limit(4).reduce(0, Integer::sum)
                    + Arrays.stream(new int[]{3, 1}).sum()
                    + IntStream.range(0, 3).mapToObj(String::valueOf)
                            .collect(Collectors.groupingBy(String::length, Collectors.counting())));
            scenario.outcome(() -> seen.value);
        }, "[25, 9, 1]154{1=3}");
    }

    @Test
    void immutableCollectionsOfAnotherThreadAreWhole() {
        FourModels.outcomes(scenario -> {
            VolatileBox<List<Integer>> list = new VolatileBox<>(List.of());
            VolatileBox<Map<String, Integer>> map = new VolatileBox<>(Map.of());
            VolatileBox<Set<String>> set = new VolatileBox<>(Set.of());
            VolatileBox<Integer> input = new VolatileBox<>(0);
            VolatileBox<String> seen = new VolatileBox<>("");
            scenario.thread(() -> {
                set.value = Set.of("x", "y" + input.value, "z");
                map.value = Map.of("a", 1, "b", 2, "c", 3);
                list.value = List.of(1, 2, 3);
            });
            scenario.thread(() -> seen.value = list.value + "" + map.value.getOrDefault("b", 0)
                    + new TreeSet<>(set.value));
            scenario.outcome(() -> seen.value);
        }, "[]0[]", "[]0[x, y0, z]", "[]2[x, y0, z]", "[1, 2, 3]2[x, y0, z]");
    }

    @Test
    void objectsInAnImmutableListAreShared() {
        FourModels.verified(scenario -> {
            List<AtomicInteger> counters = List.of(new AtomicInteger(), new AtomicInteger());
            scenario.threads(2, () -> {
                for (AtomicInteger each : counters) {
                    each.incrementAndGet();
                }
                counters.forEach(AtomicInteger::incrementAndGet);
            });
            scenario.finallyAssert(() -> {
                assert counters.stream().mapToInt(AtomicInteger::get).sum() == 8;
            });
        });
    }

    @Test
    void listIsReplacedByACopy() {
        FourModels.verified(scenario -> {
            AtomicReference<List<Integer>> list = new AtomicReference<>(List.of());
            for (int i = 1; i <= 2; i++) {
                int added = i;
                scenario.thread(() -> list.updateAndGet(old -> {
                    List<Integer> fresh = new ArrayList<>(old);
                    fresh.add(added);
                    return List.copyOf(fresh);
                }));
            }
            scenario.finallyAssert(() -> {
                assert list.get().size() == 2 && list.get().contains(1) && list.get().contains(2);
            });
        });
    }

    @Test
    void optionalOfAnotherThread() {
        FourModels.outcomes(scenario -> {
            VolatileBox<Optional<String>> box = new VolatileBox<>(Optional.empty());
            VolatileBox<String> seen = new VolatileBox<>("");
            scenario.thread(() -> box.value = Optional.of("v"));
            scenario.thread(() -> seen.value = box.value.map(text -> text + "!").orElseGet(() -> "none"));
            scenario.outcome(() -> seen.value);
        }, "none", "v!");
    }

    @Test
    void sharedArraysAreCopiedElementByElement() {
        FourModels.outcomes(scenario -> {
            int[][] shared = new int[2][2];
            VolatileBox<String> seen = new VolatileBox<>("");
            Object lock = new Object();
            scenario.thread(() -> {
                synchronized (lock) {
                    shared[0][1] = 5;
                    shared[1] = new int[]{7, 8};
                }
            });
            scenario.thread(() -> {
                synchronized (lock) {
                    seen.value = Arrays.toString(shared[0]) + Arrays.toString(Arrays.copyOf(shared[1], 3))
                            + shared[0].clone().length;
                }
            });
            scenario.outcome(() -> seen.value);
        }, "[0, 0][0, 0, 0]2", "[0, 5][7, 8, 0]2");
    }
}
