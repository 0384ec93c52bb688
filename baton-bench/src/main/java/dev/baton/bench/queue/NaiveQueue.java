package dev.baton.bench.queue;

import org.jspecify.annotations.Nullable;

/** The naive synchronous queue, from the paper's description: one monitor, one slot, everybody woken at each step. */
final class NaiveQueue implements HandOff {
    private boolean putting;
    private @Nullable Integer slot;

    @Override
    public synchronized void put(Integer element) throws InterruptedException {
        while (putting) {
            wait();
        }
        putting = true;
        slot = element;
        notifyAll();
        while (slot != null) {
            wait();
        }
        putting = false;
        notifyAll();
    }

    @Override
    public synchronized Integer take() throws InterruptedException {
        while (slot == null) {
            wait();
        }
        Integer element = slot;
        slot = null;
        notifyAll();
        return element;
    }
}
