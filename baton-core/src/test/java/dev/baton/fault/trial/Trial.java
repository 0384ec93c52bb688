package dev.baton.fault.trial;

import dev.baton.fault.Faults;
import java.util.function.BiConsumer;

/**
 * One operation with somebody waiting, to be repeated with each of its allocations failing in turn. The n-th run is about the
 * n-th allocation; the trial ends with the first run in which none was left to fail.
 */
interface Trial {
    /** More allocations than any operation has. */
    int MOST = 400;

    /** How long a thread that was woken may take to run: one that takes longer sleeps for ever. */
    long PATIENCE_MILLIS = 20_000;

    /** Runs once, with the fault that it arms itself; fails if anything was lost. */
    void run(Faults faults) throws Exception;

    static void require(boolean condition, String message) {
        if (!condition) {
            throw new AssertionError(message);
        }
    }

    /** Runs {@code trial} for each allocation and tells {@code report} the first failure, or nothing. */
    static void report(String row, Trial trial, BiConsumer<String, String> report) {
        String failure = "";
        int number = 0;
        try {
            trial.run(new Faults(0)); // without a fault: loads the classes
            boolean fired = true;
            while (fired) {
                Faults faults = new Faults(++number);
                trial.run(faults);
                fired = faults.fired();
                require(number < MOST, "no end of allocations");
            }
        } catch (Exception | Error thrown) {
            failure = "allocation " + number + ": " + thrown.getMessage();
        }
        report.accept(row, failure);
    }
}
