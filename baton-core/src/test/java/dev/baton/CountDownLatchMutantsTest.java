package dev.baton;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Broken latches, to show that the scenarios can fail; and the latch itself, which passes all of them. */
class CountDownLatchMutantsTest {
    /** The latch itself, with a window between its opening and the release of those who wait. */
    private static class Windowed extends CountDownLatch {
        Runnable window = () -> {};

        Windowed(int segmentSize) {
            super(1, new Tuning(segmentSize, 0));
        }

        @Override
        void release(int registered) {
            window.run();
            super.release(registered);
        }
    }

    /** One aborts before the latch opens, one while it opens, one stays. */
    private static void scenario(Windowed latch) {
        CompletableFuture<Void> early = latch.awaitAsync();
        CompletableFuture<Void> late = latch.awaitAsync();
        CompletableFuture<Void> live = latch.awaitAsync();
        assertThat(early.cancel(false)).isTrue();
        assertThat(latch.registered()).isEqualTo(2);
        CompletableFuture<?>[] newcomer = new CompletableFuture<?>[1];
        latch.window = () -> {
            assertThat(late.cancel(false)).isTrue();
            newcomer[0] = latch.awaitAsync();
        };
        latch.countDown();
        assertThat(late).isCancelled();
        assertThat(newcomer[0].isDone()).isTrue();
        assertThat(latch.hasQueuedThreads()).as("somebody was not released").isFalse();
        assertThat(live.cancel(false)).isFalse();
        assertThat(latch.queue().serviceIndexVolatile()).as("resumes and requests")
                .isEqualTo(latch.queue().entryIndexVolatile());
    }

    private static void assertRejected(Function<Integer, Windowed> mutant) {
        for (int segmentSize : new int[]{1, 2, 32}) {
            assertThatThrownBy(() -> scenario(mutant.apply(segmentSize))).isInstanceOf(AssertionError.class);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 32})
    void theLatchItselfPasses(int segmentSize) {
        scenario(new Windowed(segmentSize));
    }

    @Test
    void droppedRefusalIsRejected() {
        assertRejected(size -> new Windowed(size) {
            @Override
            boolean deregister() {
                super.deregister();
                return true;
            }
        });
    }

    @Test
    void refusingAlwaysIsRejected() {
        assertRejected(size -> new Windowed(size) {
            @Override
            boolean deregister() {
                super.deregister();
                return false;
            }
        });
    }

    @Test
    void abortThatStaysInTheCountIsRejected() {
        assertRejected(size -> new Windowed(size) {
            @Override
            boolean deregister() {
                return true;
            }
        });
    }

    @Test
    void oneResumeTooFewIsRejected() {
        assertRejected(size -> new Windowed(size) {
            @Override
            void release(int registered) {
                super.release(registered - 1);
            }
        });
    }
}
