package dev.baton;

import dev.baton.BoundedQueue.Mode;
import dev.baton.internal.park.StackRoom;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.RunnableFuture;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

import org.jspecify.annotations.Nullable;

/**
 * Executor that runs at most so many tasks at once, each in a thread of its own: a virtual thread unless told. The tasks
 * beyond that wait in a queue.
 *
 * <pre>{@code
 * try (var executor = BoundedExecutor.builder(20).queueLimit(1000).queueTimeout(Duration.ofSeconds(2)).build()) {
 *     CompletableFuture<Reply> reply = executor.submitAsync(() -> callTheService());
 * }
 * }</pre>
 *
 * <b>Fairness.</b> Tasks begin first-in, first-out. With {@link WhenFull#BLOCK} the submitters wait first-in, first-out,
 * too.
 * <p>
 * <b>Timeout, interrupt, cancel.</b> A cancel takes a task out of the queue in constant time, and so does each other
 * completion of its future from outside (orTimeout, complete). A task that runs is interrupted by {@code cancel(true)}
 * and goes on otherwise. A task that waited longer than the queue's timeout never runs, and its future fails with
 * {@link TimeoutException}. A submitter that is interrupted while it waits for room gets a
 * {@link RejectedExecutionException} and stays interrupted.
 * <p>
 * <b>Failures.</b> If the thread factory throws or returns null, the submission is rejected. If that happens to a task
 * from the queue, its future fails with {@link RejectedExecutionException}, and the next one gets the slot. What a command
 * of {@link #execute} throws goes to the handler of uncaught exceptions, and so does the reason why such a command never
 * ran.
 * <p>
 * <b>Closing.</b> {@link #shutdown}, {@link #shutdownNow} and {@link #close} are those of the JDK: tasks that
 * {@code shutdownNow} returns are not cancelled. Submitters that wait for room are rejected.
 * <p>
 * <b>Memory effects.</b> Those of {@link java.util.concurrent.ExecutorService}. A slot is given on before the result of
 * its task is known: after {@code get} there is room.
 * <p>
 * <b>Progress.</b> A submission and an end of a task take a lock for a few steps. No code of the user runs in it.
 * <p>
 * <b>Cost.</b> One object and one thread a task. The timeout costs one timer for the whole queue.
 */
public final class BoundedExecutor extends AbstractExecutorService {
    /*
     * Overview
     *
     *      submit ──► admission (limit + queueLimit permits) ──► queue (FIFO) ──slot──► a thread ──► leaves its slot ──► future
     *
     * Invariants
     *   - A permit of admission is held for each task in the queue and for each slot, until shutdown.
     *   - Factories, tasks and dependents of futures run without the lock of the queue.
     *   - A slot goes from a task to the first in line in one step; the thread that gives it starts that task.
     *
     * Verified by
     *   ExecutorServiceContract (the JDK's executors, too), BoundedExecutorTest, BoundedExecutorAbortTest,
     *   BoundedExecutorScenarios.
     */

    /** What a submission does that finds the queue full. */
    public enum WhenFull {
        /** Throws {@link RejectedExecutionException}. */
        REJECT,
        /** Waits for room, in order of arrival. */
        BLOCK,
        /** Runs the task in the submitting thread, beside the limit. */
        RUN_IN_SUBMITTER
    }

    /** More than any executor admits; half of what a semaphore can count. */
    private static final int MANY = 1 << 29;

    private final int limit;
    private final WhenFull whenFull;
    private final ThreadFactory threadFactory;
    private final Semaphore admission;
    private final BoundedQueue queue;
    private final CountDownLatch terminated = new CountDownLatch(1);

    BoundedExecutor(BoundedExecutorBuilder builder) {
        limit = builder.limit;
        whenFull = builder.whenFull;
        threadFactory = builder.threadFactory;
        admission = new Semaphore((int) Math.min(MANY, (long) limit + builder.queueLimit), true);
        queue = new BoundedQueue(limit, builder.queueNanos);
    }

    /**
     * Starts the description of an executor.
     *
     * @param limit the most tasks that run at once
     * @return the description, to go on with
     * @throws IllegalArgumentException if {@code limit} is not positive
     */
    public static BoundedExecutorBuilder builder(int limit) {
        return new BoundedExecutorBuilder(limit);
    }

    /**
     * Runs a task as soon as there is a slot for it.
     *
     * @param <V> type of the result
     * @param task what to run
     * @return a future of its result. A completion from outside (cancel, orTimeout) before the task begins takes it out of
     *         the queue; it then never runs
     * @throws RejectedExecutionException if the executor is shut down, full, or has no thread for it
     */
    public <V extends @Nullable Object> CompletableFuture<V> submitAsync(Callable<V> task) {
        BoundedTask<V> future = new BoundedTask<>(this, task);
        admit(future);
        return future;
    }

    @Override
    public void execute(Runnable command) {
        admit(command instanceof BoundedTask<?> task && task.belongsTo(this) ? task : new BoundedTask<>(this, command));
    }

    @Override
    protected <T extends @Nullable Object> RunnableFuture<T> newTaskFor(Runnable command, T result) {
        Objects.requireNonNull(command, "task");
        return newTaskFor(() -> {
            command.run();
            return result;
        });
    }

    @Override
    protected <T extends @Nullable Object> RunnableFuture<T> newTaskFor(Callable<T> task) {
        return new BoundedTask<>(this, task);
    }

    private void admit(BoundedTask<?> task) {
        StackRoom.requireAround(1);
        if (whenFull == WhenFull.BLOCK) {
            try {
                admission.acquire();
            } catch (InterruptedException interrupt) {
                Thread.currentThread().interrupt();
                throw rejection("the submitter was interrupted while it waited for room", interrupt);
            }
        } else if (!admission.tryAcquire()) {
            if (whenFull == WhenFull.REJECT || isShutdown()) {
                throw rejection(isShutdown() ? "shut down" : "full", null);
            }
            task.asGiven().run();
            return;
        }
        switch (queue.place(task)) {
            case SLOT -> startOrReject(task);
            case LINE_AND_TIMER -> setTimer();
            case LINE -> {
            }
            case NONE -> admission.release();
            case CLOSED -> {
                admission.release();
                throw rejection("shut down", null);
            }
        }
    }

    private void startOrReject(BoundedTask<?> task) {
        try {
            start(task);
        } catch (Throwable failure) {
            if (queue.endsUnrun(task)) {
                RejectedExecutionException rejection = rejection("no thread for the task", failure);
                leaveSlot(task);
                task.fail(rejection);
                forget(task);
                throw rejection;
            }
        }
    }

    private void start(BoundedTask<?> task) {
        Thread thread = threadFactory.newThread(task::runInSlot);
        if (thread == null) {
            throw new NullPointerException("the thread factory returned null");
        }
        thread.start();
    }

    /** Gives the slot of a task to the first in line; if there is no thread for that one, to the next. */
    void leaveSlot(BoundedTask<?> task) {
        BoundedTask<?> leaving = task;
        while (leaving != null && queue.leavesSlot(leaving)) {
            admission.release();
            BoundedTask<?> next = leaving.successor;
            leaving.successor = null; // a future that is kept must not keep those after it
            leaving = next == null || starts(next) ? null : next;
        }
    }

    /** Starts a task from the queue; false if there is no thread for it, and it was told so. */
    private boolean starts(BoundedTask<?> next) {
        try {
            start(next);
        } catch (Throwable failure) {
            if (queue.endsUnrun(next)) {
                next.reject(rejection("no thread for the task", failure));
                forget(next);
                return false;
            }
        }
        return true;
    }

    BoundedQueue queue() {
        return queue;
    }

    /** Sees to it that a task which has not begun never will. */
    void withdraw(BoundedTask<?> task) {
        StackRoom.requireAround(1);
        if (queue.withdraws(task)) {
            admission.release();
            terminateIfDone();
        }
    }

    /** Interrupts the thread of a task, if it runs. */
    void interrupt(BoundedTask<?> task) {
        StackRoom.requireAround(1);
        Thread runner = queue.toInterrupt(task);
        if (runner != null) {
            try {
                runner.interrupt();
            } finally {
                queue.interrupted(task);
            }
        }
    }

    /** Forgets a task whose future is complete. */
    void forget(BoundedTask<?> task) {
        if (queue.forgets(task)) {
            terminated.countDown();
        }
    }

    private void terminateIfDone() {
        if (queue.look(queue::isDone)) {
            terminated.countDown();
        }
    }

    private void setTimer() {
        long nanos = queue.nanosLeft();
        if (nanos > 0L) {
            CompletableFuture.delayedExecutor(nanos, TimeUnit.NANOSECONDS, CompletionDepth.ASIDE).execute(this::expire);
        }
    }

    /** Ends the tasks that have waited too long, and sets the timer for the first of the others. */
    private void expire() {
        for (BoundedTask<?> late = queue.expires(); late != null; late = queue.expires()) {
            admission.release();
            late.reject(new TimeoutException("waited too long in the queue of " + this));
            forget(late);
        }
        setTimer();
    }

    private RejectedExecutionException rejection(String reason, @Nullable Throwable cause) {
        long unused = queue.look(() -> ++queue.rejected);
        return new RejectedExecutionException(reason + ": " + this, cause);
    }

    @Override
    public void shutdown() {
        stop(Mode.SHUT_DOWN);
    }

    @Override
    public List<Runnable> shutdownNow() {
        BoundedQueue.Stopped stopped = stop(Mode.STOPPED);
        stopped.run().forEach(this::interrupt);
        return stopped.waited().stream().map(BoundedTask::asGiven).toList();
    }

    private BoundedQueue.Stopped stop(Mode mode) {
        StackRoom.requireAround(1);
        BoundedQueue.Stopped stopped = queue.stop(mode);
        if (admission.availablePermits() < MANY) {
            admission.release(MANY); // submitters that wait for room come in, and are rejected
        }
        terminateIfDone();
        return stopped;
    }

    @Override
    public boolean isShutdown() {
        return queue.look(queue::mode) != Mode.RUNNING;
    }

    @Override
    public boolean isTerminated() {
        return terminated.getCount() == 0L;
    }

    @Override
    public boolean awaitTermination(long timeout, TimeUnit unit) throws InterruptedException {
        return terminated.await(timeout, unit);
    }

    /** {@return the most tasks that run at once} */
    public int getLimit() {
        return limit;
    }

    /** {@return how many tasks have a slot now} */
    public int getRunning() {
        return queue.look(queue::slots);
    }

    /** {@return how many tasks wait in the queue now} */
    public int getQueueLength() {
        return queue.look(queue::waitingTasks);
    }

    /** {@return how many tasks have run to their end, normally or not} */
    public long getCompleted() {
        return queue.look(() -> queue.completed);
    }

    /** {@return how many submissions were rejected, tasks without a thread included} */
    public long getRejected() {
        return queue.look(() -> queue.rejected);
    }

    /** {@return how many tasks waited too long and never ran} */
    public long getExpired() {
        return queue.look(() -> queue.expired);
    }

    @Override
    public String toString() {
        return super.toString() + "[" + (isTerminated() ? "Terminated, " : isShutdown() ? "Shut down, " : "")
                + "Limit = " + limit + ", Running = " + getRunning() + ", Waiting = " + getQueueLength()
                + ", Completed = " + getCompleted() + "]";
    }
}
