package dev.baton.cli;

/** What the process tells the shell; the same for every command. */
final class ExitCode {
    /** The command did its work and found nothing wrong. */
    static final int OK = 0;
    /** The command did its work and found a violation. */
    static final int VIOLATION = 1;
    /** The command line or its input is wrong. */
    static final int USAGE = 2;
    /** Nothing wrong was seen, but not everything was looked at. */
    static final int NOT_EXHAUSTED = 3;
    /** A fault in Baton itself, never in what it was given. */
    static final int INTERNAL = 70;

    private ExitCode() {}
}
