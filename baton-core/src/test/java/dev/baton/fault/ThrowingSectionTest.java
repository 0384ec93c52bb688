package dev.baton.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.Bag;
import dev.baton.BlockingPool;
import dev.baton.HandOff;
import dev.baton.Lease;
import dev.baton.LeaseLeak;
import dev.baton.Mutex;
import dev.baton.PoolListener;
import dev.baton.Semaphore;
import dev.baton.testing.TestThreads;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Sections, their executors, listeners of pools and takers of leftovers that throw anything: what they held comes back. */
class ThrowingSectionTest {
    static Stream<Throwable> throwables() {
        return ThrowingUserCodeTest.throwables();
    }

    private static String fail(Throwable thrown) {
        TestThreads.<RuntimeException>throwUnchecked(thrown);
        throw new AssertionError();
    }

    /** A primitive whose sections run with what it guards. */
    private record Guard(boolean runsHere, Call now, AsyncCall later, Runnable mustBeWhole) {}

    /** Runs a section. */
    private interface Call {
        void run(Callable<String> section) throws Exception;
    }

    /** Runs a section on an executor. */
    private interface AsyncCall {
        CompletableFuture<String> run(Callable<String> section, Executor executor);
    }

    private static List<Guard> guards() {
        List<Guard> guards = new ArrayList<>();
        for (HandOff handOff : HandOff.values()) {
            Mutex mutex = new Mutex(handOff);
            guards.add(new Guard(handOff != HandOff.DISPATCH, mutex::withLock, mutex::withLockAsync,
                    () -> mustBeWhole(mutex)));
        }
        Semaphore semaphore = new Semaphore(1);
        guards.add(new Guard(false, semaphore::withPermit, semaphore::withPermitAsync,
                () -> assertThat(semaphore.availablePermits()).isEqualTo(1)));
        BlockingPool<String> pool = BlockingPool.builder(1, () -> "a").build();
        guards.add(new Guard(false, section -> pool.withLease(_ -> section.call()),
                (section, executor) -> pool.withLeaseAsync(_ -> section.call(), executor), () -> mustBeWhole(pool)));
        return guards;
    }

    private static void mustBeWhole(Mutex mutex) {
        assertThat(mutex.tryLock()).as("the mutex is free").isTrue();
        mutex.unlock();
    }

    private static void mustBeWhole(BlockingPool<String> pool) {
        Thread.interrupted();
        Lease<String> lease = pool.tryTake();
        assertThat(lease).as("the slot is there").isNotNull();
        assertThat(pool.tryTake()).as("once").isNull();
        lease.close();
    }

    @ParameterizedTest
    @MethodSource("throwables")
    void section(Throwable thrown) {
        for (Guard guard : guards()) {
            assertThatThrownBy(() -> guard.now.run(() -> fail(thrown))).isSameAs(thrown);
            Thread.interrupted(); // an InterruptedException of the user's code may assert it
            guard.mustBeWhole.run();
        }
    }

    @ParameterizedTest
    @MethodSource("throwables")
    void sectionOnAnExecutor(Throwable thrown) {
        for (Guard guard : guards()) {
            CompletableFuture<String> future = guard.later.run(() -> fail(thrown), Runnable::run);
            assertThat(future.handle((_, failure) -> failure).join()).isSameAs(thrown);
            Thread.interrupted(); // an InterruptedException of the user's code may assert it
            guard.mustBeWhole.run();
        }
    }

    @ParameterizedTest
    @MethodSource("throwables")
    void executorThatDoesNotRunTheSection(Throwable thrown) {
        for (Guard guard : guards()) {
            CompletableFuture<String> future = guard.later.run(() -> "done", _ -> fail(thrown));
            Throwable failure = future.handle((_, reason) -> reason).join();
            assertThat(failure).isSameAs(guard.runsHere ? null : thrown);
            Thread.interrupted(); // an InterruptedException of the user's code may assert it
            guard.mustBeWhole.run();
        }
    }

    @ParameterizedTest
    @MethodSource("throwables")
    void executorThatRunsTheSectionAndThrows(Throwable thrown) {
        for (Guard guard : guards()) {
            int[] runs = new int[1];
            CompletableFuture<String> future = guard.later.run(() -> {
                runs[0]++;
                return "done";
            }, task -> {
                task.run();
                fail(thrown);
            });
            assertThat(future.join()).isEqualTo("done");
            assertThat(runs[0]).isEqualTo(1);
            Thread.interrupted(); // an InterruptedException of the user's code may assert it
            guard.mustBeWhole.run();
        }
    }

    /** Throws whatever it is told. */
    private record Thrower(Throwable thrown) implements PoolListener<String> {
        @Override
        public void created(String element) {
            fail(thrown);
        }

        @Override
        public void creationFailed(Throwable failure) {
            fail(thrown);
        }

        @Override
        public void invalid(String element, @Nullable Throwable failure) {
            fail(thrown);
        }

        @Override
        public void closed(String element, Reason reason) {
            fail(thrown);
        }

        @Override
        public void closingFailed(String element, Throwable failure) {
            fail(thrown);
        }

        @Override
        public void leaked(String element, LeaseLeak leak) {
            fail(thrown);
        }
    }

    @ParameterizedTest
    @MethodSource("throwables")
    void listenerOfAPool(Throwable thrown) {
        boolean[] valid = {true};
        boolean[] works = new boolean[1];
        List<String> closed = new ArrayList<>();
        BlockingPool<String> pool = BlockingPool.builder(1, () -> works[0] ? "a" : fail(new IllegalStateException()))
                .validator(_ -> valid[0]).closer(element -> {
                    closed.add(element);
                    throw new IllegalStateException();
                }).onCloseFailure(_ -> {}).listener(new Thrower(thrown)).build();
        assertThatThrownBy(pool::tryTake).isInstanceOf(RuntimeException.class);
        works[0] = true;
        mustBeWhole(pool);
        valid[0] = false;
        pool.takeUninterruptibly().discard();
        valid[0] = true;
        mustBeWhole(pool);
        assertThat(closed).as("the one that was refused, and the one discarded").containsExactly("a", "a");
        pool.close();
        assertThat(closed).hasSize(3);
        Thread.interrupted();
    }

    @ParameterizedTest
    @MethodSource("throwables")
    void takerOfTheLeftoversOfABag(Throwable thrown) {
        Bag<String> bag = Bag.queue();
        bag.put("a");
        bag.put("b");
        List<String> left = new ArrayList<>();
        assertThatThrownBy(() -> bag.close(element -> {
            left.add(element);
            fail(thrown);
        })).satisfiesAnyOf(failure -> assertThat(failure).isSameAs(thrown),
                failure -> assertThat(failure).hasCause(thrown));
        assertThat(left).containsExactly("a", "b");
        assertThat(bag.isClosed()).isTrue();
    }
}
