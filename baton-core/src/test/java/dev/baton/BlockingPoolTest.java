package dev.baton;

import static java.util.concurrent.TimeUnit.DAYS;
import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.testing.TestThreads;
import dev.baton.testing.ThreadKind;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class BlockingPoolTest {
    private final Connections connections = new Connections();

    private BlockingPoolBuilder<Connections.Connection> builder(int capacity) {
        return BlockingPool.builder(capacity, connections::connect);
    }

    private static <E> Lease<E> present(@Nullable Lease<E> lease) {
        return Objects.requireNonNull(lease, "no lease");
    }

    @ParameterizedTest
    @ValueSource(ints = {0, -1})
    void capacityMustBePositive(int capacity) {
        assertThatThrownBy(() -> builder(capacity)).isInstanceOf(IllegalArgumentException.class)
                .hasMessage("capacity must be positive: " + capacity);
    }

    @Test
    void nullsAreRefusedByName() {
        assertThatThrownBy(() -> BlockingPool.builder(1, Nulls.absent())).isInstanceOf(NullPointerException.class)
                .hasMessage("factory");
        assertThatThrownBy(() -> builder(1).order(Nulls.absent())).hasMessage("order");
        assertThatThrownBy(() -> builder(1).validator(Nulls.absent())).hasMessage("validator");
        assertThatThrownBy(() -> builder(1).closer(Nulls.absent())).hasMessage("closer");
        assertThatThrownBy(() -> builder(1).onCloseFailure(Nulls.absent())).hasMessage("listener");
        assertThatThrownBy(() -> builder(1).executor(Nulls.absent())).hasMessage("executor");
        assertThatThrownBy(() -> builder(1).build().tryTake(1, Nulls.absent()))
                .isInstanceOf(NullPointerException.class);
    }

    @ParameterizedTest
    @EnumSource(BlockingPool.Order.class)
    void elementsAreCreatedWhenNeededAndUpToTheCapacity(BlockingPool.Order order) throws InterruptedException {
        try (BlockingPool<Connections.Connection> pool = builder(3).order(order).build()) {
            assertThat(connections.opened).hasValue(0);
            List<Lease<Connections.Connection>> leases = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                leases.add(pool.take());
                assertThat(connections.opened).hasValue(i + 1);
            }
            assertThat(leases.stream().map(Lease::get).distinct()).hasSize(3);
            assertThat(pool.tryTake()).isNull();
            assertThat(pool.tryTake(1, MILLISECONDS)).isNull();
            leases.forEach(Lease::close);
            for (int i = 0; i < 10; i++) {
                pool.take().close();
            }
            assertThat(connections.opened).hasValue(3);
        }
        assertThat(connections.open()).isZero();
    }

    @Test
    void stackCreatesNoMoreThanAreInUseTogether() throws InterruptedException {
        BlockingPool<Connections.Connection> pool = builder(8).order(BlockingPool.Order.STACK).build();
        for (int i = 0; i < 20; i++) {
            try (Lease<Connections.Connection> lease = pool.take()) {
                lease.get().use();
            }
        }
        assertThat(connections.opened).hasValue(1);
    }

    @Test
    void queueUsesElementsInTurn() throws InterruptedException {
        BlockingPool<Connections.Connection> pool = builder(3).order(BlockingPool.Order.QUEUE).build();
        List<Integer> numbers = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            try (Lease<Connections.Connection> lease = pool.take()) {
                numbers.add(lease.get().number);
            }
        }
        assertThat(numbers).containsExactly(0, 1, 2, 0, 1, 2);
    }

    @Test
    void everyFormOfTakeLeases() throws InterruptedException {
        BlockingPool<Connections.Connection> pool = builder(5).build();
        List<Lease<Connections.Connection>> leases = List.of(pool.take(), pool.takeUninterruptibly(),
                present(pool.tryTake()), present(pool.tryTake(1, DAYS)), pool.takeAsync().join());
        assertThat(leases.stream().map(Lease::get).distinct()).hasSize(5);
        assertThat(pool.tryTake()).isNull();
        assertThat(pool.takeAsync()).isNotDone();
    }

    @Test
    void closingALeaseTwiceGivesBackOnce() throws InterruptedException {
        BlockingPool<Connections.Connection> pool = builder(1).build();
        Lease<Connections.Connection> lease = pool.take();
        lease.close();
        lease.close();
        lease.discard();
        assertThat(connections.closed).hasValue(0);
        Lease<Connections.Connection> next = pool.take();
        lease.close();
        assertThat(pool.tryTake()).isNull();
        assertThatThrownBy(lease::get).isInstanceOf(IllegalStateException.class);
        assertThat(next.get().number).isZero();
        assertThat(next.toString()).isEqualTo("Lease[connection 0]");
        assertThat(lease.toString()).isEqualTo("Lease[ended]");
    }

    @Test
    void discardedElementIsClosedAndReplaced() throws InterruptedException {
        BlockingPool<Connections.Connection> pool = builder(1).build();
        Lease<Connections.Connection> broken = pool.take();
        Connections.Connection connection = broken.get();
        broken.discard();
        broken.discard();
        assertThat(connection.isClosed()).isTrue();
        assertThat(pool.getSize()).isZero();
        try (Lease<Connections.Connection> lease = pool.take()) {
            assertThat(lease.get().number).isEqualTo(1);
        }
        assertThat(connections.most).hasValue(1);
    }

    @Test
    void invalidElementIsClosedAndReplacedOnTake() throws InterruptedException {
        AtomicBoolean valid = new AtomicBoolean(true);
        BlockingPool<Connections.Connection> pool = builder(1).validator(connection -> {
            if (!valid.get()) {
                throw new IOException("planted");
            }
            return connection.number != 1;
        }).build();
        pool.take().close();
        pool.take().close();
        assertThat(connections.opened).hasValue(1);
        valid.set(false);
        try (Lease<Connections.Connection> lease = pool.take()) {
            assertThat(lease.get().number).as("replaced: the validator threw").isEqualTo(1);
        }
        valid.set(true);
        try (Lease<Connections.Connection> lease = pool.take()) {
            assertThat(lease.get().number).as("replaced: the validator said no").isEqualTo(2);
        }
        assertThat(connections.open()).isEqualTo(1);
        assertThat(connections.most).hasValue(1);
    }

    @Test
    void errorOfTheValidatorReachesTheTakerAndFreesTheSlot() throws InterruptedException {
        AtomicBoolean broken = new AtomicBoolean();
        BlockingPool<Connections.Connection> pool = builder(1).validator(connection -> {
            if (broken.get()) {
                throw new AssertionError("planted");
            }
            return true;
        }).build();
        pool.take().close();
        broken.set(true);
        assertThatThrownBy(pool::take).isInstanceOf(AssertionError.class).hasMessage("planted");
        assertThat(connections.open()).isZero();
        broken.set(false);
        pool.take().close();
        assertThat(connections.open()).isEqualTo(1);
    }

    @Test
    void failedCreationReachesTheTakerAndLosesNoSlot() throws InterruptedException {
        AtomicReference<Throwable> failure = new AtomicReference<>(new IllegalArgumentException("planted"));
        BlockingPool<String> pool = BlockingPool.builder(1, () -> {
            switch (failure.get()) {
                case Exception exception -> throw exception;
                case Error error -> throw error;
                case null, default -> {
                    return "element";
                }
            }
        }).build();
        assertThatThrownBy(pool::take).isSameAs(failure.get());
        assertThatThrownBy(pool::tryTake).isSameAs(failure.get());
        IOException checked = new IOException("planted");
        failure.set(checked);
        assertThatThrownBy(pool::takeUninterruptibly).isInstanceOf(ElementCreationException.class)
                .extracting(Throwable::getCause).isSameAs(checked);
        failure.set(new InterruptedException("planted"));
        assertThatThrownBy(pool::take).isInstanceOf(ElementCreationException.class);
        assertThat(Thread.interrupted()).isTrue();
        failure.set(new StackOverflowError("planted"));
        assertThatThrownBy(pool::take).isSameAs(failure.get());
        failure.set(checked);
        assertThat(pool.takeAsync().handle((lease, thrown) -> thrown).join())
                .isInstanceOf(ElementCreationException.class).extracting(Throwable::getCause).isSameAs(checked);
        failure.set(null);
        assertThat(pool.getSize()).isZero();
        try (Lease<String> lease = pool.take()) {
            assertThat(lease.get()).isEqualTo("element");
            assertThat(pool.tryTake()).isNull();
        }
    }

    @Test
    void factoryThatCreatesNullFailsTheTake() {
        BlockingPool<String> pool = BlockingPool.builder(1, () -> Nulls.<String>absent()).build();
        assertThatThrownBy(pool::take).isInstanceOf(NullPointerException.class)
                .hasMessage("the factory created null");
        assertThatThrownBy(pool::tryTake).isInstanceOf(NullPointerException.class);
    }

    @Test
    void failureToCloseIsReportedAndStopsNothing() throws InterruptedException {
        List<Throwable> reported = new ArrayList<>();
        IOException planted = new IOException("planted");
        BlockingPool<Integer> pool = BlockingPool.builder(2, () -> 1).closer(element -> {
            throw planted;
        }).onCloseFailure(failure -> {
            reported.add(failure);
            throw new IllegalStateException("a listener that fails");
        }).build();
        Lease<Integer> other = pool.take();
        pool.take().discard();
        assertThat(reported).containsExactly(planted);
        assertThat(pool.getSize()).isEqualTo(1);
        other.close();
        pool.close();
        assertThat(reported).containsExactly(planted, planted);
    }

    @ParameterizedTest
    @EnumSource
    void waitersAreServedInTheirOrder(BagForm form) throws InterruptedException {
        BlockingPool<Connections.Connection> pool = builder(1).order(form.order()).tuning(form.tuning).build();
        Lease<Connections.Connection> lease = pool.take();
        List<CompletableFuture<Lease<Connections.Connection>>> waiting = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            waiting.add(pool.takeAsync());
        }
        for (CompletableFuture<Lease<Connections.Connection>> next : waiting) {
            assertThat(next).isNotDone();
            assertThat(pool.tryTake()).isNull();
            lease.close();
            lease = next.join();
        }
        lease.close();
        assertThat(connections.opened).hasValue(1);
    }

    @ParameterizedTest
    @EnumSource
    void threadsWaitForTheirTurn(ThreadKind kind) throws InterruptedException {
        BlockingPool<Connections.Connection> pool = builder(1).build();
        Lease<Connections.Connection> lease = pool.take();
        try (TestThreads threads = new TestThreads(kind)) {
            threads.startAndAwaitParked(() -> pool.take().close());
            threads.startAndAwaitParked(() -> pool.takeUninterruptibly().close());
            threads.startAndAwaitParked(() -> present(pool.tryTake(1, DAYS)).close());
            assertThat(pool.getQueueLength()).isEqualTo(3);
            lease.close();
        }
        assertThat(pool.getIdle()).isEqualTo(1);
    }

    @Test
    void inspectionShowsElementsAndWaiters() throws InterruptedException {
        BlockingPool<Connections.Connection> pool = builder(3).build();
        assertThat(pool.toString()).contains("BlockingPool@")
                .endsWith("[Capacity = 3, Size = 0, Idle = 0, Waiting = 0]");
        Lease<Connections.Connection> first = pool.take();
        Lease<Connections.Connection> second = pool.take();
        assertThat(pool.toString()).endsWith("[Capacity = 3, Size = 2, Idle = 0, Waiting = 0]");
        first.close();
        assertThat(pool.getCapacity()).isEqualTo(3);
        assertThat(pool.getSize()).isEqualTo(2);
        assertThat(pool.getIdle()).isEqualTo(1);
        List<CompletableFuture<?>> takes = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            takes.add(pool.takeAsync());
        }
        takes.get(0).join();
        takes.get(1).join();
        assertThat(pool.hasQueuedThreads()).isTrue();
        assertThat(pool.toString()).endsWith("[Capacity = 3, Size = 3, Idle = 0, Waiting = 2]");
        second.close();
        pool.close();
        assertThat(pool.toString()).endsWith("[Closed, Capacity = 3, Size = 3, Idle = 0, Waiting = 0]");
    }

    @ParameterizedTest
    @EnumSource
    void closeFailsWaitersClosesIdleElementsAndTheOthersOnReturn(BagForm form) throws InterruptedException {
        BlockingPool<Connections.Connection> pool = builder(2).order(form.order()).tuning(form.tuning).build();
        Lease<Connections.Connection> leased = pool.take();
        Lease<Connections.Connection> discarded = pool.take();
        List<CompletableFuture<Lease<Connections.Connection>>> waiting = List.of(pool.takeAsync(), pool.takeAsync(),
                pool.takeAsync());
        try (TestThreads threads = new TestThreads(ThreadKind.VIRTUAL)) {
            threads.startAndAwaitParked(
                    () -> assertThatThrownBy(pool::take).isInstanceOf(IllegalStateException.class));
            threads.startAndAwaitParked(() -> assertThatThrownBy(() -> pool.tryTake(1, DAYS))
                    .isInstanceOf(IllegalStateException.class));
            pool.close();
        }
        for (CompletableFuture<Lease<Connections.Connection>> future : waiting) {
            assertThat(future.handle((lease, failure) -> failure).join()).isInstanceOf(IllegalStateException.class)
                    .hasMessage("closed");
        }
        assertThat(connections.open()).isEqualTo(2);
        leased.close();
        assertThat(connections.open()).isEqualTo(1);
        discarded.discard();
        assertThat(connections.open()).isZero();
        assertThat(connections.closedTwice).hasValue(0);
        assertThat(pool.isClosed()).isTrue();
    }

    @Test
    void closedPoolRefusesEveryTake() throws InterruptedException {
        BlockingPool<Connections.Connection> pool = builder(2).build();
        pool.take().close();
        pool.close();
        pool.close();
        assertThat(connections.open()).isZero();
        assertThatThrownBy(pool::take).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(pool::takeUninterruptibly).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(pool::tryTake).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> pool.tryTake(1, SECONDS)).isInstanceOf(IllegalStateException.class);
        assertThat(pool.takeAsync().handle((lease, failure) -> failure).join())
                .isInstanceOf(IllegalStateException.class);
        assertThat(connections.closedTwice).hasValue(0);
    }

    @Test
    void asynchronousCreationRunsOnTheExecutor() {
        List<Runnable> tasks = new ArrayList<>();
        BlockingPool<Connections.Connection> pool = builder(1).executor(tasks::add).build();
        CompletableFuture<Lease<Connections.Connection>> taking = pool.takeAsync();
        assertThat(taking).isNotDone();
        assertThat(connections.opened).hasValue(0);
        tasks.removeFirst().run();
        taking.join().close();
        pool.takeAsync().join().close();
        assertThat(tasks).as("nothing to create or check").isEmpty();
    }

    @Test
    void executorThatRejectsFailsTheFutureAndLosesNothing() throws InterruptedException {
        BlockingPool<Connections.Connection> pool = builder(1).executor(task -> {
            throw new RejectedExecutionException("planted");
        }).build();
        assertThat(pool.takeAsync().handle((lease, failure) -> failure).join()).hasMessage("planted");
        pool.take().close();
        assertThat(connections.opened).hasValue(1);
    }

    @Test
    void longChainsOfDependentsDoNotOverflowTheStack() throws InterruptedException {
        BlockingPool<Connections.Connection> pool = builder(1).build();
        Lease<Connections.Connection> lease = pool.take();
        CompletableFuture<?> last = CompletableFuture.completedFuture(null);
        for (int i = 0; i < 20_000; i++) {
            last = pool.takeAsync().thenAccept(Lease::close);
        }
        lease.close();
        last.join();
        assertThat(connections.opened).hasValue(1);
    }

    @Test
    void threadDumpShowsThePool() throws InterruptedException {
        BlockingPool<Connections.Connection> pool = builder(1).build();
        Lease<Connections.Connection> lease = pool.take();
        try (TestThreads threads = new TestThreads(ThreadKind.PLATFORM)) {
            Thread waiting = threads.startAndAwaitParked(() -> pool.take().close());
            assertThat(LockSupport.getBlocker(waiting)).isSameAs(pool);
            lease.close();
        }
    }

    /** Whatever code of the user throws, the slot is there for the next. */
    @Test
    void errorsOfTheUsersCodeLoseNoSlot() {
        Error[] thrown = new Error[4];
        BlockingPool<Object> pool = BlockingPool.<Object>builder(1, () -> {
            throwIfAny(thrown, 0);
            return new Object();
        }).validator(element -> {
            throwIfAny(thrown, 1);
            return true;
        }).closer(element -> throwIfAny(thrown, 2)).onCloseFailure(failure -> throwIfAny(thrown, 3))
                .executor(Runnable::run).build();
        for (int round = 0; round < 16; round++) {
            for (int each = 0; each < 4; each++) {
                thrown[each] = (round & 1 << each) == 0 ? null : new StackOverflowError("of the user's code");
            }
            try (Lease<Object> lease = pool.takeUninterruptibly()) {
                lease.discard();
            } catch (StackOverflowError expected) {
                assertThat(round & 3).as("factory or validator").isPositive();
            }
            CompletableFuture<Lease<Object>> async = pool.takeAsync();
            assertThat(async).isDone();
            if (!async.isCompletedExceptionally()) {
                async.join().close();
            }
            java.util.Arrays.fill(thrown, null);
            pool.takeUninterruptibly().close();
            assertThat(pool.getIdle()).as("round " + round).isEqualTo(1);
        }
    }

    private static void throwIfAny(Error[] thrown, int each) {
        if (thrown[each] != null) {
            throw thrown[each];
        }
    }
}
