package dev.baton;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.NANOSECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.LockSubject.Monitored;
import dev.baton.testing.Serialization;
import dev.baton.testing.TestThreads;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Date;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.Condition;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** Contract of a reentrant lock's conditions; the same for the JDK's and ours. */
@ParameterizedClass
@MethodSource("dev.baton.LockSubject#all")
class ConditionTest {
    @Parameter
    LockSubject subject;

    private Monitored lock;
    private Condition condition;

    private void create() {
        lock = subject.newLock();
        condition = lock.newCondition();
    }

    /** One of the ways to wait. */
    private interface Wait {
        void await(Condition condition) throws InterruptedException;
    }

    private static final Wait UNINTERRUPTIBLY = Condition::awaitUninterruptibly;

    /** Ways to wait for long that an interrupt ends. */
    private static final List<Wait> INTERRUPTIBLE = List.of(Condition::await,
            condition -> assertThat(condition.awaitNanos(TimeUnit.DAYS.toNanos(1))).isPositive(),
            condition -> assertThat(condition.awaitNanos(Long.MAX_VALUE)).isPositive(),
            condition -> assertThat(condition.await(1, TimeUnit.DAYS)).isTrue(),
            condition -> assertThat(condition.await(Long.MAX_VALUE, TimeUnit.DAYS)).isTrue(),
            condition -> assertThat(condition.awaitUntil(new Date(Long.MAX_VALUE))).isTrue());

    private static List<Wait> allWays() {
        List<Wait> ways = new ArrayList<>(INTERRUPTIBLE);
        ways.add(UNINTERRUPTIBLY);
        return ways;
    }

    private Thread startWaiting(TestThreads threads, Wait way) {
        Thread thread = threads.startAndAwaitParked(() -> {
            lock.lock();
            way.await(condition);
            assertThat(lock.isHeldByCurrentThread()).isTrue();
            lock.unlock();
        });
        TestThreads.awaitTrue(() -> {
            lock.lock();
            boolean waits = lock.getWaitingThreads(condition).contains(thread);
            lock.unlock();
            return waits;
        });
        return thread;
    }

    @Test
    void allNeedTheLock() {
        create();
        for (Wait way : allWays()) {
            assertThatThrownBy(() -> way.await(condition)).isInstanceOf(IllegalMonitorStateException.class);
        }
        assertThatThrownBy(condition::signal).isInstanceOf(IllegalMonitorStateException.class);
        assertThatThrownBy(condition::signalAll).isInstanceOf(IllegalMonitorStateException.class);
        assertThat(lock.isLocked()).isFalse();
        lock.lock();
        assertThat(lock.hasWaiters(condition)).isFalse();
        lock.unlock();
    }

    @Test
    void signalEndsEveryKindOfWait() {
        create();
        for (Wait way : allWays()) {
            try (TestThreads threads = new TestThreads(subject.kind())) {
                startWaiting(threads, way);
                lock.lock();
                condition.signal();
                lock.unlock();
            }
            assertThat(lock.isLocked()).isFalse();
        }
    }

    @Test
    void signalMovesTheWaiterToTheLocksQueue() {
        create();
        for (Wait way : allWays()) {
            try (TestThreads threads = new TestThreads(subject.kind())) {
                Thread thread = startWaiting(threads, way);
                lock.lock();
                assertThat(lock.hasQueuedThread(thread)).isFalse();
                condition.signal();
                assertThat(lock.hasQueuedThread(thread)).isTrue();
                assertThat(lock.hasWaiters(condition)).isFalse();
                assertThat(lock.getQueueLength()).isEqualTo(1);
                lock.unlock();
            }
        }
    }

    @Test
    void holdsAreGivenUpAndRestored() {
        create();
        for (Wait way : allWays()) {
            try (TestThreads threads = new TestThreads(subject.kind())) {
                Thread thread = threads.startAndAwaitParked(() -> {
                    lock.lock();
                    lock.lock();
                    lock.lock();
                    way.await(condition);
                    assertThat(lock.getHoldCount()).isEqualTo(3);
                    lock.unlock();
                    lock.unlock();
                    lock.unlock();
                });
                lock.lock();
                assertThat(lock.getWaitingThreads(condition)).containsExactly(thread);
                condition.signal();
                lock.unlock();
            }
            assertThat(lock.isLocked()).isFalse();
        }
    }

    @Test
    void holdsAreRestoredAfterTimeout() throws InterruptedException {
        create();
        lock.lock();
        lock.lock();
        assertThat(condition.await(1, MILLISECONDS)).isFalse();
        assertThat(lock.getHoldCount()).isEqualTo(2);
    }

    @Test
    void timeoutsThatAreOver() throws InterruptedException {
        create();
        lock.lock();
        for (long timeout : new long[]{0, -1, Long.MIN_VALUE}) {
            assertThat(condition.awaitNanos(timeout)).isLessThanOrEqualTo(Math.min(timeout, 0));
            assertThat(condition.await(timeout, TimeUnit.SECONDS)).isFalse();
            assertThat(condition.await(timeout, NANOSECONDS)).isFalse();
        }
        assertThat(condition.awaitUntil(new Date(0))).isFalse();
        assertThat(condition.awaitUntil(new Date(Long.MIN_VALUE))).isFalse();
        assertThat(condition.awaitUntil(new Date())).isFalse();
        assertThat(lock.getHoldCount()).isEqualTo(1);
        assertThat(lock.hasWaiters(condition)).isFalse();
    }

    @Test
    void timeoutsRunOut() throws InterruptedException {
        create();
        lock.lock();
        long start = System.nanoTime();
        assertThat(condition.awaitNanos(MILLISECONDS.toNanos(20))).isNotPositive();
        assertThat(condition.await(20, MILLISECONDS)).isFalse();
        assertThat(condition.awaitUntil(new Date(System.currentTimeMillis() + 20))).isFalse();
        assertThat(System.nanoTime() - start).isGreaterThanOrEqualTo(MILLISECONDS.toNanos(58));
        assertThat(lock.isHeldByCurrentThread()).isTrue();
    }

    @Test
    void timedOutWaiterNeedsTheLockToReturn() {
        create();
        try (TestThreads threads = new TestThreads(subject.kind())) {
            AtomicInteger returned = new AtomicInteger();
            lock.lock();
            Thread thread = threads.startAndAwaitParked(() -> {
                lock.lock();
                assertThat(condition.await(1, MILLISECONDS)).isFalse();
                returned.incrementAndGet();
                lock.unlock();
            });
            lock.unlock();
            TestThreads.awaitTrue(() -> {
                lock.lock(); // while it waits for its time, or for the lock again
                boolean queued = lock.hasQueuedThread(thread);
                lock.unlock();
                return queued || returned.get() == 1;
            });
        }
    }

    @Test
    void interruptOnEntryComesFirst() {
        create();
        lock.lock();
        for (Wait way : INTERRUPTIBLE) {
            Thread.currentThread().interrupt();
            assertThatThrownBy(() -> way.await(condition)).isInstanceOf(InterruptedException.class);
            assertThat(Thread.currentThread().isInterrupted()).isFalse();
            assertThat(lock.getHoldCount()).isEqualTo(1);
        }
    }

    @Test
    void interruptEndsTheWait() {
        create();
        for (Wait way : INTERRUPTIBLE) {
            try (TestThreads threads = new TestThreads(subject.kind())) {
                Thread thread = threads.startAndAwaitParked(() -> {
                    lock.lock();
                    lock.lock();
                    assertThatThrownBy(() -> way.await(condition)).isInstanceOf(InterruptedException.class);
                    assertThat(Thread.currentThread().isInterrupted()).isFalse();
                    assertThat(lock.getHoldCount()).isEqualTo(2);
                    assertThat(lock.hasWaiters(condition)).isFalse();
                    lock.unlock();
                    lock.unlock();
                });
                lock.lock();
                assertThat(lock.getWaitQueueLength(condition)).isEqualTo(1);
                lock.unlock();
                thread.interrupt();
            }
        }
    }

    @Test
    void interruptAfterTheSignalIsKept() {
        create();
        for (Wait way : INTERRUPTIBLE) {
            try (TestThreads threads = new TestThreads(subject.kind())) {
                Thread thread = startWaiting(threads, condition -> {
                    way.await(condition);
                    assertThat(Thread.currentThread().isInterrupted()).isTrue();
                });
                lock.lock();
                condition.signal();
                thread.interrupt();
                TestThreads.awaitParked(thread);
                assertThat(lock.hasQueuedThread(thread)).isTrue();
                lock.unlock();
            }
        }
    }

    @Test
    void interruptBeforeTheSignalDoesNotEatIt() {
        create();
        try (TestThreads threads = new TestThreads(subject.kind())) {
            Thread first = startWaiting(threads,
                    condition -> assertThatThrownBy(condition::await).isInstanceOf(InterruptedException.class));
            startWaiting(threads, Condition::await);
            lock.lock();
            first.interrupt();
            TestThreads.awaitTrue(() -> lock.hasQueuedThread(first)); // it has left the condition
            condition.signal(); // must go to the second
            lock.unlock();
        }
    }

    @Test
    void uninterruptibleWaitKeepsTheInterrupt() {
        create();
        try (TestThreads threads = new TestThreads(subject.kind())) {
            Thread thread = startWaiting(threads, condition -> {
                condition.awaitUninterruptibly();
                assertThat(Thread.interrupted()).isTrue();
            });
            thread.interrupt();
            lock.lock();
            assertThat(lock.hasWaiters(condition)).isTrue();
            condition.signal();
            lock.unlock();
        }
        create();
        lock.lock();
        try (TestThreads threads = new TestThreads(subject.kind())) {
            threads.start(() -> {
                lock.lock();
                condition.signal();
                lock.unlock();
            });
            Thread.currentThread().interrupt();
            condition.awaitUninterruptibly();
            assertThat(Thread.interrupted()).isTrue();
            lock.unlock();
        }
    }

    @Test
    void signalsInOrder() {
        create();
        List<Integer> order = Collections.synchronizedList(new ArrayList<>());
        try (TestThreads threads = new TestThreads(subject.kind())) {
            for (int i = 0; i < 5; i++) {
                int number = i;
                startWaiting(threads, condition -> {
                    condition.await();
                    order.add(number);
                });
            }
            for (int i = 0; i < 5; i++) {
                int served = i;
                lock.lock();
                assertThat(lock.getWaitQueueLength(condition)).isEqualTo(5 - i);
                condition.signal();
                lock.unlock();
                TestThreads.awaitTrue(() -> order.size() == served + 1);
            }
        }
        assertThat(order).containsExactly(0, 1, 2, 3, 4);
    }

    @Test
    void signalAllWakesAll() {
        create();
        try (TestThreads threads = new TestThreads(subject.kind())) {
            List<Thread> started = new ArrayList<>();
            for (Wait way : allWays()) {
                started.add(startWaiting(threads, way));
            }
            lock.lock();
            assertThat(lock.getWaitingThreads(condition)).containsExactlyInAnyOrderElementsOf(started);
            condition.signalAll();
            assertThat(lock.hasWaiters(condition)).isFalse();
            assertThat(lock.getQueuedThreads()).containsExactlyInAnyOrderElementsOf(started);
            lock.unlock();
        }
        assertThat(lock.isLocked()).isFalse();
    }

    @Test
    void conditionsOfOneLockAreIndependent() {
        create();
        Condition other = lock.newCondition();
        try (TestThreads threads = new TestThreads(subject.kind())) {
            startWaiting(threads, Condition::await);
            lock.lock();
            other.signalAll();
            assertThat(lock.hasWaiters(condition)).isTrue();
            assertThat(lock.hasWaiters(other)).isFalse();
            condition.signalAll();
            lock.unlock();
        }
    }

    @Test
    void signalWithoutWaitersIsForgotten() throws InterruptedException {
        create();
        lock.lock();
        condition.signal();
        condition.signalAll();
        assertThat(condition.await(1, MILLISECONDS)).isFalse();
    }

    @Test
    @SuppressWarnings("NullAway")
    void monitoringChecksItsArgument() {
        create();
        Condition foreign = subject.newLock().newCondition();
        Condition otherKind = new LockSubject(!subject.ours(), false, subject.kind()).newLock().newCondition();
        for (boolean held : new boolean[]{false, true}) {
            if (held) {
                lock.lock();
            }
            for (Condition wrong : new Condition[]{foreign, otherKind}) {
                assertThatThrownBy(() -> lock.hasWaiters(wrong)).isInstanceOf(IllegalArgumentException.class);
                assertThatThrownBy(() -> lock.getWaitQueueLength(wrong)).isInstanceOf(IllegalArgumentException.class);
                assertThatThrownBy(() -> lock.getWaitingThreads(wrong)).isInstanceOf(IllegalArgumentException.class);
            }
            assertThatThrownBy(() -> lock.hasWaiters(null)).isInstanceOf(NullPointerException.class);
            assertThatThrownBy(() -> lock.getWaitQueueLength(null)).isInstanceOf(NullPointerException.class);
            assertThatThrownBy(() -> lock.getWaitingThreads(null)).isInstanceOf(NullPointerException.class);
            if (!held) {
                assertThatThrownBy(() -> lock.hasWaiters(condition)).isInstanceOf(IllegalMonitorStateException.class);
                assertThatThrownBy(() -> lock.getWaitQueueLength(condition))
                        .isInstanceOf(IllegalMonitorStateException.class);
                assertThatThrownBy(() -> lock.getWaitingThreads(condition))
                        .isInstanceOf(IllegalMonitorStateException.class);
            }
        }
        assertThatThrownBy(() -> condition.await(1, null)).isInstanceOf(NullPointerException.class);
        assertThatThrownBy(() -> condition.awaitUntil(null)).isInstanceOf(NullPointerException.class);
        assertThat(lock.getHoldCount()).isEqualTo(1);
    }

    /** A class as users write them: lock and condition in fields, serializable. */
    @SuppressWarnings("serial")
    private static final class Holder implements Serializable {
        private static final long serialVersionUID = 1L;
        final Monitored lock;
        final Condition condition;

        Holder(Monitored lock) {
            this.lock = lock;
            this.condition = lock.newCondition();
        }
    }

    @Test
    void deserializedConditionBelongsToTheDeserializedLock() {
        Holder copy = Serialization.copy(new Holder(subject.newLock()));
        copy.lock.lock();
        assertThat(copy.lock.hasWaiters(copy.condition)).isFalse();
        copy.condition.signal();
        copy.lock.unlock();
    }

    /** Bounded buffer of one: items are neither lost nor doubled, whatever is aborted meanwhile. */
    @Test
    void bufferUnderTimeoutsLosesNothing() {
        create();
        Condition notEmpty = condition;
        Condition notFull = lock.newCondition();
        int items = 200;
        int[] buffer = {-1};
        List<Integer> taken = new ArrayList<>();
        try (TestThreads threads = new TestThreads(subject.kind())) {
            threads.start(() -> {
                for (int item = 0; item < items; item++) {
                    lock.lock();
                    while (buffer[0] >= 0) {
                        notFull.await(item % 7, TimeUnit.MICROSECONDS);
                    }
                    buffer[0] = item;
                    notEmpty.signal();
                    lock.unlock();
                }
            });
            threads.start(() -> {
                while (taken.size() < items) {
                    lock.lock();
                    while (buffer[0] < 0) {
                        notEmpty.awaitNanos(taken.size() % 5 * 1_000L);
                    }
                    taken.add(buffer[0]);
                    buffer[0] = -1;
                    notFull.signalAll();
                    lock.unlock();
                }
            });
        }
        assertThat(taken).hasSize(items).isSorted();
    }
}
