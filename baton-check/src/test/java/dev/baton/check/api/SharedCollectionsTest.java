package dev.baton.check.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.check.explore.Verdict;
import java.beans.PropertyChangeSupport;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Hashtable;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.Vector;
import java.util.WeakHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The collections of {@code java.util} between threads: right under a lock, and wrong without one. */
class SharedCollectionsTest {
    /** Collections that hold two different numbers. */
    enum Kind {
        ARRAY_LIST(ArrayList::new), LINKED_LIST(LinkedList::new), ARRAY_DEQUE(ArrayDeque::new), HASH_SET(
                HashSet::new), LINKED_HASH_SET(LinkedHashSet::new), TREE_SET(TreeSet::new), PRIORITY_QUEUE(
                        PriorityQueue::new), REVERSED_QUEUE(
                                () -> new PriorityQueue<>(Comparator.reverseOrder())), WEAK_KEYS(
                                        () -> Collections.newSetFromMap(new WeakHashMap<>())), KEYS_BY_IDENTITY(
                                                () -> Collections.newSetFromMap(new IdentityHashMap<>()));

        final Supplier<Collection<Integer>> make;

        Kind(Supplier<Collection<Integer>> make) {
            this.make = make;
        }
    }

    private static CheckResult adding(Kind kind, boolean locked, String model) {
        String name = kind.name();
        return new Checker().model(model).check(scenario -> {
            Collection<Integer> shared = Kind.valueOf(name).make.get();
            Object lock = new Object();
            for (int number : new int[]{1, 2}) {
                scenario.thread(() -> {
                    if (locked) {
                        synchronized (lock) {
                            shared.add(number);
                        }
                    } else {
                        shared.add(number);
                    }
                });
            }
            scenario.finallyAssert(() -> {
                int sum = 0;
                for (int each : shared) {
                    sum += each;
                }
                assert shared.size() == 2 && sum == 3 : "lost";
            });
        });
    }

    @ParameterizedTest
    @EnumSource
    void nothingIsLostUnderALock(Kind kind) {
        for (String model : List.of("sc", "tso", "rc11", "jam")) {
            adding(kind, true, model).assertVerified();
        }
    }

    @ParameterizedTest
    @EnumSource
    void somethingIsLostWithoutOne(Kind kind) {
        for (String model : List.of("sc", "rc11")) {
            assertThat(adding(kind, false, model).verdict()).isEqualTo(Verdict.VIOLATED);
        }
    }

    @Test
    void vectorsAndTablesLockThemselves() {
        FourModels.verified(scenario -> {
            Vector<Integer> vector = new Vector<>();
            Hashtable<Integer, Integer> table = new Hashtable<>();
            for (int number : new int[]{1, 2}) {
                scenario.thread(() -> {
                    vector.add(number);
                    table.put(number, number);
                });
            }
            scenario.finallyAssert(() -> {
                assert vector.size() == 2 && table.size() == 2;
            });
        });
    }

    private static CheckResult countingByEnum(boolean locked) {
        return new Checker().check(scenario -> {
            EnumMap<TimeUnit, Integer> counts = new EnumMap<>(TimeUnit.class);
            Set<TimeUnit> seen = EnumSet.noneOf(TimeUnit.class);
            Object[] locks = {new Object(), locked ? null : new Object()};
            for (int i = 0; i < 2; i++) {
                Object lock = locked ? locks[0] : locks[i];
                scenario.thread(() -> {
                    synchronized (lock) {
                        counts.merge(TimeUnit.DAYS, 1, Integer::sum);
                        seen.add(TimeUnit.DAYS);
                    }
                });
            }
            scenario.finallyAssert(() -> {
                assert counts.get(TimeUnit.DAYS) == 2 && seen.size() == 1;
            });
        });
    }

    @Test
    void mapsAndSetsOfEnumsAreSeen() {
        countingByEnum(true).assertVerified();
        assertThat(countingByEnum(false).verdict()).isEqualTo(Verdict.VIOLATED);
    }

    private static CheckResult sorting(boolean locked) {
        return new Checker().check(scenario -> {
            int[] numbers = {3, 2, 1};
            Object[] locks = {new Object(), locked ? null : new Object()};
            for (int i = 0; i < 2; i++) {
                Object lock = locked ? locks[0] : locks[i];
                scenario.thread(() -> {
                    synchronized (lock) {
                        Arrays.sort(numbers);
                    }
                });
            }
            scenario.finallyAssert(() -> {
                assert Arrays.equals(numbers, new int[]{1, 2, 3}) && Arrays.asList(1, 2).indexOf(2) == 1;
            });
        });
    }

    @Test
    void sortingASharedArrayIsCodeOfTheProgram() {
        sorting(true).assertVerified();
        assertThat(sorting(false).verdict()).isEqualTo(Verdict.VIOLATED);
    }

    private static final List<String> NAMES = Arrays.asList("a", "b");
    private static final Map<String, Integer> NUMBERS = new Numbers().numbers;

    /** Makes a table as class initializers do. */
    private static final class Numbers {
        final Map<String, Integer> numbers = new TreeMap<>(Comparator.reverseOrder());

        Numbers() {
            numbers.put("a", 1);
            numbers.put("b", 2);
        }
    }

    @Test
    void tablesThatNobodyChangesMayBeReadByAll() {
        assertThat(new Checker().check(scenario -> scenario.threads(2, () -> {
            int sum = 0;
            for (String name : NAMES) {
                sum += NUMBERS.get(name);
            }
            assert sum == 3;
        })).assertVerified().executions()).isEqualTo(1);
    }

    private static CheckResult listening(boolean locked) {
        return new Checker().check(scenario -> {
            PropertyChangeSupport support = new PropertyChangeSupport("bean");
            int[] heard = {0};
            support.addPropertyChangeListener(event -> {
                if (locked) {
                    synchronized (support) {
                        heard[0]++;
                    }
                } else {
                    heard[0]++;
                }
            });
            scenario.threads(2, () -> support.firePropertyChange("size", 1, 2));
            scenario.finallyAssert(() -> {
                assert heard[0] == 2;
            });
        });
    }

    @Test
    void listenersOfABeanAreCalledByTheThreadThatChangesIt() {
        listening(true).assertVerified();
        assertThat(listening(false).verdict()).isEqualTo(Verdict.VIOLATED);
    }

    @Test
    void synchronizedViewIsALock() {
        FourModels.verified(scenario -> {
            List<Integer> list = Collections.synchronizedList(new ArrayList<>());
            scenario.threads(2, () -> list.add(1));
            scenario.finallyAssert(() -> {
                assert list.size() == 2;
            });
        });
    }

    static final class Recent extends LinkedHashMap<Integer, Integer> {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Integer, Integer> eldest) {
            return size() > 1;
        }
    }

    @Test
    void classThatExtendsOneIsSeenToo() {
        FourModels.verified(scenario -> {
            Recent recent = new Recent();
            for (int key : new int[]{1, 2}) {
                scenario.thread(() -> {
                    synchronized (recent) {
                        recent.put(key, key);
                    }
                });
            }
            scenario.finallyAssert(() -> {
                assert recent.size() == 1;
            });
        });
    }

    @Test
    void mapsAndBitsAreSteps() {
        FourModels.verified(scenario -> {
            Map<String, Integer> counts = new HashMap<>();
            TreeMap<Integer, String> names = new TreeMap<>();
            BitSet bits = new BitSet();
            scenario.threads(2, () -> {
                synchronized (counts) {
                    counts.merge("a", 1, Integer::sum);
                    names.put(counts.get("a"), "x");
                    bits.set(counts.get("a"));
                }
            });
            scenario.finallyAssert(() -> {
                assert counts.get("a") == 2 && names.firstKey() == 1 && bits.cardinality() == 2;
            });
        });
        CheckResult lost = new Checker().check(scenario -> {
            BitSet bits = new BitSet(64);
            scenario.thread(() -> bits.set(1));
            scenario.thread(() -> bits.set(2));
            scenario.outcome(bits::toString);
        });
        assertThat(lost.outcomes().keySet()).containsExactlyInAnyOrder("{1, 2}", "{1}", "{2}");
    }

    @Test
    void iteratorOfAListThatChangesFails() {
        CheckResult result = new Checker().model("sc").check(scenario -> {
            List<Integer> list = new ArrayList<>(List.of(1, 2, 3));
            scenario.thread(() -> list.remove(0));
            scenario.thread(() -> list.forEach(each -> {
                assert each > 0;
            }));
        });
        assertThat(result.violations()).isNotEmpty();
        assertThat(result.executionText()).containsAnyOf("ConcurrentModificationException", "NullPointerException");
    }

    @Test
    void restOfTheJdkTakesThem() {
        FourModels.verified(scenario -> scenario.threads(2, () -> {
            List<Integer> list = new ArrayList<>(List.of(3, 1, 2));
            Collections.sort(list);
            assert list.equals(List.of(1, 2, 3)) && List.of(1, 2, 3).equals(list) && List.copyOf(list).size() == 3;
            assert list.stream().mapToInt(Integer::intValue).sum() == 6;
            assert String.join("", new TreeSet<>(List.of("b", "a"))).equals("ab");
            assert new HashMap<>(Map.of(1, 2)).equals(Map.of(1, 2));
            assert Collections.list(Collections.enumeration(list)).size() == 3;
        }));
    }
}
