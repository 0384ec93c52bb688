package dev.baton.fault;

import java.util.Set;
import java.util.stream.Collectors;

/** The rows that lose something today. A row that starts to pass must be taken out of here: the test says so. */
final class KnownToFail {
    private static final String ROWS = """
            Bag, queue: enter, behind many
            Bag, queue: leave, a future waits
            Bag, queue: leave, one of each waits
            Bag, stack: enter, behind many
            Bag, stack: leave, a future waits
            Bag, stack: leave, one of each waits
            Barrier: the last arrives
            BlockingPool, QUEUE: enter, behind many
            BlockingPool, QUEUE: leave, a future waits
            BlockingPool, QUEUE: leave, one of each waits
            BlockingPool, STACK: enter, behind many
            BlockingPool, STACK: leave, a future waits
            BlockingPool, STACK: leave, one of each waits
            Condition of a write lock, barging: signal
            Condition of a write lock, barging: signalAll
            Condition of a write lock, fair: signal
            Condition of a write lock, fair: signalAll
            Condition, barging: signal
            Condition, barging: signalAll
            Condition, fair: signal
            Condition, fair: signalAll
            CountDownLatch: the last countDown
            CyclicBarrier: interrupt
            CyclicBarrier: reset
            CyclicBarrier: the last arrives
            Mutex: cancel
            Mutex: enter, behind many
            Mutex: leave, a future waits
            Mutex: leave, a thread waits
            Mutex: leave, one of each waits
            ReentrantLock, barging: cancel
            ReentrantLock, barging: enter, behind many
            ReentrantLock, barging: leave, a future waits
            ReentrantLock, barging: leave, one of each waits
            ReentrantLock, fair: cancel
            ReentrantLock, fair: enter, behind many
            ReentrantLock, fair: leave, a future waits
            ReentrantLock, fair: leave, a thread waits
            ReentrantLock, fair: leave, one of each waits
            ReentrantReadWriteLock, write, barging: cancel
            ReentrantReadWriteLock, write, barging: enter, behind many
            ReentrantReadWriteLock, write, barging: leave, a future waits
            ReentrantReadWriteLock, write, barging: leave, one of each waits
            ReentrantReadWriteLock, write, fair: cancel
            ReentrantReadWriteLock, write, fair: enter, behind many
            ReentrantReadWriteLock, write, fair: leave, a future waits
            ReentrantReadWriteLock, write, fair: leave, a thread waits
            ReentrantReadWriteLock, write, fair: leave, one of each waits
            Semaphore, barging: cancel
            Semaphore, barging: enter, behind many
            Semaphore, barging: leave, a future waits
            Semaphore, barging: leave, one of each waits
            Semaphore, fair: cancel
            Semaphore, fair: enter, behind many
            Semaphore, fair: leave, a future waits
            Semaphore, fair: leave, a thread waits
            Semaphore, fair: leave, one of each waits
            """;

    private KnownToFail() {}

    static Set<String> rows() {
        return ROWS.lines().collect(Collectors.toUnmodifiableSet());
    }
}
