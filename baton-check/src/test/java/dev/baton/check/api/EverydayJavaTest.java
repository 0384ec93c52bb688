package dev.baton.check.api;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
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
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BinaryOperator;
import java.util.function.Function;
import java.util.function.IntBinaryOperator;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;

/** Small programs in everyday Java: under every model they do what they do outside. */
class EverydayJavaTest {
    static final class Box<T> {
        volatile T value;

        Box(T value) {
            this.value = value;
        }
    }

    // ---- expressions and statements

    sealed interface Shape permits Circle, Square, Dot {}

    record Circle(double radius) implements Shape {}

    record Square(int side) implements Shape {}

    enum Dot implements Shape {
        DOT
    }

    private static String describe(Object object) {
        return switch (object) {
            case null -> "null";
            case Integer i when i > 10 -> "big" + i;
            case Integer i -> "int" + i;
            case String s -> "str" + s.length();
            case Circle(var radius) -> "circle" + radius;
            case Square(int side) -> "square" + side;
            case Dot dot -> "dot";
            case int[] array -> "array" + array.length;
            default -> object.getClass().getSimpleName();
        };
    }

    @Test
    void patternsOverWhatAnotherThreadWrites() {
        FourModels.outcomes(scenario -> {
            Box<Object> box = new Box<>(null);
            Box<String> seen = new Box<>("");
            scenario.thread(() -> {
                box.value = 5;
                box.value = new Square(3);
                box.value = "abc";
            });
            scenario.thread(() -> seen.value = describe(box.value) + describe(20) + describe(new Circle(1.5))
                    + describe(Dot.DOT) + describe(new int[2]));
            scenario.outcome(() -> seen.value);
        }, "nullbig20circle1.5dotarray2", "int5big20circle1.5dotarray2", "square3big20circle1.5dotarray2",
                "str3big20circle1.5dotarray2");
    }

    @Test
    void switchesOnStringsAndEnums() {
        FourModels.outcomes(scenario -> {
            Box<String> word = new Box<>("a");
            Box<TimeUnit> unit = new Box<>(TimeUnit.DAYS);
            Box<String> seen = new Box<>("");
            scenario.thread(() -> {
                word.value = "b";
                unit.value = TimeUnit.SECONDS;
            });
            scenario.thread(() -> {
                int days = switch (unit.value) {
                    case DAYS -> 1;
                    case SECONDS -> 2;
                    default -> 3;
                };
                seen.value = switch (word.value) {
                    case "a", "x" : {
                        String upper = "A";
                        yield upper + days;
                    }
                    case "b" :
                        yield "B" + days;
                    default :
                        yield "?";
                };
            });
            scenario.outcome(() -> seen.value);
        }, "A1", "B1", "B2");
    }

    @Test
    void textBlocksFormatsAndJoins() {
        FourModels.outcomes(scenario -> {
            Box<String> seen = new Box<>("");
            scenario.threads(2, () -> {
                String text = """
                        hello %s
                          %d""".formatted("x", 5);
                seen.value = String.format("%5.2f|%s", 1.234,
                        text.lines().map(String::strip).collect(Collectors.joining("/")));
            });
            scenario.outcome(() -> seen.value);
        }, " 1.23|hello x/5");
    }

    @Test
    void numbersOfAllKinds() {
        FourModels.outcomes(scenario -> {
            long[] wide = {1};
            byte[] narrow = {127};
            char[] letter = {'a'};
            scenario.thread(() -> {
                wide[0] <<= 3;
                wide[0] |= 1;
                narrow[0]++;
                letter[0] += 1;
                wide[0] = wide[0]++ + ++wide[0];
                wide[0] += (1 << 33) + (char) -1 + (byte) 300 + (int) 3.9e10 + (long) Float.NaN + 7 % -3 + (-7 >>> 28);
            });
            scenario.outcome(() -> wide[0] + " " + narrow[0] + " " + letter[0]);
        }, 20 + (1 << 33) + (char) -1 + (byte) 300 + (int) 3.9e10 + (long) Float.NaN + 7 % -3 + (-7 >>> 28)
                + " -128 b");
    }

    @Test
    void boxesAreComparedAsOutside() {
        FourModels.outcomes(scenario -> {
            Box<Integer> small = new Box<>(0);
            Box<Long> large = new Box<>(0L);
            boolean[] same = new boolean[3];
            scenario.thread(() -> {
                Long mine = Long.valueOf(1000);
                large.value = mine;
                same[0] = large.value == mine;
                same[1] = large.value == Long.valueOf(1000);
                small.value = 100;
                same[2] = small.value == Integer.valueOf(100);
            });
            scenario.outcome(() -> same[0] + " " + same[1] + " " + same[2] + " " + large.value.equals(1000L));
        }, "true false true true");
    }

    @Test
    void boxedCounterLosesUpdates() {
        FourModels.outcomes(scenario -> {
            Box<Integer> count = new Box<>(0);
            scenario.threads(2, () -> count.value = count.value + 1);
            scenario.outcome(() -> count.value);
        }, "1", "2");
    }

    @Test
    void stringsMadeByAnotherThread() {
        FourModels.outcomes(scenario -> {
            Box<String> text = new Box<>(null);
            Box<Integer> input = new Box<>(0);
            Box<String> seen = new Box<>("");
            scenario.thread(() -> text.value = "a" + input.value);
            scenario.thread(() -> {
                String read = text.value;
                seen.value = read == null
                        ? "none"
                        : "" + read.equals("a0") + read.hashCode() + String.join(",", List.of(read, "q"))
                                + read.repeat(2) + new StringBuilder(read).reverse().insert(0, '<').append(1.5f);
            });
            scenario.outcome(() -> seen.value);
        }, "none", "true3055a0,qa0a0<0a1.5");
    }

    @Test
    void loopsWithLabelsAndRecursion() {
        FourModels.verified(scenario -> {
            AtomicInteger count = new AtomicInteger();
            scenario.threads(2, () -> {
                outer : for (int i = 0; i < 3; i++) {
                    for (int j = 0; j < 3; j++) {
                        if (j == 1) {
                            continue outer;
                        }
                        if (i == 2) {
                            break outer;
                        }
                        count.incrementAndGet();
                    }
                }
                assert fibonacci(10) == 55;
            });
            scenario.finallyAssert(() -> {
                assert count.get() == 4;
            });
        });
    }

    private static int fibonacci(int n) {
        return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2);
    }

    private static int sum(int... numbers) {
        int total = 0;
        for (int each : numbers) {
            total += each;
        }
        return total;
    }

    private static <T extends Comparable<T>> T greatest(List<? extends T> list) {
        T best = null;
        for (T each : list) {
            if (best == null || each.compareTo(best) > 0) {
                best = each;
            }
        }
        return best;
    }

    @Test
    void varargsAndGenericMethods() {
        FourModels.verified(scenario -> {
            int[] total = {0};
            scenario.threads(2, () -> {
                synchronized (total) {
                    total[0] += sum() + sum(1) + sum(1, 2, 3) + greatest(List.of(1, 3, 2))
                            + EverydayJavaTest.<String>greatest(List.of("a", "bcd")).length();
                }
            });
            scenario.finallyAssert(() -> {
                assert total[0] == 26;
            });
        });
    }

    // ---- classes

    record Entry(int number, List<String> names, Entry next) {
        Entry {
            if (number < 0) {
                throw new IllegalArgumentException("negative");
            }
        }

        int depth() {
            return next == null ? 1 : 1 + next.depth();
        }
    }

    @Test
    void recordsHaveTheirValueMethods() {
        FourModels.outcomes(scenario -> {
            Box<Entry> box = new Box<>(null);
            Box<String> seen = new Box<>("");
            scenario.thread(() -> box.value = new Entry(1, List.of("x", "y"), new Entry(2, List.of(), null)));
            scenario.thread(() -> {
                Entry read = box.value;
                Entry same = new Entry(1, List.of("x", "y"), new Entry(2, List.of(), null));
                seen.value = read == null
                        ? "none"
                        : read + " " + read.depth() + read.equals(same) + (read.hashCode() == same.hashCode());
            });
            scenario.outcome(() -> seen.value);
        }, "none", "Entry[number=1, names=[x, y], next=Entry[number=2, names=[], next=null]] 2truetrue");
    }

    enum Operation implements IntBinaryOperator {
        ADD {
            @Override
            public int applyAsInt(int a, int b) {
                return a + b;
            }
        },
        MULTIPLY {
            @Override
            public int applyAsInt(int a, int b) {
                return a * b;
            }
        }
    }

    @Test
    void enumsWithBodies() {
        FourModels.outcomes(scenario -> {
            Box<Operation> operation = new Box<>(Operation.ADD);
            int[] result = {0};
            scenario.thread(() -> operation.value = Operation.valueOf("MULTIPLY"));
            scenario.thread(() -> result[0] = operation.value.applyAsInt(3, 4) + Operation.values().length);
            scenario.outcome(() -> result[0]);
        }, "9", "14");
    }

    interface Greeter {
        String name();

        default String greet() {
            return prefix() + name();
        }

        private String prefix() {
            return "hi ";
        }

        static Greeter of(String name) {
            return () -> name;
        }
    }

    @Test
    void interfacesWithBodies() {
        FourModels.outcomes(scenario -> {
            Box<Greeter> greeter = new Box<>(Greeter.of("bob"));
            Box<String> seen = new Box<>("");
            scenario.thread(() -> greeter.value = new Greeter() {
                @Override
                public String name() {
                    return "al";
                }
            });
            scenario.thread(() -> seen.value = greeter.value.greet());
            scenario.outcome(() -> seen.value);
        }, "hi bob", "hi al");
    }

    @Test
    void innerLocalAndAnonymousClassesCapture() {
        FourModels.verified(scenario -> {
            class Counter {
                int count;

                class Step {
                    void go() {
                        count++;
                    }
                }
            }
            Counter counter = new Counter();
            int by = 1;
            String text = "q";
            scenario.threads(2, new Runnable() {
                @Override
                public void run() {
                    synchronized (counter) {
                        counter.new Step().go();
                        counter.count += by + text.length();
                    }
                }
            });
            scenario.finallyAssert(() -> {
                assert counter.count == 6;
            });
        });
    }

    static final class Lazy {
        static final class Holder {
            static final Lazy INSTANCE = new Lazy();
        }

        final int[] content = {7};
    }

    @Test
    void holderIdiomIsSafe() {
        FourModels.verified(scenario -> scenario.threads(2, () -> {
            assert Lazy.Holder.INSTANCE.content[0] == 7;
            assert Lazy.Holder.INSTANCE == Lazy.Holder.INSTANCE;
        }));
    }

    static final class Node<T> {
        final T item;
        final AtomicReference<Node<T>> next = new AtomicReference<>();

        Node(T item) {
            this.item = item;
        }
    }

    @Test
    void genericNodesInALinkedList() {
        FourModels.verified(scenario -> {
            Node<String> head = new Node<>(null);
            scenario.threads(2, () -> {
                Node<String> fresh = new Node<>("x");
                Node<String> last = head;
                while (!last.next.compareAndSet(null, fresh)) {
                    last = last.next.get();
                }
            });
            scenario.finallyAssert(() -> {
                int count = 0;
                for (Node<String> node = head.next.get(); node != null; node = node.next.get()) {
                    assert node.item.equals("x");
                    count++;
                }
                assert count == 2;
            });
        });
    }

    // ---- lambdas

    @Test
    void lambdasOfAllShapes() {
        FourModels.outcomes(scenario -> {
            Box<Integer> seen = new Box<>(0);
            scenario.threads(2, () -> {
                Function<Integer, Function<Integer, Integer>> add = a -> b -> a + b;
                Supplier<Supplier<Integer>> nested = () -> () -> 4;
                BinaryOperator<Integer> greater = BinaryOperator.maxBy(Comparator.naturalOrder());
                UnaryOperator<String> upper = String::toUpperCase;
                Supplier<List<Integer>> fresh = ArrayList::new;
                IntFunction<int[]> array = int[]::new;
                seen.value = add.apply(1).apply(2) + nested.get().get() + greater.apply(1, 2)
                        + upper.andThen(String::length).apply("abc") + fresh.get().size() + array.apply(3).length;
            });
            scenario.outcome(() -> seen.value);
        }, "15");
    }

    @Test
    void lambdaThatAnotherThreadMadeSharesItsCaptures() {
        FourModels.outcomes(scenario -> {
            Box<Supplier<Integer>> box = new Box<>(null);
            int[] seen = {-1};
            scenario.thread(() -> {
                AtomicInteger cell = new AtomicInteger(1);
                box.value = cell::getAndIncrement;
                cell.addAndGet(10);
            });
            scenario.thread(() -> {
                Supplier<Integer> read = box.value;
                if (read != null) {
                    seen[0] = read.get();
                }
            });
            scenario.outcome(() -> seen[0]);
        }, "-1", "1", "11");
    }

    @Test
    void methodHandlesOnMethods() {
        FourModels.verified(scenario -> {
            int[] result = {0};
            scenario.thread(() -> {
                try {
                    MethodHandle handle = MethodHandles.lookup().findStatic(EverydayJavaTest.class, "fibonacci",
                            MethodType.methodType(int.class, int.class));
                    result[0] = (int) handle.invokeExact(10);
                } catch (Throwable e) {
                    throw new AssertionError(e);
                }
            });
            scenario.finallyAssert(() -> {
                assert result[0] == 55;
            });
        });
    }

    // ---- exceptions

    record Resource(String name, StringBuilder log) implements AutoCloseable {
        Resource {
            log.append('+').append(name);
        }

        @Override
        public void close() {
            log.append('-').append(name);
            throw new IllegalStateException("close " + name);
        }
    }

    @Test
    void resourcesAreClosedAndSuppressedExceptionsKept() {
        FourModels.outcomes(scenario -> {
            Box<String> seen = new Box<>("");
            scenario.threads(2, () -> {
                StringBuilder log = new StringBuilder();
                try (Resource a = new Resource("a", log); Resource b = new Resource("b", log)) {
                    throw new IllegalArgumentException(a.name() + b.name());
                } catch (IllegalArgumentException e) {
                    log.append(e.getMessage());
                    for (Throwable each : e.getSuppressed()) {
                        log.append(',').append(each.getMessage());
                    }
                } finally {
                    log.append('!');
                }
                seen.value = log.toString();
            });
            scenario.outcome(() -> seen.value);
        }, "+a+b-b-aab,close b,close a!");
    }

    @Test
    void exceptionOfAnotherThreadIsWhole() {
        FourModels.outcomes(scenario -> {
            Box<Exception> box = new Box<>(null);
            Box<String> seen = new Box<>("");
            scenario.thread(() -> {
                Exception thrown = new IllegalStateException("a", new Error("b"));
                thrown.addSuppressed(new IllegalArgumentException("c"));
                box.value = thrown;
            });
            scenario.thread(() -> {
                Exception read = box.value;
                seen.value = read == null
                        ? "none"
                        : read.getMessage() + read.getCause().getMessage() + read.getSuppressed()[0].getMessage();
            });
            scenario.outcome(() -> seen.value);
        }, "none", "abc");
    }

    private static String flow(int kind) {
        StringBuilder log = new StringBuilder();
        try {
            try {
                if (kind == 0) {
                    throw new IllegalStateException("i");
                }
                Object text = "s";
                if (kind == 1) {
                    log.append((Integer) text);
                }
                int[] one = {0};
                log.append(one[kind]);
            } catch (IllegalStateException e) {
                log.append('I');
                throw e;
            } finally {
                log.append('F');
            }
        } catch (ClassCastException e) {
            log.append('C');
        } catch (ArrayIndexOutOfBoundsException | IllegalStateException e) {
            log.append('A');
        }
        return log.toString();
    }

    @Test
    void exceptionsOfTheMachineAreCaught() {
        FourModels.outcomes(scenario -> {
            Box<String> seen = new Box<>("");
            scenario.threads(2, () -> seen.value = flow(0) + flow(1) + flow(2));
            scenario.outcome(() -> seen.value);
        }, "IFAFCFA");
    }

    @Test
    void monitorIsLeftByAnException() {
        FourModels.verified(scenario -> {
            int[] count = {0};
            scenario.threads(2, () -> {
                try {
                    synchronized (count) {
                        count[0]++;
                        throw new IllegalStateException();
                    }
                } catch (IllegalStateException e) {
                    assert !Thread.holdsLock(count);
                }
            });
            scenario.finallyAssert(() -> {
                assert count[0] == 2;
            });
        });
    }

    @Test
    void nullThatAnotherThreadHasNotYetReplacedIsDereferenced() {
        FourModels.violated(scenario -> {
            Box<String> box = new Box<>(null);
            scenario.thread(() -> box.value = "x");
            scenario.thread(() -> box.value.length());
        }, "NullPointerException");
    }

    // ---- collections

    @Test
    void collectionsOfOneThread() {
        FourModels.outcomes(scenario -> {
            Box<Integer> seen = new Box<>(0);
            scenario.threads(2, () -> {
                ArrayDeque<Integer> deque = new ArrayDeque<>();
                deque.push(1);
                deque.addLast(2);
                PriorityQueue<Integer> heap = new PriorityQueue<>(List.of(3, 1, 2));
                TreeMap<String, Integer> sorted = new TreeMap<>(Map.of("b", 2, "a", 1));
                HashMap<Object, Integer> map = new HashMap<>();
                map.put(new Entry(1, List.of(), null), 5);
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
                EnumMap<Operation, Integer> byEnum = new EnumMap<>(Operation.class);
                byEnum.put(Operation.ADD, 1);
                seen.value = deque.stream().mapToInt(each -> each).sum() + heap.poll() + sorted.firstEntry().getValue()
                        + map.get(new Entry(1, List.of(), null)) + map.get("x") + list.getFirst() + bits.cardinality()
                        + byEnum.size() + new HashSet<>(list).size();
            });
            scenario.outcome(() -> seen.value);
        }, "24");
    }

    @Test
    void streamsOfOneThread() {
        FourModels.outcomes(scenario -> {
            Box<String> seen = new Box<>("");
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
            Box<List<Integer>> list = new Box<>(List.of());
            Box<Map<String, Integer>> map = new Box<>(Map.of());
            Box<Set<String>> set = new Box<>(Set.of());
            Box<Integer> input = new Box<>(0);
            Box<String> seen = new Box<>("");
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
            Box<Optional<String>> box = new Box<>(Optional.empty());
            Box<String> seen = new Box<>("");
            scenario.thread(() -> box.value = Optional.of("v"));
            scenario.thread(() -> seen.value = box.value.map(text -> text + "!").orElseGet(() -> "none"));
            scenario.outcome(() -> seen.value);
        }, "none", "v!");
    }

    @Test
    void sharedArraysAreCopiedElementByElement() {
        FourModels.outcomes(scenario -> {
            int[][] shared = new int[2][2];
            Box<String> seen = new Box<>("");
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

    // ---- threads and assertions

    @Test
    void threadsOfAllKindsAreStartedAndJoined() {
        FourModels.verified(scenario -> {
            final class Doubling extends Thread {
                final int in;
                int out;

                Doubling(int in) {
                    this.in = in;
                }

                @Override
                public void run() {
                    out = in * 2;
                }
            }
            scenario.thread(() -> {
                try {
                    Doubling platform = new Doubling(4);
                    platform.start();
                    int[] cell = {0};
                    Thread virtual = Thread.ofVirtual().name("v").start(() -> cell[0] = 1);
                    virtual.join();
                    platform.join();
                    assert platform.out + cell[0] == 9;
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
            });
        });
    }

    @Test
    void assertionLibrariesWork() {
        FourModels.verified(scenario -> {
            Box<Integer> box = new Box<>(1);
            scenario.thread(() -> {
                org.assertj.core.api.Assertions.assertThat(box.value).isEqualTo(1);
                Assertions.assertEquals(1, box.value);
            });
        });
    }
}
