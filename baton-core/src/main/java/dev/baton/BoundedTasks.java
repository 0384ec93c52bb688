package dev.baton;

import java.util.function.Consumer;

import org.jspecify.annotations.Nullable;

/** List of tasks in order of arrival, linked through themselves: nothing is allocated, and a task leaves in constant time. */
final class BoundedTasks {
    private @Nullable BoundedTask<?> first;
    private @Nullable BoundedTask<?> last;
    private int size;

    int size() {
        return size;
    }

    @Nullable
    BoundedTask<?> first() {
        return first;
    }

    /** Appends a task that is in no list. */
    void add(BoundedTask<?> task) {
        BoundedTask<?> before = last;
        task.previous = before;
        if (before == null) {
            first = task;
        } else {
            before.next = task;
        }
        last = task;
        size++;
    }

    /** Removes a task that is in this list. */
    void remove(BoundedTask<?> task) {
        BoundedTask<?> before = task.previous;
        BoundedTask<?> after = task.next;
        if (before == null) {
            first = after;
        } else {
            before.next = after;
        }
        if (after == null) {
            last = before;
        } else {
            after.previous = before;
        }
        task.previous = null;
        task.next = null;
        size--;
    }

    void forEach(Consumer<BoundedTask<?>> action) {
        for (BoundedTask<?> task = first; task != null; task = task.next) {
            action.accept(task);
        }
    }
}
