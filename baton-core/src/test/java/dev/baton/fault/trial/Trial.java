package dev.baton.fault.trial;

import dev.baton.fault.Faults;
import java.util.Set;
import java.util.function.BiConsumer;

/**
 * One operation with somebody waiting, to be repeated with each of its allocations failing in turn. The n-th run is about the
 * n-th allocation; the trial ends with the first run in which none was left to fail.
 */
interface Trial {
    /** More allocations than any operation has. */
    int MOST = 400;

    /** How long a thread that was woken may take to run, in milliseconds: one that takes longer sleeps for ever. */
    static long patience() {
        return Patience.millis;
    }

    /** Long for a row that must pass, so that a slow machine does not fail it; short for one that is known to fail. */
    final class Patience {
        static volatile long millis;

        private Patience() {}
    }

    /** Runs once, with the fault that it arms itself; fails if anything was lost. */
    void run(Faults faults) throws Exception;

    static void require(boolean condition, String message) {
        if (!condition) {
            throw new AssertionError(message);
        }
    }

    /** Runs {@code trial} for each allocation and reports the first failure, or nothing. */
    static void report(String row, Trial trial, Report report) {
        Patience.millis = report.knownToFail().contains(row) ? 100 : 20_000;
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

    /** Who is told of each row: what went wrong, or nothing. */
    record Report(Set<String> knownToFail, BiConsumer<String, String> rows) {
        void accept(String row, String failure) {
            rows.accept(row, failure);
        }
    }
}
