package dev.baton.check.zoo;

import dev.baton.check.api.CheckResult;
import dev.baton.check.api.Checker;
import dev.baton.check.event.JdkLocks;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

/** The case studies of the checker, for the tests of what is reported about them. */
public final class ReportedCaseStudies {
    private ReportedCaseStudies() {}

    public static CheckResult dpdkMcs() {
        return LockClient.check(new Checker(), CaseStudies.DpdkMcs.class, 2);
    }

    public static CheckResult mcsWithoutAcquire() {
        return LockClient.check(new Checker(), CaseStudies.NoAcquireMcs.class, 2);
    }

    public static CheckResult qspinlock() {
        return new Checker().check(scenario -> CaseStudies.qspinlock(scenario, CaseStudies.QSpinLock.class, 2));
    }

    /** A signal that comes before the other thread waits, with the steps of the JDK's code. */
    public static CheckResult lostSignal() {
        return new Checker().jdkLocks(JdkLocks.CODE).check(scenario -> {
            Lock lock = new ReentrantLock();
            Condition given = lock.newCondition();
            scenario.thread("giver", () -> {
                lock.lock();
                given.signal();
                lock.unlock();
            });
            scenario.thread("taker", () -> {
                lock.lock();
                given.awaitUninterruptibly();
                lock.unlock();
            });
        });
    }

    public static CheckResult cleanQueue() {
        return new Checker().model("sc")
                .check(scenario -> CleanQueueTest.twoGiveUpOneComes(scenario, new AbortableQueue()));
    }
}
