package dev.baton.check.replay;

/**
 * What rewritten code calls in place of {@code System.exit} and the like. A thread that calls it ends the program: it goes no
 * further, its {@code finally} blocks do not run, no other thread has to end, and what the check asserts at the end is not asked.
 */
/*
 * The other threads are explored to their ends all the same. Whatever one of them does before the exit, it does in an execution in which
 * the exit is late, and nothing that it sees comes from after the exit. So each mistake that is found is one that can happen before it.
 */
public final class ExitCalls {
    private static final String SYSTEM = "System.exit(";
    private static final String HALT = "Runtime.halt(";

    private ExitCalls() {}

    /** The outcome of an execution that ended so. */
    public static boolean isExit(String outcome) {
        return outcome.startsWith(SYSTEM) || outcome.startsWith(HALT);
    }

    public static void exit(int status, int site) {
        end(SYSTEM + status + ")", site);
    }

    public static void exit(Runtime runtime, int status, int site) {
        exit(status, site);
    }

    public static void halt(Runtime runtime, int status, int site) {
        end(HALT + status + ")", site);
    }

    private static void end(String outcome, int site) {
        SimThread self = ThreadCalls.active();
        if (self == null) {
            ForeignHooks.forbidden(site);
        } else {
            self.exit(self.image.outcome(outcome), site);
        }
    }
}
