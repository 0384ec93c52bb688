package dev.baton.check.api;

import static dev.baton.check.api.Expect.verified;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.check.event.JdkFields;
import dev.baton.check.explore.Verdict;
import dev.baton.check.explore.Violation;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Comparator;
import java.util.TreeMap;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.IntUnaryOperator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Atomics, locks and futures of the JDK under the checker. */
class JdkConcurrencyTest {
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

    @Test
    void cancelledFutureThrowsToItsReaders() {
        verified(scenario -> {
            CompletableFuture<Integer> future = new CompletableFuture<>();
            scenario.thread(() -> future.cancel(true));
            scenario.thread(() -> {
                try {
                    throw new AssertionError("not " + future.join());
                } catch (CancellationException expected) {
                    assert expected.getCause() instanceof CancellationException;
                }
            });
        });
    }

    @Test
    void twoThreadsReadUnderAReadWriteLock() {
        verified(scenario -> {
            ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
            scenario.threads(2, () -> {
                lock.readLock().lock();
                assert lock.getReadHoldCount() == 1;
                lock.readLock().unlock();
            });
        });
    }

    @Test
    void orderThatIsTurnedTwiceIsTheNaturalOne() {
        verified(scenario -> scenario.thread(() -> {
            TreeMap<Integer, String> map = new TreeMap<>(Comparator.reverseOrder());
            map.put(1, "one");
            map.put(2, "two");
            assert map.descendingMap().firstKey() == 1;
        }));
    }

    /**
     * The thread that serves a waiter changes the item by a compare-and-set and then reads the waiter plainly; the waiter writes
     * itself plainly, fences, and reads the item. Nothing in Java's rules orders the first thread's two accesses.
     */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void synchronousQueueNeedsACompareAndSetThatIsAFullFence(boolean fair) {
        for (String model : new String[]{"sc", "tso", "rc11", "jam"}) {
            CheckResult result = new Checker().model(model).jdkFields(JdkFields.AS_WRITTEN).check(scenario -> {
                SynchronousQueue<Integer> queue = new SynchronousQueue<>(fair);
                scenario.thread("put", () -> put(queue));
                scenario.thread("take", () -> take(queue));
            });
            boolean strong = model.equals("sc") || model.equals("tso");
            assertThat(result.verdict()).as(model).isEqualTo(strong ? Verdict.VERIFIED : Verdict.VIOLATED);
            if (!strong) {
                assertThat(result.violations().getFirst().kind()).isEqualTo(Violation.Kind.AWAIT_TERMINATION);
            }
        }
    }

    private static void put(SynchronousQueue<Integer> queue) {
        try {
            queue.put(1);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private static void take(SynchronousQueue<Integer> queue) {
        try {
            assert queue.take() == 1;
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    static final class Node {
        volatile @Nullable Object item = "item";
        @Nullable
        Object waiter;
        boolean asleep;
        boolean told;
        static final VarHandle ITEM = handle("item");
        static final VarHandle WAITER = handle("waiter");

        private static VarHandle handle(String field) {
            try {
                return MethodHandles.lookup().findVarHandle(Node.class, field, Object.class);
            } catch (ReflectiveOperationException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    /** The same without the queue; a fence behind the compare-and-set, or a volatile read, forbids it. */
    @ParameterizedTest
    @ValueSource(strings = {"plain", "fence", "volatile"})
    void lostWakeUpNeedsThePlainRead(String read) {
        for (String model : new String[]{"rc11", "jam"}) {
            CheckResult result = new Checker().model(model).check(scenario -> {
                Node node = new Node();
                scenario.thread("waiter", () -> {
                    node.waiter = "thread";
                    VarHandle.fullFence();
                    node.asleep = node.item != null;
                });
                scenario.thread("matcher", () -> {
                    Node.ITEM.compareAndSet(node, "item", null);
                    if (read.equals("fence")) {
                        VarHandle.fullFence();
                    }
                    node.told = (read.equals("volatile") ? Node.WAITER.getVolatile(node) : node.waiter) != null;
                });
                scenario.finallyAssert(() -> {
                    assert !node.asleep || node.told;
                });
            });
            assertThat(result.verdict()).as(model)
                    .isEqualTo(read.equals("plain") ? Verdict.VIOLATED : Verdict.VERIFIED);
        }
    }
}
