package dev.baton.internal.access;

import java.util.concurrent.Callable;
import java.util.concurrent.RunnableFuture;
import org.jspecify.annotations.Nullable;

/** The monitor under a bounded executor: each method is one of its steps. The tasks are those that it has made. */
public interface OpenExecutor {
    /** {@return a task that is not placed yet} */
    <V> RunnableFuture<V> task(Callable<V> body);

    /** Places a task; whether it has a slot. Otherwise it is in the queue. */
    boolean takesSlot(RunnableFuture<?> task);

    /** Gives the slot of a task to the first in line; false if the task has none. */
    boolean leavesSlot(RunnableFuture<?> task);

    /** Sees to it that a task which has not begun never will; whether it was in the queue. */
    boolean withdraws(RunnableFuture<?> task);

    /** Notes that a task with a slot begins to run in the current thread; false if it must not. */
    boolean begins(RunnableFuture<?> task);

    /** Runs a task in its slot, and gives the slot on. */
    void runInSlot(RunnableFuture<?> task);

    /** {@return whether a task runs} */
    boolean isRunning(RunnableFuture<?> task);

    /** {@return whether a task has a slot} */
    boolean holdsSlot(RunnableFuture<?> task);

    /** {@return the task that got the slot of another} */
    @Nullable
    RunnableFuture<?> successor(RunnableFuture<?> task);

    /** {@return how many slots are taken} */
    int slots();
}
