package dev.baton.fault.trial;

import static dev.baton.fault.trial.Trial.require;

import dev.baton.Semaphore;
import dev.baton.fault.Faults;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.function.Supplier;

/** All trials. Those of this class are about primitives with one unit, which must be there in the end, once. */
public final class Trials {
    private Trials() {}

    /** Reports each row with what went wrong, or with nothing. */
    public static void runAll(BiConsumer<String, String> report) {
        Resources.all().forEach((name, resource) -> {
            Trial.report(name + ": leave, a thread waits", faults -> leave(faults, resource), report);
            Trial.report(name + ": leave, a future waits", faults -> leaveToFuture(faults, resource), report);
            Trial.report(name + ": leave, one of each waits", faults -> leaveToBoth(faults, resource), report);
            Trial.report(name + ": enter", faults -> enter(faults, resource), report);
            Trial.report(name + ": enter, behind many", faults -> enterBehindMany(faults, resource), report);
            Trial.report(name + ": enter, and time out", faults -> timeOut(faults, resource), report);
            Trial.report(name + ": enter without a thread", faults -> enterAsync(faults, resource), report);
            Trial.report(name + ": interrupt", faults -> interrupt(faults, resource), report);
            Trial.report(name + ": cancel", faults -> cancel(faults, resource), report);
        });
        FormTrials.runAll(report);
        MeetingTrials.runAll(report);
        MeetingFormTrials.runAll(report);
        PoolCareTrials.runAll(report);
    }

    /** Allocations that constructing a semaphore takes: shows that faults reach the library. */
    public static int allocationsOfASemaphore() throws Exception {
        require(new Semaphore(1).availablePermits() == 1, "not free"); // loads the classes
        int number = 0;
        Faults faults;
        do {
            faults = new Faults(++number);
            faults.during(() -> require(new Semaphore(1).availablePermits() == 1, "not free"));
        } while (faults.fired());
        return number;
    }

    /** Gives the unit back with the fault armed; if that fails it has done nothing, and is done again. */
    private static void leave(Faults faults, Resource.Unit unit) throws Exception {
        if (!faults.during(unit::leave)) {
            unit.leave();
        }
    }

    /** All have left: the unit is there, once, and can be had. */
    private static void settle(Resource resource) throws InterruptedException {
        require(resource.available() == 1, "units left: " + resource.available());
        Resource.Unit unit = resource.enter(TimeUnit.MILLISECONDS.toNanos(Trial.PATIENCE_MILLIS));
        require(unit != null, "the unit cannot be had");
        require(resource.available() == 0, "units left: " + resource.available());
        unit.leave();
        require(resource.available() == 1, "units left: " + resource.available());
    }

    private static Sleeper sleeper(Resource resource) {
        return new Sleeper(resource::enter).awaitAsleep();
    }

    private static void leave(Faults faults, Supplier<Resource> fresh) throws Exception {
        Resource resource = fresh.get();
        Resource.Unit unit = resource.enter();
        Sleeper sleeper = sleeper(resource);
        leave(faults, unit);
        sleeper.mustBeServed();
        sleeper.leave();
        settle(resource);
    }

    private static void leaveToFuture(Faults faults, Supplier<Resource> fresh) throws Exception {
        Resource resource = fresh.get();
        Resource.Unit unit = resource.enter();
        Resource.Pending<?> pending = resource.enterAsync();
        leave(faults, unit);
        served(pending).leave();
        settle(resource);
    }

    private static Resource.Unit served(Resource.Pending<?> pending) throws Exception {
        try {
            var unused = pending.future().get(Trial.PATIENCE_MILLIS, TimeUnit.MILLISECONDS);
        } catch (java.util.concurrent.TimeoutException asleep) {
            throw new AssertionError("a future never completes", asleep);
        }
        return pending.unit();
    }

    private static void leaveToBoth(Faults faults, Supplier<Resource> fresh) throws Exception {
        Resource resource = fresh.get();
        Resource.Unit unit = resource.enter();
        Resource.Pending<?> pending = resource.enterAsync();
        Sleeper sleeper = sleeper(resource);
        leave(faults, unit);
        served(pending).leave();
        sleeper.mustBeServed();
        sleeper.leave();
        settle(resource);
    }

    private static void enter(Faults faults, Supplier<Resource> fresh) throws Exception {
        Resource resource = fresh.get();
        Resource.Unit unit = resource.enter();
        Sleeper first = new Sleeper(() -> {
            faults.arm(Thread.currentThread());
            return resource.enter();
        }).awaitAsleep();
        faults.disarm();
        Sleeper second = sleeper(resource);
        unit.leave();
        if (first.awaitOutcome() && first.wasServed()) {
            first.leave();
        } else {
            require(first.failure() instanceof OutOfMemoryError, "a thread sleeps for ever");
        }
        second.mustBeServed();
        second.leave();
        settle(resource);
    }

    /** As many wait as a segment of a queue has cells, so that the next needs another segment. */
    private static void enterBehindMany(Faults faults, Supplier<Resource> fresh) throws Exception {
        Resource resource = fresh.get();
        Resource.Unit unit = resource.enter();
        List<Resource.Pending<?>> many = new ArrayList<>();
        for (int i = 0; i < 32; i++) {
            many.add(resource.enterAsync());
        }
        Sleeper first = new Sleeper(() -> {
            faults.arm(Thread.currentThread());
            return resource.enter();
        }).awaitAsleep();
        faults.disarm();
        Sleeper second = sleeper(resource);
        unit.leave();
        for (Resource.Pending<?> each : many) {
            served(each).leave();
        }
        if (first.awaitOutcome() && first.wasServed()) {
            first.leave();
        } else {
            require(first.failure() instanceof OutOfMemoryError, "a thread sleeps for ever");
        }
        second.mustBeServed();
        second.leave();
        settle(resource);
    }

    private static void timeOut(Faults faults, Supplier<Resource> fresh) throws Exception {
        Resource resource = fresh.get();
        Resource.Unit unit = resource.enter();
        Sleeper first = new Sleeper(() -> {
            faults.arm(Thread.currentThread());
            return resource.enter(TimeUnit.MILLISECONDS.toNanos(3));
        });
        require(first.awaitOutcome(), "a thread sleeps for ever");
        faults.disarm();
        require(!first.wasServed(), "the unit was given out twice");
        Sleeper second = sleeper(resource);
        unit.leave();
        second.mustBeServed();
        second.leave();
        settle(resource);
    }

    private static void enterAsync(Faults faults, Supplier<Resource> fresh) throws Exception {
        Resource resource = fresh.get();
        Resource.Unit unit = resource.enter();
        Resource.Pending<?>[] pending = new Resource.Pending<?>[1];
        boolean entered = faults.during(() -> pending[0] = resource.enterAsync());
        Sleeper second = sleeper(resource);
        unit.leave();
        if (entered && !pending[0].future().isCompletedExceptionally()) {
            served(pending[0]).leave();
        }
        second.mustBeServed();
        second.leave();
        settle(resource);
    }

    private static void interrupt(Faults faults, Supplier<Resource> fresh) throws Exception {
        Resource resource = fresh.get();
        Resource.Unit unit = resource.enter();
        Sleeper first = sleeper(resource);
        Sleeper second = sleeper(resource);
        faults.arm(first.thread);
        first.thread.interrupt();
        require(first.awaitOutcome(), "a thread cannot be interrupted");
        faults.disarm();
        require(!first.wasServed(), "the unit was given out twice");
        unit.leave();
        second.mustBeServed();
        second.leave();
        settle(resource);
    }

    private static void cancel(Faults faults, Supplier<Resource> fresh) throws Exception {
        Resource resource = fresh.get();
        Resource.Unit unit = resource.enter();
        Resource.Pending<?> first = resource.enterAsync();
        Sleeper second = sleeper(resource);
        if (!faults.during(() -> first.future().cancel(false))) {
            first.future().cancel(false);
        }
        require(first.future().isCancelled(), "not cancelled");
        unit.leave();
        second.mustBeServed();
        second.leave();
        settle(resource);
    }
}
