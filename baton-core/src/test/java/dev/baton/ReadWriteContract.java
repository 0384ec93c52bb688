package dev.baton;

import dev.baton.ReadWriteSubject.Monitored;
import dev.baton.testing.TestThreads;
import java.util.concurrent.locks.Lock;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** A read-write lock to be tested; its tests are the same for the JDK's and ours. */
@ParameterizedClass
@MethodSource("dev.baton.ReadWriteSubject#all")
abstract class ReadWriteContract {
    @Parameter
    ReadWriteSubject subject;

    Monitored lock;
    Lock read;
    Lock write;

    @BeforeEach
    void create() {
        lock = subject.newLock();
        read = lock.readLock();
        write = lock.writeLock();
    }

    TestThreads threads() {
        return new TestThreads(subject.kind());
    }

    static void lockAndUnlock(Lock lock) {
        lock.lock();
        lock.unlock();
    }
}
