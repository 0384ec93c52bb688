package dev.baton;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.ReadWriteSubject.Monitored;
import dev.baton.testing.Serialization;
import dev.baton.testing.TestThreads;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import org.junit.jupiter.api.Test;

/** What the read-write lock says of itself, what it refuses, and how it is copied. */
class ReentrantReadWriteLockMonitoringTest extends ReadWriteContract {
    @Test
    void fairnessAndSidesAreAsAskedFor() {
        assertThat(lock.isFair()).isEqualTo(subject.fair());
        assertThat(new ReentrantReadWriteLock().isFair()).isFalse();
        assertThat(lock.readLock()).isSameAs(read);
        assertThat(lock.writeLock()).isSameAs(write);
    }

    @Test
    void showsItsQueue() {
        write.lock();
        try (TestThreads threads = threads()) {
            Thread reader = threads.startAndAwaitParked(() -> lockAndUnlock(read));
            Thread writer = threads.startAndAwaitParked(() -> lockAndUnlock(write));
            Thread another = threads.startAndAwaitParked(() -> lockAndUnlock(read));
            assertThat(lock.getQueueLength()).isEqualTo(3);
            assertThat(lock.hasQueuedThreads()).isTrue();
            assertThat(lock.hasQueuedThread(reader)).isTrue();
            assertThat(lock.hasQueuedThread(Thread.currentThread())).isFalse();
            assertThat(lock.getQueuedThreads()).containsExactlyInAnyOrder(reader, writer, another);
            assertThat(lock.getQueuedReaderThreads()).containsExactlyInAnyOrder(reader, another);
            assertThat(lock.getQueuedWriterThreads()).containsExactly(writer);
            write.unlock();
        }
        assertThat(lock.hasQueuedThreads()).isFalse();
        assertThat(lock.getQueuedThreads()).isEmpty();
    }

    @Test
    @SuppressWarnings("NullAway")
    void argumentsAreChecked() {
        assertThatThrownBy(() -> lock.hasQueuedThread(null)).isInstanceOf(NullPointerException.class);
        assertThatThrownBy(() -> read.tryLock(1, null)).isInstanceOf(NullPointerException.class);
        assertThatThrownBy(() -> write.tryLock(1, null)).isInstanceOf(NullPointerException.class);
        assertThatThrownBy(read::newCondition).isInstanceOf(UnsupportedOperationException.class);
        Condition condition = write.newCondition();
        Condition foreign = subject.newLock().writeLock().newCondition();
        Condition otherKind = new LockSubject(subject.ours(), false, subject.kind()).newLock().newCondition();
        assertThatThrownBy(() -> lock.hasWaiters(null)).isInstanceOf(NullPointerException.class);
        for (Condition wrong : new Condition[]{foreign, otherKind}) {
            assertThatThrownBy(() -> lock.hasWaiters(wrong)).isInstanceOf(IllegalArgumentException.class);
            assertThatThrownBy(() -> lock.getWaitQueueLength(wrong)).isInstanceOf(IllegalArgumentException.class);
            assertThatThrownBy(() -> lock.getWaitingThreads(wrong)).isInstanceOf(IllegalArgumentException.class);
        }
        assertThatThrownBy(() -> lock.hasWaiters(condition)).isInstanceOf(IllegalMonitorStateException.class);
        assertThatThrownBy(() -> lock.getWaitQueueLength(condition)).isInstanceOf(IllegalMonitorStateException.class);
        read.lock();
        assertThatThrownBy(() -> lock.getWaitingThreads(condition)).isInstanceOf(IllegalMonitorStateException.class);
        assertThatThrownBy(condition::await).isInstanceOf(IllegalMonitorStateException.class);
        assertThatThrownBy(condition::signal).isInstanceOf(IllegalMonitorStateException.class);
        read.unlock();
    }

    @Test
    void saysItsState() {
        String name = Thread.currentThread().getName();
        assertThat(lock.toString()).endsWith("[Write locks = 0, Read locks = 0]");
        assertThat(read.toString()).endsWith("[Read locks = 0]");
        assertThat(write.toString()).endsWith("[Unlocked]");
        write.lock();
        write.lock();
        read.lock();
        assertThat(lock.toString()).endsWith("[Write locks = 2, Read locks = 1]");
        assertThat(read.toString()).endsWith("[Read locks = 1]");
        assertThat(write.toString()).endsWith("[Locked by thread " + name + "]");
        write.unlock();
        write.unlock();
        read.unlock();
        assertThat(lock.toString()).endsWith("[Write locks = 0, Read locks = 0]");
    }

    @Test
    void deserializedLockIsUnlocked() {
        write.lock();
        read.lock();
        Monitored copy = Serialization.copy(lock);
        assertThat(copy.isWriteLocked()).isFalse();
        assertThat(copy.getReadLockCount()).isZero();
        assertThat(copy.isFair()).isEqualTo(subject.fair());
        copy.readLock().lock();
        assertThat(copy.writeLock().tryLock()).isFalse();
        copy.readLock().unlock();
        copy.writeLock().lock();
        Condition condition = copy.writeLock().newCondition();
        assertThat(copy.hasWaiters(condition)).isFalse();
        copy.writeLock().unlock();
    }

    @Test
    void sidesMadeBySubclassesBelongToTheLock() {
        Lock another = lock.newReadLock();
        another.lock();
        assertThat(lock.getReadLockCount()).isEqualTo(1);
        read.unlock();
        assertThat(lock.getReadLockCount()).isZero();
    }
}
