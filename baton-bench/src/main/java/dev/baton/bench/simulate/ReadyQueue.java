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
    private int turn;

    ReadyQueue(ReadyOrder order, int cores) {
        this.order = order;
        int count = order == ReadyOrder.FIFO || order == ReadyOrder.LIFO ? 1 : cores;
        for (int index = 0; index < count; index++) {
            queues.add(new ArrayDeque<>());
        }
    }

    /**
     * Adds a task that {@code core} made ready.
     *
     * @return the only core that will run it, or -1 if any may
     */
    int add(SimulatedTask task, int core) {
        if (order == ReadyOrder.ASSIGNED) {
            turn = (turn + 1) % queues.size();
            if (turn == core) {
                turn = (turn + 1) % queues.size();
            }
            queues.get(turn).addLast(task);
            return turn;
        }
        Deque<SimulatedTask> queue = queues.get(core % queues.size());
        if (order == ReadyOrder.LIFO) {
            queue.addFirst(task);
        } else {
            queue.addLast(task);
        }
        return -1;
    }

    /** The task that {@code core} runs next. */
    @Nullable
    SimulatedTask take(int core) {
        int reach = order == ReadyOrder.ASSIGNED ? 1 : queues.size();
        for (int step = 0; step < reach; step++) {
            SimulatedTask task = queues.get((core + step) % queues.size()).pollFirst();
            if (task != null) {
                return task;
            }
        }
        return null;
    }
}
