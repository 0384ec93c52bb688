package dev.baton.jcstress;

import dev.baton.Semaphore;
import dev.baton.StressSubjects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;
import org.openjdk.jcstress.infra.results.ZI_Result;
import org.openjdk.jcstress.infra.results.ZZ_Result;

/** The semaphore, fair and barging: permits are neither lost nor made up, and a release publishes what came before it. */
final class SemaphoreStress {
    private SemaphoreStress() {}

    /** One permit goes to one of two who try. */
    @JCStressTest
    @Outcome(id = {"true, false", "false, true"}, expect = Expect.ACCEPTABLE, desc = "One of them has it.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "The permit was lost or doubled.")
    @State
    public static class FairTryTry {
        private final Semaphore semaphore = StressSubjects.semaphore(1, true);

        @Actor
        public void first(ZZ_Result r) {
            r.r1 = semaphore.tryAcquire();
        }

        @Actor
        public void second(ZZ_Result r) {
            r.r2 = semaphore.tryAcquire();
        }
    }

    /** The same where requests may pass. */
    @JCStressTest
    @Outcome(id = {"true, false", "false, true"}, expect = Expect.ACCEPTABLE, desc = "One of them has it.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "The permit was lost or doubled.")
    @State
    public static class BargingTryTry {
        private final Semaphore semaphore = StressSubjects.semaphore(1, false);

        @Actor
        public void first(ZZ_Result r) {
            r.r1 = semaphore.tryAcquire();
        }

        @Actor
        public void second(ZZ_Result r) {
            r.r2 = semaphore.tryAcquire();
        }
    }

    /** Who gets the permit by a try sees the plain write before its release. */
    @JCStressTest
    @Outcome(id = "true, 1", expect = Expect.ACCEPTABLE, desc = "Acquired, and sees the write.")
    @Outcome(id = "false, -1", expect = Expect.ACCEPTABLE, desc = "Came before the release.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "Acquired without what the release published.")
    @State
    public static class TryPublishes {
        private final Semaphore semaphore = StressSubjects.semaphore(0, true);
        private int data;

        @Actor
        public void releases() {
            data = 1;
            semaphore.release();
        }

        @Actor
        public void tries(ZI_Result r) {
            r.r1 = semaphore.tryAcquire();
            r.r2 = r.r1 ? data : -1;
        }
    }

    /** Who waits for the permit is woken, and sees the plain write before its release. */
    @JCStressTest
    @Outcome(id = "1", expect = Expect.ACCEPTABLE, desc = "Sees the write.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "Acquired without what the release published.")
    @State
    public static class WaitPublishes {
        private final Semaphore semaphore = StressSubjects.semaphore(0, false);
        private int data;

        @Actor
        public void releases() {
            data = 1;
            semaphore.release();
        }

        @Actor
        public void waits(I_Result r) {
            semaphore.acquireUninterruptibly();
            r.r1 = data;
        }
    }

    /** A request that is cancelled while a release comes has the permit, or the semaphore has it. */
    @JCStressTest
    @Outcome(id = "true, 1", expect = Expect.ACCEPTABLE, desc = "Cancelled; the permit is available.")
    @Outcome(id = "false, 0", expect = Expect.ACCEPTABLE, desc = "Served first; it has the permit.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "The permit was lost or doubled.")
    @State
    public static class FairCancelRelease {
        private final Semaphore semaphore = StressSubjects.semaphore(0, true);
        private final CompletableFuture<Void> request = semaphore.acquireAsync();

        @Actor
        public void releases() {
            semaphore.release();
        }

        @Actor
        public void cancels(ZI_Result r) {
            r.r1 = request.cancel(false);
        }

        @Arbiter
        public void counts(ZI_Result r) {
            r.r2 = semaphore.availablePermits();
        }
    }

    /** The same where requests may pass. */
    @JCStressTest
    @Outcome(id = "true, 1", expect = Expect.ACCEPTABLE, desc = "Cancelled; the permit is available.")
    @Outcome(id = "false, 0", expect = Expect.ACCEPTABLE, desc = "Served first; it has the permit.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "The permit was lost or doubled.")
    @State
    public static class BargingCancelRelease {
        private final Semaphore semaphore = StressSubjects.semaphore(0, false);
        private final CompletableFuture<Void> request = semaphore.acquireAsync();

        @Actor
        public void releases() {
            semaphore.release();
        }

        @Actor
        public void cancels(ZI_Result r) {
            r.r1 = request.cancel(false);
        }

        @Arbiter
        public void counts(ZI_Result r) {
            r.r2 = semaphore.availablePermits();
        }
    }

    /** A request whose time runs out while a release comes has the permit, or the semaphore has it. */
    @JCStressTest
    @Outcome(id = "true, 0", expect = Expect.ACCEPTABLE, desc = "Acquired in time.")
    @Outcome(id = "false, 1", expect = Expect.ACCEPTABLE, desc = "Timed out; the permit is available.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "The permit was lost or doubled.")
    @State
    public static class FairTimeoutRelease {
        private final Semaphore semaphore = StressSubjects.semaphore(0, true);

        @Actor
        public void releases() {
            semaphore.release();
        }

        @Actor
        public void waits(ZI_Result r) {
            try {
                r.r1 = semaphore.tryAcquire(Patience.NANOS, TimeUnit.NANOSECONDS);
            } catch (InterruptedException e) {
                throw Patience.uninterrupted(e);
            }
        }

        @Arbiter
        public void counts(ZI_Result r) {
            r.r2 = semaphore.availablePermits();
        }
    }

    /** The same where requests may pass. */
    @JCStressTest
    @Outcome(id = "true, 0", expect = Expect.ACCEPTABLE, desc = "Acquired in time.")
    @Outcome(id = "false, 1", expect = Expect.ACCEPTABLE, desc = "Timed out; the permit is available.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "The permit was lost or doubled.")
    @State
    public static class BargingTimeoutRelease {
        private final Semaphore semaphore = StressSubjects.semaphore(0, false);

        @Actor
        public void releases() {
            semaphore.release();
        }

        @Actor
        public void waits(ZI_Result r) {
            try {
                r.r1 = semaphore.tryAcquire(Patience.NANOS, TimeUnit.NANOSECONDS);
            } catch (InterruptedException e) {
                throw Patience.uninterrupted(e);
            }
        }

        @Arbiter
        public void counts(ZI_Result r) {
            r.r2 = semaphore.availablePermits();
        }
    }
}
