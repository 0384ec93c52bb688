import dev.baton.check.api.ModelCheck;
import dev.baton.check.api.Scenario;
import io.github.resilience4j.bulkhead.BulkheadConfig;
import io.github.resilience4j.bulkhead.internal.SemaphoreBulkhead;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig;
import io.github.resilience4j.ratelimiter.RateLimiterConfig;
import io.github.resilience4j.ratelimiter.internal.AtomicRateLimiter;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;

/** Resilience4j: a bulkhead, a rate limiter and a circuit breaker keep their limits. */
class Resilience4jScenarios {
    private static BulkheadConfig calls(int most) {
        return BulkheadConfig.custom().maxConcurrentCalls(most).maxWaitDuration(Duration.ZERO).build();
    }

    @ModelCheck
    void bulkheadLetsOneIn(Scenario scenario) {
        var bulkhead = new SemaphoreBulkhead("one", calls(1));
        var inside = new AtomicInteger();
        scenario.threads(2, () -> {
            if (bulkhead.tryAcquirePermission()) {
                assert inside.incrementAndGet() == 1;
                inside.decrementAndGet();
                bulkhead.onComplete();
            }
        });
        scenario.finallyAssert(() -> {
            assert bulkhead.getMetrics().getAvailableConcurrentCalls() == 1;
        });
    }

    @ModelCheck
    void bulkheadTakesANewLimit(Scenario scenario) {
        var bulkhead = new SemaphoreBulkhead("one", calls(1));
        var two = calls(2);
        scenario.thread("user", () -> {
            if (bulkhead.tryAcquirePermission()) {
                bulkhead.onComplete();
            }
        });
        scenario.thread("configurator", () -> bulkhead.changeConfig(two));
        scenario.finallyAssert(() -> {
            assert bulkhead.getMetrics().getAvailableConcurrentCalls() == 2;
        });
    }

    @ModelCheck
    void rateLimiterGivesOnePermit(Scenario scenario) {
        var config = RateLimiterConfig.custom().limitForPeriod(1).limitRefreshPeriod(Duration.ofHours(10))
                .timeoutDuration(Duration.ZERO).build();
        var limiter = new AtomicRateLimiter("one", config, () -> 0L);
        var permits = new AtomicInteger();
        scenario.threads(2, () -> {
            if (limiter.acquirePermission(1)) {
                permits.incrementAndGet();
            }
        });
        scenario.finallyAssert(() -> {
            assert permits.get() == 1;
        });
    }

    private static CircuitBreaker halfOpen() {
        var breaker = CircuitBreaker.of("one", CircuitBreakerConfig.custom().permittedNumberOfCallsInHalfOpenState(1)
                .slidingWindowSize(2).minimumNumberOfCalls(1).build());
        breaker.transitionToOpenState();
        breaker.transitionToHalfOpenState();
        return breaker;
    }

    @ModelCheck
    void halfOpenBreakerLetsOneCallThrough(Scenario scenario) {
        var breaker = halfOpen();
        var calls = new AtomicInteger();
        scenario.threads(2, () -> {
            if (breaker.tryAcquirePermission()) {
                calls.incrementAndGet();
            }
        });
        scenario.finallyAssert(() -> {
            assert calls.get() == 1;
        });
    }

    @ModelCheck
    void permissionThatIsGivenBackCanBeTaken(Scenario scenario) {
        var breaker = halfOpen();
        var calls = new AtomicInteger();
        scenario.threads(2, () -> {
            if (breaker.tryAcquirePermission()) {
                assert calls.incrementAndGet() == 1;
                calls.decrementAndGet();
                breaker.releasePermission();
            }
        });
        scenario.finallyAssert(() -> {
            assert breaker.tryAcquirePermission();
        });
    }
}
