package dev.baton.jcstress;

import dev.baton.Barrier;
import dev.baton.CyclicBarrier;
import dev.baton.StressSubjects;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CompletableFuture;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;
import org.openjdk.jcstress.infra.results.ZZ_Result;

/** The barriers: who passes sees what the others did before, and a broken one is broken for all. */
final class BarrierStress {
    private BarrierStress() {}

    /** What was written before the arrival is seen after it. */
    @JCStressTest
    @Outcome(id = "1, 1", expect = Expect.ACCEPTABLE, desc = "Each sees the write of the other.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "Passed without what was written before.")
    @State
    public static class BarrierPublishes {
        private final Barrier barrier = StressSubjects.barrier(2);
        private int left;
        private int right;

        @Actor
        public void first(II_Result r) {
            left = 1;
            barrier.awaitUninterruptibly();
            r.r1 = right;
        }

        @Actor
        public void second(II_Result r) {
            right = 1;
            barrier.awaitUninterruptibly();
            r.r2 = left;
        }
    }

    /** What was written before the wait is seen after it. */
    @JCStressTest
    @Outcome(id = "1, 1", expect = Expect.ACCEPTABLE, desc = "Each sees the write of the other.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "Passed without what was written before.")
    @State
    public static class CyclicPublishes {
        private final CyclicBarrier barrier = StressSubjects.cyclicBarrier(2);
        private int left;
        private int right;

        @Actor
        public void first(II_Result r) {
            left = 1;
            pass(barrier);
            r.r1 = right;
        }

        @Actor
        public void second(II_Result r) {
            right = 1;
            pass(barrier);
            r.r2 = left;
        }
    }

    /** A party that is cancelled while the last arrives breaks the barrier for it, or is too late. */
    @JCStressTest
    @Outcome(id = "true, false", expect = Expect.ACCEPTABLE, desc = "Broken for both.")
    @Outcome(id = "false, true", expect = Expect.ACCEPTABLE, desc = "Complete for both.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "Broken for one and complete for the other.")
    @State
    public static class CyclicCancelArrive {
        private final CyclicBarrier barrier = StressSubjects.cyclicBarrier(2);
        private final CompletableFuture<Integer> party = barrier.awaitAsync();

        @Actor
        public void cancels(ZZ_Result r) {
            r.r1 = party.cancel(false);
        }

        @Actor
        public void arrives(ZZ_Result r) {
            r.r2 = !barrier.awaitAsync().isCompletedExceptionally();
        }
    }

    private static void pass(CyclicBarrier barrier) {
        try {
            barrier.await();
        } catch (InterruptedException | BrokenBarrierException e) {
            throw Patience.uninterrupted(e);
        }
    }
}
