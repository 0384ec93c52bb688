package dev.baton;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.CancellableQueueSynchronizer.Cancellation;
import dev.baton.CancellableQueueSynchronizer.Resumption;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.jetbrains.lincheck.datastructures.ThreadIdGen;
import org.junit.jupiter.api.Test;

/** Proof that the Lincheck suites can fail: a semaphore whose aborts never refuse loses a permit, and is found out. */
class PlantedBugLincheckTest {
    public static class NeverRefuses {
        private final AtomicInteger state = new AtomicInteger(1);
        private final CancellableQueueSynchronizer<Boolean> queue = new CancellableQueueSynchronizer<>(Resumption.ASYNC,
                Cancellation.SMART, new Tuning(1, 1)) {
            @Override
            protected boolean onCancellation() {
                state.getAndIncrement();
                return true; // planted: the permit in the state and the resume under way are the same one
            }

            @Override
            protected void onRefused(Boolean permit) {}
        };

        @Operation
        public boolean acquireOrCancel(@Param(gen = ThreadIdGen.class) int thread) {
            if (state.getAndDecrement() > 0) {
                return true;
            }
            FutureWaiter<Boolean, Boolean> waiter = new FutureWaiter<>(permit -> permit);
            queue.suspend(waiter);
            CompletableFuture<Boolean> request = waiter.future();
            return !request.cancel(false);
        }

        @Operation
        public void release(@Param(gen = ThreadIdGen.class) int thread) {
            if (state.getAndIncrement() < 0) {
                queue.resume(true);
            }
        }
    }

    @Test
    void abortsThatNeverRefuseAreFoundOut() {
        ModelCheckingOptions options = Lincheck.modelChecking().iterations(40).invocationsPerIteration(500).threads(3)
                .actorsPerThread(2).actorsBefore(1).actorsAfter(1).minimizeFailedScenario(false)
                .sequentialSpecification(PaperSemaphoreLincheck.Spec.class);
        assertThatThrownBy(() -> options.check(NeverRefuses.class)).isInstanceOf(AssertionError.class)
                .hasMessageContaining("Invalid execution results");
    }
}
