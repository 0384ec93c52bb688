package dev.baton.fault.trial;

import static dev.baton.fault.trial.Trial.require;

import dev.baton.Bag;
import dev.baton.BlockingPool;
import dev.baton.Lease;
import dev.baton.LockToken;
import dev.baton.Mutex;
import dev.baton.Permit;
import dev.baton.ReentrantLock;
import dev.baton.ReentrantReadWriteLock;
import dev.baton.Semaphore;
import dev.baton.fault.Faults;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.Lock;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** All forms in which one unit can be had: each waits for it, takes it at once, and gives it back. */
final class FormTrials {
    private static final Duration LONG = Duration.ofMinutes(1);
    private static final Resource.Unit NOTHING = () -> {};

    private FormTrials() {}

    /** One form of having the unit; null if it was refused. */
    interface Form {
        Resource.@Nullable Unit run() throws Exception;
    }

    /** A primitive with one unit: the forms, one that waits as long as it takes first, and whether the unit is there. */
    private record Subject(Map<String, Form> forms, Free free) {
        Form plain() {
            return forms.values().iterator().next();
        }
    }

    /** Tells whether the unit can be had. */
    private interface Free {
        boolean isFree();
    }

    static void runAll(BiConsumer<String, String> report) {
        for (boolean fair : new boolean[]{true, false}) {
            String order = fair ? ", fair" : ", barging";
            forms("Semaphore" + order, () -> semaphore(new Semaphore(1, fair)), report);
            forms("ReentrantLock" + order, () -> {
                ReentrantLock lock = new ReentrantLock(fair);
                Subject subject = lock(lock, () -> !lock.isLocked());
                subject.forms.put("tryLock(Duration)", () -> lock.tryLock(LONG) ? lock::unlock : null);
                subject.forms.put("lockAsync, on", () -> unitOf(lock.lockAsync().get()));
                return subject;
            }, report);
            forms("ReentrantReadWriteLock, read" + order, () -> {
                ReentrantReadWriteLock lock = new ReentrantReadWriteLock(fair);
                Subject subject = lock(lock.readLock(),
                        () -> lock.getReadLockCount() == 0 && !lock.isWriteLocked());
                subject.forms.put("tryLock(Duration)",
                        () -> lock.readLock().tryLock(LONG) ? lock.readLock()::unlock : null);
                subject.forms.put("lockAsync, on", () -> unitOf(lock.readLock().lockAsync().get()));
                return exclusive(subject, lock.writeLock());
            }, report);
            forms("ReentrantReadWriteLock, write" + order, () -> {
                ReentrantReadWriteLock lock = new ReentrantReadWriteLock(fair);
                Subject subject = lock(lock.writeLock(), () -> !lock.isWriteLocked());
                subject.forms.put("tryLock(Duration)",
                        () -> lock.writeLock().tryLock(LONG) ? lock.writeLock()::unlock : null);
                subject.forms.put("lockAsync, on", () -> unitOf(lock.writeLock().lockAsync().get()));
                return subject;
            }, report);
        }
        forms("Semaphore with a limit", () -> semaphore(Semaphore.withLimit(1)), report);
        forms("Mutex", FormTrials::mutex, report);
        forms("Bag, queue", () -> bag(Bag.queue()), report);
        forms("Bag, stack", () -> bag(Bag.stack()), report);
        for (BlockingPool.Order order : BlockingPool.Order.values()) {
            forms("BlockingPool, " + order, () -> pool(order), report);
        }
    }

    private static Resource.@Nullable Unit unitOf(LockToken token) {
        return token::close;
    }

    /** As {@code subject}, with a holder in front that excludes all its forms. */
    private static Subject exclusive(Subject subject, Lock holder) {
        Map<String, Form> forms = new LinkedHashMap<>();
        forms.put("a writer", () -> {
            holder.lockInterruptibly();
            return holder::unlock;
        });
        forms.putAll(subject.forms);
        return new Subject(forms, subject.free);
    }

    private static Subject semaphore(Semaphore semaphore) {
        Map<String, Form> forms = new LinkedHashMap<>();
        forms.put("acquireUninterruptibly()", () -> {
            semaphore.acquireUninterruptibly();
            return semaphore::release;
        });
        Resource.Unit counted = () -> semaphore.release(1);
        forms.put("acquireUninterruptibly(int)", () -> {
            semaphore.acquireUninterruptibly(1);
            return counted;
        });
        forms.put("acquire(int)", () -> {
            semaphore.acquire(1);
            return counted;
        });
        forms.put("tryAcquire()", () -> semaphore.tryAcquire() ? counted : null);
        forms.put("tryAcquire(int)", () -> semaphore.tryAcquire(1) ? counted : null);
        forms.put("tryAcquire(Duration)", () -> semaphore.tryAcquire(LONG) ? counted : null);
        forms.put("tryAcquire(int, Duration)", () -> semaphore.tryAcquire(1, LONG) ? counted : null);
        forms.put("tryAcquire(int, unit)", () -> semaphore.tryAcquire(1, 1, TimeUnit.MINUTES) ? counted : null);
        forms.put("acquireAsync(int)", () -> {
            Object unused = semaphore.acquireAsync(1).get();
            return counted;
        });
        forms.put("drainPermits()", () -> semaphore.drainPermits() == 1 ? counted : null);
        permits(semaphore, forms);
        return new Subject(forms, () -> semaphore.availablePermits() == 1);
    }

    private static void permits(Semaphore semaphore, Map<String, Form> forms) {
        Callable<String> result = () -> "done";
        forms.put("permit()", () -> unitOf(semaphore.permit()));
        forms.put("permit(int)", () -> unitOf(semaphore.permit(1)));
        forms.put("permit(Duration)", () -> unitOf(semaphore.permit(LONG)));
        forms.put("permit(int, Duration)", () -> unitOf(semaphore.permit(1, LONG)));
        forms.put("permit(unit)", () -> unitOf(semaphore.permit(1, TimeUnit.MINUTES)));
        forms.put("tryPermit()", () -> unitOf(semaphore.tryPermit()));
        forms.put("permitAsync()", () -> unitOf(semaphore.permitAsync().get()));
        forms.put("permitAsync(int)", () -> unitOf(semaphore.permitAsync(1).get()));
        forms.put("withPermit(Callable)", () -> done(semaphore.withPermit(result)));
        forms.put("withPermit(Callable, Duration)", () -> done(semaphore.withPermit(result, LONG)));
        forms.put("withPermitAsync", () -> done(semaphore.withPermitAsync(result, Runnable::run).get()));
        forms.put("withPermit(Runnable)", () -> {
            semaphore.withPermit(() -> {});
            return NOTHING;
        });
    }

    private static Resource.@Nullable Unit unitOf(@Nullable Permit permit) {
        return permit == null ? null : permit::close;
    }

    private static Subject lock(Lock lock, Free free) {
        Map<String, Form> forms = new LinkedHashMap<>();
        forms.put("lock", () -> {
            lock.lock();
            return lock::unlock;
        });
        forms.put("lockInterruptibly", () -> {
            lock.lockInterruptibly();
            return lock::unlock;
        });
        forms.put("tryLock()", () -> lock.tryLock() ? lock::unlock : null);
        forms.put("tryLock(unit)", () -> lock.tryLock(1, TimeUnit.MINUTES) ? lock::unlock : null);
        return new Subject(forms, free);
    }

    /** A section has the unit for as long as it runs, alone. */
    private static Subject mutex() {
        Mutex mutex = new Mutex();
        AtomicInteger inside = new AtomicInteger();
        Runnable section = () -> {
            require(inside.incrementAndGet() == 1, "two sections at once");
            inside.decrementAndGet();
        };
        Callable<String> result = () -> {
            section.run();
            return "done";
        };
        Subject subject = new Subject(new LinkedHashMap<>(), () -> !mutex.isLocked() && inside.get() == 0);
        subject.forms.put("lock", () -> {
            mutex.lock();
            return mutex::unlock;
        });
        subject.forms.put("tryLock()", () -> mutex.tryLock() ? mutex::unlock : null);
        subject.forms.put("tryLock(Duration)", () -> mutex.tryLock(LONG) ? mutex::unlock : null);
        subject.forms.put("lockAsync, on", () -> unitOf(mutex.lockAsync().get()));
        subject.forms.put("withLock(Runnable)", () -> {
            mutex.withLock(section);
            return NOTHING;
        });
        subject.forms.put("withLock(Callable)", () -> done(mutex.withLock(result)));
        subject.forms.put("withLock(Callable, Duration)", () -> done(mutex.withLock(result, LONG)));
        subject.forms.put("withLock(Callable, unit)", () -> done(mutex.withLock(result, 1, TimeUnit.MINUTES)));
        subject.forms.put("withLockAsync", () -> done(mutex.withLockAsync(result, Runnable::run).get()));
        return subject;
    }

    private static Resource.Unit done(String result) {
        require(result.equals("done"), "another result");
        return NOTHING;
    }

    private static Subject bag(Bag<Object> bag) {
        bag.put("unit");
        Map<String, Form> forms = new LinkedHashMap<>();
        forms.put("takeUninterruptibly", () -> unit(bag, bag.takeUninterruptibly()));
        forms.put("tryTake()", () -> unit(bag, bag.tryTake()));
        forms.put("tryTake(Duration)", () -> unit(bag, bag.tryTake(LONG)));
        forms.put("takeAsync, on", () -> unit(bag, bag.takeAsync().get()));
        return new Subject(forms, () -> bag.getSize() == 1);
    }

    private static Resource.@Nullable Unit unit(Bag<Object> bag, @Nullable Object element) {
        return element == null ? null : () -> bag.put(element);
    }

    private static Subject pool(BlockingPool.Order order) {
        BlockingPool<Object> pool = BlockingPool.builder(1, Object::new).order(order).executor(Runnable::run).build();
        pool.takeUninterruptibly().close(); // creates the element
        Map<String, Form> forms = new LinkedHashMap<>();
        forms.put("takeUninterruptibly", () -> pool.takeUninterruptibly()::close);
        forms.put("tryTake()", () -> unit(pool.tryTake()));
        forms.put("tryTake(Duration)", () -> unit(pool.tryTake(LONG)));
        forms.put("withLease", () -> done(pool.withLease(element -> "done")));
        forms.put("withLease(Duration)", () -> done(pool.withLease(element -> "done", LONG)));
        forms.put("withLeaseAsync", () -> done(pool.withLeaseAsync(element -> "done", Runnable::run).get()));
        return new Subject(forms, () -> pool.getIdle() == 1);
    }

    private static Resource.@Nullable Unit unit(@Nullable Lease<Object> lease) {
        return lease == null ? null : lease::close;
    }

    private static void forms(String name, Supplier<Subject> fresh, BiConsumer<String, String> report) {
        for (String form : fresh.get().forms.keySet()) {
            Function<Subject, Form> of = subject -> Objects.requireNonNull(subject.forms.get(form));
            Trial.report(name + ": " + form + ", waits", faults -> waits(faults, fresh.get(), of), report);
            Trial.report(name + ": " + form + ", at once", faults -> atOnce(faults, fresh.get(), of), report);
            Trial.report(name + ": " + form + ", and back", faults -> back(faults, fresh.get(), of), report);
        }
    }

    /**
     * Another one waits, too. The form may be refused, or fail for want of memory, or be served after the other one: a
     * wait that found no memory stands in line later.
     */
    private static void waits(Faults faults, Subject subject, Function<Subject, Form> form) throws Exception {
        Resource.Unit held = had(subject.plain());
        Sleeper first = passing(() -> {
            faults.arm(Thread.currentThread());
            return form.apply(subject).run();
        });
        faults.disarm();
        Sleeper second = passing(subject.plain());
        held.leave();
        require(first.awaitOutcome(), "a thread sleeps for ever");
        Throwable failure = first.failure();
        require(failure == null || isInjected(failure), "turned away: " + failure);
        second.mustBeServed();
        settle(subject);
    }

    /** A thread that gives the unit back as soon as it has it. */
    private static Sleeper passing(Form form) {
        return new Sleeper(() -> {
            Resource.Unit unit = form.run();
            if (unit != null) {
                unit.leave();
            }
            return NOTHING;
        }).awaitAsleep();
    }

    private static boolean isInjected(Throwable failure) {
        return failure instanceof OutOfMemoryError || failure.getCause() instanceof OutOfMemoryError;
    }

    /** The form finds the unit. If it fails, it has done nothing. */
    private static void atOnce(Faults faults, Subject subject, Function<Subject, Form> form) throws Exception {
        Resource.Unit unit = null;
        faults.arm(Thread.currentThread());
        try {
            unit = form.apply(subject).run();
        } catch (OutOfMemoryError | ExecutionException failure) {
            require(isInjected(failure), "turned away: " + failure);
        } finally {
            faults.disarm();
        }
        if (unit != null) {
            unit.leave();
        }
        settle(subject);
    }

    /** Another one waits for the unit that the form has had. If giving back fails, it is done again. */
    private static void back(Faults faults, Subject subject, Function<Subject, Form> form) throws Exception {
        Resource.Unit unit = had(form.apply(subject));
        if (!subject.free.isFree()) {
            Sleeper second = passing(subject.plain());
            if (!faults.during(unit::leave)) {
                unit.leave();
            }
            second.mustBeServed();
        }
        settle(subject);
    }

    private static Resource.Unit had(Form form) throws Exception {
        Resource.Unit unit = form.run();
        require(unit != null, "the unit is not there");
        return Objects.requireNonNull(unit);
    }

    private static void settle(Subject subject) throws Exception {
        require(subject.free.isFree(), "the unit is not back");
        Resource.Unit unit = had(subject.plain());
        require(!subject.free.isFree(), "the unit is there twice");
        unit.leave();
        require(subject.free.isFree(), "the unit is not back");
    }
}
