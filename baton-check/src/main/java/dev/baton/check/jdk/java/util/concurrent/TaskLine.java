package dev.baton.check.jdk.java.util.concurrent;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.DelayQueue;
import java.util.concurrent.RunnableScheduledFuture;
import java.util.concurrent.SynchronousQueue;
import org.jspecify.annotations.Nullable;

/** The tasks of a pool that no thread has begun: in the queue that the program gave, or handed to a waiting worker. Guarded by the pool's lock. */
final class TaskLine {
    private static final int MOST_TURNS = 2;

    private final BlockingQueue<Runnable> queue;
    /** The queue has no room: a task goes to a worker that waits for it, or nowhere. */
    private final boolean handsOver;
    /** Its tasks have delays. */
    private final boolean delays;
    /** Tasks that repeat themselves, once for each turn. */
    private final List<Runnable> turned = new ArrayList<>();
    private final List<Runnable> resting = new ArrayList<>();
    private final ArrayDeque<Runnable> handed = new ArrayDeque<>();
    /** Tasks in the queue. */
    private int queued;

    TaskLine(BlockingQueue<Runnable> queue) {
        this.handsOver = queue instanceof SynchronousQueue;
        this.delays = queue instanceof DelayQueue || queue.getClass().getSimpleName().equals("DelayedWorkQueue");
        this.queue = queue;
    }

    boolean handsOver() {
        return handsOver;
    }

    BlockingQueue<Runnable> queue() {
        return queue;
    }

    int queued() {
        return queued;
    }

    int handed() {
        return handed.size();
    }

    boolean isEmpty() {
        return queued == 0 && handed.isEmpty();
    }

    /** Queues a task, or hands it to one of the workers that wait; false if it can do neither. */
    boolean offer(Runnable task, int waiting) {
        if (!handsOver) {
            boolean offered = queue.offer(task);
            queued += offered ? 1 : 0;
            return offered;
        }
        boolean awaited = waiting > handed.size();
        if (awaited) {
            handed.add(task);
        }
        return awaited;
    }

    /** The task that a worker begins next; null if there is none. */
    @Nullable
    Runnable take() {
        Runnable task = handed.poll();
        if (task == null && queued > 0) {
            task = poll();
            queued = task == null ? 0 : queued - 1;
        }
        return task;
    }

    private @Nullable Runnable poll() {
        Runnable first = delays ? queue.peek() : queue.poll();
        return first == null || !delays || queue.remove(first) ? first : null;
    }

    /** Gives up all tasks. */
    void drainTo(List<Runnable> left) {
        left.addAll(handed);
        handed.clear();
        left.addAll(resting);
        resting.clear();
        for (Runnable task = poll(); task != null; task = poll()) {
            left.add(task);
        }
        queued = 0;
    }

    /** Puts a task in the queue, whether or not there is a worker. */
    boolean add(Runnable task) {
        if (task instanceof RunnableScheduledFuture<?> again && again.isPeriodic() && isRested(again)) {
            return true;
        }
        boolean offered = queue.offer(task);
        queued += offered ? 1 : 0;
        return offered;
    }

    /** A task that repeats itself for ever would have no last turn: after some turns its time does not come any more. */
    private boolean isRested(RunnableScheduledFuture<?> task) {
        int turns = 0;
        for (Runnable each : turned) {
            turns += each == task ? 1 : 0;
        }
        turned.add(task);
        if (turns == MOST_TURNS) {
            resting.add(task);
        }
        return turns >= MOST_TURNS;
    }

    boolean withdraw(Object task) {
        if (resting.remove(task)) {
            return true;
        }
        boolean removed = queue.remove(task);
        queued -= removed ? 1 : 0;
        return removed;
    }

    @Nullable
    Runnable withdrawFirst() {
        Runnable first = poll();
        queued -= first == null ? 0 : 1;
        return first;
    }

    /** The tasks that wait. */
    Object[] tasks() {
        List<Object> tasks = new ArrayList<>(queue);
        tasks.addAll(resting);
        return tasks.toArray();
    }
}
