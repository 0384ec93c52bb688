package dev.baton.jcstress;

import dev.baton.CountDownLatch;
import dev.baton.StressSubjects;
import java.util.concurrent.CompletableFuture;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;
import org.openjdk.jcstress.infra.results.ZI_Result;

/** The latch: it publishes what came before it opened, and leaves nobody behind. */
final class CountDownLatchStress {
    private CountDownLatchStress() {}

    /** Who sees the count at zero sees what came before it was counted down. */
    @JCStressTest
    @Outcome(id = "1, 0", expect = Expect.ACCEPTABLE, desc = "Too early for both.")
    @Outcome(id = "0, 1", expect = Expect.ACCEPTABLE, desc = "Open, and sees the write.")
    @Outcome(id = "1, 1", expect = Expect.ACCEPTABLE_INTERESTING, desc = "The write is seen before the count.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "Open without what was written before.")
    @State
    public static class CountPublishes {
        private final CountDownLatch latch = StressSubjects.latch(1);
        private int data;

        @Actor
        public void counts() {
            data = 1;
            latch.countDown();
        }

        @Actor
        public void looks(II_Result r) {
            r.r1 = (int) latch.getCount();
            r.r2 = data;
        }
    }

    /** Who waits is woken by the last count, and sees what came before each. */
    @JCStressTest
    @Outcome(id = "1, 1", expect = Expect.ACCEPTABLE, desc = "Each sees the write of the other.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "Passed without what was written before.")
    @State
    public static class AwaitPublishes {
        private final CountDownLatch latch = StressSubjects.latch(2);
        private int left;
        private int right;

        @Actor
        public void first(II_Result r) {
            left = 1;
            latch.countDown();
            latch.awaitUninterruptibly();
            r.r1 = right;
        }

        @Actor
        public void second(II_Result r) {
            right = 1;
            latch.countDown();
            latch.awaitUninterruptibly();
            r.r2 = left;
        }
    }

    /** A wait that is cancelled while the latch opens takes no wake-up from the one behind it. */
    @JCStressTest
    @Outcome(id = {"true, 0", "false, 0"}, expect = Expect.ACCEPTABLE, desc = "The other one is woken in any case.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "A request is left in an open latch.")
    @State
    public static class CancelOpen {
        private final CountDownLatch latch = StressSubjects.latch(1);
        private final CompletableFuture<Void> first = latch.awaitAsync();

        @Actor
        public void opens() {
            latch.countDown();
        }

        @Actor
        public void cancelsAndWaits(ZI_Result r) {
            r.r1 = first.cancel(false);
            latch.awaitUninterruptibly();
        }

        @Arbiter
        public void counts(ZI_Result r) {
            r.r2 = latch.getQueueLength();
        }
    }
}
