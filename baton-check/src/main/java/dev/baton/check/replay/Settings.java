package dev.baton.check.replay;

import dev.baton.check.event.Machine;

/**
 * How a program is run.
 *
 * @param loopBound        how often a loop may run on with events that are no await, before the check gives up on
 *                         that execution and says so
 * @param spuriousWakeups  park and wait may return for no reason, as their contracts allow; once per thread
 * @param spuriousFailures a weak compare-and-set may fail for no reason
 * @param cutsSpins        a loop that looks so many times and then gives up is not run in full
 * @param machine          what the program believes to run on
 */
public record Settings(int loopBound, boolean spuriousWakeups, boolean spuriousFailures, boolean cutsSpins,
        Machine machine) {
    /** What counts if nobody says otherwise. */
    public static final Settings DEFAULT = new Settings(64, true, true, true, Machine.DEFAULT);
    /** The highest bound of a loop: rounds are counted in fifteen bits. */
    private static final int MOST_ROUNDS = 0x7ffe;

    /** Takes the highest bound for one that is higher. */
    public Settings {
        loopBound = Math.min(loopBound, MOST_ROUNDS);
    }

    public Settings withLoopBound(int other) {
        return new Settings(other, spuriousWakeups, spuriousFailures, cutsSpins, machine);
    }

    public Settings withSpuriousWakeups(boolean may) {
        return new Settings(loopBound, may, spuriousFailures, cutsSpins, machine);
    }

    public Settings withSpuriousFailures(boolean may) {
        return new Settings(loopBound, spuriousWakeups, may, cutsSpins, machine);
    }

    public Settings withCutSpins(boolean cut) {
        return new Settings(loopBound, spuriousWakeups, spuriousFailures, cut, machine);
    }

    public Settings withMachine(Machine other) {
        return new Settings(loopBound, spuriousWakeups, spuriousFailures, cutsSpins, other);
    }
}
