package dev.baton;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.testing.TestThreads;
import dev.baton.testing.ThreadKind;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.Lock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Report of holders, waiters and deadlocks. */
class LocksTest {
    private static void lockBoth(Lock first, Lock second, CountDownLatch ready) {
        first.lock();
        try {
            ready.countDown();
            ready.await();
            second.lockInterruptibly();
            second.unlock();
        } catch (InterruptedException rescued) {
            // the test ends the deadlock so
        } finally {
            first.unlock();
        }
    }

    @ParameterizedTest
    @EnumSource
    void findsADeadlock(ThreadKind kind) {
        ReentrantLock one = new ReentrantLock(true);
        ReentrantReadWriteLock two = new ReentrantReadWriteLock();
        CountDownLatch ready = new CountDownLatch(2);
        try (TestThreads threads = new TestThreads(kind)) {
            Thread a = threads.start(() -> lockBoth(one, two.writeLock(), ready));
            Thread b = threads.start(() -> lockBoth(two.writeLock(), one, ready));
            TestThreads.awaitTrue(() -> one.hasQueuedThread(b) && two.hasQueuedThread(a));
            assertThat(Locks.deadlocks())
                    .anySatisfy(cycle -> assertThat(cycle).containsExactlyInAnyOrder(a, b));
            assertThat(Locks.dump()).contains("DEADLOCK of 2 threads", "#" + a.threadId(), "#" + b.threadId(),
                    "ReentrantReadWriteLock@");
            a.interrupt();
        }
        assertThat(Locks.deadlocks()).isEmpty();
    }

    @Test
    void findsADeadlockAcrossKindsOfThread() {
        ReentrantLock one = new ReentrantLock();
        ReentrantLock two = new ReentrantLock();
        CountDownLatch ready = new CountDownLatch(2);
        try (TestThreads platform = new TestThreads(ThreadKind.PLATFORM);
                TestThreads virtual = new TestThreads(ThreadKind.VIRTUAL)) {
            Thread a = platform.start(() -> lockBoth(one, two, ready));
            Thread b = virtual.start(() -> lockBoth(two, one, ready));
            TestThreads.awaitTrue(() -> one.hasQueuedThread(b) && two.hasQueuedThread(a));
            assertThat(Locks.deadlocks())
                    .anySatisfy(cycle -> assertThat(cycle).containsExactlyInAnyOrder(a, b));
            b.interrupt();
        }
    }

    @ParameterizedTest
    @EnumSource
    void findsAReaderThatWantsToWrite(ThreadKind kind) {
        ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
        try (TestThreads threads = new TestThreads(kind)) {
            Thread thread = threads.startAndAwaitParked(() -> {
                lock.readLock().lock();
                try {
                    lock.writeLock().lockInterruptibly();
                } catch (InterruptedException rescued) {
                    lock.readLock().unlock();
                }
            });
            assertThat(Locks.deadlocks()).anySatisfy(cycle -> assertThat(cycle).containsExactly(thread));
            thread.interrupt();
        }
    }

    @ParameterizedTest
    @EnumSource
    void saysWhoHoldsAndWhoWaits(ThreadKind kind) {
        ReentrantLock lock = new ReentrantLock();
        String name = "ReentrantLock@" + Integer.toHexString(System.identityHashCode(lock));
        lock.lock();
        assertThat(Locks.dump()).as("nobody waits").doesNotContain(name);
        try (TestThreads threads = new TestThreads(kind)) {
            Thread waiter = threads.startAndAwaitParked(() -> {
                lock.lock();
                lock.unlock();
            });
            assertThat(Locks.dump()).contains(name + ", not fair, held by thread " + Thread.currentThread().getName(),
                    "1 waiting", "#" + waiter.threadId());
            lock.unlock();
        }
        assertThat(Locks.dump()).doesNotContain(name);
    }

    @ParameterizedTest
    @EnumSource
    void readersAreToldFromHoldsOfOne(ThreadKind kind) {
        ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
        CountDownLatch end = new CountDownLatch(1);
        lock.readLock().lock();
        lock.readLock().lock();
        try (TestThreads threads = new TestThreads(kind)) {
            threads.startAndAwaitParked(() -> {
                lock.writeLock().lock();
                lock.writeLock().unlock();
            });
            assertThat(Locks.dump()).contains("(2 read holds)").doesNotContain("and others (");
            lock.readLock().unlock();
            lock.readLock().unlock();
        }
        lock.readLock().lock();
        try (TestThreads threads = new TestThreads(kind)) {
            threads.startAndAwaitParked(() -> {
                lock.readLock().lock();
                end.await();
                lock.readLock().unlock();
            });
            threads.startAndAwaitParked(() -> {
                lock.writeLock().lock();
                lock.writeLock().unlock();
            });
            assertThat(Locks.dump()).contains("and others (2 read holds)");
            lock.readLock().unlock();
            end.countDown();
        }
    }

    @ParameterizedTest
    @EnumSource
    void findsAThreadThatLocksItsMutexAgain(ThreadKind kind) {
        Mutex mutex = new Mutex();
        try (TestThreads threads = new TestThreads(kind)) {
            Thread thread = threads.startAndAwaitParked(() -> {
                mutex.lock();
                try {
                    mutex.lockInterruptibly();
                } catch (InterruptedException rescued) {
                    mutex.unlock();
                }
            });
            assertThat(Locks.deadlocks()).anySatisfy(cycle -> assertThat(cycle).containsExactly(thread));
            assertThat(Locks.dump()).contains("DEADLOCK of 1 thread:");
            thread.interrupt();
        }
        assertThat(mutex.isLocked()).isFalse();
    }

    @Test
    void mutexThatAnotherThreadUnlocksIsNoDeadlock() throws InterruptedException {
        Mutex mutex = new Mutex();
        mutex.lock();
        try (TestThreads threads = new TestThreads(ThreadKind.PLATFORM)) {
            threads.start(mutex::unlock);
        }
        LockToken token = mutex.lockAsync().join(); // nobody's
        try (TestThreads threads = new TestThreads(ThreadKind.PLATFORM)) {
            Thread waiter = threads.startAndAwaitParked(() -> {
                mutex.lock();
                mutex.unlock();
            });
            assertThat(Locks.deadlocks()).noneSatisfy(cycle -> assertThat(cycle).contains(waiter));
            assertThat(Locks.dump()).contains("Mutex@" + Integer.toHexString(System.identityHashCode(mutex))
                    + ", fair, locked, 1 waiting");
            token.close();
        }
    }

    @Test
    void semaphoresPoolsAndBagsAreInTheDumpWithTheirNames() throws InterruptedException {
        Semaphore semaphore = Monitoring.named(new Semaphore(0, true), "orders");
        BlockingPool<String> pool = BlockingPool.<String>builder(1, () -> "a").build();
        Bag<String> bag = Bag.queue();
        Lease<String> lease = pool.takeUninterruptibly();
        var permit = semaphore.acquireAsync();
        var next = pool.takeAsync();
        var element = bag.takeAsync();
        String id = "@" + Integer.toHexString(System.identityHashCode(semaphore));
        assertThat(Locks.dump()).contains("Semaphore" + id + " \"orders\", fair, permits: 0, 1 waiting")
                .contains("BlockingPool@" + Integer.toHexString(System.identityHashCode(pool))
                        + ", fair, elements: 1 of 1, idle: 0, 1 waiting")
                .contains(
                        "Bag@" + Integer.toHexString(System.identityHashCode(bag)) + ", fair, elements: 0, 1 waiting");
        semaphore.release();
        lease.close();
        bag.put("b");
        permit.join();
        next.join().close();
        element.join();
        assertThat(Locks.dump()).doesNotContain("Semaphore" + id);
    }

    @Test
    void namedChannelIsInTheDump() {
        Channel<String> channel = Monitoring.named(Channel.<String>rendezvous(), "requests");
        assertThat(Locks.dump()).contains("Channel@" + Integer.toHexString(System.identityHashCode(channel))
                + " \"requests\": ");
    }

    @ParameterizedTest
    @EnumSource
    void channelsAreInTheDumpWithTheirWaiters(ThreadKind kind) throws InterruptedException {
        Channel<String> requests = Channel.rendezvous();
        Channel<String> replies = Channel.buffered(1);
        String name = "Channel@" + Integer.toHexString(System.identityHashCode(requests));
        String other = "Channel@" + Integer.toHexString(System.identityHashCode(replies));
        assertThat(Locks.dump()).as("nobody waits").doesNotContain(name).doesNotContain(other);
        try (TestThreads threads = new TestThreads(kind)) {
            Thread receiver = threads.startAndAwaitParked(requests::receive);
            var another = requests.receiveAsync();
            replies.send("a");
            var sent = replies.sendAsync("b");
            assertThat(Locks.dump())
                    .contains(name + ", fair, elements: 0, 2 waiting" + System.lineSeparator() + "    to receive: ")
                    .contains("#" + receiver.threadId()).contains("    to receive: " + another)
                    .contains(
                            other + ", fair, elements: 1, 1 waiting" + System.lineSeparator() + "    to send: " + sent);
            requests.send("c");
            requests.send("d");
            assertThat(replies.receive() + replies.receive()).isEqualTo("ab");
            another.join();
        }
        assertThat(Locks.dump()).doesNotContain(name).doesNotContain(other);
    }

    @Test
    void rateLimiterIsInTheDump() {
        RateLimiter limiter = RateLimiter.of(1, java.time.Duration.ofDays(1));
        assertThat(limiter.tryAcquire()).isTrue();
        var request = limiter.acquireAsync();
        assertThat(Locks.dump()).contains("RateLimiter@" + Integer.toHexString(System.identityHashCode(limiter))
                + ", fair, permits: 0, 1 waiting");
        assertThat(request.cancel(false)).isTrue();
    }

    @Test
    void wrongOwnerIsToldTheOwner() throws InterruptedException {
        ReentrantLock lock = new ReentrantLock();
        lock.lock();
        try (TestThreads threads = new TestThreads(ThreadKind.PLATFORM)) {
            threads.start(() -> org.assertj.core.api.Assertions.assertThatThrownBy(lock::unlock)
                    .isInstanceOf(IllegalMonitorStateException.class)
                    .hasMessageContaining("does not own ReentrantLock[Locked by thread "));
        }
        lock.unlock();
    }

    @Test
    void queueWithoutACycleIsNoDeadlock() {
        ReentrantLock one = new ReentrantLock();
        ReentrantLock two = new ReentrantLock();
        one.lock();
        try (TestThreads threads = new TestThreads(ThreadKind.PLATFORM)) {
            Thread middle = threads.startAndAwaitParked(() -> {
                two.lock();
                one.lock();
                one.unlock();
                two.unlock();
            });
            Thread last = threads.startAndAwaitParked(() -> {
                two.lock();
                two.unlock();
            });
            assertThat(Locks.deadlocks())
                    .allSatisfy(cycle -> assertThat(cycle).doesNotContain(middle, last, Thread.currentThread()));
            one.unlock();
        }
    }

    /** Locks that came, were waited for and went do not stay listed. */
    @Test
    void forgetsLocksThatAreGone() {
        for (int i = 0; i < 20_000; i++) {
            ReentrantLock lock = new ReentrantLock();
            lock.lock();
            lock.lockAsync().cancel(false);
            lock.unlock();
            if (i % 5_000 == 0) {
                System.gc();
            }
        }
        System.gc();
        for (int i = 0; i < 20_000 && ContendedQueues.length() > 10_000; i++) {
            ReentrantLock lock = new ReentrantLock();
            lock.lock();
            lock.lockAsync().cancel(false);
        }
        assertThat(ContendedQueues.length()).isLessThan(15_000);
    }
}
