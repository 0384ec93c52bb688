package dev.baton.check.replay;

import dev.baton.check.program.UnmodelledException;
import java.util.Objects;
import java.util.concurrent.TimeUnit;

/** Monitors, as rewritten code enters, leaves, awaits and notifies them. */
public final class MonitorHooks {
    private MonitorHooks() {}

    public static void enter(Object object, int site) {
        Objects.requireNonNull(object);
        SimThread self = Strand.currentOrNull();
        if (self != null && self.setupDepth == 0) {
            self.holding.enter(object, site);
        } else if (self != null) {
            self.initializing.object(object, true);
        }
    }

    public static void exit(Object object, int site) {
        SimThread self = Strand.currentOrNull();
        if (self != null && self.setupDepth == 0) {
            self.holding.exit(object, site);
        }
    }

    public static boolean holdsLock(Object object, int site) {
        SimThread self = Strand.currentOrNull();
        return self == null || self.holding.holds(object);
    }

    public static void wait(Object object, int site) throws InterruptedException {
        waiting(site).holding.await(object, false, 0, site);
    }

    public static void wait(Object object, long millis, int site) throws InterruptedException {
        waiting(site).holding.await(object, millis > 0, TimeUnit.MILLISECONDS.toNanos(millis), site);
    }

    public static void wait(Object object, long millis, int nanos, int site) throws InterruptedException {
        waiting(site).holding.await(object, millis > 0 || nanos > 0,
                TimeUnit.MILLISECONDS.toNanos(millis) + nanos, site);
    }

    private static SimThread waiting(int site) {
        SimThread self = Strand.currentOrNull();
        if (self == null) {
            throw new UnmodelledException(SetUp.where(site) + "the set-up waits; let a thread of the scenario wait");
        }
        return self;
    }

    public static void notify(Object object, int site) {
        SimThread self = Strand.currentOrNull();
        if (self != null && self.setupDepth == 0) {
            self.holding.wake(object, false, site);
        }
    }

    public static void notifyAll(Object object, int site) {
        SimThread self = Strand.currentOrNull();
        if (self != null && self.setupDepth == 0) {
            self.holding.wake(object, true, site);
        }
    }
}
