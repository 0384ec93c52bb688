package dev.baton.proof.scenario;

import static dev.baton.internal.access.CoreAccess.CORE;

import dev.baton.RateLimiter;
import dev.baton.check.api.Scenario;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Permits per time, with a clock whose hands the scenario turns. */
final class RateScenarios {
    private static final String NAME = "RateLimiter";
    private static final Duration PERIOD = Duration.ofNanos(100L);

    private RateScenarios() {}

    static List<ProofScenario> all() {
        return List.of(
                ProofScenario.of(NAME, "a request is cancelled while its permit arises", 2, RateScenarios::cancel),
                ProofScenario.of(NAME, "the first of two is cancelled while a permit arises", 2,
                        RateScenarios::cancelFirst),
                ProofScenario.of(NAME, "a try comes while a permit arises for a request", 2, RateScenarios::overtake),
                ProofScenario.of(NAME, "permits arise while another is handed out", 2,
                        RateScenarios::ariseMeanwhile),
                ProofScenario.of(NAME, "a request comes while the timer is given up", 2, RateScenarios::timerGivenUp),
                ProofScenario.of(NAME, "two tries after a long time", 2, RateScenarios::forfeit),
                ProofScenario.of(NAME, "a thread begins to wait while its permit arises", 2, RateScenarios::sleep),
                ProofScenario.of(NAME, "timeout races a permit", 2, RateScenarios::timeout));
    }

    /** A clock that shows what it is told, and keeps the last task. */
    private static final class Hands implements RateLimiter.Clock {
        volatile long now;
        private volatile @Nullable Runnable task;

        @Override
        public long nanoTime() {
            return now;
        }

        @Override
        public void runAfter(long nanos, Runnable later) {
            assert nanos > 0L : "the timer is set for the past";
            task = later;
        }

        void strike() {
            assert strikesIfSet() : "a request waits without a timer";
        }

        boolean strikesIfSet() {
            Runnable due = task;
            if (due != null) {
                due.run();
            }
            return due != null;
        }
    }

    /** A limiter whose burst, with which it begins, is used up. */
    private static RateLimiter limiter(Hands hands) {
        RateLimiter limiter = CORE.rateLimiter(1, PERIOD, 1, hands, 2);
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

    /** Two permits arise while one is on its way to the first request. They are the second's and the next one's. */
    private static void ariseMeanwhile(Scenario scenario) {
        Hands hands = new Hands();
        RateLimiter limiter = limiter(hands);
        CompletableFuture<Void> first = limiter.acquireAsync();
        CompletableFuture<Void> second = limiter.acquireAsync();
        Ledger ledger = new Ledger();
        hands.now = PERIOD.toNanos();
        scenario.thread("time passes", hands::strike);
        scenario.thread("tries later", () -> {
            hands.now = 3L * PERIOD.toNanos();
            ledger.served = limiter.tryAcquire() ? 1 : 0;
        });
        scenario.finallyAssert(() -> {
            hands.strike();
            first.join();
            second.join(); // or it waits for ever
            assert limiter.availablePermits() == 1 - ledger.served
                    : "a permit that arose while a request waited is lost";
        });
    }

    private static void timerGivenUp(Scenario scenario) {
        Hands hands = new Hands();
        RateLimiter limiter = limiter(hands);
        limiter.acquireAsync().cancel(false);
        Ledger ledger = new Ledger();
        scenario.thread("looks in vain", hands::strike);
        scenario.thread("requests", () -> {
            CompletableFuture<Void> _ = limiter.acquireAsync().thenRun(() -> ledger.served = 1);
        });
        scenario.finallyAssert(() -> {
            hands.now = PERIOD.toNanos();
            hands.strike();
            assert ledger.served == 1 : "a request waits without a timer";
        });
    }

    private static void forfeit(Scenario scenario) {
        Hands hands = new Hands();
        RateLimiter limiter = limiter(hands);
        boolean[] got = new boolean[2];
        hands.now = 10L * PERIOD.toNanos();
        scenario.thread("tries", () -> got[0] = limiter.tryAcquire());
        scenario.thread("tries too", () -> got[1] = limiter.tryAcquire());
        scenario.finallyAssert(() -> {
            assert got[0] || got[1] : "nobody got what had arisen";
            assert !(got[0] && got[1]) : "more than the burst was kept";
        });
    }

    /** Either the timer lets the thread through, or the thread sees that its time has come. */
    private static void sleep(Scenario scenario) {
        Hands hands = new Hands();
        RateLimiter limiter = limiter(hands);
        scenario.thread("acquires", () -> {
            try {
                limiter.acquire();
            } catch (InterruptedException e) {
                throw Ledger.unexpected(e);
            }
        });
        scenario.thread("time passes", () -> {
            hands.now = PERIOD.toNanos();
            boolean _ = hands.strikesIfSet();
        });
        scenario.finallyAssert(() -> {
            assert limiter.availablePermits() == 0 && limiter.getQueueLength() == 0 : "not served";
        });
    }

    private static void timeout(Scenario scenario) {
        Hands hands = new Hands();
        RateLimiter limiter = limiter(hands);
        Ledger ledger = new Ledger();
        scenario.thread("waits for a time", () -> {
            try {
                ledger.served = limiter.tryAcquire(PERIOD) ? 1 : 0;
            } catch (InterruptedException e) {
                throw Ledger.unexpected(e);
            }
        });
        scenario.thread("time passes", () -> {
            hands.now = PERIOD.toNanos();
            boolean _ = hands.strikesIfSet();
        });
        scenario.finallyAssert(() -> {
            assert limiter.availablePermits() == 1 - ledger.served : "permit lost or doubled";
        });
    }
}
