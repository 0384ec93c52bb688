package dev.baton.bench.simulate;

/** A task that loops: a section under the lock, then work. */
final class SimulatedTask {
    final int number;
    /** Whether its section is behind it and its work is not. */
    boolean hasWork;
    /** When the lock was handed to it. */
    double handedOverAt;

    SimulatedTask(int number) {
        this.number = number;
    }
}
