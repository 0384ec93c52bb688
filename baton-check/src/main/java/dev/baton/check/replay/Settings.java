package dev.baton.check.replay;

import dev.baton.check.event.JdkFields;
import dev.baton.check.event.JdkLocks;
import dev.baton.check.event.Machine;

/**
 * How a program is run.
 *
 * @param loopBound        how often a loop may run on with events that are no await, before the check gives up on
 *                         that execution and says so
 * @param spuriousWakeups  park and wait may return for no reason, as their contracts allow; once per thread
 * @param spuriousFailures a weak compare-and-set may fail for no reason
 * @param cutsSpins        a loop that looks so many times and then gives up is not run in full
 * @param jdkLocks         what an unfair lock of the JDK is
 * @param jdkFields        in which modes the JDK's classes read a few fields of theirs
 * @param machine          what the program believes to run on
 */
public record Settings(int loopBound, boolean spuriousWakeups, boolean spuriousFailures, boolean cutsSpins,
        JdkLocks jdkLocks, JdkFields jdkFields, Machine machine) {
    /** What counts if nobody says otherwise. */
    public static final Settings DEFAULT = new Settings(64, true, true, true, JdkLocks.LEAN, JdkFields.CONTRACT,
            Machine.DEFAULT);
    /** The highest bound of a loop: rounds are counted in fifteen bits. */
    private static final int MOST_ROUNDS = 0x7ffe;

    /** Takes the highest bound for one that is higher. */
    public Settings {
        loopBound = Math.min(loopBound, MOST_ROUNDS);
    }

    public Settings withLoopBound(int other) {
        return new Settings(other, spuriousWakeups, spuriousFailures, cutsSpins, jdkLocks, jdkFields,
                machine);
    }

    public Settings withSpuriousWakeups(boolean may) {
        return new Settings(loopBound, may, spuriousFailures, cutsSpins, jdkLocks, jdkFields,
                machine);
    }

    public Settings withSpuriousFailures(boolean may) {
        return new Settings(loopBound, spuriousWakeups, may, cutsSpins, jdkLocks, jdkFields,
                machine);
    }

    public Settings withCutSpins(boolean cut) {
        return new Settings(loopBound, spuriousWakeups, spuriousFailures, cut, jdkLocks, jdkFields,
                machine);
    }

    public Settings withMachine(Machine other) {
        return new Settings(loopBound, spuriousWakeups, spuriousFailures, cutsSpins, jdkLocks, jdkFields, other);
    }

    public Settings withJdkLocks(JdkLocks other) {
        return new Settings(loopBound, spuriousWakeups, spuriousFailures, cutsSpins, other, jdkFields, machine);
    }

    public Settings withJdkFields(JdkFields other) {
        return new Settings(loopBound, spuriousWakeups, spuriousFailures, cutsSpins, jdkLocks, other, machine);
    }
}
