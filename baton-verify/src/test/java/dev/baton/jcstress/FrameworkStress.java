package dev.baton.jcstress;

import dev.baton.CancellableQueueSynchronizer;
import dev.baton.FutureWaiter;
import java.util.concurrent.CompletableFuture;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;
import org.openjdk.jcstress.infra.results.ZZ_Result;

/** The queue under the primitives, as a user extends it. */
final class FrameworkStress {
    private FrameworkStress() {}

    /** A queue that tells its resumer whether the request was still there. */
    private static final class Requests extends CancellableQueueSynchronizer<Integer> {
        Requests() {
            super(Resumption.ASYNC, Cancellation.SIMPLE);
        }

        CompletableFuture<Integer> add() {
            FutureWaiter<Integer, Integer> waiter = new FutureWaiter<>(value -> value);
            suspend(waiter);
            return waiter.future();
        }

        boolean serve(int value) {
            return resume(value);
        }
    }

    /** A request that is cancelled while it is resumed has the value, or the resumer knows that nobody has it. */
    @JCStressTest
    @Outcome(id = "true, false", expect = Expect.ACCEPTABLE, desc = "Cancelled, and the resumer knows.")
    @Outcome(id = "false, true", expect = Expect.ACCEPTABLE, desc = "Served first.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "The value was lost or doubled.")
    @State
    public static class CancelResume {
        private final Requests requests = new Requests();
        private final CompletableFuture<Integer> request = requests.add();

        @Actor
        public void cancels(ZZ_Result r) {
            r.r1 = request.cancel(false);
        }

        @Actor
        public void resumes(ZZ_Result r) {
            r.r2 = requests.serve(1);
        }
    }

    /** A value reaches its request, whichever comes first, with what was written before it. */
    @JCStressTest
    @Outcome(id = "1, 1", expect = Expect.ACCEPTABLE, desc = "Served, and sees the write.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "Served without what was written before.")
    @State
    public static class ResumePublishes {
        private final Requests requests = new Requests();
        private int data;

        @Actor
        public void resumes() {
            data = 1;
            requests.serve(1);
        }

        @Actor
        public void waits(II_Result r) {
            r.r1 = requests.add().join();
            r.r2 = data;
        }
    }
}
