package dev.baton.bench.simulate;

import dev.baton.HandOff;

/**
 * What is simulated. Tasks loop over a section under the one lock and work outside it; times are nanoseconds.
 *
 * @param handOff    the lock's policy
 * @param cores      cores, each of which runs one task at a time until the task waits for the lock
 * @param tasks      tasks
 * @param section    length of a section
 * @param work       mean length of the work
 * @param spread     the work's length is uniform in {@code work * (1 - spread) .. work * (1 + spread)}
 * @param order      of the ready tasks
 * @param costs      what everything else takes
 * @param warmup     operations before the ones that count
 * @param operations operations that count: sections with the work that follows
 * @param seed       of the work's lengths
 */
public record Scenario(HandOff handOff, int cores, int tasks, double section, double work, double spread,
        ReadyOrder order, Costs costs, int warmup, int operations, long seed) {

    public Scenario {
        if (cores < 1 || tasks < 1 || operations < 1 || warmup < 0) {
            throw new IllegalArgumentException("needs a core, a task and an operation");
        }
        if (!(section >= 0 && work >= 0 && spread >= 0 && spread <= 1)) {
            throw new IllegalArgumentException("section and work are lengths, spread is from 0 to 1");
        }
    }

    /** Loops with work of varying length on one core, two rounds of all tasks to warm up and eight that count. */
    public static Scenario of(HandOff handOff, int tasks, double section, double work, Costs costs) {
        return new Scenario(handOff, 1, tasks, section, work, 0.5, ReadyOrder.FIFO, costs, 2 * tasks, 8 * tasks, 1);
    }

    /** The same with so many cores. */
    public Scenario onCores(int count) {
        return new Scenario(handOff, count, tasks, section, work, spread, order, costs, warmup, operations, seed);
    }

    /** The same with this order of the ready tasks. */
    public Scenario with(ReadyOrder other) {
        return new Scenario(handOff, cores, tasks, section, work, spread, other, costs, warmup, operations, seed);
    }

    /** The same with work of one length, counted from the start. */
    public Scenario steady(int count) {
        return new Scenario(handOff, cores, tasks, section, work, 0, order, costs, 0, count, seed);
    }
}
