package dev.baton.check.api;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BinaryOperator;
import java.util.function.Function;
import java.util.function.IntBinaryOperator;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** Everyday classes, enums, records and lambdas: under every model they do what they do outside. */
class EverydayClassesTest {
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
            VolatileBox<Entry> box = new VolatileBox<>(null);
            VolatileBox<String> seen = new VolatileBox<>("");
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
            VolatileBox<Operation> operation = new VolatileBox<>(Operation.ADD);
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
            VolatileBox<Greeter> greeter = new VolatileBox<>(Greeter.of("bob"));
            VolatileBox<String> seen = new VolatileBox<>("");
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
    void lambdasOfAllShapes() {
        FourModels.outcomes(scenario -> {
            VolatileBox<Integer> seen = new VolatileBox<>(0);
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
            VolatileBox<Supplier<Integer>> box = new VolatileBox<>(null);
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
                    MethodHandle handle = MethodHandles.lookup().findStatic(EverydayExpressionsTest.class, "fibonacci",
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
}
