package dev.baton.cli;

import java.util.Collection;
import java.util.List;

/** What the process tells the shell; the same for every command. */
final class ExitCode {
    /** The command did its work and found nothing wrong. */
    static final int OK = 0;
    /** The command did its work and found a violation. */
    static final int VIOLATION = 1;
    /** The command line or its input is wrong: a check cannot be modelled, or its classes cannot be run. */
    static final int USAGE = 2;
    /** Nothing wrong was seen, but not everything was looked at. */
    static final int NOT_EXHAUSTED = 3;
    /** A fault in Baton itself, never in what it was given. */
    static final int INTERNAL = 70;

    /** The worst first. A violation is certain, whatever else went wrong beside it. */
    private static final List<Integer> BY_WEIGHT = List.of(VIOLATION, INTERNAL, USAGE, NOT_EXHAUSTED, OK);

    private ExitCode() {}

    /** The worst of some codes; {@link #OK} if there is none. */
    static int worst(Collection<Integer> codes) {
        return BY_WEIGHT.stream().filter(codes::contains).findFirst().orElse(OK);
    }
}
