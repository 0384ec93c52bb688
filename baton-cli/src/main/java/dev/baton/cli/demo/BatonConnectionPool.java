package dev.baton.cli.demo;

import dev.baton.BlockingPool;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The pool that Baton has for this: connections are opened when first needed and checked on each take. */
public final class BatonConnectionPool implements ConnectionPool {
    private final BlockingPool<DemoConnection> pool;

    public BatonConnectionPool(DemoDatabase database, int connections) {
        pool = BlockingPool.<DemoConnection>builder(connections, database::open).validator(DemoConnection::isOpen)
                .build();
    }

    @Override
    public Lease take() throws InterruptedException {
        return new PoolLease(pool.take());
    }

    @Override
    public @Nullable Lease take(Duration limit) throws InterruptedException {
        dev.baton.Lease<DemoConnection> lease = pool.tryTake(limit.toNanos(), TimeUnit.NANOSECONDS);
        return lease == null ? null : new PoolLease(lease);
    }

    @Override
    public void close() {
        pool.close();
    }

    private record PoolLease(dev.baton.Lease<DemoConnection> lease) implements Lease {
        @Override
        public DemoConnection connection() {
            return lease.get();
        }

        @Override
        public void close() {
            lease.close();
        }
    }
}
