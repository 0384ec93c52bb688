package dev.baton.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.BoundedExecutor;
import dev.baton.Channel;
import dev.baton.KeyedLock;
import dev.baton.KeyedSemaphore;
import dev.baton.RateLimiter;
import dev.baton.Select;
import dev.baton.Semaphore;
import dev.baton.testing.TestThreads;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Code of the user that throws anything, in what servers use: no permit, key, slot or element is lost. */
class ServerThrowingCodeTest {
    static Stream<Throwable> throwables() {
        return ThrowingUserCodeTest.throwables();
    }

    private static <T> T fail(Throwable thrown) {
        TestThreads.<RuntimeException>throwUnchecked(thrown);
        throw new AssertionError("unreachable");
    }

    private static Callable<String> failing(Throwable thrown) {
        return () -> fail(thrown);
    }

    @ParameterizedTest
    @MethodSource("throwables")
    void sectionWithAPermit(Throwable thrown) {
        Semaphore semaphore = new Semaphore(1, true);
        KeyedSemaphore<String> semaphores = new KeyedSemaphore<>(1);
        assertThatThrownBy(() -> semaphore.withPermit(failing(thrown))).isSameAs(thrown);
        assertThatThrownBy(() -> semaphores.withPermit("a", failing(thrown))).isSameAs(thrown);
        assertThat(semaphore.withPermitAsync(failing(thrown), Runnable::run)).isCompletedExceptionally();
        assertThat(semaphores.withPermitAsync("a", failing(thrown), Runnable::run)).isCompletedExceptionally();
        assertThat(semaphore.withPermitAsync(() -> "never", task -> fail(thrown))).isCompletedExceptionally();
        assertThat(semaphore.availablePermits()).isEqualTo(1);
        assertThat(semaphores.getKeysInUse()).isZero();
        Thread.interrupted(); // an InterruptedException of the user's code may assert it
    }

    /** A key whose own methods fail when they are told to. */
    private static final class Key {
        private final Throwable thrown;
        private boolean fails;

        Key(Throwable thrown) {
            this.thrown = thrown;
        }

        @Override
        public int hashCode() {
            return fails ? fail(thrown) : 7;
        }

        @Override
        public boolean equals(Object other) {
            return fails ? fail(thrown) : super.equals(other);
        }
    }

    @ParameterizedTest
    @MethodSource("throwables")
    void keyAndItsSection(Throwable thrown) {
        KeyedLock<Key> locks = new KeyedLock<>();
        Key key = new Key(thrown);
        Key neighbour = new Key(thrown);
        assertThatThrownBy(() -> locks.withLock(key, failing(thrown))).isSameAs(thrown);
        locks.lock(neighbour);
        key.fails = true;
        assertThatThrownBy(() -> locks.lock(key)).isSameAs(thrown);
        assertThatThrownBy(() -> locks.lockAsync(key)).isSameAs(thrown);
        assertThatThrownBy(() -> locks.tryLock(key)).isSameAs(thrown);
        assertThatThrownBy(() -> locks.unlock(key)).isSameAs(thrown);
        key.fails = false;
        assertThat(locks.getKeysInUse()).as("the neighbour's").isEqualTo(1);
        locks.unlock(neighbour);
        assertThat(locks.tryLock(key)).isTrue();
        locks.unlock(key);
        assertThat(locks.getKeysInUse()).isZero();
    }

    @ParameterizedTest
    @MethodSource("throwables")
    void timerOfALimiter(Throwable thrown) {
        List<Runnable> timers = new ArrayList<>();
        boolean[] works = new boolean[1];
        long[] now = new long[1];
        RateLimiter limiter = RateLimiter.of(1, Duration.ofNanos(100L), 1, new RateLimiter.Clock() {
            @Override
            public long nanoTime() {
                return now[0];
            }

            @Override
            public void runAfter(long nanos, Runnable task) {
                if (!works[0]) {
                    fail(thrown);
                }
                timers.add(task);
            }
        });
        assertThat(limiter.tryAcquire()).isTrue();
        assertThatThrownBy(limiter::acquire).isSameAs(thrown);
        assertThatThrownBy(limiter::acquireAsync).isSameAs(thrown);
        assertThatThrownBy(() -> limiter.tryAcquire(Duration.ofDays(1L))).isSameAs(thrown);
        assertThat(limiter.getQueueLength()).isZero();
        works[0] = true;
        CompletableFuture<Void> request = limiter.acquireAsync();
        assertThat(timers).hasSize(1);
        now[0] = 100L;
        timers.removeFirst().run();
        assertThat(request).isCompleted();
        assertThat(timers).as("nobody waits: no timer").isEmpty();
        now[0] = 200L;
        assertThat(limiter.availablePermits()).isEqualTo(1);
    }

    @ParameterizedTest
    @MethodSource("throwables")
    void taskAndThreadFactory(Throwable thrown) throws Exception {
        boolean[] works = {true};
        BoundedExecutor executor = BoundedExecutor.builder(1).queueLimit(0)
                .threadFactory(task -> works[0] ? Thread.ofVirtual().unstarted(task) : fail(thrown)).build();
        assertThat(executor.submitAsync(failing(thrown))).failsWithin(60, TimeUnit.SECONDS);
        works[0] = false;
        assertThatThrownBy(() -> executor.submitAsync(() -> "never")).isInstanceOf(RejectedExecutionException.class)
                .hasCause(thrown);
        works[0] = true;
        assertThat(executor.submitAsync(() -> "runs").get(60, TimeUnit.SECONDS)).isEqualTo("runs");
        executor.shutdown();
        assertThat(executor.awaitTermination(60, TimeUnit.SECONDS)).isTrue();
        assertThat(executor.getRunning() + executor.getQueueLength()).isZero();
    }

    @ParameterizedTest
    @MethodSource("throwables")
    void resultOfAClause(Throwable thrown) throws InterruptedException {
        Channel<String> channel = Channel.buffered(2);
        Semaphore semaphore = new Semaphore(0, true);
        channel.send("a");
        channel.send("b");
        Select<String> select = Select.<String>fair().onReceive(channel, element -> fail(thrown)).onAcquire(semaphore,
                () -> "permit");
        assertThatThrownBy(select::select).isSameAs(thrown);
        assertThat(select.selectAsync()).as("the other form").isCompletedExceptionally();
        assertThat(channel.getSize()).as("each took the element that its code was given").isZero();
        CompletableFuture<String> waits = select.selectAsync();
        channel.send("c");
        assertThat(waits).failsWithin(60, TimeUnit.SECONDS);
        assertThat(semaphore.getQueueLength()).as("the other clause has left").isZero();
        semaphore.release();
        assertThat(semaphore.tryAcquire()).isTrue();
    }

    @ParameterizedTest
    @MethodSource("throwables")
    void actionOnEachElement(Throwable thrown) throws InterruptedException {
        Channel<String> channel = Channel.buffered(2);
        channel.send("a");
        channel.send("b");
        channel.close();
        assertThatThrownBy(() -> channel.forEach(element -> fail(thrown))).isSameAs(thrown);
        List<String> rest = new ArrayList<>();
        channel.forEach(rest::add);
        assertThat(rest).containsExactly("b");
    }
}
