package dev.baton.jcstress;

import dev.baton.LockToken;
import dev.baton.Mutex;
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

/** The mutex: one at a time, and no abort loses the lock. */
final class MutexStress {
    private MutexStress() {}

    /** Plain increments under the lock are not lost. */
    @JCStressTest
    @Outcome(id = "2", expect = Expect.ACCEPTABLE, desc = "One after the other.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "Both were inside at once.")
    @State
    public static class Increments {
        private final Mutex lock = StressSubjects.mutex();
        private int count;

        @Actor
        public void first() {
            lock.lock();
            count++;
            lock.unlock();
        }

        @Actor
        public void second() {
            lock.lock();
            count++;
            lock.unlock();
        }

        @Arbiter
        public void counts(I_Result r) {
            r.r1 = count;
        }
    }

    /** Who gets the lock by a try sees what was written under it. */
    @JCStressTest
    @Outcome(id = "true, 1", expect = Expect.ACCEPTABLE, desc = "Locked, and sees the write.")
    @Outcome(id = "false, -1", expect = Expect.ACCEPTABLE, desc = "Came before the unlock.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "Locked without what the unlock published.")
    @State
    public static class TryPublishes {
        private final Mutex lock = StressSubjects.mutex();
        private int data;

        public TryPublishes() {
            lock.lock();
        }

        @Actor
        public void unlocks() {
            data = 1;
            lock.unlock();
        }

        @Actor
        public void tries(ZI_Result r) {
            r.r1 = lock.tryLock();
            r.r2 = r.r1 ? data : -1;
        }
    }

    /** A request that is cancelled while an unlock comes has the lock, or nobody has it. */
    @JCStressTest
    @Outcome(id = "true, false", expect = Expect.ACCEPTABLE, desc = "Cancelled; the lock is free.")
    @Outcome(id = "false, true", expect = Expect.ACCEPTABLE, desc = "Served first; it has the lock.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "The lock was lost, or given twice.")
    @State
    public static class CancelUnlock {
        private final Mutex lock = StressSubjects.mutex();
        private final CompletableFuture<LockToken> request;

        public CancelUnlock() {
            lock.lock();
            request = lock.lockAsync();
        }

        @Actor
        public void unlocks() {
            lock.unlock();
        }

        @Actor
        public void cancels(ZZ_Result r) {
            r.r1 = request.cancel(false);
        }

        @Arbiter
        public void looks(ZZ_Result r) {
            r.r2 = lock.isLocked();
        }
    }

    /** A request whose time runs out while an unlock comes has the lock, or nobody has it. */
    @JCStressTest
    @Outcome(id = "true, true", expect = Expect.ACCEPTABLE, desc = "Locked in time.")
    @Outcome(id = "false, false", expect = Expect.ACCEPTABLE, desc = "Timed out; the lock is free.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "The lock was lost, or given twice.")
    @State
    public static class TimeoutUnlock {
        private final Mutex lock = StressSubjects.mutex();

        public TimeoutUnlock() {
            lock.lock();
        }

        @Actor
        public void unlocks() {
            lock.unlock();
        }

        @Actor
        public void waits(ZZ_Result r) {
            try {
                r.r1 = lock.tryLock(Patience.NANOS, TimeUnit.NANOSECONDS);
            } catch (InterruptedException e) {
                throw Patience.uninterrupted(e);
            }
        }

        @Arbiter
        public void looks(ZZ_Result r) {
            r.r2 = lock.isLocked();
        }
    }
}
