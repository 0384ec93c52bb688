package dev.baton.check.zoo;

import dev.baton.check.api.CheckResult;
import dev.baton.check.api.Checker;

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

    public static CheckResult cleanQueue() {
        return new Checker().model("sc")
                .check(scenario -> CleanQueueTest.twoGiveUpOneComes(scenario, new AbortableQueue()));
    }
}
