package dev.baton.fault;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.testing.TestThreads;
import dev.baton.testing.ThreadKind;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Trials of an operation with ever more stack left, from none on until it succeeds. */
final class StackDepths {
    /** Runs in a row without an overflow, after which there is room enough. */
    private static final int ENOUGH = 16;
    private static final int PLENTY = 1_000;
    /** Frames from one trial to the next; an operation that could be cut off has several such depths. */
    private static final int STEP = 3;

    private StackDepths() {}

    /**
     * A primitive that is fresh for each depth.
     *
     * @param before what the acting thread does first, with much stack
     * @param waits  what another thread waits in meanwhile; null for none
     * @param acts   the operation with little stack
     * @param again  what the acting thread does if that overflowed; fails if anything has changed
     * @param after  what the acting thread does at last
     * @param settle the accounts, when the other thread has ended
     */
    record Meeting(Faults.Operation before, Faults.@Nullable Operation waits, Faults.Operation acts,
            Faults.Operation again, Faults.Operation after, Faults.Operation settle) {
        private static final Faults.Operation NOTHING = () -> {};

        Meeting(Faults.@Nullable Operation waits, Faults.Operation acts, Faults.Operation again,
                Faults.Operation settle) {
            this(NOTHING, waits, acts, again, NOTHING, settle);
        }

        /** One depth; returns whether the operation overflowed. */
        private boolean overflows(int left) throws Exception {
            boolean[] overflowed = new boolean[1];
            try (TestThreads threads = new TestThreads(ThreadKind.PLATFORM)) {
                Throwable failure = LowStack.onThread(() -> overflowed[0] = overflows(threads, left));
                if (failure != null) {
                    throw new AssertionError(failure);
                }
            } catch (AssertionError lost) {
                throw new AssertionError("with " + left + " frames left: " + lost.getMessage(), lost);
            }
            settle.run();
            return overflowed[0];
        }

        private boolean overflows(TestThreads threads, int left) throws Exception {
            before.run();
            Faults.Operation waiting = waits;
            if (waiting != null) {
                threads.startAndAwaitParked(waiting::run);
            }
            Throwable thrown = LowStack.run(acts, left);
            if (thrown != null) {
                assertThat(thrown).as("with %s frames left", left).isInstanceOf(StackOverflowError.class);
                again.run();
            }
            after.run();
            return thrown != null;
        }
    }

    record Row(String name, Supplier<Meeting> fresh) {
        /** Ever more depths from the overflow on, until the operation succeeds. */
        void mustLoseNothing() throws Exception {
            for (int i = 0; i < 3; i++) {
                fresh.get().overflows(PLENTY); // loads and links the classes
            }
            int overflows = 0;
            int successes = 0;
            for (int left = 0; successes < ENOUGH; left += STEP) {
                assertThat(left).as("frames").isLessThan(PLENTY);
                if (fresh.get().overflows(left)) {
                    overflows++;
                    successes = 0;
                } else {
                    successes += STEP;
                }
            }
            assertThat(overflows).as("overflows").isPositive();
        }

        @Override
        public String toString() {
            return name;
        }
    }
}
