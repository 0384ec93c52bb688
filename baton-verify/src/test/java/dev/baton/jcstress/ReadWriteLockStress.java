package dev.baton.jcstress;

import dev.baton.LockToken;
import dev.baton.ReentrantReadWriteLock;
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

/** The read-write lock: readers see whole updates, and no abort loses a hold. */
final class ReadWriteLockStress {
    private ReadWriteLockStress() {}

    /** A reader sees both of two plain writes under the write lock, or none. */
    @JCStressTest
    @Outcome(id = "0, 0", expect = Expect.ACCEPTABLE, desc = "The reader came first.")
    @Outcome(id = "1, 1", expect = Expect.ACCEPTABLE, desc = "The writer came first.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "The reader saw half of it.")
    @State
    public static class FairBothOrNone {
        private final ReentrantReadWriteLock lock = StressSubjects.readWriteLock(true);
        private int left;
        private int right;

        @Actor
        public void writes() {
            lock.writeLock().lock();
            left = 1;
            right = 1;
            lock.writeLock().unlock();
        }

        @Actor
        public void reads(II_Result r) {
            lock.readLock().lock();
            r.r1 = left;
            r.r2 = right;
            lock.readLock().unlock();
        }
    }

    /** The same where requests may pass. */
    @JCStressTest
    @Outcome(id = "0, 0", expect = Expect.ACCEPTABLE, desc = "The reader came first.")
    @Outcome(id = "1, 1", expect = Expect.ACCEPTABLE, desc = "The writer came first.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "The reader saw half of it.")
    @State
    public static class BargingBothOrNone {
        private final ReentrantReadWriteLock lock = StressSubjects.readWriteLock(false);
        private int left;
        private int right;

        @Actor
        public void writes() {
            lock.writeLock().lock();
            left = 1;
            right = 1;
            lock.writeLock().unlock();
        }

        @Actor
        public void reads(II_Result r) {
            lock.readLock().lock();
            r.r1 = left;
            r.r2 = right;
            lock.readLock().unlock();
        }
    }

    /** A reader that is cancelled while the writer unlocks has its hold, or nobody has one. */
    @JCStressTest
    @Outcome(id = "true, 0", expect = Expect.ACCEPTABLE, desc = "Cancelled; nobody reads.")
    @Outcome(id = "false, 1", expect = Expect.ACCEPTABLE, desc = "Served first; one reads.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "A hold was lost or made up.")
    @State
    public static class CancelUnlock {
        private final ReentrantReadWriteLock lock = StressSubjects.readWriteLock(true);
        private final LockToken writer = lock.writeLock().lockAsync().join();
        private final CompletableFuture<LockToken> reader = lock.readLock().lockAsync();

        @Actor
        public void unlocks() {
            writer.close();
        }

        @Actor
        public void cancels(ZI_Result r) {
            r.r1 = reader.cancel(false);
        }

        @Arbiter
        public void counts(ZI_Result r) {
            r.r2 = lock.getReadLockCount();
        }
    }
}
