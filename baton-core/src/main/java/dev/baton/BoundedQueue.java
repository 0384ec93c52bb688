package dev.baton;

import dev.baton.BoundedTask.Phase;
import dev.baton.internal.park.StackRoom;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

/**
 * What a {@link BoundedExecutor} knows of its tasks: a monitor. Each method is one step under the lock; what follows from it
 * the executor does outside, so that no code of the user runs here.
 */
final class BoundedQueue {
    /*
     * State
     *   waiting: tasks in the queue.   live: tasks with a slot, and tasks that gave it back and complete their future.
     *   slots: how many live tasks have a slot.   mode: RUNNING → SHUT_DOWN → STOPPED.
     *
     * Invariants
     *   - slots <= limit, and slots < limit only if waiting is empty;
     *   - a task gives its slot back once, whatever its thread, its factory and its cancel do (holdsSlot);
     *   - no step but stop allocates, and stop allocates before it changes anything.
     *
     * Stack
     *   An overflow between lock and unlock would leave the lock held for ever. So the executor asks for room before it
     *   calls, at whatever depth a user calls it; a task's own thread has room.
     *
     * Timeout
     *   All tasks wait equally long, so the first in line is the first to expire: one timer, for the first, is enough.
     */

    /** Whether tasks are accepted. */
    enum Mode {
        RUNNING, SHUT_DOWN, STOPPED
    }

    /** What became of a task that was submitted. */
    enum Place {
        /** It has a slot, and the caller starts it. */
        SLOT,
        /** It is in the queue. */
        LINE,
        /** It is in the queue, and the caller sets the timer. */
        LINE_AND_TIMER,
        /** It was cancelled before. */
        NONE,
        /** The executor is shut down. */
        CLOSED
    }

    /** The tasks that {@link #stop} found. */
    record Stopped(List<BoundedTask<?>> waited, List<BoundedTask<?>> run) {}

    private final ReentrantLock lock = new ReentrantLock();
    private final int limit;
    private final long queueNanos;
    private final BoundedTasks waiting = new BoundedTasks();
    private final BoundedTasks live = new BoundedTasks();
    private Mode mode = Mode.RUNNING;
    private int slots;
    private boolean timerSet;
    long completed;
    long rejected;
    long expired;

    BoundedQueue(int limit, long queueNanos) {
        this.limit = limit;
        this.queueNanos = queueNanos;
    }

    /** Reads something under the lock. */
    <R> R look(Supplier<R> reader) {
        StackRoom.requireAround(1);
        lock.lock();
        try {
            return reader.get();
        } finally {
            lock.unlock();
        }
    }

    Place place(BoundedTask<?> task) {
        lock.lock();
        try {
            if (mode != Mode.RUNNING) {
                return Place.CLOSED;
            }
            if (task.phase != Phase.NEW) {
                return Place.NONE;
            }
            if (slots < limit) {
                takeSlot(task);
                return Place.SLOT;
            }
            task.phase = Phase.WAITING;
            waiting.add(task);
            if (queueNanos == Long.MAX_VALUE) {
                return Place.LINE;
            }
            task.deadline = System.nanoTime() + queueNanos;
            boolean sets = !timerSet;
            timerSet = true;
            return sets ? Place.LINE_AND_TIMER : Place.LINE;
        } finally {
            lock.unlock();
        }
    }

    private void takeSlot(BoundedTask<?> task) {
        task.phase = Phase.STARTING;
        task.holdsSlot = true;
        slots++;
        live.add(task);
    }

    /** Gives the slot of a task to the first in line, its successor; false if the task has none any more. */
    boolean leavesSlot(BoundedTask<?> task) {
        lock.lock();
        try {
            boolean held = task.holdsSlot;
            BoundedTask<?> next = held ? waiting.first() : null;
            if (held) {
                task.holdsSlot = false;
                task.successor = next;
                slots--;
            }
            if (next != null) {
                waiting.remove(next);
                takeSlot(next);
            }
            return held;
        } finally {
            lock.unlock();
        }
    }

    /** Notes that a task begins to run in the current thread; false if it must not. */
    boolean begins(BoundedTask<?> task, Phase from) {
        lock.lock();
        try {
            boolean may = task.phase == from;
            if (may) {
                task.phase = Phase.RUNNING;
                task.runner = Thread.currentThread();
            }
            return may;
        } finally {
            lock.unlock();
        }
    }

    /** Notes that a task does not run any more; false while an interrupt is on its way to it. */
    boolean ends(BoundedTask<?> task) {
        lock.lock();
        try {
            if (task.phase == Phase.INTERRUPTING) {
                return false;
            }
            task.phase = Phase.ENDED;
            task.runner = null;
            completed++;
            return true;
        } finally {
            lock.unlock();
        }
    }

    /** Ends a task whose thread could not be started; false if it has begun all the same. */
    boolean endsUnrun(BoundedTask<?> task) {
        lock.lock();
        try {
            boolean unrun = task.holdsSlot && (task.phase == Phase.STARTING || task.phase == Phase.ENDED);
            if (unrun) {
                task.phase = Phase.ENDED;
            }
            return unrun;
        } finally {
            lock.unlock();
        }
    }

    /** Sees to it that a task which has not begun never will; returns whether it was in the queue. */
    boolean withdraws(BoundedTask<?> task) {
        lock.lock();
        try {
            boolean waited = task.phase == Phase.WAITING;
            if (waited) {
                waiting.remove(task);
            }
            if (waited || task.phase == Phase.NEW || task.phase == Phase.STARTING) {
                task.phase = Phase.ENDED;
            }
            return waited;
        } finally {
            lock.unlock();
        }
    }

    /** The thread to interrupt for a task that runs, which goes on running until {@link #interrupted}. */
    @Nullable
    Thread toInterrupt(BoundedTask<?> task) {
        lock.lock();
        try {
            if (task.phase != Phase.RUNNING) {
                return null;
            }
            task.phase = Phase.INTERRUPTING;
            return task.runner;
        } finally {
            lock.unlock();
        }
    }

    void interrupted(BoundedTask<?> task) {
        lock.lock();
        try {
            task.phase = Phase.RUNNING;
        } finally {
            lock.unlock();
        }
    }

    /** Forgets a task whose future is complete; whether nothing is left to do. */
    boolean forgets(BoundedTask<?> task) {
        lock.lock();
        try {
            live.remove(task);
            return isDone();
        } finally {
            lock.unlock();
        }
    }

    /** Takes the first in line out if it has waited too long, until {@link #forgets}; null if there is none. */
    @Nullable
    BoundedTask<?> expires() {
        lock.lock();
        try {
            BoundedTask<?> first = waiting.first();
            if (first == null || first.deadline - System.nanoTime() > 0L) {
                return null;
            }
            waiting.remove(first);
            live.add(first); // the executor must not terminate before the future is complete
            first.phase = Phase.ENDED;
            expired++;
            return first;
        } finally {
            lock.unlock();
        }
    }

    /** How long until the first in line has waited too long; a line without anybody needs no timer, which is zero. */
    long nanosLeft() {
        lock.lock();
        try {
            BoundedTask<?> first = waiting.first();
            timerSet = first != null;
            return first == null ? 0L : Math.max(1L, first.deadline - System.nanoTime());
        } finally {
            lock.unlock();
        }
    }

    /** Accepts no more tasks; STOPPED also empties the queue. */
    Stopped stop(Mode next) {
        lock.lock();
        try {
            boolean empties = next == Mode.STOPPED;
            Stopped stopped = new Stopped(new ArrayList<>(empties ? waiting.size() : 0),
                    new ArrayList<>(empties ? live.size() : 0));
            if (mode.compareTo(next) < 0) {
                mode = next;
            }
            for (BoundedTask<?> task = waiting.first(); empties && task != null; task = waiting.first()) {
                waiting.remove(task);
                task.phase = Phase.NEW;
                stopped.waited().add(task);
            }
            if (empties) {
                live.forEach(stopped.run()::add);
            }
            return stopped;
        } finally {
            lock.unlock();
        }
    }

    Mode mode() {
        return mode;
    }

    int slots() {
        return slots;
    }

    int waitingTasks() {
        return waiting.size();
    }

    boolean isDone() {
        return mode != Mode.RUNNING && waiting.size() == 0 && live.size() == 0;
    }
}
