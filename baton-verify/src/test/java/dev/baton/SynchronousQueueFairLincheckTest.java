package dev.baton;

import dev.baton.testing.HangLimit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Linearizability of the fair queue: requests are answered in the order of arrival, whatever is aborted. */
public class SynchronousQueueFairLincheckTest extends SynchronousQueueOperations {
    public SynchronousQueueFairLincheckTest() {
        super(true);
    }

    @Test
    void modelChecking() {
        Lincheck.modelChecking().iterations(15).invocationsPerIteration(400).threads(3).actorsPerThread(2)
                .actorsBefore(1).actorsAfter(1).check(getClass());
    }

    @Tag("deep")
    @HangLimit(seconds = 900)
    @Test
    void modelCheckingDeep() {
        Lincheck.modelChecking().iterations(60).invocationsPerIteration(4_000).threads(3).actorsPerThread(3)
                .actorsBefore(2).actorsAfter(2).check(getClass());
    }
}
