package dev.baton;

import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.junit.jupiter.api.Test;

/**
 * Linearizability of arrivals at a barrier for two that is used by three threads: who completes a round and how many
 * are in the current one, with segments of one and of two cells. Waits are withdrawn, so that nobody is left waiting.
 * Two parties only: the release of several futures completes some of them on threads that Lincheck does not know of.
 */
public class BarrierLincheckTest {
    /** The operations; subclasses choose the barrier. */
    public abstract static class Scenario {
        private final Barrier barrier;

        Scenario(Barrier barrier) {
            this.barrier = barrier;
        }

        /** Arrives; whether that completed the round. */
        @Operation
        public boolean arrive() {
            var request = barrier.awaitAsync();
            boolean last = request.getNow(-1) == 0;
            request.cancel(false);
            return last;
        }

        @Operation
        public int getNumberArrived() {
            return barrier.getNumberArrived();
        }
    }

    /** Two parties, segments of one cell. */
    public static class OneCell extends Scenario {
        public OneCell() {
            super(new Barrier(2, new Tuning(1, 0)));
        }
    }

    /** Two parties, segments of two cells. */
    public static class TwoCells extends Scenario {
        public TwoCells() {
            super(new Barrier(2, new Tuning(2, 0)));
        }
    }

    private static ModelCheckingOptions options() {
        return Lincheck.modelChecking().iterations(10).invocationsPerIteration(300).threads(3).actorsPerThread(2)
                .actorsBefore(1).actorsAfter(1);
    }

    @Test
    void oneCell() {
        options().check(OneCell.class);
    }

    @Test
    void twoCells() {
        options().check(TwoCells.class);
    }
}
