package dev.baton;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** More holds than can be counted are an error that changes nothing. */
class LockLimitsTest {
    private static void refusesAnotherHold(Lock lock, GrantQueue queue) {
        long state = queue.stateVolatile();
        List<ThrowingCallable> ways = List.of(lock::lock, lock::tryLock, lock::lockInterruptibly,
                () -> lock.tryLock(0, TimeUnit.SECONDS));
        for (ThrowingCallable way : ways) {
            assertThatThrownBy(way).isInstanceOf(Error.class).hasMessage("Maximum lock count exceeded");
            assertThat(queue.stateVolatile()).isEqualTo(state);
        }
    }

    @Test
    void holdsOfALock() {
        ReentrantLock lock = new ReentrantLock();
        lock.lock();
        lock.queue().setState(Integer.MAX_VALUE);
        assertThat(lock.getHoldCount()).isEqualTo(Integer.MAX_VALUE);
        refusesAnotherHold(lock, lock.queue());
    }

    @Test
    void writeHolds() {
        ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
        lock.writeLock().lock();
        lock.queue().setState(ReadsAndWrites.MAX_HOLDS);
        assertThat(lock.getWriteHoldCount()).isEqualTo(ReadsAndWrites.MAX_HOLDS);
        refusesAnotherHold(lock.writeLock(), lock.queue());
    }

    @Test
    void readHolds() {
        ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
        lock.readLock().lock();
        lock.queue().setState((long) ReadsAndWrites.MAX_HOLDS << 24);
        assertThat(lock.getReadLockCount()).isEqualTo(ReadsAndWrites.MAX_HOLDS);
        refusesAnotherHold(lock.readLock(), lock.queue());
        lock.readLock().unlock();
        assertThat(lock.getReadLockCount()).isEqualTo(ReadsAndWrites.MAX_HOLDS - 1);
    }
}
