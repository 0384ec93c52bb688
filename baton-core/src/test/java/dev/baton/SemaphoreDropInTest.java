package dev.baton;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.SemaphoreSubject.Monitored;
import dev.baton.testing.Serialization;
import dev.baton.testing.TestThreads;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** Contract of the semaphore as far as the JDK's has it; the same for the JDK's and ours. */
@ParameterizedClass
@MethodSource("dev.baton.SemaphoreSubject#all")
class SemaphoreDropInTest {
    @Parameter
    SemaphoreSubject subject;

    private interface Acquire {
        boolean acquire(Monitored semaphore) throws InterruptedException;
    }

    private static final List<Acquire> INTERRUPTIBLE = List.of(semaphore -> {
        semaphore.acquire();
        return true;
    }, semaphore -> {
        semaphore.acquire(1);
        return true;
    }, semaphore -> semaphore.tryAcquire(1, TimeUnit.DAYS), semaphore -> semaphore.tryAcquire(1, 1, TimeUnit.DAYS),
            semaphore -> semaphore.tryAcquire(Long.MAX_VALUE, TimeUnit.NANOSECONDS),
            semaphore -> semaphore.tryAcquire(1, Long.MAX_VALUE, SECONDS));

    private static final List<Acquire> UNINTERRUPTIBLE = List.of(semaphore -> {
        semaphore.acquireUninterruptibly();
        return true;
    }, semaphore -> {
        semaphore.acquireUninterruptibly(1);
        return true;
    });

    private Monitored semaphore(int permits) {
        return subject.newSemaphore(permits);
    }

    private TestThreads threads() {
        return new TestThreads(subject.kind());
    }

    @Test
    void permitsAndFairnessAreAsAskedFor() {
        for (int permits : new int[]{-42, 0, 1, Integer.MAX_VALUE, Integer.MIN_VALUE}) {
            Monitored semaphore = semaphore(permits);
            assertThat(semaphore.availablePermits()).isEqualTo(permits);
            assertThat(semaphore.isFair()).isEqualTo(subject.fair());
        }
        assertThat(new Semaphore(0).isFair()).isFalse();
    }

    @Test
    void takesWhatIsThere() throws InterruptedException {
        Monitored semaphore = semaphore(10);
        semaphore.acquire();
        semaphore.acquire(2);
        semaphore.acquireUninterruptibly();
        semaphore.acquireUninterruptibly(2);
        assertThat(semaphore.tryAcquire()).isTrue();
        assertThat(semaphore.tryAcquire(1)).isTrue();
        assertThat(semaphore.tryAcquire(0, SECONDS)).isTrue();
        assertThat(semaphore.tryAcquire(1, -1, SECONDS)).isTrue();
        assertThat(semaphore.availablePermits()).isZero();
        assertThat(semaphore.tryAcquire()).isFalse();
        assertThat(semaphore.tryAcquire(1)).isFalse();
        for (long timeout : new long[]{0, -1, Long.MIN_VALUE}) {
            assertThat(semaphore.tryAcquire(timeout, SECONDS)).isFalse();
            assertThat(semaphore.tryAcquire(1, timeout, SECONDS)).isFalse();
        }
        semaphore.acquire(0);
        assertThat(semaphore.tryAcquire(0)).isTrue();
        semaphore.release();
        semaphore.release(2);
        semaphore.release(0);
        assertThat(semaphore.availablePermits()).isEqualTo(3);
    }

    @Test
    void timesOut() throws InterruptedException {
        Monitored semaphore = semaphore(1);
        long start = System.nanoTime();
        assertThat(semaphore.tryAcquire(2, 10, MILLISECONDS)).isFalse();
        assertThat(System.nanoTime() - start).isGreaterThanOrEqualTo(MILLISECONDS.toNanos(10));
        assertThat(semaphore.availablePermits()).isEqualTo(1);
        assertThat(semaphore.hasQueuedThreads()).isFalse();
    }

    @Test
    void releaseServesEveryKindOfWaiter() {
        List<Acquire> ways = new ArrayList<>(INTERRUPTIBLE);
        ways.addAll(UNINTERRUPTIBLE);
        for (Acquire way : ways) {
            Monitored semaphore = semaphore(0);
            try (TestThreads threads = threads()) {
                threads.startAndAwaitParked(() -> assertThat(way.acquire(semaphore)).isTrue());
                semaphore.release();
            }
            assertThat(semaphore.availablePermits()).isZero();
        }
    }

    @Test
    void waiterForManyWaitsForAll() {
        Monitored semaphore = semaphore(0);
        try (TestThreads threads = threads()) {
            Thread thread = threads.startAndAwaitParked(() -> semaphore.acquire(3));
            semaphore.release(2);
            TestThreads.awaitParked(thread);
            assertThat(semaphore.hasQueuedThreads()).isTrue();
            assertThat(semaphore.availablePermits()).isEqualTo(2);
            semaphore.release();
        }
        assertThat(semaphore.availablePermits()).isZero();
    }

    @Test
    void untimedTryTakesWhatIsAvailableWhoeverWaits() {
        Monitored semaphore = semaphore(3);
        try (TestThreads threads = threads()) {
            threads.startAndAwaitParked(() -> semaphore.acquire(5));
            assertThat(semaphore.tryAcquire()).isTrue();
            assertThat(semaphore.tryAcquire(2)).isTrue();
            assertThat(semaphore.availablePermits()).isZero();
            assertThat(semaphore.tryAcquire()).isFalse();
            semaphore.release(3);
            if (subject.fair()) {
                threads.start(() -> assertThat(semaphore.tryAcquire(0, SECONDS)).isFalse());
                threads.start(() -> assertThat(semaphore.tryAcquire(2, -1, SECONDS)).isFalse());
                threads.start(() -> assertThat(semaphore.tryAcquire(1, MILLISECONDS)).isFalse());
            }
            TestThreads.awaitTrue(() -> semaphore.getQueueLength() == 1);
            semaphore.release(2);
        }
    }

    @Test
    void interruptOnEntryComesFirst() {
        Monitored semaphore = semaphore(1);
        for (Acquire way : INTERRUPTIBLE) {
            Thread.currentThread().interrupt();
            assertThatThrownBy(() -> way.acquire(semaphore)).isInstanceOf(InterruptedException.class);
            assertThat(Thread.currentThread().isInterrupted()).isFalse();
        }
        assertThat(semaphore.availablePermits()).isEqualTo(1);
        Thread.currentThread().interrupt();
        semaphore.acquireUninterruptibly();
        assertThat(semaphore.tryAcquire()).isFalse();
        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    void interruptEndsTheWait() {
        Monitored semaphore = semaphore(0);
        for (Acquire way : INTERRUPTIBLE) {
            try (TestThreads threads = threads()) {
                Thread thread = threads.startAndAwaitParked(() -> {
                    assertThatThrownBy(() -> way.acquire(semaphore)).isInstanceOf(InterruptedException.class);
                    assertThat(Thread.currentThread().isInterrupted()).isFalse();
                });
                thread.interrupt();
            }
            assertThat(semaphore.hasQueuedThreads()).isFalse();
        }
    }

    @Test
    void uninterruptibleWaitKeepsTheInterrupt() {
        Monitored semaphore = semaphore(0);
        for (Acquire way : UNINTERRUPTIBLE) {
            try (TestThreads threads = threads()) {
                Thread thread = threads.startAndAwaitParked(() -> {
                    way.acquire(semaphore);
                    assertThat(Thread.interrupted()).isTrue();
                });
                thread.interrupt();
                semaphore.release();
            }
        }
    }

    @Test
    void drainsAndReduces() {
        Monitored semaphore = semaphore(5);
        assertThat(semaphore.drainPermits()).isEqualTo(5);
        assertThat(semaphore.drainPermits()).isZero();
        semaphore.reducePermits(3);
        assertThat(semaphore.availablePermits()).isEqualTo(-3);
        assertThat(semaphore.tryAcquire()).isFalse();
        semaphore.reducePermits(0);
        assertThat(semaphore.drainPermits()).as("negative permits are brought back to zero").isEqualTo(-3);
        assertThat(semaphore.availablePermits()).isZero();
        semaphore.reducePermits(2);
        semaphore.release(3);
        assertThat(semaphore.tryAcquire()).isTrue();
    }

    @Test
    void releasesMakeUpFirstForPermitsThatWereReduced() throws Exception {
        Monitored semaphore = semaphore(0);
        semaphore.reducePermits(1);
        Thread waiter = Thread.ofPlatform().start(semaphore::acquireUninterruptibly);
        while (semaphore.getQueueLength() == 0) {
            TestThreads.giveWay();
        }
        semaphore.release();
        assertThat(semaphore.availablePermits()).isZero();
        assertThat(semaphore.getQueueLength()).as("the one that waits is not served by what was owed").isEqualTo(1);
        semaphore.release();
        waiter.join();
        assertThat(semaphore.availablePermits()).isZero();
    }

    @Test
    void limitsOfTheCountAreErrors() {
        Monitored semaphore = semaphore(Integer.MAX_VALUE);
        assertThatThrownBy(semaphore::release).isInstanceOf(Error.class);
        assertThatThrownBy(() -> semaphore.release(Integer.MAX_VALUE)).isInstanceOf(Error.class);
        assertThat(semaphore.availablePermits()).isEqualTo(Integer.MAX_VALUE);
        Monitored negative = semaphore(Integer.MIN_VALUE);
        assertThatThrownBy(() -> negative.reducePermits(1)).isInstanceOf(Error.class);
        assertThat(negative.availablePermits()).isEqualTo(Integer.MIN_VALUE);
    }

    @Test
    @SuppressWarnings("NullAway")
    void argumentsAreChecked() {
        Monitored semaphore = semaphore(1);
        assertThatThrownBy(() -> semaphore.acquire(-1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> semaphore.acquireUninterruptibly(-1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> semaphore.tryAcquire(-1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> semaphore.tryAcquire(-1, 1, SECONDS)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> semaphore.release(-1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> semaphore.reducePermits(-1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> semaphore.tryAcquire(1, null)).isInstanceOf(NullPointerException.class);
        assertThatThrownBy(() -> semaphore.tryAcquire(1, 1, null)).isInstanceOf(NullPointerException.class);
        assertThat(semaphore.availablePermits()).isEqualTo(1);
    }

    @Test
    void showsItsQueueAndState() {
        Monitored semaphore = semaphore(3);
        assertThat(semaphore)
                .hasToString(semaphore.getClass().getName() + "@" + Integer.toHexString(semaphore.hashCode())
                        + "[Permits = 3]");
        semaphore.drainPermits();
        try (TestThreads threads = threads()) {
            Thread first = threads.startAndAwaitParked(semaphore::acquire);
            Thread second = threads.startAndAwaitParked(semaphore::acquire);
            assertThat(semaphore.getQueueLength()).isEqualTo(2);
            assertThat(semaphore.hasQueuedThreads()).isTrue();
            assertThat(semaphore.getQueuedThreads()).containsExactlyInAnyOrder(first, second);
            assertThat(semaphore.toString()).contains("Permits = 0");
            semaphore.release(2);
        }
        assertThat(semaphore.getQueuedThreads()).isEmpty();
    }

    @Test
    void serializationKeepsPermitsAndFairness() {
        for (int permits : new int[]{3, 0, -2}) {
            Monitored copy = Serialization.copy(semaphore(permits));
            assertThat(copy.availablePermits()).isEqualTo(permits);
            assertThat(copy.isFair()).isEqualTo(subject.fair());
            copy.release(5);
            assertThat(copy.tryAcquire(permits + 5)).isTrue();
        }
    }

    @Test
    void fairSemaphoreServesInOrder() {
        if (!subject.fair()) {
            return;
        }
        Monitored semaphore = semaphore(0);
        List<Integer> order = Collections.synchronizedList(new ArrayList<>());
        try (TestThreads threads = threads()) {
            for (int i = 0; i < 10; i++) {
                int number = i;
                threads.startAndAwaitParked(() -> {
                    semaphore.acquire();
                    order.add(number);
                    semaphore.release();
                });
            }
            semaphore.release();
        }
        assertThat(order).hasSize(10).isSorted();
    }

    @Test
    void neverMoreHoldersThanPermits() {
        Monitored semaphore = semaphore(3);
        AtomicInteger held = new AtomicInteger();
        try (TestThreads threads = threads()) {
            for (int t = 0; t < 8; t++) {
                int seed = t;
                threads.start(() -> {
                    for (int i = 0; i < 500; i++) {
                        int weight = 1 + (i + seed) % 3;
                        if (i % 4 == 0) {
                            if (!semaphore.tryAcquire(weight, i % 40, TimeUnit.MICROSECONDS)) {
                                continue;
                            }
                        } else {
                            semaphore.acquire(weight);
                        }
                        assertThat(held.addAndGet(weight)).isLessThanOrEqualTo(3);
                        held.addAndGet(-weight);
                        semaphore.release(weight);
                    }
                });
            }
        }
        assertThat(semaphore.availablePermits()).isEqualTo(3);
        assertThat(semaphore.hasQueuedThreads()).isFalse();
    }

    /** Users override one form and call another from it; the forms must not call each other. */
    @Test
    void formsDoNotCallEachOther() throws InterruptedException {
        if (!subject.ours()) {
            return;
        }
        Semaphore semaphore = new Semaphore(5) {
            private static final long serialVersionUID = 1L;

            @Override
            public void acquire(int permits) throws InterruptedException {
                for (int i = 0; i < permits; i++) {
                    acquire();
                }
            }

            @Override
            public void release(int permits) {
                for (int i = 0; i < permits; i++) {
                    release();
                }
            }
        };
        semaphore.acquire(3);
        assertThat(semaphore.availablePermits()).isEqualTo(2);
        semaphore.release(3);
        assertThat(semaphore.availablePermits()).isEqualTo(5);
    }
}
