package dev.baton;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.testing.TestThreads;
import dev.baton.testing.ThreadKind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Leases that are held for too long, listeners that fail, and the housekeeper. */
class BlockingPoolLeakTest {
    private final AtomicLong now = new AtomicLong();
    private final List<LeaseLeak> leaks = new ArrayList<>();
    private final List<LeaseLeak> late = new ArrayList<>();

    private BlockingPoolBuilder<String> builder(int capacity) {
        return BlockingPool.<String>builder(capacity, () -> "a").clock(now::get).leaksAfter(Duration.ofNanos(10))
                .listener(new PoolListener<>() {
                    @Override
                    public void leaked(String element, LeaseLeak leak) {
                        assertThat(element).isEqualTo("a");
                        leaks.add(leak);
                    }

                    @Override
                    public void returnedLate(String element, LeaseLeak leak) {
                        late.add(leak);
                    }
                });
    }

    private static Lease<String> forgetful(BlockingPool<String> pool) {
        return pool.takeUninterruptibly();
    }

    private static boolean names(LeaseLeak leak, String method) {
        return Arrays.stream(leak.takenAt().getStackTrace()).anyMatch(frame -> frame.getMethodName().equals(method));
    }

    @ParameterizedTest
    @EnumSource
    void leakNamesTheBorrowerOnce(ThreadKind kind) throws InterruptedException {
        BlockingPool<String> pool = builder(2).build();
        List<Lease<String>> held = new ArrayList<>();
        Thread borrower;
        try (TestThreads threads = new TestThreads(kind)) {
            borrower = threads.start(() -> held.add(forgetful(pool)));
        }
        now.set(9);
        pool.maintain();
        assertThat(leaks).isEmpty();
        now.set(10);
        pool.maintain();
        pool.maintain();
        assertThat(leaks).singleElement().satisfies(leak -> {
            assertThat(leak.borrower()).isSameAs(borrower);
            assertThat(leak.held()).isEqualTo(Duration.ofNanos(10));
            assertThat(names(leak, "forgetful")).isTrue();
        });
        assertThat(pool.statistics()).returns(1L, PoolStatistics::leaks).returns(1, PoolStatistics::leased);
        assertThat(late).isEmpty();
        now.set(30);
        held.getFirst().close();
        held.getFirst().close();
        assertThat(late).singleElement().returns(Duration.ofNanos(30), LeaseLeak::held);
        now.set(100);
        pool.maintain();
        assertThat(leaks).as("nothing is leased").hasSize(1);
    }

    @Test
    void leaseThatEndsInTimeIsNoLeak() {
        BlockingPool<String> pool = builder(1).build();
        forgetful(pool).close();
        now.set(100);
        pool.maintain();
        Lease<String> second = forgetful(pool);
        pool.maintain();
        assertThat(leaks).isEmpty();
        second.discard();
        assertThat(late).isEmpty();
    }

    @Test
    void takeThatTimesOutTellsWhoIsToBlame() throws InterruptedException {
        BlockingPool<String> pool = builder(1).build();
        Lease<String> lease = forgetful(pool);
        now.set(10);
        assertThat(pool.tryTake(1, TimeUnit.NANOSECONDS)).isNull();
        assertThat(leaks).hasSize(1);
        assertThat(pool.statistics()).returns(1L, PoolStatistics::timeouts);
        lease.close();
    }

    @Test
    void asynchronousBorrowerIsTheOneThatAsked() {
        BlockingPool<String> pool = builder(1).build();
        CompletableFuture<Lease<String>> lease = askFor(pool);
        lease.join();
        now.set(10);
        pool.maintain();
        assertThat(leaks).singleElement().satisfies(leak -> assertThat(names(leak, "askFor")).isTrue());
        lease.join().close();
    }

    private static CompletableFuture<Lease<String>> askFor(BlockingPool<String> pool) {
        return pool.takeAsync();
    }

    /** A listener all of whose methods throw. */
    private static final class Hostile implements PoolListener<String> {
        private static AssertionError planted() {
            return new AssertionError("planted");
        }

        @Override
        public void created(String element) {
            throw planted();
        }

        @Override
        public void creationFailed(Throwable failure) {
            throw planted();
        }

        @Override
        public void invalid(String element, @Nullable Throwable failure) {
            throw planted();
        }

        @Override
        public void closed(String element, Reason reason) {
            throw planted();
        }

        @Override
        public void closingFailed(String element, Throwable failure) {
            throw planted();
        }

        @Override
        public void leaked(String element, LeaseLeak leak) {
            throw planted();
        }

        @Override
        public void returnedLate(String element, LeaseLeak leak) {
            throw planted();
        }

        @Override
        public void maintenanceFailed(Throwable failure) {
            throw planted();
        }
    }

    @Test
    void listenerThatThrowsChangesNothing() {
        AtomicInteger attempts = new AtomicInteger();
        BlockingPool<String> pool = BlockingPool.<String>builder(2, () -> {
            if (attempts.incrementAndGet() == 1) {
                throw new IllegalStateException("planted");
            }
            return "a";
        }).clock(now::get).leaksAfter(Duration.ofNanos(10)).keepAlive(Duration.ofNanos(1_000)).minimumIdle(1)
                .validator(element -> now.get() < 1_000).closer(element -> {
                    throw new IllegalStateException("planted");
                }).listener(new Hostile()).build();
        pool.maintain(); // creation fails
        pool.maintain(); // creates
        Lease<String> lease = pool.takeUninterruptibly();
        now.set(10);
        pool.maintain(); // finds the leak, creates another
        lease.close(); // late
        now.set(1_000_000);
        pool.maintain(); // both are invalid and cannot be closed
        assertThat(pool.slots().getSize()).isEqualTo(2);
        PoolStatistics figures = pool.statistics();
        assertThat(figures.listenerFailures()).isEqualTo(1 + 1 + 2 + 1 + 2 * 3 + figures.size());
        assertThat(figures.invalid()).isEqualTo(2);
        assertThat(figures.closingFailures()).isEqualTo(2);
        pool.close();
        assertThat(pool.getSize()).isZero();
    }

    @Test
    void housekeeperFillsThePoolAndEndsWithIt() throws InterruptedException {
        ScheduledThreadPoolExecutor scheduler = new ScheduledThreadPoolExecutor(1);
        scheduler.setRemoveOnCancelPolicy(true);
        try {
            BlockingPool<String> pool = BlockingPool.<String>builder(3, () -> "a").minimumIdle(2)
                    .housekeeper(scheduler, Duration.ofMillis(1)).build();
            TestThreads.awaitTrue(() -> pool.getIdle() == 2);
            try (Lease<String> lease = pool.takeUninterruptibly()) {
                TestThreads.awaitTrue(() -> pool.getIdle() == 2);
                assertThat(lease.get()).isEqualTo("a");
            }
            pool.close();
            TestThreads.awaitTrue(() -> scheduler.getQueue().isEmpty() && scheduler.getActiveCount() == 0);
        } finally {
            scheduler.shutdownNow();
        }
    }

    @Test
    void roundThatFailsIsToldAndTheNextOneComes() throws InterruptedException {
        ScheduledThreadPoolExecutor scheduler = new ScheduledThreadPoolExecutor(1);
        AtomicInteger failures = new AtomicInteger();
        try (BlockingPool<String> pool = BlockingPool.<String>builder(1, () -> {
            throw new LinkageError("planted");
        }).minimumIdle(1).housekeeper(scheduler, Duration.ofMillis(1)).listener(new PoolListener<>() {
            @Override
            public void maintenanceFailed(Throwable failure) {
                failures.incrementAndGet();
            }
        }).build()) {
            TestThreads.awaitTrue(() -> failures.get() > 2);
            TestThreads.awaitTrue(() -> pool.slots().getSize() == 1);
        } finally {
            scheduler.shutdownNow();
        }
    }
}
