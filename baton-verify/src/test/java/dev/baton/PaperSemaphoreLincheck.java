package dev.baton;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.jetbrains.lincheck.datastructures.StressOptions;
import org.jetbrains.lincheck.datastructures.ThreadIdGen;
import org.jetbrains.lincheck.datastructures.Validate;
import org.jetbrains.lincheck.datastructures.verifier.EpsilonVerifier;
import org.jetbrains.lincheck.datastructures.verifier.LinearizabilityVerifier;
import org.jetbrains.lincheck.datastructures.verifier.Verifier;

/**
 * Linearizability of the framework in one mode, seen through the paper's semaphore and future waiters. A request
 * that waits is taken back within the operation that made it: of two releases under way the later may serve its request
 * first, which nobody can tell unless the request outlives its operation. After each run the permits are counted and
 * the segment list is checked.
 */
public abstract class PaperSemaphoreLincheck {
    private static final int PERMITS = 1;
    private static final int MAX_THREADS = 8;

    private final QueueMode mode;
    private final PaperSemaphore semaphore;
    private final int[] balance = new int[MAX_THREADS];

    PaperSemaphoreLincheck(QueueMode mode, int segmentSize) {
        this.mode = mode;
        this.semaphore = new PaperSemaphore(mode, PERMITS, new Tuning(segmentSize, 1));
    }

    @Operation
    public boolean acquireOrCancel(@Param(gen = ThreadIdGen.class) int thread) {
        boolean acquired = !semaphore.acquireAsync().cancel(false);
        balance[thread] -= acquired ? 1 : 0;
        return acquired;
    }

    /** Takes a permit only if one is free, where the mode has such an operation. */
    @Operation
    public boolean tryAcquire(@Param(gen = ThreadIdGen.class) int thread) {
        boolean acquired = mode.isSync() ? semaphore.tryAcquire() : !semaphore.acquireAsync().cancel(false);
        balance[thread] -= acquired ? 1 : 0;
        return acquired;
    }

    @Operation
    public void release(@Param(gen = ThreadIdGen.class) int thread) {
        balance[thread]++;
        semaphore.release();
    }

    @Validate
    public void permitsAreExactAndTheListIsSound() {
        int free = PERMITS;
        for (int change : balance) {
            free += change;
        }
        int waiting = 0;
        for (CompletableFuture<Boolean> request : staying()) {
            free -= request.isDone() ? 1 : 0;
            waiting += request.isDone() ? 0 : 1;
        }
        SegmentListInvariants.check(semaphore.queue);
        if (semaphore.queue.getQueueLength() != waiting || (waiting > 0 ? 0 : semaphore.drainedPermits()) != free) {
            throw new IllegalStateException("permits lost or made: expected " + free + " and " + waiting + " requests");
        }
    }

    /** Requests that outlive their operation. */
    List<CompletableFuture<Boolean>> staying() {
        return List.of();
    }

    /** Adds such requests, so that several wait while several are served. */
    public abstract static class WithStayingRequests extends PaperSemaphoreLincheck {
        private final List<List<CompletableFuture<Boolean>>> requests = new ArrayList<>();

        WithStayingRequests(QueueMode mode, int segmentSize) {
            super(mode, segmentSize);
            for (int thread = 0; thread < MAX_THREADS; thread++) {
                requests.add(new ArrayList<>());
            }
        }

        @Operation
        public void acquire(@Param(gen = ThreadIdGen.class) int thread) {
            requests.get(thread).add(acquireAsync());
        }

        @Override
        List<CompletableFuture<Boolean>> staying() {
            List<CompletableFuture<Boolean>> all = new ArrayList<>();
            requests.forEach(all::addAll);
            return all;
        }
    }

    CompletableFuture<Boolean> acquireAsync() {
        return semaphore.acquireAsync();
    }

    /** What the operations above do one after the other. */
    public static class Spec {
        private int permits = PERMITS;

        public boolean acquireOrCancel(int thread) {
            return tryAcquire(thread);
        }

        public boolean tryAcquire(int thread) {
            if (permits <= 0) {
                return false;
            }
            permits--;
            return true;
        }

        public void acquire(int thread) {
            permits--;
        }

        public void release(int thread) {
            permits++;
        }
    }

    static ModelCheckingOptions modelChecking(boolean linearizable) {
        return Lincheck.modelChecking().iterations(6).invocationsPerIteration(150).threads(3).actorsPerThread(2)
                .actorsBefore(linearizable ? 1 : 3).actorsAfter(1).minimizeFailedScenario(false)
                .sequentialSpecification(Spec.class).verifier(verifier(linearizable));
    }

    static StressOptions stress(boolean linearizable) {
        return new StressOptions().iterations(8).invocationsPerIteration(400).threads(3).actorsPerThread(3)
                .actorsBefore(linearizable ? 1 : 3).actorsAfter(1).minimizeFailedScenario(false)
                .sequentialSpecification(Spec.class).verifier(verifier(linearizable));
    }

    private static Class<? extends Verifier> verifier(boolean linearizable) {
        return linearizable ? LinearizabilityVerifier.class : EpsilonVerifier.class;
    }
}
