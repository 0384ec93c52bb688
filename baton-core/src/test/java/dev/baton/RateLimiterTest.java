package dev.baton;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.testing.TestThreads;
import dev.baton.testing.ThreadKind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.PriorityQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The rate, the burst and the order, by a clock that the test turns; and once by the clock of the machine. */
class RateLimiterTest {
    /** A clock that stands still until it is turned. */
    private static final class Hands implements RateLimiter.Clock {
        private record Task(long at, Runnable body) {}

        private final PriorityQueue<Task> tasks = new PriorityQueue<>((a, b) -> Long.compare(a.at - b.at, 0L));
        private long now = Long.MAX_VALUE - 1_000L; // wraps soon

        @Override
        public synchronized long nanoTime() {
            return now;
        }

        @Override
        public synchronized void runAfter(long nanos, Runnable body) {
            assertThat(nanos).isPositive();
            tasks.add(new Task(now + nanos, body));
        }

        synchronized int timers() {
            return tasks.size();
        }

        /** Lets time pass, and what is due happen in order. */
        void pass(long nanos) {
            long until = nanoTime() + nanos;
            for (;;) {
                Task due;
                synchronized (this) {
                    due = tasks.peek();
                    if (due == null || due.at - until > 0L) {
                        now = until;
                        return;
                    }
                    tasks.poll();
                    now = due.at;
                }
                due.body.run();
            }
        }
    }

    private final Hands clock = new Hands();

    private RateLimiter limiter(int permits, long nanos, int burst) {
        return RateLimiter.of(permits, Duration.ofNanos(nanos), burst, clock);
    }

    private static long done(List<CompletableFuture<Void>> requests) {
        return requests.stream().filter(CompletableFuture::isDone).count();
    }

    @Test
    void permitsAriseEvenlyAndAreHandedOutInOrder() {
        RateLimiter limiter = limiter(4, 1_000, 1);
        assertThat(limiter.tryAcquire()).as("starts full").isTrue();
        assertThat(limiter.tryAcquire()).isFalse();
        List<CompletableFuture<Void>> requests = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            requests.add(limiter.acquireAsync());
        }
        for (int i = 1; i <= 10; i++) {
            clock.pass(249);
            assertThat(done(requests)).isEqualTo(i - 1);
            clock.pass(1);
            assertThat(done(requests)).isEqualTo(i);
            assertThat(requests.get(i - 1)).isCompleted();
        }
        clock.pass(10_000);
        assertThat(clock.timers()).as("nobody waits: no timer").isZero();
    }

    @Test
    void burstIsKeptAndNoMore() {
        RateLimiter limiter = limiter(10, 1_000, 5);
        assertThat(limiter.availablePermits()).isEqualTo(5);
        for (int i = 0; i < 5; i++) {
            assertThat(limiter.tryAcquire()).isTrue();
        }
        assertThat(limiter.tryAcquire()).isFalse();
        clock.pass(1_000_000);
        assertThat(limiter.availablePermits()).isEqualTo(5);
        clock.pass(99);
        for (int i = 0; i < 5; i++) {
            assertThat(limiter.tryAcquire()).isTrue();
        }
        assertThat(limiter.tryAcquire()).isFalse();
        clock.pass(1);
        assertThat(limiter.tryAcquire()).isTrue();
    }

    @Test
    void cancelGivesItsTurnToThoseBehind() {
        RateLimiter limiter = limiter(1, 100, 3);
        assertThat(limiter.acquireAsync(3)).isCompleted();
        CompletableFuture<Void> greedy = limiter.acquireAsync(3);
        CompletableFuture<Void> first = limiter.acquireAsync();
        CompletableFuture<Void> second = limiter.acquireAsync();
        CompletableFuture<Void> third = limiter.acquireAsync();
        clock.pass(200);
        assertThat(first).as("a request for many is not overtaken").isNotDone();
        assertThat(second.cancel(false)).isTrue();
        assertThat(greedy.cancel(false)).isTrue();
        assertThat(first).succeedsWithin(60, TimeUnit.SECONDS); // of several futures all but one complete elsewhere
        assertThat(third).succeedsWithin(60, TimeUnit.SECONDS);
        assertThat(limiter.availablePermits()).isZero();
    }

    /** In any window no more than the burst and what arises in it. */
    @Test
    void noWindowGetsMoreThanItsShare() {
        RateLimiter limiter = limiter(7, 1_000, 3);
        List<Long> times = new ArrayList<>();
        List<CompletableFuture<Void>> requests = new ArrayList<>();
        java.util.Random random = new java.util.Random(42);
        long begin = clock.nanoTime();
        for (int i = 0; i < 2_000; i++) {
            CompletableFuture<Void> request = limiter.acquireAsync(1 + random.nextInt(3));
            if (random.nextInt(3) == 0) {
                request.cancel(false);
            } else {
                request.thenRun(() -> times.add(clock.nanoTime() - begin));
                requests.add(request);
            }
            clock.pass(random.nextInt(200));
        }
        clock.pass(10_000_000);
        assertThat(requests).allMatch(CompletableFuture::isDone);
        for (int from = 0; from < times.size(); from++) {
            for (int to = from; to < Math.min(times.size(), from + 40); to++) {
                long span = times.get(to) - times.get(from);
                assertThat(to - from + 1).isLessThanOrEqualTo((int) (3 + 7 * span / 1_000 + 1));
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void threadsWaitTimeOutAndAreInterrupted(ThreadKind kind) {
        RateLimiter limiter = limiter(1, 1_000, 1);
        assertThat(limiter.tryAcquire()).isTrue();
        try (TestThreads threads = new TestThreads(kind)) {
            Thread interrupted = threads.startAndAwaitParked(
                    () -> assertThatThrownBy(limiter::acquire).isInstanceOf(InterruptedException.class));
            threads.startAndAwaitParked(limiter::acquire);
            threads.start(() -> assertThat(limiter.tryAcquire(Duration.ofMillis(5))).isFalse());
            threads.start(() -> assertThat(limiter.tryAcquire(1, Duration.ZERO)).isFalse());
            interrupted.interrupt();
            TestThreads.awaitTrue(() -> limiter.getQueueLength() == 1);
            clock.pass(1_000);
        }
        assertThat(limiter.getQueueLength()).isZero();
        clock.pass(1_000);
        assertThat(limiter.tryAcquire()).isTrue();
        clock.pass(5_000);
        assertThat(clock.timers()).isZero();
    }

    @ParameterizedTest
    @EnumSource
    void worksByTheClockOfTheMachine(ThreadKind kind) {
        long begin = System.nanoTime();
        RateLimiter limiter = RateLimiter.of(2_000, Duration.ofSeconds(1), 1);
        try (TestThreads threads = new TestThreads(kind)) {
            for (int i = 0; i < 4; i++) {
                threads.start(() -> {
                    for (int k = 0; k < 10; k++) {
                        limiter.acquire();
                    }
                });
            }
        }
        assertThat(System.nanoTime() - begin).as("never too fast").isGreaterThanOrEqualTo(38 * 500_000L);
    }

    @Test
    void badNumbersAreRefused() {
        assertThatThrownBy(() -> limiter(0, 1, 1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> limiter(1, 0, 1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> limiter(1, 1, 0)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> RateLimiter.of(1, Duration.ofSeconds(Long.MAX_VALUE)))
                .isInstanceOf(IllegalArgumentException.class);
        RateLimiter limiter = limiter(1, 1, 2);
        assertThatThrownBy(() -> limiter.acquire(3)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> limiter.acquireAsync(-1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> limiter.tryAcquire(3, Duration.ofDays(1)))
                .isInstanceOf(IllegalArgumentException.class);
        assertThat(limiter.availablePermits()).isEqualTo(2);
    }
}
