package dev.baton.fault;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.BoundedExecutor;
import dev.baton.KeyedLock;
import dev.baton.KeyedSemaphore;
import dev.baton.Permit;
import dev.baton.RateLimiter;
import dev.baton.Semaphore;
import dev.baton.fault.StackDepths.Meeting;
import dev.baton.fault.StackDepths.Row;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Each operation of permits, keyed locks, rate limiters and bounded executors with ever more stack left. An operation that
 * overflows may be called again: nobody sleeps for ever, and no permit, key or slot is lost or made.
 */
class ServerStackOverflowTest {
    static List<Row> rows() {
        return List.of(new Row("Permit: close", ServerStackOverflowTest::closePermit),
                new Row("Permit: take, and time out", ServerStackOverflowTest::timeOutPermit),
                new Row("KeyedLock: unlock", ServerStackOverflowTest::unlockKey),
                new Row("KeyedLock: lock and unlock alone", ServerStackOverflowTest::lockKey),
                new Row("KeyedLock: lock, and time out", ServerStackOverflowTest::timeOutKey),
                new Row("KeyedSemaphore: close", ServerStackOverflowTest::closeKeyedPermit),
                new Row("KeyedSemaphore: take, and time out", ServerStackOverflowTest::timeOutKeyedPermit),
                new Row("RateLimiter: acquire, and time out", ServerStackOverflowTest::timeOutRate),
                new Row("RateLimiter: acquire without a thread", ServerStackOverflowTest::rateAsync),
                new Row("BoundedExecutor: submit and run", ServerStackOverflowTest::submit));
    }

    @ParameterizedTest
    @MethodSource("rows")
    void nothingIsLostWhereverTheStackEnds(Row row) throws Exception {
        row.mustLoseNothing();
    }

    private static Meeting closePermit() {
        Semaphore semaphore = new Semaphore(1, true);
        Permit permit = Objects.requireNonNull(semaphore.tryPermit());
        return new Meeting(() -> semaphore.permit().close(), permit::close, () -> {
            permit.close();
            semaphore.withPermit(() -> {}); // a release that had no room leaves the wake-up to the next one
        }, () -> assertThat(semaphore.availablePermits()).isEqualTo(1));
    }

    private static Meeting timeOutPermit() {
        Semaphore semaphore = new Semaphore(0, true);
        return new Meeting(null, () -> {
            try {
                semaphore.permit(Duration.ofNanos(1_000L)).close();
            } catch (TimeoutException late) {
                // nothing is held
            }
        }, () -> {}, () -> {
            assertThat(semaphore.getQueueLength()).isZero();
            semaphore.release();
            assertThat(semaphore.tryPermit()).isNotNull();
        });
    }

    private static Meeting unlockKey() {
        KeyedLock<String> locks = new KeyedLock<>();
        Faults.Operation lock = () -> locks.lock("a");
        Faults.Operation unlock = () -> locks.unlock("a");
        return new Meeting(lock, () -> locks.withLock("a", () -> {}), unlock, () -> {
            if (locks.isHeldByCurrentThread("a")) {
                locks.unlock("a");
            }
            locks.withLock("a", () -> {});
        }, () -> {}, () -> mustBeFree(locks));
    }

    private static void mustBeFree(KeyedLock<String> locks) {
        assertThat(locks.isLocked("a")).isFalse();
        assertThat(locks.getKeysInUse()).isZero();
    }

    private static Meeting lockKey() {
        KeyedLock<String> locks = new KeyedLock<>();
        return new Meeting(null, () -> locks.withLock("a", () -> {}), () -> {
            while (locks.isHeldByCurrentThread("a")) {
                locks.unlock("a");
            }
        }, () -> {
            locks.withLock("a", () -> {});
            mustBeFree(locks);
        });
    }

    private static Meeting timeOutKey() {
        KeyedLock<String> locks = new KeyedLock<>();
        var token = locks.lockAsync("a").join();
        return new Meeting(null, () -> assertThat(locks.tryLock("a", 1L, TimeUnit.MICROSECONDS)).isFalse(), () -> {},
                () -> {
                    assertThat(locks.getQueueLength("a")).isZero();
                    token.close();
                    mustBeFree(locks);
                });
    }

    private static Meeting closeKeyedPermit() {
        KeyedSemaphore<String> semaphores = new KeyedSemaphore<>(1);
        Permit permit = Objects.requireNonNull(semaphores.tryPermit("a"));
        return new Meeting(() -> semaphores.permit("a").close(), permit::close, () -> {
            permit.close();
            semaphores.permit("a").close();
        }, () -> {
            assertThat(semaphores.availablePermits("a")).isEqualTo(1);
            assertThat(semaphores.getKeysInUse()).isZero();
        });
    }

    private static Meeting timeOutKeyedPermit() {
        KeyedSemaphore<String> semaphores = new KeyedSemaphore<>(1);
        Permit permit = Objects.requireNonNull(semaphores.tryPermit("a"));
        return new Meeting(null, () -> {
            try {
                semaphores.permit("a", Duration.ofNanos(1_000L)).close();
            } catch (TimeoutException late) {
                // nothing is held
            }
        }, () -> {}, () -> {
            assertThat(semaphores.getQueueLength("a")).isZero();
            permit.close();
            assertThat(semaphores.getKeysInUse()).isZero();
        });
    }

    /** Time stands still until a timer is to strike. */
    private static final class Hands implements RateLimiter.Clock {
        private final List<Runnable> timers = new ArrayList<>();
        private int struck;
        private long now;

        @Override
        public long nanoTime() {
            return now;
        }

        @Override
        public void runAfter(long nanos, Runnable task) {
            timers.add(task);
        }

        /** Lets time pass until no timer is set. */
        void run() {
            now += 1_000L;
            while (struck < timers.size()) { // each strikes once
                assertThat(struck).as("no end of timers").isLessThan(8);
                now += 1_000L;
                timers.get(struck++).run();
            }
        }
    }

    private static RateLimiter limiter(Hands hands) {
        RateLimiter limiter = RateLimiter.of(1, Duration.ofNanos(1_000L), 1, hands);
        assertThat(limiter.tryAcquire()).isTrue();
        return limiter;
    }

    private static Meeting timeOutRate() {
        Hands hands = new Hands();
        RateLimiter limiter = limiter(hands);
        return new Meeting(null, () -> assertThat(limiter.tryAcquire(Duration.ofNanos(1_000L))).isFalse(), () -> {},
                () -> {
                    assertThat(limiter.getQueueLength()).isZero();
                    hands.run();
                    assertThat(limiter.tryAcquire()).isTrue();
                });
    }

    private static Meeting rateAsync() {
        Hands hands = new Hands();
        RateLimiter limiter = limiter(hands);
        CompletableFuture<?>[] request = new CompletableFuture<?>[1];
        Faults.Operation acquire = () -> request[0] = limiter.acquireAsync(); // no call after it may overflow
        return new Meeting(null, acquire, acquire, () -> {
            hands.run();
            assertThat(request[0]).isCompleted();
            hands.run();
            assertThat(limiter.tryAcquire()).isTrue();
        });
    }

    /** The slot comes back and the executor ends, whether the task was taken or not. */
    private static Meeting submit() {
        BoundedExecutor executor = BoundedExecutor.builder(1).build();
        AtomicInteger ran = new AtomicInteger();
        return new Meeting(null, () -> {
            CompletableFuture<Integer> unused = executor.submitAsync(ran::incrementAndGet);
        }, () -> {}, () -> {
            assertThat(executor.submitAsync(() -> 2).get(60, TimeUnit.SECONDS)).isEqualTo(2);
            executor.shutdown();
            assertThat(executor.awaitTermination(60, TimeUnit.SECONDS)).isTrue();
            assertThat((long) ran.get()).isEqualTo(executor.getCompleted() - 1L);
            assertThat(executor.getRunning() + executor.getQueueLength()).isZero();
        });
    }
}
