package dev.baton.proof.scenario;

import dev.baton.RateLimiter;
import dev.baton.check.api.Scenario;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Permits per time, with a clock whose hands the scenario turns. */
final class RateScenarios {
    private static final Duration PERIOD = Duration.ofNanos(100L);

    private RateScenarios() {}

    static List<ProofScenario> all() {
        return List.of(
                ProofScenario.of("RateLimiter", "a request is cancelled while its permit arises", 2,
                        RateScenarios::cancel).inDeepRuns(),
                ProofScenario.of("RateLimiter", "the first of two is cancelled while a permit arises", 2,
                        RateScenarios::cancelFirst).inDeepRuns(),
                ProofScenario.of("RateLimiter", "a try comes while a permit arises for a request", 2,
                        RateScenarios::overtake).inDeepRuns());
    }

    /** A clock that shows what it is told, and keeps the last task. */
    private static final class Hands implements RateLimiter.Clock {
        long now;
        private @Nullable Runnable task;

        @Override
        public long nanoTime() {
            return now;
        }

        @Override
        public void runAfter(long nanos, Runnable later) {
            task = later;
        }

        void strike() {
            Runnable due = task;
            assert due != null : "a request waits without a timer";
            due.run();
        }
    }

    /** A limiter whose burst, with which it begins, is used up. */
    private static RateLimiter limiter(Hands hands) {
        RateLimiter limiter = RateLimiter.of(1, PERIOD, 1, hands);
        assert limiter.tryAcquire() : "no burst";
        return limiter;
    }

    private static void cancel(Scenario scenario) {
        Hands hands = new Hands();
        RateLimiter limiter = limiter(hands);
        CompletableFuture<Void> request = limiter.acquireAsync();
        hands.now = PERIOD.toNanos();
        scenario.thread("time passes", hands::strike);
        scenario.thread("cancels", () -> request.cancel(false));
        scenario.finallyAssert(() -> {
            assert request.isDone() : "the request was forgotten";
            assert limiter.availablePermits() == (request.isCancelled() ? 1 : 0) : "permit lost or doubled";
        });
    }

    private static void cancelFirst(Scenario scenario) {
        Hands hands = new Hands();
        RateLimiter limiter = limiter(hands);
        CompletableFuture<Void> first = limiter.acquireAsync();
        CompletableFuture<Void> second = limiter.acquireAsync();
        hands.now = PERIOD.toNanos();
        scenario.thread("time passes", hands::strike);
        scenario.thread("cancels", () -> first.cancel(false));
        scenario.finallyAssert(() -> {
            assert first.isDone() : "the first was forgotten";
            assert second.isDone() == first.isCancelled() : "one permit for two, or for none";
            assert limiter.availablePermits() == 0 : "a permit was made up";
        });
    }

    private static void overtake(Scenario scenario) {
        Hands hands = new Hands();
        RateLimiter limiter = limiter(hands);
        CompletableFuture<Void> request = limiter.acquireAsync();
        hands.now = PERIOD.toNanos();
        scenario.thread("time passes", hands::strike);
        scenario.thread("tries", () -> {
            assert !limiter.tryAcquire() : "a request that waits was overtaken";
        });
        scenario.finallyAssert(() -> {
            assert request.isDone() : "the request was forgotten";
        });
    }
}
