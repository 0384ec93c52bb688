package dev.baton;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.PoolListener.Reason;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Lifetimes, idle times, checks and the minimum of idle elements, with a clock that the test turns. */
class BlockingPoolCareTest {
    private final Connections connections = new Connections();
    private final AtomicLong now = new AtomicLong(-5L);
    private final List<String> told = new ArrayList<>();

    private final PoolListener<Connections.Connection> log = new PoolListener<>() {
        @Override
        public void created(Connections.Connection element) {
            told.add("created " + element.number);
        }

        @Override
        public void creationFailed(Throwable failure) {
            told.add("creation failed: " + failure.getMessage());
        }

        @Override
        public void invalid(Connections.Connection element, @Nullable Throwable failure) {
            told.add("invalid " + element.number + (failure == null ? "" : ": " + failure.getMessage()));
        }

        @Override
        public void closed(Connections.Connection element, Reason reason) {
            told.add(reason + " " + element.number);
        }
    };

    private BlockingPoolBuilder<Connections.Connection> builder(int capacity) {
        return BlockingPool.builder(capacity, connections::connect).clock(now::get).listener(log).jitter(0.0);
    }

    private void pass(long seconds) {
        now.addAndGet(TimeUnit.SECONDS.toNanos(seconds));
    }

    /** Has so many elements created and idle. */
    private static void fill(BlockingPool<Connections.Connection> pool, int count) {
        List<Lease<Connections.Connection>> leases = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            leases.add(pool.takeUninterruptibly());
        }
        leases.reversed().forEach(Lease::close); // so that the first one is on top of a stack
    }

    @Test
    void nonsenseIsRefused() {
        assertThatThrownBy(() -> builder(2).maximumLifetime(Duration.ZERO))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> builder(2).maximumIdleTime(Duration.ofSeconds(-1)))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> builder(2).keepAlive(Duration.ZERO)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> builder(2).leaksAfter(Duration.ZERO)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> builder(2).minimumIdle(3)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> builder(2).minimumIdle(-1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> builder(2).jitter(1.1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> builder(2).jitter(Double.NaN)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void timesTooLongForNanosecondsNeverCome() {
        BlockingPool<Connections.Connection> pool = builder(1).maximumLifetime(Duration.ofDays(1_000_000)).jitter(1.0)
                .build();
        fill(pool, 1);
        pass(1);
        fill(pool, 1);
        assertThat(connections.opened).hasValue(1);
    }

    @ParameterizedTest
    @EnumSource(BlockingPool.Order.class)
    void expiredElementIsReplacedByTheTakeThatFindsIt(BlockingPool.Order order) {
        BlockingPool<Connections.Connection> pool = builder(1).order(order).maximumLifetime(Duration.ofSeconds(10))
                .build();
        Lease<Connections.Connection> lease = pool.takeUninterruptibly();
        pass(10);
        assertThat(lease.get().isClosed()).as("a lease is never cut short").isFalse();
        lease.close();
        assertThat(told).containsExactly("created 0");
        try (Lease<Connections.Connection> next = pool.takeUninterruptibly()) {
            assertThat(next.get().number).isEqualTo(1);
        }
        pass(9);
        fill(pool, 1);
        assertThat(told).containsExactly("created 0", "EXPIRED 0", "created 1");
        assertThat(connections.most).hasValue(1);
        assertThat(pool.statistics()).returns(1L, PoolStatistics::expired).returns(2L, PoolStatistics::created)
                .returns(3L, PoolStatistics::leases).returns(1, PoolStatistics::size);
    }

    @Test
    void asynchronousTakeReplacesExpiredElementsOnTheExecutor() {
        AtomicBoolean ran = new AtomicBoolean();
        BlockingPool<Connections.Connection> pool = builder(1).maximumLifetime(Duration.ofSeconds(10))
                .executor(task -> {
                    ran.set(true);
                    task.run();
                }).build();
        fill(pool, 1);
        pool.takeAsync().join().close();
        assertThat(ran).as("nothing to do").isFalse();
        pass(10);
        pool.takeAsync().join().close();
        assertThat(ran).isTrue();
        assertThat(told).containsExactly("created 0", "EXPIRED 0", "created 1");
    }

    @ParameterizedTest
    @EnumSource(BlockingPool.Order.class)
    void maintenanceClosesWhatHasExpired(BlockingPool.Order order) {
        BlockingPool<Connections.Connection> pool = builder(3).order(order).maximumLifetime(Duration.ofSeconds(10))
                .build();
        fill(pool, 2);
        pass(9);
        pool.maintain();
        assertThat(pool.getSize()).isEqualTo(2);
        pass(1);
        pool.maintain();
        assertThat(pool.getSize()).isZero();
        assertThat(pool.getIdle()).isZero();
        assertThat(pool.slots().getSize()).isEqualTo(3);
        assertThat(told).contains("EXPIRED 0", "EXPIRED 1");
    }

    @Test
    void idleElementsAreClosedDownToTheMinimum() {
        BlockingPool<Connections.Connection> pool = builder(4).maximumIdleTime(Duration.ofSeconds(10)).minimumIdle(1)
                .build();
        fill(pool, 3);
        pass(9);
        pool.takeUninterruptibly().close(); // element 0 is used
        pass(1);
        pool.maintain();
        assertThat(told).contains("IDLE 1", "IDLE 2");
        assertThat(pool.getSize()).isEqualTo(1);
        pass(100);
        pool.maintain();
        assertThat(pool.getSize()).as("the minimum stays").isEqualTo(1);
        assertThat(pool.statistics()).returns(2L, PoolStatistics::idledOut);
    }

    @ParameterizedTest
    @EnumSource(BlockingPool.Order.class)
    void maintenanceCreatesUpToTheMinimum(BlockingPool.Order order) {
        BlockingPool<Connections.Connection> pool = builder(3).order(order).minimumIdle(2)
                .maximumLifetime(Duration.ofSeconds(10)).build();
        assertThat(pool.getSize()).isZero();
        pool.maintain();
        assertThat(pool.getIdle()).isEqualTo(2);
        try (Lease<Connections.Connection> lease = pool.takeUninterruptibly()) {
            pool.maintain();
            assertThat(pool.getIdle()).as("two beside the leased one").isEqualTo(2);
            assertThat(pool.getSize()).isEqualTo(3);
            pool.maintain();
            assertThat(lease.get().isClosed()).isFalse();
        }
        pass(10);
        pool.maintain();
        pool.maintain(); // the first round may have spent its steps on closing
        assertThat(pool.getSize()).isEqualTo(2);
        assertThat(connections.most).hasValue(3);
    }

    @Test
    void failedCreationEndsTheRoundAndIsTold() {
        int[] attempts = new int[1];
        BlockingPool<Connections.Connection> pool = BlockingPool.<Connections.Connection>builder(3, () -> {
            attempts[0]++;
            throw new IOException("planted");
        }).listener(log).minimumIdle(3).build();
        pool.maintain();
        assertThat(attempts[0]).isEqualTo(1);
        assertThat(told).containsExactly("creation failed: planted");
        assertThat(pool.statistics()).returns(1L, PoolStatistics::creationFailures).returns(0, PoolStatistics::leased);
        assertThat(pool.slots().getSize()).isEqualTo(3);
    }

    @Test
    void idleElementsAreCheckedInTime() {
        List<Integer> checked = new ArrayList<>();
        BlockingPool<Connections.Connection> pool = builder(2).keepAlive(Duration.ofSeconds(10))
                .validator(connection -> {
                    checked.add(connection.number);
                    return connection.number != 1;
                }).build();
        fill(pool, 2);
        checked.clear();
        pass(9);
        pool.maintain();
        assertThat(checked).isEmpty();
        pass(1);
        pool.maintain();
        assertThat(checked).containsExactlyInAnyOrder(0, 1);
        assertThat(told).contains("invalid 1", "INVALID 1");
        assertThat(pool.getSize()).isEqualTo(1);
        pool.maintain();
        assertThat(checked).as("checked just now").hasSize(2);
        pass(10);
        pool.maintain();
        assertThat(checked).containsExactlyInAnyOrder(0, 1, 0);
    }

    @Test
    void elementsBornTogetherDoNotEndTogether() {
        BlockingPool<Connections.Connection> pool = builder(64).maximumLifetime(Duration.ofSeconds(1_000)).jitter(0.5)
                .build();
        fill(pool, 64);
        pass(500);
        fill(pool, 64);
        assertThat(pool.getSize()).isEqualTo(64);
        pool.maintain();
        int early = 64 - pool.getSize();
        pass(250);
        pool.maintain();
        int middle = 64 - pool.getSize();
        pass(250);
        pool.maintain();
        assertThat(early).as("none in the first half").isLessThan(8);
        assertThat(middle).as("about half after three quarters").isBetween(16, 48);
        assertThat(pool.getSize()).as("none is older than the limit").isZero();
    }

    @ParameterizedTest
    @EnumSource(BlockingPool.Order.class)
    void maintenanceKeepsTheOrderOfElements(BlockingPool.Order order) {
        BlockingPool<Connections.Connection> pool = builder(4).order(order).maximumIdleTime(Duration.ofSeconds(10))
                .minimumIdle(4).build();
        fill(pool, 4);
        List<Integer> before = drain(pool, order);
        pass(10);
        pool.maintain(); // all are looked at, none is closed
        assertThat(drain(pool, order)).isEqualTo(before);
    }

    /** The elements in the order of takes; they go back in such an order that this stays so. */
    private static List<Integer> drain(BlockingPool<Connections.Connection> pool, BlockingPool.Order order) {
        List<Lease<Connections.Connection>> leases = new ArrayList<>();
        for (int i = pool.getIdle(); i > 0; i--) {
            leases.add(Objects.requireNonNull(pool.tryTake()));
        }
        List<Integer> numbers = leases.stream().map(lease -> lease.get().number).toList();
        (order == BlockingPool.Order.STACK ? leases.reversed() : leases).forEach(Lease::close);
        return numbers;
    }

    @Test
    void codeOfTheUserRunsWhileOneElementIsWithheld() throws InterruptedException {
        BlockingPool<Connections.Connection>[] self = newPools();
        List<Integer> free = new ArrayList<>();
        self[0] = builder(3).keepAlive(Duration.ofSeconds(10)).validator(connection -> {
            if (now.get() > TimeUnit.SECONDS.toNanos(5)) {
                free.add(self[0].slots().getSize());
            }
            return true;
        }).build();
        fill(self[0], 3);
        pass(10);
        self[0].maintain();
        assertThat(free).containsExactly(2, 2, 2);
    }

    @SuppressWarnings({"unchecked", "rawtypes"})
    private static BlockingPool<Connections.Connection>[] newPools() {
        return new BlockingPool[1];
    }

    @Test
    void errorOfTheValidatorInMaintenanceLosesNoPlace() {
        AtomicBoolean fails = new AtomicBoolean();
        BlockingPool<Connections.Connection> pool = builder(2).keepAlive(Duration.ofSeconds(10))
                .validator(connection -> {
                    if (fails.get()) {
                        throw new AssertionError("planted");
                    }
                    return true;
                }).build();
        fill(pool, 2);
        pass(10);
        fails.set(true);
        assertThatThrownBy(pool::maintain).isInstanceOf(AssertionError.class);
        assertThat(pool.slots().getSize()).isEqualTo(2);
        assertThat(pool.getSize()).isEqualTo(1);
        assertThat(connections.open()).isEqualTo(1);
    }

    @Test
    void closedPoolIsNotMaintained() {
        BlockingPool<Connections.Connection> pool = builder(2).minimumIdle(2).build();
        pool.close();
        pool.maintain();
        assertThat(connections.opened).hasValue(0);
    }
}
