package dev.baton;

import static dev.baton.testing.TestThreads.awaitTrue;
import static java.util.concurrent.TimeUnit.DAYS;
import static java.util.concurrent.TimeUnit.NANOSECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.testing.TestThreads;
import dev.baton.testing.ThreadKind;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What every count-down latch does, the JDK's and ours. */
abstract class CountDownLatchContract {
    /** The API that both classes have. */
    interface Latch {
        void await() throws InterruptedException;

        boolean await(long timeout, TimeUnit unit) throws InterruptedException;

        void countDown();

        long getCount();
    }

    abstract Latch latch(int count);

    @Test
    void negativeCountIsRefused() {
        assertThatThrownBy(() -> latch(-1)).isInstanceOf(IllegalArgumentException.class).hasMessage("count < 0");
    }

    @Test
    void nullUnitIsRefused() {
        assertThatThrownBy(() -> latch(0).await(1, Nulls.absent())).isInstanceOf(NullPointerException.class);
        assertThatThrownBy(() -> latch(1).await(1, Nulls.absent())).isInstanceOf(NullPointerException.class);
    }

    @Test
    void countGoesDownToZeroAndStaysThere() {
        Latch latch = latch(2);
        assertThat(latch.getCount()).isEqualTo(2);
        latch.countDown();
        assertThat(latch.getCount()).isEqualTo(1);
        for (int i = 0; i < 5; i++) {
            latch.countDown();
            assertThat(latch.getCount()).isZero();
        }
    }

    @Test
    void toStringShowsTheCount() {
        Latch latch = latch(2);
        assertThat(latch.toString()).endsWith("[Count = 2]");
        latch.countDown();
        assertThat(latch.toString()).endsWith("[Count = 1]");
        latch.countDown();
        latch.countDown();
        assertThat(latch.toString()).endsWith("[Count = 0]");
    }

    @Test
    void openLatchLetsThrough() throws InterruptedException {
        Latch latch = latch(0);
        latch.await();
        assertThat(latch.await(0, SECONDS)).isTrue();
        assertThat(latch.await(-1, SECONDS)).isTrue();
        assertThat(latch.await(1, DAYS)).isTrue();
    }

    @Test
    void closedLatchWithoutTimeReturnsFalse() throws InterruptedException {
        Latch latch = latch(1);
        assertThat(latch.await(0, SECONDS)).isFalse();
        assertThat(latch.await(-1, SECONDS)).isFalse();
        assertThat(latch.await(Long.MIN_VALUE, SECONDS)).isFalse();
        assertThat(latch.getCount()).isEqualTo(1);
    }

    @ParameterizedTest
    @EnumSource
    void waitersGoOnWhenTheCountIsZero(ThreadKind kind) {
        Latch latch = latch(2);
        AtomicInteger through = new AtomicInteger();
        try (TestThreads threads = new TestThreads(kind)) {
            for (int i = 0; i < 3; i++) {
                threads.startAndAwaitParked(() -> {
                    latch.await();
                    through.incrementAndGet();
                });
                threads.startAndAwaitParked(() -> {
                    assertThat(latch.await(1, DAYS)).isTrue();
                    through.incrementAndGet();
                });
            }
            latch.countDown();
            assertThat(through).hasValue(0);
            latch.countDown();
        }
        assertThat(through).hasValue(6);
    }

    @ParameterizedTest
    @EnumSource
    void timeoutLeavesTheCount(ThreadKind kind) {
        Latch latch = latch(1);
        try (TestThreads threads = new TestThreads(kind)) {
            threads.start(() -> assertThat(latch.await(1, NANOSECONDS)).isFalse());
            threads.start(() -> assertThat(latch.await(2_000_000, NANOSECONDS)).isFalse());
        }
        assertThat(latch.getCount()).isEqualTo(1);
    }

    @ParameterizedTest
    @EnumSource
    void interruptEndsTheWait(ThreadKind kind) {
        Latch latch = latch(1);
        try (TestThreads threads = new TestThreads(kind)) {
            Thread plain = threads.startAndAwaitParked(() -> {
                assertThatThrownBy(latch::await).isInstanceOf(InterruptedException.class);
                assertThat(Thread.currentThread().isInterrupted()).isFalse();
            });
            Thread timed = threads.startAndAwaitParked(() -> {
                assertThatThrownBy(() -> latch.await(1, DAYS)).isInstanceOf(InterruptedException.class);
                assertThat(Thread.currentThread().isInterrupted()).isFalse();
            });
            plain.interrupt();
            timed.interrupt();
        }
        assertThat(latch.getCount()).isEqualTo(1);
    }

    @ParameterizedTest
    @EnumSource
    void interruptPendingOnEntryIsThrownEvenIfOpen(ThreadKind kind) {
        try (TestThreads threads = new TestThreads(kind)) {
            for (int count : new int[]{0, 1}) {
                Latch latch = latch(count);
                threads.start(() -> {
                    Thread.currentThread().interrupt();
                    assertThatThrownBy(latch::await).isInstanceOf(InterruptedException.class);
                    assertThat(Thread.currentThread().isInterrupted()).isFalse();
                    Thread.currentThread().interrupt();
                    assertThatThrownBy(() -> latch.await(0, SECONDS)).isInstanceOf(InterruptedException.class);
                    assertThat(Thread.currentThread().isInterrupted()).isFalse();
                });
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void whatWasDoneBeforeIsSeenAfter(ThreadKind kind) {
        for (int round = 0; round < 200; round++) {
            Latch latch = latch(3);
            int[] written = new int[3];
            try (TestThreads threads = new TestThreads(kind)) {
                threads.start(() -> {
                    latch.await();
                    assertThat(written).containsExactly(1, 2, 3);
                });
                for (int i = 0; i < 3; i++) {
                    int at = i;
                    threads.start(() -> {
                        written[at] = at + 1;
                        latch.countDown();
                    });
                }
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void manyCountDownsFromManyThreadsAreAllCounted(ThreadKind kind) {
        int each = 5_000;
        Latch latch = latch(4 * each + 1);
        try (TestThreads threads = new TestThreads(kind)) {
            threads.start(latch::await);
            for (int i = 0; i < 4; i++) {
                threads.start(() -> {
                    for (int j = 0; j < each; j++) {
                        latch.countDown();
                    }
                });
            }
            awaitTrue(() -> latch.getCount() == 1);
            latch.countDown();
        }
    }
}
