package dev.baton;

import java.util.concurrent.CompletableFuture;

import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.jetbrains.lincheck.datastructures.ThreadIdGen;
import org.junit.jupiter.api.Test;

/** Permits of a semaphore that is not fair are exact, whatever is tried, cancelled and released at once. */
public class BargingSemaphoreLincheckTest {
    private final Semaphore semaphore = new Semaphore(2, false, Integer.MAX_VALUE, new Tuning(1, 1, 1_000));
    private final int[] held = new int[5];

    @Operation
    public boolean tryAcquire(@Param(gen = ThreadIdGen.class) int thread) {
        boolean acquired = semaphore.tryAcquire();
        held[thread] += acquired ? 1 : 0;
        return acquired;
    }

    /** Requests a permit and takes the request back unless it was served at once. */
    @Operation
    public boolean acquireOrCancel(@Param(gen = ThreadIdGen.class) int thread) {
        CompletableFuture<Void> request = semaphore.acquireAsync();
        boolean acquired = !request.cancel(false);
        held[thread] += acquired ? 1 : 0;
        return acquired;
    }

    @Operation
    public boolean release(@Param(gen = ThreadIdGen.class) int thread) {
        if (held[thread] == 0) {
            return false;
        }
        held[thread]--;
        semaphore.release();
        return true;
    }

    @Operation
    public int availablePermits() {
        return semaphore.availablePermits();
    }

    @Test
    void modelChecking() {
        Lincheck.modelChecking().iterations(8).invocationsPerIteration(300).threads(3).actorsPerThread(2)
                .actorsBefore(1).actorsAfter(1).check(getClass());
    }
}
