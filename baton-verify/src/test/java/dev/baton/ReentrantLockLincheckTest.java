package dev.baton;

import java.util.concurrent.CompletableFuture;

import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.jetbrains.lincheck.datastructures.ThreadIdGen;
import org.junit.jupiter.api.Test;

/** Linearizability of a barging lock's requests by token, with a bound of one bypass and segments of one cell. */
public class ReentrantLockLincheckTest {
    private final ReentrantLock lock = new ReentrantLock(false, new Tuning(1, 1, 1));
    private final LockToken[] tokens = new LockToken[5];

    /** Requests the lock and takes the request back unless it was served at once. */
    @Operation
    public boolean lockOrCancel(@Param(gen = ThreadIdGen.class) int thread) {
        if (tokens[thread] != null) {
            return false;
        }
        CompletableFuture<LockToken> request = lock.lockAsync();
        if (request.cancel(false)) {
            return false;
        }
        tokens[thread] = request.join();
        return true;
    }

    @Operation
    public boolean unlock(@Param(gen = ThreadIdGen.class) int thread) {
        LockToken token = tokens[thread];
        if (token == null) {
            return false;
        }
        tokens[thread] = null;
        token.close();
        return true;
    }

    @Operation
    public boolean isLocked() {
        return lock.isLocked();
    }

    @Test
    void modelChecking() {
        Lincheck.modelChecking().iterations(8).invocationsPerIteration(300).threads(3).actorsPerThread(2)
                .actorsBefore(1).actorsAfter(1).check(getClass());
    }
}
