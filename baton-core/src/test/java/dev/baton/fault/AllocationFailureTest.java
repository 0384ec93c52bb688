package dev.baton.fault;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.testing.HangLimit;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Test;

/**
 * Lets each allocation of each operation fail once, with somebody waiting. An operation that throws has done nothing: it
 * may be called again. Nobody sleeps for ever, and every permit, hold and element is there afterwards, once.
 */
class AllocationFailureTest {
    @Test
    @HangLimit(seconds = 240)
    void nothingIsLostWhateverAllocationFails() throws ReflectiveOperationException {
        SortedMap<String, String> failures = new TreeMap<>();
        int[] rows = new int[1];
        BiConsumer<String, String> report = (row, failure) -> {
            rows[0]++;
            if (!failure.isEmpty()) {
                failures.put(row, failure);
            }
        };
        ClassLoader faulty = new FaultyClasses(getClass().getClassLoader());
        faulty.loadClass("dev.baton.fault.trial.Trials").getMethod("runAll", BiConsumer.class)
                .invoke(null, report);
        assertThat(rows[0]).isGreaterThan(80);
        assertThat(failures).as("something is lost").isEmpty();
    }

    /** The rewriting is live: an armed fault reaches the constructor of a class of the library. */
    @Test
    void faultsReachTheLibrary() throws ReflectiveOperationException {
        ClassLoader faulty = new FaultyClasses(getClass().getClassLoader());
        Object allocations = faulty.loadClass("dev.baton.fault.trial.Trials").getMethod("allocationsOfASemaphore")
                .invoke(null);
        assertThat((int) allocations).isGreaterThan(1);
    }
}
