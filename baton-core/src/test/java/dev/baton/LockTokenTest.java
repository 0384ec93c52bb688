package dev.baton;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.testing.TestThreads;
import dev.baton.testing.ThreadKind;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Locks whose owner is a token. */
class LockTokenTest {
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void tokenOwnsTheLock(boolean fair) {
        ReentrantLock lock = new ReentrantLock(fair);
        LockToken token = lock.lockAsync().join();
        assertThat(lock.isLocked()).isTrue();
        assertThat(lock.isHeldByCurrentThread()).isFalse();
        assertThat(lock.getOwner()).isNull();
        assertThat(lock.toString()).contains("[Locked by token");
        assertThat(lock.tryLock()).as("not even the thread that asked").isFalse();
        assertThatThrownBy(lock::unlock).isInstanceOf(IllegalMonitorStateException.class);
        token.close();
        assertThat(lock.tryLock()).isTrue();
        token.close();
        assertThat(lock.getHoldCount()).as("a closed token releases nothing").isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void requestsAreServedInOrder(boolean fair) {
        ReentrantLock lock = new ReentrantLock(fair, new Tuning(1, 0));
        LockToken held = lock.lockAsync().join();
        List<CompletableFuture<LockToken>> requests = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            requests.add(lock.lockAsync());
        }
        assertThat(requests.get(1).cancel(false)).isTrue();
        requests.remove(1);
        for (CompletableFuture<LockToken> request : requests) {
            assertThat(request).isNotDone();
            held.close();
            assertThat(request).isCompleted();
            assertThat(request.cancel(false)).isFalse();
            held = request.join();
        }
        held.close();
        assertThat(lock.isLocked()).isFalse();
        assertThat(lock.hasQueuedThreads()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void tokensAndThreadsExcludeEachOther(boolean fair) {
        ReentrantLock lock = new ReentrantLock(fair, new Tuning(2, 4));
        int[] counter = new int[1];
        try (TestThreads threads = new TestThreads(ThreadKind.VIRTUAL)) {
            for (int t = 0; t < 6; t++) {
                boolean async = t % 2 == 0;
                threads.start(() -> {
                    for (int i = 0; i < 500; i++) {
                        if (async) {
                            try (LockToken token = lock.lockAsync().join()) {
                                assertThat(token).isNotNull();
                                counter[0]++;
                            }
                        } else {
                            lock.lock();
                            counter[0]++;
                            lock.unlock();
                        }
                    }
                });
            }
        }
        assertThat(counter[0]).isEqualTo(3_000);
        assertThat(lock.isLocked()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void readTokensShareAndWriteTokensDoNot(boolean fair) {
        ReentrantReadWriteLock lock = new ReentrantReadWriteLock(fair);
        LockToken one = lock.readLock().lockAsync().join();
        LockToken two = lock.readLock().lockAsync().join();
        assertThat(lock.getReadLockCount()).isEqualTo(2);
        assertThat(lock.getReadHoldCount()).isZero();
        CompletableFuture<LockToken> writer = lock.writeLock().lockAsync();
        CompletableFuture<LockToken> reader = lock.readLock().lockAsync();
        assertThat(writer).isNotDone();
        assertThat(reader).as("behind the writer").isNotDone();
        one.close();
        one.close();
        assertThat(lock.getReadLockCount()).isEqualTo(1);
        two.close();
        assertThat(writer).isCompleted();
        assertThat(lock.isWriteLocked()).isTrue();
        assertThat(reader).isNotDone();
        writer.join().close();
        assertThat(reader).isCompleted();
        reader.join().close();
        assertThat(lock.getReadLockCount()).isZero();
        assertThat(lock.isWriteLocked()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void cancelledWriterLetsTheReadersBehindItIn(boolean fair) {
        ReentrantReadWriteLock lock = new ReentrantReadWriteLock(fair, new Tuning(1, 0));
        lock.readLock().lock();
        CompletableFuture<LockToken> writer = lock.writeLock().lockAsync();
        CompletableFuture<LockToken> first = lock.readLock().lockAsync();
        CompletableFuture<LockToken> second = lock.readLock().lockAsync();
        assertThat(first).isNotDone();
        writer.cancel(false);
        assertThat(first).succeedsWithin(60, SECONDS); // of several futures some complete aside
        assertThat(second).succeedsWithin(60, SECONDS);
        assertThat(lock.getReadLockCount()).isEqualTo(3);
    }
}
