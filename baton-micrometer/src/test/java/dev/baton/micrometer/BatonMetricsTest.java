package dev.baton.micrometer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.BlockingPool;
import dev.baton.Lease;
import dev.baton.LockToken;
import dev.baton.Monitoring;
import dev.baton.Mutex;
import dev.baton.Semaphore;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.search.RequiredSearch;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class BatonMetricsTest {
    private final MeterRegistry registry = new SimpleMeterRegistry();

    private RequiredSearch meter(String meter, String name) {
        return registry.get(meter).tag("name", name);
    }

    @Test
    void waitsAndPermitsOfASemaphoreAreMeters() {
        Semaphore semaphore = Monitoring.named(new Semaphore(0, true), "orders");
        new BatonMetrics(Tags.of("service", "shop")).bindTo(registry);
        CompletableFuture<?> served = semaphore.acquireAsync();
        CompletableFuture<?> cancelled = semaphore.acquireAsync();
        assertThat(meter("baton.waiting", "orders").tag("type", "Semaphore").tag("service", "shop").gauge().value())
                .isEqualTo(2);
        cancelled.cancel(false);
        semaphore.release(3);
        served.join();
        assertThat(meter("baton.waiting", "orders").gauge().value()).isZero();
        assertThat(meter("baton.permits", "orders").gauge().value()).isEqualTo(2);
        assertThat(meter("baton.waits", "orders").tag("outcome", "served").functionCounter().count()).isEqualTo(1);
        assertThat(meter("baton.waits", "orders").tag("outcome", "aborted").functionCounter().count()).isEqualTo(1);
        assertThat(meter("baton.waits", "orders").tag("outcome", "timed out").functionCounter().count()).isZero();
        assertThat(meter("baton.wait", "orders").functionTimer().count()).isEqualTo(2);
        assertThat(meter("baton.wait", "orders").functionTimer().totalTime(TimeUnit.NANOSECONDS)).isPositive();
        assertThat(meter("baton.wait.bucket", "orders").tag("le", "+Inf").functionCounter().count()).isEqualTo(2);
    }

    @Test
    void primitiveThatGetsItsNameLaterIsBoundToo() {
        new BatonMetrics().bindTo(registry);
        Mutex mutex = Monitoring.named(new Mutex(), "late");
        LockToken token = mutex.lockAsync().join();
        CompletableFuture<LockToken> next = mutex.lockAsync();
        assertThat(meter("baton.waiting", "late").gauge().value()).isEqualTo(1);
        token.close();
        next.join().close();
        assertThat(meter("baton.waits", "late").tag("outcome", "served").functionCounter().count()).isEqualTo(1);
    }

    @Test
    void figuresOfAPoolAreMeters() throws InterruptedException {
        BlockingPool<String> pool = Monitoring.named(BlockingPool.<String>builder(2, () -> "a").build(), "connections");
        new BatonMetrics().bindTo(registry);
        try (Lease<String> lease = pool.take()) {
            assertThat(lease.get()).isEqualTo("a");
            assertThat(meter("baton.pool.leased", "connections").gauge().value()).isEqualTo(1);
            assertThat(meter("baton.pool.size", "connections").gauge().value()).isEqualTo(1);
            assertThat(meter("baton.pool.capacity", "connections").gauge().value()).isEqualTo(2);
            assertThat(meter("baton.pool.idle", "connections").gauge().value()).isZero();
        }
        assertThat(meter("baton.pool.idle", "connections").gauge().value()).isEqualTo(1);
        assertThat(meter("baton.pool.leases", "connections").functionCounter().count()).isEqualTo(1);
        assertThat(meter("baton.pool.created", "connections").functionCounter().count()).isEqualTo(1);
        assertThat(meter("baton.pool.leaks", "connections").functionCounter().count()).isZero();
    }

    @Test
    void newNameReplacesTheMeters() {
        new BatonMetrics().bindTo(registry);
        Mutex mutex = Monitoring.named(new Mutex(), "old");
        assertThat(registry.find("baton.waiting").tag("name", "old").gauge()).isNotNull();
        Monitoring.named(mutex, "new");
        assertThat(registry.find("baton.waiting").tag("name", "old").gauge()).isNull();
        assertThat(registry.find("baton.waiting").tag("name", "new").gauge()).isNotNull();
    }
}
