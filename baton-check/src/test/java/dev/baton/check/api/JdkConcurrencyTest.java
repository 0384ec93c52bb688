package dev.baton.check.api;

import static dev.baton.check.api.Expect.verified;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.IntUnaryOperator;
import org.junit.jupiter.api.Test;

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
}
