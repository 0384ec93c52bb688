package dev.baton.bench.simulate;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

import org.jspecify.annotations.Nullable;

/** The tasks that could run if a core were free. */
final class ReadyQueue {
    private final ReadyOrder order;
    private final List<Deque<SimulatedTask>> queues = new ArrayList<>();

    ReadyQueue(ReadyOrder order, int cores) {
        this.order = order;
        int count = order == ReadyOrder.STEALING ? cores : 1;
        for (int index = 0; index < count; index++) {
            queues.add(new ArrayDeque<>());
        }
    }

    /** Adds a task that {@code core} made ready. */
    void add(SimulatedTask task, int core) {
        Deque<SimulatedTask> queue = queues.get(core % queues.size());
        if (order == ReadyOrder.LIFO) {
            queue.addFirst(task);
        } else {
            queue.addLast(task);
        }
    }

    /** The task that {@code core} runs next. */
    @Nullable
    SimulatedTask take(int core) {
        for (int step = 0; step < queues.size(); step++) {
            SimulatedTask task = queues.get((core + step) % queues.size()).pollFirst();
            if (task != null) {
                return task;
            }
        }
        return null;
    }

    int size() {
        return queues.stream().mapToInt(Deque::size).sum();
    }
}
