package dev.baton.check.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.check.explore.Verdict;
import dev.baton.check.explore.Violation;
import dev.baton.check.program.UnmodelledException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Java as people write it: all of this must run under the checker as it would run outside. */
class LanguageTest {
    private static CheckResult verified(ScenarioBody body) {
        CheckResult result = new Checker().check(body);
        result.assertVerified();
        return result;
    }

    // ---- the language

    enum Color {
        RED, GREEN {
            @Override
            int weight() {
                return 2;
            }
        };

        int weight() {
            return 1;
        }
    }

    record Point(int x, long y) {}

    sealed interface Shape permits Circle, Square {}

    record Circle(Point center, double radius) implements Shape {}

    record Square(Point corner, float side) implements Shape {}

    static final class Box<T> {
        T value;
        long wide;
        double real;
        byte small;
        char letter;
        boolean flag;
        short middle;
        float single;
        static int instances;

        final class Inner {
            T twice() {
                return value;
            }
        }
    }

    private static String describe(Shape shape) {
        return switch (shape) {
            case Circle circle -> "circle " + circle.center().x() + "," + circle.center().y() + " " + circle.radius();
            case Square square -> "square " + square.side();
        };
    }

    @Test
    void recordsPatternsEnumsStringsAndGenericsWork() {
        CheckResult result = verified(scenario -> {
            Box<Object> box = new Box<>();
            scenario.thread(() -> {
                box.value = new Circle(new Point(1, 2L), 0.5);
                box.wide = Long.MIN_VALUE;
                box.real = 1.5;
                box.small = -3;
                box.letter = 'q';
                box.flag = true;
                box.middle = -300;
                box.single = 2.5f;
                Box.instances++;
            });
            scenario.outcome(() -> describe((Circle) box.value) + " " + box.wide + " " + box.real + " " + box.small
                    + " "
                    + box.letter + " " + box.flag + " " + box.middle + " " + box.single + " " + Box.instances + " "
                    + Color.GREEN.weight() + " " + box.new Inner().twice().equals(new Circle(new Point(1, 2), 0.5)));
        });
        assertThat(result.outcomes().keySet())
                .containsExactly("circle 1,2 0.5 -9223372036854775808 1.5 -3 q true -300 2.5 1 2 true");
    }

    @Test
    void collectionsAndStreamsOfOneThreadWork() {
        CheckResult result = verified(scenario -> {
            Box<String> box = new Box<>();
            scenario.threads(2, () -> {
                List<Integer> list = new ArrayList<>();
                Map<String, Integer> map = new HashMap<>();
                ArrayDeque<Color> deque = new ArrayDeque<>(List.of(Color.values()));
                for (int i = 0; i < 3; i++) {
                    list.add(i * 1000);
                    map.merge("key" + i % 2, i, Integer::sum);
                }
                int sum = list.stream().mapToInt(Integer::intValue).sum() + IntStream.range(0, 4).sum();
                for (int each : list) {
                    sum += each;
                }
                box.value = sum + " " + map.get("key0") + " " + deque.pollLast();
            });
            scenario.outcome(() -> box.value);
        });
        assertThat(result.outcomes().keySet()).containsExactly("6006 2 GREEN");
    }

    @Test
    void arraysOfAllKindsWork() {
        CheckResult result = verified(scenario -> {
            int[][] grid = new int[2][3];
            String[] names = {"a", null};
            double[] reals = new double[1];
            scenario.thread(() -> {
                grid[1][2] = 7;
                names[1] = names[0] + "b";
                reals[0] = 0.25;
                int[] copy = grid[1].clone();
                copy[0] = 5;
                System.arraycopy(copy, 0, grid[0], 0, 1);
            });
            scenario.outcome(() -> grid[1][2] + " " + grid[0][0] + " " + grid[1][0] + " " + names[1].length() + " "
                    + reals[0]);
        });
        assertThat(result.outcomes().keySet()).containsExactly("7 5 0 2 0.25");
    }

    static final class Holder {
        final int fixed;
        final int[] contents;
        int open;

        Holder() {
            fixed = 42;
            contents = new int[]{1};
            open = 42;
        }
    }

    @Test
    void finalFieldsAreSeenThroughARaceAndOthersNeedNotBe() {
        CheckResult result = verified(scenario -> {
            Box<Holder> box = new Box<>();
            Box<String> seen = new Box<>();
            scenario.thread(() -> box.value = new Holder());
            scenario.thread(() -> {
                Holder holder = box.value;
                seen.value = holder == null ? "none" : holder.fixed + " " + holder.open;
            });
            scenario.outcome(() -> seen.value);
        });
        assertThat(result.outcomes().keySet()).containsExactlyInAnyOrder("none", "42 42", "42 0");
    }

    @Test
    void whatAFinalFieldRefersToIsSeenAsItWasWhenFrozen() {
        CheckResult result = verified(scenario -> {
            Box<Holder> box = new Box<>();
            Box<String> seen = new Box<>();
            scenario.thread(() -> box.value = new Holder());
            scenario.thread(() -> {
                Holder holder = box.value;
                seen.value = holder == null ? "none" : "" + holder.contents[0];
            });
            scenario.outcome(() -> seen.value);
        });
        assertThat(result.outcomes().keySet()).containsExactlyInAnyOrder("none", "1");
    }

    // ---- java.util.concurrent

    static final class Updated {
        volatile int count;
        static final AtomicIntegerFieldUpdater<Updated> COUNT = AtomicIntegerFieldUpdater.newUpdater(Updated.class,
                "count");
    }

    @Test
    void atomicsAndUpdatersAreModelled() {
        CheckResult result = verified(scenario -> {
            AtomicInteger integer = new AtomicInteger(1);
            AtomicLong wide = new AtomicLong();
            AtomicBoolean flag = new AtomicBoolean();
            AtomicReference<String> text = new AtomicReference<>("");
            AtomicIntegerArray array = new AtomicIntegerArray(2);
            Updated updated = new Updated();
            IntUnaryOperator twice = value -> value * 2;
            scenario.threads(2, () -> {
                if (flag.compareAndSet(false, true)) {
                    integer.updateAndGet(twice);
                    text.set("first");
                }
                wide.addAndGet(5);
                array.incrementAndGet(1);
                Updated.COUNT.incrementAndGet(updated);
            });
            scenario.outcome(() -> integer + " " + wide + " " + flag + " " + text + " " + array + " " + updated.count);
        });
        assertThat(result.outcomes().keySet()).containsExactly("2 10 true first [0, 2] 2");
    }

    @Test
    void lostUpdateOnAnAtomicIsSeen() {
        CheckResult result = verified(scenario -> {
            AtomicInteger count = new AtomicInteger();
            scenario.threads(2, () -> count.set(count.get() + 1));
            scenario.outcome(count::get);
        });
        assertThat(result.outcomes().keySet()).containsExactly("1", "2");
    }

    @Test
    void reentrantLockOfTheJdkIsVerified() {
        CheckResult result = new Checker().check(scenario -> {
            ReentrantLock lock = new ReentrantLock();
            Box<Object> box = new Box<>();
            scenario.threads(2, () -> {
                lock.lock();
                try {
                    box.wide++;
                } finally {
                    lock.unlock();
                }
            });
            scenario.finallyAssert(() -> {
                assert box.wide == 2;
            });
        });
        result.assertVerified();
        assertThat(result.executions()).isPositive();
    }

    @Test
    void latchAndFutureOfTheJdkWork() {
        CheckResult result = verified(scenario -> {
            CountDownLatch latch = new CountDownLatch(1);
            CompletableFuture<String> future = new CompletableFuture<>();
            Box<String> box = new Box<>();
            scenario.thread(() -> {
                box.value = "seen";
                latch.countDown();
                future.complete("done");
            });
            scenario.thread(() -> {
                try {
                    latch.await();
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
                box.value += " " + future.join();
            });
            scenario.outcome(() -> box.value);
        });
        assertThat(result.outcomes().keySet()).containsExactly("seen done");
    }

    // ---- threads, monitors, time

    @Test
    void threadsStartedAndJoinedByTheProgramAreExplored() {
        CheckResult result = verified(scenario -> {
            Box<Object> box = new Box<>();
            scenario.thread("parent", () -> {
                Thread child = Thread.ofVirtual().start(() -> box.wide++);
                box.wide++;
                assert child.isVirtual();
                try {
                    child.join();
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
            });
            scenario.outcome(() -> box.wide);
        });
        assertThat(result.outcomes().keySet()).containsExactly("1", "2");
    }

    static final class Mailbox {
        private int letters;

        synchronized void put() {
            letters++;
            notifyAll();
        }

        synchronized void take() {
            while (letters == 0) {
                try {
                    wait();
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
            }
            letters--;
        }

        @SuppressWarnings("WaitNotInLoop") // the mistake that is to be found
        synchronized void takeOnce() {
            if (letters == 0) {
                try {
                    wait();
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
            }
            assert letters > 0 : "woken for nothing";
        }

        synchronized void putSilently() {
            letters++;
        }
    }

    @Test
    void waitAndNotifyAreVerified() {
        verified(scenario -> {
            Mailbox mailbox = new Mailbox();
            scenario.thread("puts", mailbox::put);
            scenario.thread("takes", mailbox::take);
        });
    }

    @Test
    void lostNotificationIsAHang() {
        CheckResult result = new Checker().check(scenario -> {
            Mailbox mailbox = new Mailbox();
            scenario.thread("puts", mailbox::putSilently);
            scenario.thread("takes", mailbox::take);
        });
        assertThat(result.verdict()).isEqualTo(Verdict.VIOLATED);
        assertThat(result.violations().getFirst().kind()).isEqualTo(Violation.Kind.AWAIT_TERMINATION);
    }

    @Test
    void waitWithoutALoopIsCaughtBySpuriousWakeups() {
        CheckResult result = new Checker().check(scenario -> {
            Mailbox mailbox = new Mailbox();
            scenario.thread("puts", mailbox::put);
            scenario.thread("takes", mailbox::takeOnce);
        });
        assertThat(result.verdict()).isEqualTo(Verdict.VIOLATED);
        assertThat(result.counterexample()).contains("woken for nothing");
    }

    @Test
    void deadlockOfTwoMonitorsIsFound() {
        CheckResult result = new Checker().check(scenario -> {
            Object one = new Object();
            Object two = new Object();
            scenario.thread(() -> {
                synchronized (one) {
                    synchronized (two) {
                        return;
                    }
                }
            });
            scenario.thread(() -> {
                synchronized (two) {
                    synchronized (one) {
                        return;
                    }
                }
            });
        });
        assertThat(result.verdict()).isEqualTo(Verdict.VIOLATED);
        assertThat(result.counterexample()).contains("waits for ever for the monitor");
    }

    @Test
    void interruptEndsAPark() {
        verified(scenario -> {
            Box<Thread> box = new Box<>();
            AtomicBoolean ready = new AtomicBoolean();
            scenario.thread(() -> {
                box.value = Thread.currentThread();
                ready.set(true);
                while (!Thread.interrupted()) {
                    LockSupport.park();
                }
            });
            scenario.thread(() -> {
                while (!ready.get()) {
                    Thread.onSpinWait();
                }
                box.value.interrupt();
            });
        });
    }

    @Test
    void timedParkMayExpireOrBeAnswered() {
        CheckResult result = verified(scenario -> {
            Box<Thread> box = new Box<>();
            AtomicBoolean flag = new AtomicBoolean();
            scenario.thread("waits", () -> {
                long deadline = System.nanoTime() + 1_000_000;
                while (!flag.get()) {
                    long rest = deadline - System.nanoTime();
                    if (rest <= 0) {
                        box.flag = true;
                        return;
                    }
                    LockSupport.parkNanos(rest);
                }
            });
            scenario.thread("sets", () -> flag.set(true));
            scenario.outcome(() -> box.flag ? "expired" : "answered");
        });
        assertThat(result.outcomes().keySet()).containsExactly("answered", "expired");
    }

    static final class Ledger {
        private static int entries;

        static synchronized void add() {
            entries++;
        }
    }

    @Test
    void staticSynchronizedMethodsExcludeEachOther() {
        CheckResult result = verified(scenario -> {
            scenario.threads(2, Ledger::add);
            scenario.outcome(() -> Ledger.entries);
        });
        assertThat(result.outcomes().keySet()).containsExactly("2");
        assertThat(result.races()).isEmpty();
    }

    @Test
    void localArrayThatAStartedThreadCapturesIsShared() {
        CheckResult result = verified(scenario -> {
            Box<Object> box = new Box<>();
            scenario.thread("parent", () -> {
                int[] count = new int[1];
                Object[] things = {null};
                Thread child = new Thread(() -> {
                    count[0]++;
                    things[0] = "child";
                });
                child.start();
                count[0]++;
                try {
                    child.join();
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
                box.value = things[0] + " " + count[0];
            });
            scenario.outcome(() -> box.value);
        });
        assertThat(result.outcomes().keySet()).containsExactly("child 1", "child 2");
    }

    @Test
    void enumsOfTheJdkAreOneAndTheSameForAllThreads() {
        CheckResult result = verified(scenario -> {
            AtomicReference<Object> unit = new AtomicReference<>();
            scenario.thread(() -> unit.compareAndSet(null, java.util.concurrent.TimeUnit.DAYS));
            scenario.thread(() -> unit.compareAndSet(java.util.concurrent.TimeUnit.DAYS, Color.RED));
            scenario.outcome(unit::get);
        });
        assertThat(result.outcomes().keySet()).containsExactly("DAYS", "RED");
    }

    static final class Sheep implements Cloneable {
        int wool = 1;

        @Override
        public Sheep clone() {
            try {
                return (Sheep) super.clone();
            } catch (CloneNotSupportedException e) {
                throw new AssertionError(e);
            }
        }
    }

    @Test
    void clonesAreOtherObjects() {
        CheckResult result = verified(scenario -> {
            Box<Object> box = new Box<>();
            scenario.thread(() -> {
                Sheep one = new Sheep();
                Sheep two = one.clone();
                two.wool = 2;
                box.value = one.wool + " " + two.wool + " " + (one == two);
            });
            scenario.outcome(() -> box.value);
        });
        assertThat(result.outcomes().keySet()).containsExactly("1 2 false");
    }

    // ---- what cannot be modelled

    @Test
    void methodReferenceToACallThatMustBeSeenIsRefused() {
        assertThatThrownBy(() -> new Checker().check(scenario -> scenario.thread(LockSupport::park)))
                .isInstanceOf(UnmodelledException.class).hasMessageContaining("LockSupport::park")
                .hasMessageContaining("LanguageTest.java:");
    }

    @Test
    void sharedArrayHandedToTheJdkIsRefused() {
        assertThatThrownBy(() -> new Checker().check(scenario -> {
            int[] shared = new int[2];
            scenario.thread(() -> java.util.Arrays.fill(shared, 1));
        })).isInstanceOf(UnmodelledException.class).hasMessageContaining("Arrays.fill");
    }

    @Test
    void readingAFileIsRefused() {
        assertThatThrownBy(() -> new Checker().check(scenario -> scenario.thread(() -> {
            if (java.nio.file.Path.of("x").isAbsolute()) {
                throw new AssertionError();
            }
        }))).isInstanceOf(UnmodelledException.class).hasMessageContaining("Path");
    }

    @Test
    void printingIsRefusedWithThePlace() {
        assertThatThrownBy(() -> new Checker().check(scenario -> scenario.thread(() -> System.out.println("x"))))
                .isInstanceOf(UnmodelledException.class).hasMessageContaining("LanguageTest")
                .hasMessageContaining("System.out");
    }

    @Test
    void sharedListIsRefusedWithThePlace() {
        assertThatThrownBy(() -> new Checker().check(scenario -> {
            Box<List<String>> box = new Box<>();
            box.value = new ArrayList<>();
            scenario.threads(2, () -> box.value.add("x"));
        })).isInstanceOf(UnmodelledException.class).hasMessageContaining("java.util.ArrayList")
                .hasMessageContaining("LanguageTest.java:");
    }

    @Test
    void capturedListIsRefused() {
        assertThatThrownBy(() -> new Checker().check(scenario -> {
            List<String> list = new ArrayList<>();
            scenario.threads(2, () -> list.add("x"));
        })).isInstanceOf(UnmodelledException.class).hasMessageContaining("java.util.ArrayList");
    }

    private static final class Tries {
        @SuppressWarnings("unused")
        private int made;

        static final VarHandle MADE;
        static {
            try {
                MADE = MethodHandles.lookup().findVarHandle(Tries.class, "made", int.class);
            } catch (ReflectiveOperationException e) {
                throw new ExceptionInInitializerError(e);
            }
        }
    }

    @Test
    void loopThatChangesItsOwnObjectsIsNoAwait() {
        CheckResult result = verified(scenario -> {
            AtomicInteger flag = new AtomicInteger();
            Box<Object> box = new Box<>();
            scenario.thread(() -> {
                Tries viaHandle = new Tries();
                int[] viaArray = new int[1];
                Box<Object> viaField = new Box<>();
                while (flag.get() == 0) {
                    if ((int) Tries.MADE.get(viaHandle) == 3 && viaArray[0] == 3 && viaField.wide == 3) {
                        box.value = "gave up";
                        return;
                    }
                    Tries.MADE.set(viaHandle, (int) Tries.MADE.get(viaHandle) + 1);
                    viaArray[0]++;
                    viaField.wide++;
                }
                box.value = "seen";
            });
            scenario.thread(() -> flag.set(1));
            scenario.outcome(() -> box.value);
        });
        assertThat(result.outcomes().keySet()).containsExactly("gave up", "seen");
    }

    private static void pause(int spins) {
        if (spins < 64) {
            Thread.onSpinWait();
        } else {
            Thread.yield();
        }
    }

    @Test
    void loopThatCountsItsPausesIsAnAwait() {
        ScenarioBody body = scenario -> {
            AtomicInteger flag = new AtomicInteger();
            scenario.thread("polls", () -> {
                for (int spins = 0; flag.get() == 0; spins++) {
                    pause(spins);
                }
            });
            scenario.thread("sets", () -> flag.set(1));
        };
        verified(body);
        CheckResult hang = new Checker().check(scenario -> {
            AtomicInteger flag = new AtomicInteger();
            scenario.thread("polls", () -> {
                for (int spins = 0; flag.get() == 0; spins++) {
                    pause(spins);
                }
            });
        });
        assertThat(hang.verdict()).isEqualTo(Verdict.VIOLATED);
    }

    @Test
    void endlessLoopWithEffectsIsSaidToBeUnbounded() {
        CheckResult result = new Checker().loopBound(8).check(scenario -> {
            Box<Object> box = new Box<>();
            scenario.thread(() -> {
                while (box.wide >= 0) {
                    box.wide++;
                }
            });
        });
        assertThat(result.verdict()).isIn(Verdict.NOT_EXHAUSTED, Verdict.VACUOUS);
        assertThat(result.toString()).contains("LanguageTest.java");
    }
}
