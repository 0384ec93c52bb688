package dev.baton.check.replay;

import dev.baton.check.event.Machine;
import dev.baton.check.program.ProgramLoader;

/**
 * How a program is run.
 *
 * @param loader           the loader of the rewritten classes
 * @param loopBound        how often a loop may run on with events that are no await, before the check gives up on
 *                         that execution and says so
 * @param spuriousWakeups  park and wait may return for no reason, as their contracts allow; once per thread
 * @param spuriousFailures a weak compare-and-set may fail for no reason
 * @param cutsSpins        a loop that looks so many times and then gives up is not run in full
 * @param machine          what the program believes to run on
 */
public record Settings(ProgramLoader loader, int loopBound, boolean spuriousWakeups, boolean spuriousFailures,
        boolean cutsSpins, Machine machine) {
    /** The highest bound of a loop: rounds are counted in fifteen bits. */
    public static final int MOST_ROUNDS = 0x7ffe;
}
