package dev.baton.outside;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.ReentrantLock;
import dev.baton.ReentrantReadWriteLock;
import dev.baton.Semaphore;
import dev.baton.SynchronousQueue;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import org.junit.jupiter.api.Test;

/** Users' subclasses, which are not in our package, are serialized as those of the JDK's classes are. */
class SerializedSubclassTest {
    static final class Permits extends Semaphore {
        private static final long serialVersionUID = 1L;

        Permits(int permits) {
            super(permits, true);
        }
    }

    static final class Guard extends ReentrantLock {
        private static final long serialVersionUID = 1L;
    }

    static final class Guards extends ReentrantReadWriteLock {
        private static final long serialVersionUID = 1L;
    }

    static final class HandOver extends SynchronousQueue<String> {
        private static final long serialVersionUID = 1L;
    }

    @Test
    void semaphoreKeepsItsPermits() throws Exception {
        assertThat(copy(new Permits(3)).availablePermits()).isEqualTo(3);
    }

    @Test
    void lockIsUnlocked() throws Exception {
        Guard lock = new Guard();
        lock.lock();
        Guard copy = copy(lock);
        assertThat(copy.isLocked()).isFalse();
        assertThat(copy.tryLock()).isTrue();
        copy.unlock();
        lock.unlock();
    }

    @Test
    void readWriteLockIsUnlocked() throws Exception {
        Guards locks = new Guards();
        locks.writeLock().lock();
        Guards copy = copy(locks);
        assertThat(copy.readLock().tryLock()).isTrue();
        copy.readLock().unlock();
        locks.writeLock().unlock();
    }

    @Test
    void queueIsEmpty() throws Exception {
        assertThat(copy(new HandOver()).offer("a")).isFalse();
    }

    @SuppressWarnings("unchecked")
    private static <T> T copy(T original) throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream stream = new ObjectOutputStream(bytes)) {
            stream.writeObject(original);
        }
        try (ObjectInputStream stream = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
            return (T) stream.readObject();
        }
    }
}
