package dev.baton.check.explain;

import dev.baton.check.event.AccessMode;
import dev.baton.check.explore.Program;
import dev.baton.check.explore.Verdict;
import dev.baton.check.explore.Violation;
import dev.baton.check.program.Site;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A check that was made, as the teller of its violations sees it: what it found, and what can still be asked. */
public interface Evidence {
    /** {@return the name of the memory model} */
    String model();

    /** {@return what went wrong, one for each violating execution that was kept} */
    List<Violation> violations();

    /** {@return the program that was checked: what its numbers for places, values and sites mean} */
    Program program();

    /**
     * The name of a thread, as traces show it.
     *
     * @param thread the number of the thread in a graph
     * @return its name
     */
    String threadName(int thread);

    /**
     * The instruction behind a site number of a graph; null for none.
     *
     * @param number the number
     * @return the instruction, or null
     */
    @Nullable
    Site site(int number);

    /**
     * The verdict of the same check with another access mode at some sites, after so many executions and so much time at
     * most. The modes are in force during the call only, and for every check of the same classes that runs meanwhile.
     *
     * @param modes the modes to try
     * @param maxExecutions the most executions
     * @param timeLimit the most time
     * @return the verdict
     */
    Verdict recheck(Map<Site, AccessMode> modes, long maxExecutions, Duration timeLimit);
}
