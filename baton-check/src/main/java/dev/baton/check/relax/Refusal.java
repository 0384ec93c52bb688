package dev.baton.check.relax;

/**
 * Why modes did not verify.
 *
 * @param scenario the scenario that failed
 * @param model    the memory model
 * @param message  what happens, in one sentence
 * @param events   length of the execution; 0 if there is none to show
 * @param trace    the execution, one event per line; empty if there is none
 */
public record Refusal(String scenario, String model, Kind kind, String message, int events, String trace) {
    /** What kind of reason it is. */
    public enum Kind {
        /** An execution that must not happen: an exception, a failed assertion. */
        SAFETY,
        /** An execution in which threads wait for ever. */
        AWAIT,
        /** The budget was used up before all executions were visited. */
        BUDGET,
        /** A thread went round a loop beyond its bound: executions were left out. */
        LOOP,
        /** The checker cannot model what the program now does, or no execution came to its end. */
        UNDECIDED
    }

    /** There is an execution that shows it. */
    public boolean isCounterexample() {
        return kind == Kind.SAFETY || kind == Kind.AWAIT;
    }

    /** In one line. */
    public String summary() {
        String first = message.lines().findFirst().orElse("");
        return scenario + " (" + model + "): " + first;
    }
}
