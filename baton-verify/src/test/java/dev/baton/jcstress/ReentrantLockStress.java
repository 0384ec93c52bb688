package dev.baton.jcstress;

import dev.baton.LockToken;
import dev.baton.ReentrantLock;
import dev.baton.StressSubjects;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;
import org.openjdk.jcstress.infra.results.ZI_Result;
import org.openjdk.jcstress.infra.results.ZZ_Result;

/** The reentrant lock, fair and barging: one at a time, and no interrupt loses the lock. */
final class ReentrantLockStress {
    private ReentrantLockStress() {}

    /** Plain increments under the lock are not lost, whichever way it is taken. */
    @JCStressTest
    @Outcome(id = "2", expect = Expect.ACCEPTABLE, desc = "One after the other.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "Both were inside at once.")
    @State
    public static class FairCounter {
        private final ReentrantLock lock = StressSubjects.reentrantLock(true);
        private int count;

        @Actor
        public void first() {
            lock.lock();
            count++;
            lock.unlock();
        }

        @Actor
        public void second() {
            try {
                lock.lockInterruptibly();
                count++;
                lock.unlock();
            } catch (InterruptedException e) {
                throw Patience.uninterrupted(e);
            }
        }

        @Arbiter
        public void counts(I_Result r) {
            r.r1 = count;
        }
    }

    /** The same where requests may pass. */
    @JCStressTest
    @Outcome(id = "2", expect = Expect.ACCEPTABLE, desc = "One after the other.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "Both were inside at once.")
    @State
    public static class BargingCounter {
        private final ReentrantLock lock = StressSubjects.reentrantLock(false);
        private int count;

        @Actor
        public void first() {
            lock.lock();
            count++;
            lock.unlock();
        }

        @Actor
        public void second() {
            try {
                lock.lockInterruptibly();
                count++;
                lock.unlock();
            } catch (InterruptedException e) {
                throw Patience.uninterrupted(e);
            }
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
        private final ReentrantLock lock = StressSubjects.reentrantLock(false);
        private final LockToken owner = lock.lockAsync().join();
        private int data;

        @Actor
        public void unlocks() {
            data = 1;
            owner.close();
        }

        @Actor
        public void tries(ZI_Result r) {
            r.r1 = lock.tryLock();
            r.r2 = r.r1 ? data : -1;
            if (r.r1) {
                lock.unlock();
            }
        }
    }

    /** A thread that is interrupted while an unlock comes gets the lock or leaves, and the lock is free after it. */
    @JCStressTest
    @Outcome(id = "true, false", expect = Expect.ACCEPTABLE, desc = "Locked first, and unlocked again.")
    @Outcome(id = "false, false", expect = Expect.ACCEPTABLE, desc = "Interrupted; the lock is free.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "The lock was lost to the one who left.")
    @State
    public static class FairInterruptUnlock {
        private final ReentrantLock lock = StressSubjects.reentrantLock(true);
        private final LockToken owner = lock.lockAsync().join();
        private final Interruption interruption = new Interruption();

        @Actor
        public void interruptsAndUnlocks() {
            interruption.send();
            owner.close();
        }

        @Actor
        public void waits(ZZ_Result r) {
            interruption.offer();
            try {
                lock.lockInterruptibly();
                r.r1 = true;
                lock.unlock();
            } catch (InterruptedException aborted) {
                r.r1 = false;
            }
            interruption.absorb();
        }

        @Arbiter
        public void looks(ZZ_Result r) {
            r.r2 = lock.isLocked();
        }
    }

    /** The same where requests may pass. */
    @JCStressTest
    @Outcome(id = "true, false", expect = Expect.ACCEPTABLE, desc = "Locked first, and unlocked again.")
    @Outcome(id = "false, false", expect = Expect.ACCEPTABLE, desc = "Interrupted; the lock is free.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "The lock was lost to the one who left.")
    @State
    public static class BargingInterruptUnlock {
        private final ReentrantLock lock = StressSubjects.reentrantLock(false);
        private final LockToken owner = lock.lockAsync().join();
        private final Interruption interruption = new Interruption();

        @Actor
        public void interruptsAndUnlocks() {
            interruption.send();
            owner.close();
        }

        @Actor
        public void waits(ZZ_Result r) {
            interruption.offer();
            try {
                lock.lockInterruptibly();
                r.r1 = true;
                lock.unlock();
            } catch (InterruptedException aborted) {
                r.r1 = false;
            }
            interruption.absorb();
        }

        @Arbiter
        public void looks(ZZ_Result r) {
            r.r2 = lock.isLocked();
        }
    }
}
