package dev.baton;

import static java.util.concurrent.TimeUnit.NANOSECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.testing.TestThreads;
import dev.baton.testing.ThreadKind;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class BlockingPoolStressTest {
    private static final int CAPACITY = 3;

    private final Connections connections = new Connections();
    private final long seed = ThreadLocalRandom.current().nextLong();
    private final SplittableRandom root = new SplittableRandom(seed);

    /** A pool whose factory and validator fail now and then. */
    private BlockingPool<Connections.Connection> unreliablePool(BagForm form) {
        AtomicInteger creations = new AtomicInteger();
        AtomicInteger checks = new AtomicInteger();
        return BlockingPool.builder(CAPACITY, () -> {
            if (creations.incrementAndGet() % 5 == 0) {
                throw new IOException("planted");
            }
            return connections.connect();
        }).validator(connection -> checks.incrementAndGet() % 17 != 0).order(form.order()).tuning(form.tuning).build();
    }

    @ParameterizedTest
    @EnumSource
    void platformThreadsAndFuturesWithRandomAbortsLoseNothing(BagForm form) {
        run(unreliablePool(form), ThreadKind.PLATFORM, 4, 2_500);
    }

    @ParameterizedTest
    @EnumSource
    void virtualThreadsAndFuturesWithRandomAbortsLoseNothing(BagForm form) {
        run(unreliablePool(form), ThreadKind.VIRTUAL, 24, 400);
    }

    /** Elements that are soon too old, checked all the time, and replaced by rounds that race the takes. */
    @ParameterizedTest
    @EnumSource
    void maintenanceRacingTakesAndAbortsLosesNothing(BagForm form) {
        AtomicInteger creations = new AtomicInteger();
        AtomicInteger checks = new AtomicInteger();
        BlockingPool<Connections.Connection> pool = BlockingPool.builder(CAPACITY, () -> {
            if (creations.incrementAndGet() % 5 == 0) {
                throw new IOException("planted");
            }
            return connections.connect();
        }).validator(connection -> checks.incrementAndGet() % 17 != 0).order(form.order()).tuning(form.tuning)
                .maximumLifetime(Duration.ofNanos(100_000)).maximumIdleTime(Duration.ofNanos(10_000)).minimumIdle(1)
                .keepAlive(Duration.ofNanos(1_000)).leaksAfter(Duration.ofNanos(1_000)).jitter(1.0).build();
        AtomicBoolean done = new AtomicBoolean();
        try (TestThreads threads = new TestThreads(ThreadKind.PLATFORM)) {
            for (int i = 0; i < 2; i++) {
                threads.start(() -> {
                    while (!done.get()) {
                        pool.maintain();
                    }
                });
            }
            try {
                use(pool, ThreadKind.VIRTUAL, 12, 400);
            } finally {
                done.set(true);
            }
        }
        assertWhole(pool);
    }

    @Test
    void tenThousandVirtualThreadsShareThreeElements() {
        run(unreliablePool(BagForm.STACK_32), ThreadKind.VIRTUAL, 10_000, 2);
    }

    private void run(BlockingPool<Connections.Connection> pool, ThreadKind kind, int users, int takesEach) {
        use(pool, kind, users, takesEach);
        assertWhole(pool);
    }

    private void use(BlockingPool<Connections.Connection> pool, ThreadKind kind, int users, int takesEach) {
        try (TestThreads threads = new TestThreads(kind)) {
            for (int i = 0; i < users; i++) {
                SplittableRandom random = root.split();
                threads.start(() -> {
                    for (int j = 0; j < takesEach; j++) {
                        takeAndUse(pool, random);
                    }
                });
            }
        }
    }

    private void assertWhole(BlockingPool<Connections.Connection> pool) {
        // an aborted asynchronous take may still be giving its slot back
        TestThreads.awaitTrue(() -> pool.slots().getSize() == CAPACITY);
        assertThat(pool.hasQueuedThreads()).as("seed " + seed).isFalse();
        assertThat(pool.getSize()).isEqualTo(connections.open());
        assertThat(connections.most.get()).as("seed " + seed).isLessThanOrEqualTo(CAPACITY);
        List<Lease<Connections.Connection>> all = new ArrayList<>();
        while (all.size() < CAPACITY) {
            Lease<Connections.Connection> lease = leaseOrFailure(pool);
            if (lease != null) {
                all.add(lease);
            }
        }
        assertThat(pool.tryTake()).as("seed " + seed).isNull();
        assertThat(all.stream().map(Lease::get).distinct()).hasSize(CAPACITY);
        all.forEach(Lease::close);
        pool.close();
        assertAllClosed();
    }

    private void assertAllClosed() {
        assertThat(connections.open()).as("seed " + seed).isZero();
        assertThat(connections.closed.get()).isEqualTo(connections.opened.get());
        assertThat(connections.closedTwice).hasValue(0);
        assertThat(connections.sharedUses).hasValue(0);
        assertThat(connections.usesAfterClose).hasValue(0);
    }

    private static @Nullable Lease<Connections.Connection> leaseOrFailure(BlockingPool<Connections.Connection> pool) {
        try {
            return pool.takeUninterruptibly();
        } catch (ElementCreationException planted) {
            return null;
        }
    }

    private static void takeAndUse(BlockingPool<Connections.Connection> pool, SplittableRandom random) {
        try (Lease<Connections.Connection> lease = takeSomehow(pool, random)) {
            if (lease != null) {
                lease.get().use();
                if (random.nextInt(16) == 0) {
                    lease.discard();
                }
            }
        } catch (ElementCreationException planted) {
            // lost nothing, as the end of the test checks
        } catch (CompletionException failed) {
            if (failed.getCause() instanceof IllegalStateException closed) {
                throw closed;
            }
            assertThat(failed).hasCauseInstanceOf(ElementCreationException.class);
        }
    }

    private static @Nullable Lease<Connections.Connection> takeSomehow(BlockingPool<Connections.Connection> pool,
            SplittableRandom random) {
        switch (random.nextInt(6)) {
            case 0 :
                return pool.tryTake();
            case 1 :
                try {
                    return pool.tryTake(random.nextInt(20_000), NANOSECONDS);
                } catch (InterruptedException impossible) {
                    throw new AssertionError(impossible);
                }
            case 2 :
                CompletableFuture<Lease<Connections.Connection>> hasty = pool.takeAsync();
                return hasty.cancel(false) ? null : hasty.join();
            case 3 :
                CompletableFuture<Lease<Connections.Connection>> raced = pool.takeAsync();
                Thread.yield();
                return raced.completeExceptionally(new IllegalStateException("aborted")) ? null : raced.join();
            case 4 :
                Thread self = Thread.currentThread();
                CompletableFuture<Void> interrupt = CompletableFuture.runAsync(self::interrupt);
                try {
                    return pool.take();
                } catch (InterruptedException aborted) {
                    return null;
                } finally {
                    interrupt.join();
                    Thread.interrupted();
                }
            default :
                return pool.takeUninterruptibly();
        }
    }

    /** Closing in the middle of everything: all who wait end, and every element is closed exactly once. */
    @ParameterizedTest
    @EnumSource
    void closeRacingEverythingClosesEveryElementOnce(BagForm form) {
        for (int round = 0; round < 60; round++) {
            BlockingPool<Connections.Connection> pool = unreliablePool(form);
            AtomicInteger takes = new AtomicInteger();
            try (TestThreads threads = new TestThreads(round % 2 == 0 ? ThreadKind.PLATFORM : ThreadKind.VIRTUAL)) {
                for (int i = 0; i < 6; i++) {
                    SplittableRandom random = root.split();
                    threads.start(() -> {
                        try {
                            for (;;) {
                                takes.incrementAndGet();
                                takeAndUse(pool, random);
                            }
                        } catch (IllegalStateException closed) {
                            assertThat(closed).hasMessage("closed");
                        }
                    });
                }
                TestThreads.awaitTrue(() -> takes.get() > 60);
                pool.close();
            }
            // an aborted asynchronous take may still be closing what was created for it
            TestThreads.awaitTrue(() -> connections.open() == 0);
        }
        assertAllClosed();
    }
}
