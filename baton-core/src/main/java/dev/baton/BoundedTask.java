package dev.baton;

import dev.baton.internal.park.StackRoom;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.RunnableFuture;

import org.jspecify.annotations.Nullable;

/**
 * Task of a {@link BoundedExecutor}, and its future. It is also its own place in a list of the executor.
 *
 * @param <V> the result
 */
final class BoundedTask<V extends @Nullable Object> extends RequestFuture<V> implements RunnableFuture<V> {
    /*
     * State
     *   phase, guarded by the executor's lock:
     *
     *      NEW ──► WAITING ──slot──► STARTING ──thread──► RUNNING ⇄ INTERRUPTING
     *       │         │                  │                   └──────► ENDED
     *       └─────────┴─cancelled, expired, removed by shutdownNow──► ENDED, or NEW again if removed
     *
     *   The result is decided by the future itself: the first completion wins, of the task or from outside.
     */

    /** How far a task has come. */
    enum Phase {
        /** In no list; whoever has the task may run it. */
        NEW,
        /** In the queue. */
        WAITING,
        /** Has a slot, and its thread has not begun. */
        STARTING,
        /** Runs. */
        RUNNING,
        /** Runs, and a cancel is about to interrupt its thread. */
        INTERRUPTING,
        /** Will not run any more. */
        ENDED
    }

    private final BoundedExecutor executor;
    private final @Nullable Callable<? extends V> body;
    /** What {@code execute} was given; its failures are nobody's result. */
    private final @Nullable Runnable command;
    /** Guarded by the executor's lock, as all that follows. */
    Phase phase = Phase.NEW;
    @Nullable
    Thread runner;
    /** When the wait in the queue is over, if that has a limit. */
    long deadline;
    /** Whether the task has a slot. */
    boolean holdsSlot;
    /** The task that got the slot, for the thread that gave it. */
    @Nullable
    BoundedTask<?> successor;
    @Nullable
    BoundedTask<?> previous;
    @Nullable
    BoundedTask<?> next;

    /** A task with a result. */
    BoundedTask(BoundedExecutor executor, Callable<? extends V> body) {
        this.executor = executor;
        this.body = Objects.requireNonNull(body, "task");
        this.command = null;
    }

    /** A task without a result. */
    BoundedTask(BoundedExecutor executor, Runnable command) {
        this.executor = executor;
        this.body = null;
        this.command = Objects.requireNonNull(command, "command");
    }

    /** What the user gave, or got, for this task. */
    Runnable asGiven() {
        return command == null ? this : command;
    }

    boolean belongsTo(BoundedExecutor other) {
        return executor == other && command == null;
    }

    /** Runs a task that no executor will run: after {@code shutdownNow}, or in a place of the caller. */
    @Override
    public void run() {
        StackRoom.requireAround(1);
        if (executor.queue().begins(this, Phase.NEW)) {
            complete(this::call);
        }
    }

    /** Runs the task in its slot, and gives the slot on before the result is known. */
    void runInSlot() {
        if (executor.queue().begins(this, Phase.STARTING)) {
            complete(() -> {
                try {
                    return call();
                } finally {
                    executor.leaveSlot(this);
                }
            });
        } else {
            executor.leaveSlot(this); // cancelled meanwhile
        }
        executor.forget(this);
    }

    @SuppressWarnings("NullAway") // null if V admits null
    private @Nullable V call() throws Exception {
        try {
            if (command != null) {
                command.run();
                return null;
            }
            return Objects.requireNonNull(body).call();
        } finally {
            while (!executor.queue().ends(this)) {
                Thread.yield();
            }
        }
    }

    private void complete(Callable<? extends @Nullable V> run) {
        V result;
        try {
            result = run.call();
        } catch (Throwable failure) {
            reject(failure);
            return;
        }
        serve(result);
    }

    /** Completes with a failure; that of a command without a result is reported. */
    void reject(Throwable reason) {
        fail(reason);
        if (command != null) {
            Completions.report(reason);
        }
    }

    @Override
    boolean abortRequest() {
        executor.withdraw(this);
        return true;
    }

    /**
     * Cancels the task: takes it out of the queue, or, if it runs and {@code mayInterruptIfRunning}, interrupts its
     * thread.
     */
    @Override
    public boolean cancel(boolean mayInterruptIfRunning) {
        boolean wasDone = isDone();
        boolean cancelled = super.cancel(mayInterruptIfRunning);
        if (mayInterruptIfRunning && cancelled && !wasDone) {
            executor.interrupt(this); // after the decision: the task must not end first, by the interrupt
        }
        return cancelled;
    }
}
