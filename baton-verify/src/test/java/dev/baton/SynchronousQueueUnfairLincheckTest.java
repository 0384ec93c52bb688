package dev.baton;

import dev.baton.testing.HangLimit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Linearizability of the unfair queue. The paper lets an unfair queue answer an arbitrary request; Lincheck needs a
 * deterministic specification, and last in, first out is one that the stack meets when two threads use it. (With
 * three, a request that has just been pushed may be missed in favour of the one below it, which the paper allows.)
 */
public class SynchronousQueueUnfairLincheckTest extends SynchronousQueueOperations {
    public SynchronousQueueUnfairLincheckTest() {
        super(false);
    }

    @Test
    void modelChecking() {
        Lincheck.modelChecking().iterations(15).invocationsPerIteration(400).threads(2).actorsPerThread(3)
                .actorsBefore(2).actorsAfter(2).check(getClass());
    }

    @Tag("deep")
    @HangLimit(seconds = 900)
    @Test
    void modelCheckingDeep() {
        Lincheck.modelChecking().iterations(60).invocationsPerIteration(4_000).threads(2).actorsPerThread(4)
                .actorsBefore(3).actorsAfter(2).check(getClass());
    }
}
