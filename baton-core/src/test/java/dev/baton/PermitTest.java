package dev.baton;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.testing.TestThreads;
import dev.baton.testing.ThreadKind;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Permits that close themselves, and sections that hold them. */
class PermitTest {
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void permitsGoBackWhenTheyAreClosedOnce(boolean fair) throws Exception {
        Semaphore semaphore = new Semaphore(5, fair);
        Permit three = semaphore.permit(3);
        try (Permit one = semaphore.permit(); three) {
            assertThat(semaphore.availablePermits()).isEqualTo(1);
            assertThat(one.getCount()).isEqualTo(1);
            assertThat(three.getCount()).isEqualTo(3);
            assertThat(three).hasToString("Permit[3]");
        }
        three.close();
        assertThat(three).hasToString("Permit[3, closed]");
        assertThat(semaphore.availablePermits()).isEqualTo(5);
    }

    @ParameterizedTest
    @EnumSource
    void permitWaitsItsTurnAndIsInterruptible(ThreadKind kind) throws Exception {
        Semaphore semaphore = new Semaphore(1, true);
        Permit held = semaphore.permit();
        try (TestThreads threads = new TestThreads(kind)) {
            Thread interrupted = threads.startAndAwaitParked(
                    () -> assertThatThrownBy(semaphore::permit).isInstanceOf(InterruptedException.class));
            threads.startAndAwaitParked(() -> {
                try (Permit permit = semaphore.permit()) {
                    assertThat(permit.getCount()).isEqualTo(1);
                }
            });
            interrupted.interrupt();
            TestThreads.awaitTrue(() -> semaphore.getQueueLength() == 1);
            held.close();
        }
        assertThat(semaphore.availablePermits()).isEqualTo(1);
    }

    @ParameterizedTest
    @EnumSource
    void timedFormsThrowWhenTheTimeIsOverAndHoldNothing(ThreadKind kind) {
        Semaphore semaphore = new Semaphore(1, true);
        try (TestThreads threads = new TestThreads(kind)) {
            threads.start(() -> {
                try (Permit held = semaphore.permit(1, TimeUnit.SECONDS)) {
                    assertThat(held).isNotNull();
                    assertThat(semaphore.tryPermit()).isNull();
                    assertThatThrownBy(() -> semaphore.permit(1, TimeUnit.MILLISECONDS))
                            .isInstanceOf(TimeoutException.class);
                    assertThatThrownBy(() -> semaphore.permit(Duration.ZERO)).isInstanceOf(TimeoutException.class);
                    assertThatThrownBy(() -> semaphore.permit(1, Duration.ofMillis(-1)))
                            .isInstanceOf(TimeoutException.class);
                    assertThatThrownBy(() -> semaphore.withPermit(() -> 1, Duration.ofMillis(1)))
                            .isInstanceOf(TimeoutException.class);
                }
                assertThat(semaphore.withPermit(semaphore::availablePermits, Duration.ofSeconds(1))).isZero();
                try (Permit free = semaphore.tryPermit()) {
                    assertThat(free).isNotNull();
                }
            });
        }
        assertThat(semaphore.availablePermits()).isEqualTo(1);
        assertThat(semaphore.getQueueLength()).isZero();
    }

    @Test
    void futurePermitIsCancelledOrHeld() {
        Semaphore semaphore = new Semaphore(1, true);
        CompletableFuture<Permit> first = semaphore.permitAsync();
        CompletableFuture<Permit> second = semaphore.permitAsync();
        CompletableFuture<Permit> third = semaphore.permitAsync(1);
        assertThat(second.cancel(false)).isTrue();
        first.join().close();
        assertThat(third.cancel(false)).isFalse();
        third.join().close();
        third.join().close();
        assertThat(semaphore.availablePermits()).isEqualTo(1);
    }

    @Test
    void sectionsGiveBackHoweverTheyEnd() throws Exception {
        Semaphore semaphore = new Semaphore(1);
        AtomicInteger ran = new AtomicInteger();
        semaphore.withPermit((Runnable) ran::incrementAndGet);
        assertThat(semaphore.withPermit(ran::incrementAndGet)).isEqualTo(2);
        assertThatThrownBy(() -> semaphore.withPermit(() -> {
            throw new Exception("planted");
        })).hasMessage("planted");
        assertThatThrownBy(() -> semaphore.withPermit((Runnable) () -> {
            throw new AssertionError("planted");
        })).hasMessage("planted");
        assertThatThrownBy(() -> semaphore.withPermit(() -> {
            throw new Exception("planted");
        }, Duration.ofSeconds(1))).hasMessage("planted");
        Thread.currentThread().interrupt();
        assertThat(semaphore.withPermit(Thread::interrupted)).as("kept for the section").isTrue();
        assertThat(semaphore.availablePermits()).isEqualTo(1);
    }

    @Test
    void requestThatCanNeverBeServedThrows() {
        Semaphore semaphore = Semaphore.withLimit(2);
        assertThatThrownBy(() -> semaphore.acquire(5)).isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("5 permits").hasMessageContaining("limit is 2");
        assertThatThrownBy(() -> semaphore.acquireUninterruptibly(3)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> semaphore.acquireAsync(3)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> semaphore.permit(3)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> semaphore.permitAsync(3)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> semaphore.permit(3, Duration.ofDays(1))).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> semaphore.permit(-1)).isInstanceOf(IllegalArgumentException.class);
        assertThat(semaphore.tryAcquire(3)).isFalse();
        assertThat(semaphore.availablePermits()).isEqualTo(2);
        assertThat(semaphore.getQueueLength()).isZero();
    }

    @ParameterizedTest
    @EnumSource(BlockingPool.Order.class)
    void leasesOfSectionsGoBackHoweverTheyEnd(BlockingPool.Order order) throws Exception {
        BlockingPool<Object> pool = BlockingPool.builder(1, Object::new).order(order).build();
        Object element = pool.withLease(used -> used);
        assertThatThrownBy(() -> pool.withLease(used -> {
            throw new Exception("planted");
        })).hasMessage("planted");
        Object again = pool.withLease(used -> used, Duration.ofSeconds(1));
        assertThat(again).isSameAs(element);
        pool.withLease(used -> {
            assertThatThrownBy(() -> pool.withLease(second -> second, Duration.ofMillis(1)))
                    .isInstanceOf(TimeoutException.class);
            return null;
        });
        assertThat(pool.getIdle()).isEqualTo(1);
    }
}
