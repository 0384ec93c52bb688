package dev.baton;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.CompletableFuture;
import org.jetbrains.lincheck.LincheckAssertionError;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.junit.jupiter.api.Test;

/** Linearizability of the latch's asynchronous and try forms, with segments of one and of two cells. */
public class CountDownLatchLincheckTest {
    /** The operations; subclasses choose the latch. */
    public abstract static class Scenario {
        private final CountDownLatch latch;

        Scenario(CountDownLatch latch) {
            this.latch = latch;
        }

        @Operation
        public void countDown() {
            latch.countDown();
        }

        @Operation
        public long getCount() {
            return latch.getCount();
        }

        @Operation
        public boolean tryAwait() {
            return latch.tryAwait();
        }

        /**
         * Waits and takes the request back unless it was served at once; whether it was served. One at a time: the
         * release of several futures completes some of them on other threads, which Lincheck does not know of.
         */
        @Operation(nonParallelGroup = "waiting")
        public boolean awaitOrCancel() {
            CompletableFuture<Void> request = latch.awaitAsync();
            return !request.cancel(false);
        }
    }

    /** Segments of one cell. */
    public static class OneCell extends Scenario {
        public OneCell() {
            super(new CountDownLatch(2, new Tuning(1, 0)));
        }
    }

    /** Segments of two cells. */
    public static class TwoCells extends Scenario {
        public TwoCells() {
            super(new CountDownLatch(2, new Tuning(2, 0)));
        }
    }

    /** Mutant: counts down in two steps, so that one of two calls at a time can get lost. */
    public static class LostCountDown extends Scenario {
        public LostCountDown() {
            super(new CountDownLatch(2, new Tuning(1, 0)) {
                private volatile long seen = 2;

                @Override
                public void countDown() {
                    long before = seen;
                    seen = before - 1;
                    while (getCount() > Math.max(0, before - 1)) {
                        super.countDown();
                    }
                }
            });
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

    @Test
    void countDownInTwoStepsIsRejected() {
        assertThatThrownBy(() -> options().iterations(50).check(LostCountDown.class))
                .isInstanceOf(LincheckAssertionError.class);
    }
}
