package dev.baton.jcstress;

import dev.baton.StressSubjects;
import dev.baton.SynchronousQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;
import org.openjdk.jcstress.infra.results.ZZ_Result;

/** The synchronous queue, fair and unfair: an element is with its producer or with one consumer. */
final class SynchronousQueueStress {
    private SynchronousQueueStress() {}

    /** Of a timed offer and a timed poll both succeed or none. */
    @JCStressTest
    @Outcome(id = "true, true", expect = Expect.ACCEPTABLE, desc = "They met.")
    @Outcome(id = "false, false", expect = Expect.ACCEPTABLE, desc = "They missed each other.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "The element was lost or made up.")
    @State
    public static class FairTimeouts {
        private final SynchronousQueue<String> queue = StressSubjects.synchronousQueue(true);

        @Actor
        public void offers(ZZ_Result r) {
            try {
                r.r1 = queue.offer("element", Patience.NANOS, TimeUnit.NANOSECONDS);
            } catch (InterruptedException e) {
                throw Patience.uninterrupted(e);
            }
        }

        @Actor
        public void polls(ZZ_Result r) {
            try {
                r.r2 = queue.poll(Patience.NANOS, TimeUnit.NANOSECONDS) != null;
            } catch (InterruptedException e) {
                throw Patience.uninterrupted(e);
            }
        }
    }

    /** The same for the unfair queue. */
    @JCStressTest
    @Outcome(id = "true, true", expect = Expect.ACCEPTABLE, desc = "They met.")
    @Outcome(id = "false, false", expect = Expect.ACCEPTABLE, desc = "They missed each other.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "The element was lost or made up.")
    @State
    public static class UnfairTimeouts {
        private final SynchronousQueue<String> queue = StressSubjects.synchronousQueue(false);

        @Actor
        public void offers(ZZ_Result r) {
            try {
                r.r1 = queue.offer("element", Patience.NANOS, TimeUnit.NANOSECONDS);
            } catch (InterruptedException e) {
                throw Patience.uninterrupted(e);
            }
        }

        @Actor
        public void polls(ZZ_Result r) {
            try {
                r.r2 = queue.poll(Patience.NANOS, TimeUnit.NANOSECONDS) != null;
            } catch (InterruptedException e) {
                throw Patience.uninterrupted(e);
            }
        }
    }

    /** A taker that is cancelled while an offer comes has the element, or the producer keeps it. */
    @JCStressTest
    @Outcome(id = "true, false", expect = Expect.ACCEPTABLE, desc = "The taker has it.")
    @Outcome(id = "false, true", expect = Expect.ACCEPTABLE, desc = "Cancelled; the producer keeps it.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "The element was lost or is in two places.")
    @State
    public static class FairCancelOffer {
        private final SynchronousQueue<String> queue = StressSubjects.synchronousQueue(true);
        private final CompletableFuture<String> taker = queue.takeAsync();

        @Actor
        public void offers(ZZ_Result r) {
            r.r1 = queue.offer("element");
        }

        @Actor
        public void cancels(ZZ_Result r) {
            r.r2 = taker.cancel(false);
        }
    }

    /** The same for the unfair queue. */
    @JCStressTest
    @Outcome(id = "true, false", expect = Expect.ACCEPTABLE, desc = "The taker has it.")
    @Outcome(id = "false, true", expect = Expect.ACCEPTABLE, desc = "Cancelled; the producer keeps it.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "The element was lost or is in two places.")
    @State
    public static class UnfairCancelOffer {
        private final SynchronousQueue<String> queue = StressSubjects.synchronousQueue(false);
        private final CompletableFuture<String> taker = queue.takeAsync();

        @Actor
        public void offers(ZZ_Result r) {
            r.r1 = queue.offer("element");
        }

        @Actor
        public void cancels(ZZ_Result r) {
            r.r2 = taker.cancel(false);
        }
    }

    /** Who takes sees what was written before the put. */
    @JCStressTest
    @Outcome(id = "1", expect = Expect.ACCEPTABLE, desc = "Sees the write.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "Taken without what was written before.")
    @State
    public static class TakePublishes {
        private final SynchronousQueue<String> queue = StressSubjects.synchronousQueue(true);
        private int data;

        @Actor
        public void puts() {
            data = 1;
            try {
                queue.put("element");
            } catch (InterruptedException e) {
                throw Patience.uninterrupted(e);
            }
        }

        @Actor
        public void takes(I_Result r) {
            try {
                queue.take();
            } catch (InterruptedException e) {
                throw Patience.uninterrupted(e);
            }
            r.r1 = data;
        }
    }
}
