package dev.baton.bench.simulate;

/** Is told what happens, in the order of the simulated time. Tasks and cores are numbered from zero. */
interface Trace {
    /** Ignores everything. */
    Trace NONE = new Trace() {
    };

    /** The task stands in the lock's queue. */
    default void waits(int task) {}

    /** The task's section begins at {@code time}. */
    default void enters(int task, int core, double time) {}

    /** The task's section ends at {@code time}. */
    default void leaves(int task, int core, double time) {}

    /** The task's work ends at {@code time}. */
    default void completes(int task, int core, double time) {}
}
