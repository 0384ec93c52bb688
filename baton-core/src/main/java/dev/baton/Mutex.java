package dev.baton;

import dev.baton.internal.park.StackRoom;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

import org.jspecify.annotations.Nullable;

/**
 * Mutual exclusion without an owner: any thread may unlock it, on behalf of the thread that locked it. Not reentrant: a
 * thread that locks twice waits for itself.
 *
 * <pre>{@code
 * int next = mutex.withLock(() -> ++counter);
 * mutex.lockAsync().orTimeout(1, SECONDS).thenAccept(token -> {
 *     try (token) {
 *         update();
 *     }
 * });
 * }</pre>
 *
 * <b>Fairness.</b> First-in, first-out; {@link #tryLock()} never overtakes a request that was
 * waiting when it was called.
 * <p>
 * <b>Timeout, interrupt, cancel.</b> Abort the request in constant time. A request that got the lock first has it: the
 * method returns normally and re-asserts the interrupt, or the future completes normally.
 * <p>
 * <b>Memory effects.</b> Actions before an unlock happen before actions after the lock it lets through.
 * <p>
 * <b>Progress.</b> Lock-free, save that a request in the few steps between claiming its place and standing in it
 * holds up those behind it.
 * <p>
 * <b>Cost.</b> Without contention one atomic operation to lock and one to unlock, no allocation.
 */
public final class Mutex {
    /*
     * State
     *   The queue's state word: 1 unlocked, 0 locked. It is exact: there is no moment at which the lock is promised but
     *   held by nobody, so that a wrong unlock is always found out and changes nothing.
     */
    private static final long UNLOCKED = Permits.state(1);
    /** Most sections of others that one holder runs before it goes its way. */
    private static final int BATCH = 64;

    private final HandOff handOff;
    private final FairQueue queue;

    /** Creates an unlocked mutex that wakes the next owner when it is unlocked. */
    public Mutex() {
        this(HandOff.DISPATCH);
    }

    /**
     * Creates an unlocked mutex with the given hand-off.
     *
     * @param handOff where the next owner runs
     */
    public Mutex(HandOff handOff) {
        this(handOff, Tuning.DEFAULT);
    }

    Mutex(Tuning tuning) {
        this(HandOff.DISPATCH, tuning);
    }

    Mutex(HandOff handOff, Tuning tuning) {
        this.handOff = Objects.requireNonNull(handOff);
        this.queue = new FairQueue(Permits.RULE, UNLOCKED, this, handOff, tuning);
    }

    /** Locks, waiting as long as it takes; an interrupt is kept for later. */
    public void lock() {
        if (!isTaken()) {
            ThreadWaiter.acquireUninterruptibly(queue, 1, null);
        }
        noteLocker();
    }

    /**
     * Locks, waiting as long as it takes.
     *
     * @throws InterruptedException if the thread is interrupted
     */
    public void lockInterruptibly() throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        if (!isTaken()) {
            ThreadWaiter.acquireInterruptibly(queue, 1);
        }
        noteLocker();
    }

    /**
     * Locks if the mutex is unlocked now and no one waits.
     *
     * @return whether it was locked
     */
    public boolean tryLock() {
        return isTaken() && noteLocker();
    }

    private boolean isTaken() {
        return (queue.wordVolatile() == UNLOCKED && queue.casUncontended(UNLOCKED, Permits.NONE))
                || queue.takeOnArrival(1);
    }

    /**
     * Locks, waiting no longer than {@code timeout}.
     *
     * @param timeout the longest to wait; zero or less not to wait at all
     * @param unit the unit of {@code timeout}
     * @return whether the lock was acquired
     * @throws InterruptedException if the thread is interrupted
     */
    public boolean tryLock(long timeout, TimeUnit unit) throws InterruptedException {
        long nanos = unit.toNanos(timeout);
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        return (isTaken() || ThreadWaiter.acquireWithin(queue, 1, nanos)) && noteLocker();
    }

    /**
     * As {@link #tryLock(long, TimeUnit)}.
     *
     * @param timeout the longest to wait; zero or less not to wait at all
     * @return whether the lock was acquired
     * @throws InterruptedException if the thread is interrupted
     */
    public boolean tryLock(Duration timeout) throws InterruptedException {
        return tryLock(TimeUnit.NANOSECONDS.convert(timeout), TimeUnit.NANOSECONDS);
    }

    /**
     * Requests the lock without blocking.
     *
     * @return a future that completes with the token to unlock with; completing it from outside (cancel, orTimeout)
     *         aborts the request, or does nothing if the lock was acquired first
     */
    public CompletableFuture<LockToken> lockAsync() {
        LockToken token = new LockToken(this::unlock);
        if (!isTaken()) {
            return new FutureWaiter<>(1, token).enter(queue);
        }
        try {
            return CompletableFuture.completedFuture(token);
        } catch (OutOfMemoryError full) {
            token.close();
            throw full;
        }
    }

    /**
     * Unlocks, handing the lock to the first request that waits.
     *
     * @throws IllegalMonitorStateException if the mutex is not locked; nothing is changed
     */
    public void unlock() {
        if (queue.owner != null) {
            queue.owner = null; // before anybody else can have the lock
        }
        if (queue.passOn(Permits.NONE, 1)) {
            return;
        }
        if (queue.getAndSetState(UNLOCKED) == UNLOCKED) { // then nothing has changed
            throw new IllegalMonitorStateException("unlock of an unlocked mutex");
        }
        queue.released();
    }

    /**
     * Runs {@code section} with the lock held; see {@link #withLock(Callable)}.
     *
     * @param section what to run with the lock held
     */
    public void withLock(Runnable section) {
        Objects.requireNonNull(section);
        Section<@Nullable Void> queued = new Section<>(() -> {
            section.run();
            return null;
        });
        runInTurn(queued);
        queued.outcomeUnchecked();
    }

    /**
     * Runs {@code section} with the lock held.
     * <p>
     * With {@link HandOff#INLINE} or {@link HandOff#COMBINE} a section that has to wait may be run by the thread that
     * holds the lock, in its place in the queue: then {@code Thread.currentThread()}, thread locals and the interrupt
     * status inside it are that thread's. Whatever it throws is thrown here, with a trace that continues with the
     * caller's. A section must not wait for the lock again: like {@link #lock}, this is not reentrant.
     *
     * @param <R> type of what the section returns
     * @param section what to run with the lock held
     * @return its result
     * @throws Exception if the section throws it
     */
    public <R extends @Nullable Object> R withLock(Callable<R> section) throws Exception {
        Section<R> queued = new Section<>(Objects.requireNonNull(section));
        runInTurn(queued);
        return queued.outcome();
    }

    /**
     * As {@link #withLock(Callable)}, waiting no longer than {@code timeout} for the section to begin. A section that
     * has begun when the time runs out or the interrupt comes is waited for; a body that has not begun will never run.
     *
     * @param <R> type of what the section returns
     * @param section what to run with the lock held
     * @param timeout the longest to wait for the section to begin
     * @param unit the unit of {@code timeout}
     * @return its result
     * @throws InterruptedException if interrupted before the section began
     * @throws TimeoutException     if the time ran out before the section began
     * @throws Exception            if the section throws it
     */
    public <R extends @Nullable Object> R withLock(Callable<R> section, long timeout, TimeUnit unit) throws Exception {
        Section<R> queued = new Section<>(Objects.requireNonNull(section));
        long nanos = unit.toNanos(timeout);
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        if (tryLock()) {
            runAndUnlock(queued);
        } else if (nanos <= 0L || !enter(queued).isServedWithin(nanos)) {
            throw new TimeoutException();
        } else if (!queued.hasRun()) {
            runAndUnlock(queued);
        }
        return queued.outcome();
    }

    /**
     * As {@link #withLock(Callable, long, TimeUnit)}.
     *
     * @param <R> type of what the section returns
     * @param section what to run with the lock held
     * @param timeout the longest to wait for the section to begin
     * @return its result
     * @throws InterruptedException if interrupted before the section began
     * @throws TimeoutException     if the time ran out before the section began
     * @throws Exception            if the section throws it
     */
    public <R extends @Nullable Object> R withLock(Callable<R> section, Duration timeout) throws Exception {
        return withLock(section, TimeUnit.NANOSECONDS.convert(timeout), TimeUnit.NANOSECONDS);
    }

    /**
     * Runs {@code section} with the lock held, without blocking the caller.
     * <p>
     * With {@link HandOff#DISPATCH} the executor runs it when its turn comes. With {@link HandOff#INLINE} and
     * {@link HandOff#COMBINE} it runs at once on the thread that has the lock, the caller's if nobody has; what depends
     * on the future then runs there too (INLINE) or on the executor (COMBINE). Chains of any length do not grow the
     * stack.
     *
     * @param <R> type of what the section returns
     * @param section what to run with the lock held
     * @param executor where the section runs, unless the hand-off runs it elsewhere
     * @return a future of its result; completing it from outside (cancel, orTimeout) takes the section back, or does
     *         nothing if the section has begun
     */
    public <R extends @Nullable Object> CompletableFuture<R> withLockAsync(Callable<R> section, Executor executor) {
        Objects.requireNonNull(section);
        if (!handOff.staysHere()) {
            return new AsyncSection<LockToken, R>(token -> section.call(), executor).after(lockAsync());
        }
        Objects.requireNonNull(executor);
        Section<R> queued = new Section<>(section);
        FutureWaiter<Object, R> waiter = new FutureWaiter<>(1, granted -> queued.outcomeUnchecked(), queued);
        LockToken once = new LockToken(this::unlock);
        Runnable turn = () -> {
            if (once.spend()) {
                queued.run();
                unlockAfterSections();
                waiter.complete(handOff == HandOff.COMBINE ? executor : null);
            }
        };
        Runnable dispatch = () -> dispatch(turn, once, waiter, executor);
        queued.whenGranted(() -> CompletionDepth.run(dispatch, waiter.future().defaultExecutor()));
        queued.completeOn(handOff == HandOff.INLINE ? null : executor);
        if (!isTaken()) {
            return waiter.enter(queue);
        }
        turn.run();
        return waiter.future();
    }

    /**
     * Gives a section that has the lock to the executor; if that throws, and has not run the section, the lock goes on.
     */
    private static void dispatch(Runnable turn, LockToken once, FutureWaiter<Object, ?> waiter, Executor executor) {
        try {
            executor.execute(turn);
        } catch (Throwable rejected) {
            if (once.closes()) {
                waiter.fail(rejected);
            }
        }
    }

    private void runInTurn(Section<?> section) {
        if (!tryLock()) {
            enter(section).await(false);
        }
        if (!section.hasRun()) {
            runAndUnlock(section);
        }
    }

    private void runAndUnlock(Section<?> section) {
        section.run();
        unlockAfterSections();
    }

    /**
     * Unlocks, after running the sections of a bounded number of requests at the head. Their owners are woken after the
     * lock is free, so that waking does not lie on the way of the next owner.
     */
    private void unlockAfterSections() {
        if (!handOff.staysHere()) {
            unlock();
            return;
        }
        Told finished = null;
        for (int ran = 0; ran < BATCH; ran++) {
            Waiter<?> next = StackRoom.isEnough() ? queue.claimSection() : null;
            Section<?> section = next == null ? null : next.section();
            if (next == null || section == null) {
                break;
            }
            section.runFor(next);
            queue.finishSection(next);
            finished = Completions.add(finished, section);
        }
        unlock();
        Completions.tell(finished);
    }

    /** Notes for {@link Locks} that the current thread has locked; always true. */
    private boolean noteLocker() {
        queue.owner = Thread.currentThread();
        return true;
    }

    /** The thread that locked, if a thread did and it is still locked; an estimate. */
    @Nullable
    Thread locker() {
        return isLocked() && queue.owner instanceof Thread thread ? thread : null;
    }

    /** {@return whether the mutex is locked now} */
    public boolean isLocked() {
        return queue.stateVolatile() != UNLOCKED;
    }

    /** {@return whether any request, of a thread or a future, waits now} */
    public boolean hasQueuedThreads() {
        return queue.hasQueuedThreads();
    }

    /**
     * {@return the number of requests, of threads and futures, that wait now; an estimate while others come and go}
     */
    public int getQueueLength() {
        return queue.getQueueLength();
    }

    @Override
    public String toString() {
        int waiters = getQueueLength();
        return super.toString() + (isLocked() ? "[Locked" : "[Unlocked")
                + (waiters == 0 ? "]" : ", waiters = " + waiters + "]");
    }

    private ThreadWaiter<?> enter(Section<?> section) {
        ThreadWaiter<?> waiter = new ThreadWaiter<>(1, handOff.staysHere() ? section : null);
        queue.enter(waiter);
        return waiter;
    }

    /** For tests of the structure. */
    GrantQueue queue() {
        return queue;
    }
}
