package dev.baton.check.explain;

import dev.baton.check.event.AccessMode;
import dev.baton.check.explore.StepSource;
import dev.baton.check.explore.Verdict;
import dev.baton.check.explore.Violation;
import dev.baton.check.graph.Execution;
import dev.baton.check.program.Site;
import java.net.URL;
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
    StepSource program();

    /**
     * The name of a thread, as traces show it.
     *
     * @param thread the number of the thread in a graph
     * @return its name
     */
    String threadName(int thread);

    /**
     * Where a class of the program was loaded from.
     *
     * @param className its name
     * @return its class file; null if it is not known
     */
    @Nullable
    URL classFile(String className);

    /**
     * The instruction behind a site number of a graph; null for none.
     *
     * @param number the number
     * @return the instruction, or null
     */
    @Nullable
    Site site(int number);

    /**
     * What an event means, if it is no access of the program but a mark that the check itself makes.
     *
     * @param graph the execution
     * @param event one of its events
     * @return the words for it, or null
     */
    default @Nullable String word(Execution graph, int event) {
        return null;
    }

    /**
     * The violation like another that is easiest to follow, among those of the same check under a model, as far as some effort
     * finds one.
     *
     * @param model the memory model
     * @param calm leave out what comes by chance: wake-ups and failures for no reason, time that is up
     * @param like what it must be like: of the same kind
     * @param same whether it must be of the same cause, too
     * @return the violation, or null if none was found
     */
    @Nullable
    Violation simplest(String model, boolean calm, Violation like, boolean same);

    /**
     * The verdict of the same check with another access mode at some sites, after so many executions and so much time at
     * most. No other check of the same classes sees anything of it.
     *
     * @param modes the modes to try
     * @param maxExecutions the most executions
     * @param timeLimit the most time
     * @return the verdict
     */
    Verdict recheck(Map<Site, AccessMode> modes, long maxExecutions, Duration timeLimit);
}
