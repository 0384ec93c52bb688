package dev.baton.bench.peer;

import dev.baton.bench.load.Worker;

/** What lets a limited number of workers in at a time: a semaphore, or a lock as the case of one. */
public interface Gate {
    void enter(Worker worker) throws InterruptedException;

    void exit(Worker worker);
}
