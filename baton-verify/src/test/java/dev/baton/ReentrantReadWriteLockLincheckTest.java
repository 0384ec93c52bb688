package dev.baton;

import java.util.concurrent.CompletableFuture;

import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.jetbrains.lincheck.datastructures.ThreadIdGen;
import org.junit.jupiter.api.Test;

/**
 * Exclusion under the read-write lock's requests by token, with segments of one cell. Which requests are served at
 * once is not compared: a reader rightly waits behind a writer that then takes its request back.
 */
public class ReentrantReadWriteLockLincheckTest {
    private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock(true, new Tuning(1, 1));
    private final LockToken[] tokens = new LockToken[5];

    /** Requests to read, takes the request back unless served at once; true if it reads without a writer, or not. */
    @Operation
    public boolean readOrCancel(@Param(gen = ThreadIdGen.class) int thread) {
        return tokens[thread] != null || !keep(thread, lock.readLock().lockAsync())
                || (!lock.isWriteLocked() && lock.getReadLockCount() > 0);
    }

    /** As {@link #readOrCancel}, to write. */
    @Operation
    public boolean writeOrCancel(@Param(gen = ThreadIdGen.class) int thread) {
        return tokens[thread] != null || !keep(thread, lock.writeLock().lockAsync())
                || (lock.isWriteLocked() && lock.getReadLockCount() == 0);
    }

    private boolean keep(int thread, CompletableFuture<LockToken> request) {
        if (request.cancel(false)) {
            return false;
        }
        tokens[thread] = request.join();
        return true;
    }

    /** Unlocks what the thread has; true if that was still there. */
    @Operation
    public boolean unlock(@Param(gen = ThreadIdGen.class) int thread) {
        LockToken token = tokens[thread];
        if (token == null) {
            return true;
        }
        boolean there = lock.isWriteLocked() || lock.getReadLockCount() > 0;
        tokens[thread] = null;
        token.close();
        return there;
    }

    @Test
    void modelChecking() {
        Lincheck.modelChecking().iterations(8).invocationsPerIteration(300).threads(3).actorsPerThread(2)
                .actorsBefore(1).actorsAfter(1).check(getClass());
    }
}
