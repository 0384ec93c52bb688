package dev.baton.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The demo's account holds for pools that work and finds out pools that do not. */
class LoadRunTest {
    private static final Load SMALL = new Load(60, 2, Duration.ofMillis(300), Duration.ofMillis(1),
            Duration.ofMillis(1), Duration.ofMillis(20), Duration.ofSeconds(30));
    private static final Load SMALL_WITH_STUCK_THREADS = new Load(60, 2, Duration.ofMillis(300), Duration.ofMillis(1),
            Duration.ofMillis(1), Duration.ofMillis(20), Duration.ofMillis(300));

    static Stream<ConnectionPool.Maker> pools() {
        return Stream.of(BatonConnectionPool::new, JdkConnectionPool::new);
    }

    @ParameterizedTest
    @MethodSource("pools")
    void everyRequestIsServedOrAborted(ConnectionPool.Maker pool) throws InterruptedException {
        LoadResult result = run(pool);
        assertThat(result.firstFailure()).isNull();
        assertThat(result.lost()).isZero();
        assertThat(result.served()).isPositive();
        assertThat(result.aborted()).isPositive();
        assertThat(result.waits().maxMicros()).isPositive();
        assertThat(result.interrupted()).isFalse();
    }

    @ParameterizedTest
    @MethodSource("pools")
    void interruptEndsTheRunWithAFullAccount(ConnectionPool.Maker pool) throws InterruptedException {
        LoadRun run = new LoadRun(SMALL.lasting(Duration.ofHours(1)), pool);
        LoadResult result = run.run((elapsed, served, aborted) -> {
            if (served > 0) {
                run.interrupt();
            }
        });
        assertThat(result.interrupted()).isTrue();
        assertThat(result.lost()).isZero();
    }

    @Test
    void leakedConnectionIsFound() throws InterruptedException {
        AtomicBoolean once = new AtomicBoolean();
        LoadResult result = run(spoiled(lease -> new SpoiledLease(lease) {
            @Override
            public void close() {
                if (!once.compareAndSet(false, true)) {
                    super.close();
                }
            }
        }));
        assertThat(result.lostConnections()).isEqualTo(1);
        assertThat(result.lost()).isEqualTo(1);
    }

    @Test
    void threadsThatWaitForEverAreFound() throws InterruptedException {
        LoadResult result = run(SMALL_WITH_STUCK_THREADS, spoiled(lease -> new SpoiledLease(lease) {
            @Override
            public void close() {}
        }));
        assertThat(result.stuckThreads()).isPositive();
        assertThat(result.lostConnections()).isEqualTo(2);
    }

    @Test
    void connectionInTwoHandsIsFound() throws InterruptedException {
        LoadResult result = run((database, connections) -> {
            DemoConnection shared = database.open();
            return new SharedPool(shared);
        });
        assertThat(result.sharedUses()).isPositive();
    }

    private static LoadResult run(ConnectionPool.Maker pool) throws InterruptedException {
        return run(SMALL, pool);
    }

    private static LoadResult run(Load load, ConnectionPool.Maker pool) throws InterruptedException {
        return new LoadRun(load, pool).run((elapsed, served, aborted) -> {});
    }

    private static ConnectionPool.Maker spoiled(UnaryOperator<ConnectionPool.Lease> spoiler) {
        return (database, connections) -> new SpoiledPool(new JdkConnectionPool(database, connections), spoiler);
    }

    /** A pool whose leases are not what they should be. */
    private record SpoiledPool(ConnectionPool pool,
            UnaryOperator<ConnectionPool.Lease> spoiler) implements ConnectionPool {
        @Override
        public Lease take() throws InterruptedException {
            return spoiler.apply(pool.take());
        }

        @Override
        public @Nullable Lease take(Duration limit) throws InterruptedException {
            Lease lease = pool.take(limit);
            return lease == null || limit.isZero() ? lease : spoiler.apply(lease);
        }

        @Override
        public void close() {
            pool.close();
        }
    }

    private static class SpoiledLease implements ConnectionPool.Lease {
        private final ConnectionPool.Lease lease;

        SpoiledLease(ConnectionPool.Lease lease) {
            this.lease = lease;
        }

        @Override
        public DemoConnection connection() {
            return lease.connection();
        }

        @Override
        public void close() {
            lease.close();
        }
    }

    /** A "pool" that gives everybody the same connection. */
    private record SharedPool(DemoConnection connection) implements ConnectionPool {
        @Override
        public Lease take() {
            return new SharedLease(connection);
        }

        @Override
        public Lease take(Duration limit) throws InterruptedException {
            Thread.sleep(ThreadLocalRandom.current().nextInt(2));
            return take();
        }

        @Override
        public void close() {
            connection.close();
        }
    }

    private record SharedLease(DemoConnection connection) implements ConnectionPool.Lease {
        @Override
        public void close() {}
    }
}
