package dev.baton.jcstress;

import dev.baton.Bag;
import dev.baton.BlockingPool;
import dev.baton.Lease;
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

/** The bags and the pool: each element is in one place. */
final class PoolStress {
    private PoolStress() {}

    /** A take that is cancelled while a put comes has the element, or the bag has it. */
    @JCStressTest
    @Outcome(id = "true, 1", expect = Expect.ACCEPTABLE, desc = "Cancelled; the bag has the element.")
    @Outcome(id = "false, 0", expect = Expect.ACCEPTABLE, desc = "Served first; the request has it.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "The element was lost or doubled.")
    @State
    public static class QueueCancelPut {
        private final Bag<String> bag = StressSubjects.bagQueue();
        private final CompletableFuture<String> request = bag.takeAsync();

        @Actor
        public void puts() {
            bag.put("element");
        }

        @Actor
        public void cancels(ZI_Result r) {
            r.r1 = request.cancel(false);
        }

        @Arbiter
        public void counts(ZI_Result r) {
            r.r2 = bag.tryTake() == null ? 0 : bag.tryTake() == null ? 1 : 2;
        }
    }

    /** The same for a bag that prefers the latest. */
    @JCStressTest
    @Outcome(id = "true, 1", expect = Expect.ACCEPTABLE, desc = "Cancelled; the bag has the element.")
    @Outcome(id = "false, 0", expect = Expect.ACCEPTABLE, desc = "Served first; the request has it.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "The element was lost or doubled.")
    @State
    public static class StackCancelPut {
        private final Bag<String> bag = StressSubjects.bagStack();
        private final CompletableFuture<String> request = bag.takeAsync();

        @Actor
        public void puts() {
            bag.put("element");
        }

        @Actor
        public void cancels(ZI_Result r) {
            r.r1 = request.cancel(false);
        }

        @Arbiter
        public void counts(ZI_Result r) {
            r.r2 = bag.tryTake() == null ? 0 : bag.tryTake() == null ? 1 : 2;
        }
    }

    /** One element goes to one of two who try, with what its maker wrote. */
    @JCStressTest
    @Outcome(id = "1, 0", expect = Expect.ACCEPTABLE, desc = "The first has it.")
    @Outcome(id = "0, 1", expect = Expect.ACCEPTABLE, desc = "The second has it.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "The element was lost or doubled.")
    @State
    public static class TryTry {
        private final Bag<int[]> bag = StressSubjects.bagQueue();

        public TryTry() {
            bag.put(new int[]{1});
        }

        @Actor
        public void first(II_Result r) {
            int[] element = bag.tryTake();
            r.r1 = element == null ? 0 : element[0];
        }

        @Actor
        public void second(II_Result r) {
            int[] element = bag.tryTake();
            r.r2 = element == null ? 0 : element[0];
        }
    }

    /** A put against a try: taken or still there, and never half made. */
    @JCStressTest
    @Outcome(id = "1, 0", expect = Expect.ACCEPTABLE, desc = "Taken.")
    @Outcome(id = "0, 1", expect = Expect.ACCEPTABLE, desc = "Still there.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "The element was lost, doubled or half made.")
    @State
    public static class PutTry {
        private final Bag<int[]> bag = StressSubjects.bagStack();

        @Actor
        public void puts() {
            bag.put(new int[]{1});
        }

        @Actor
        public void tries(II_Result r) {
            int[] element = bag.tryTake();
            r.r1 = element == null ? 0 : element[0];
        }

        @Arbiter
        public void counts(II_Result r) {
            int[] element = bag.tryTake();
            r.r2 = element == null ? 0 : element[0];
        }
    }

    /** A request that is cancelled while a lease ends has the element, or the pool has it. */
    @JCStressTest
    @Outcome(id = "true, 1", expect = Expect.ACCEPTABLE, desc = "Cancelled; the pool has the element.")
    @Outcome(id = "false, 0", expect = Expect.ACCEPTABLE, desc = "Served first; the request has it.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "The element was lost or doubled.")
    @State
    public static class PoolCancelClose {
        private final BlockingPool<String> pool = StressSubjects.pool("element");
        private final Lease<String> lease = pool.takeUninterruptibly();
        private final CompletableFuture<Lease<String>> request = pool.takeAsync();

        @Actor
        public void closes() {
            lease.close();
        }

        @Actor
        public void cancels(ZI_Result r) {
            r.r1 = request.cancel(false);
        }

        @Arbiter
        public void counts(ZI_Result r) {
            r.r2 = pool.getIdle();
        }
    }
}
