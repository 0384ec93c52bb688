package dev.baton.fault;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.testing.HangLimit;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * Lets each allocation of each operation fail once, with somebody waiting. An operation that throws has done nothing: it
 * may be called again. Nobody sleeps for ever, and every permit, hold and element is there afterwards, once.
 */
class AllocationFailureTest {
    /** Constructors, of which nothing is left when they fail, and what changes nothing. */
    private static final Pattern LOOKS_OR_MAKES = Pattern
            .compile(".*\\.(new|get\\w*|is\\w*|has\\w*|toString|equals|hashCode|shown"
                    + "|values?|valueOf|available\\w*|size|peek|iterator|clear|remainingCapacity|newCondition|readLock|writeLock"
                    + "|dump|deadlocks)\\(.*|(BlockingPoolBuilder|BoundedExecutorBuilder|LeaseLeak|PoolStatistics|PoolListener"
                    + "|NamedPrimitive|Monitoring)\\..*|.*\\.(builder|queue|stack|withLimit)\\(.*");

    @Test
    @HangLimit(seconds = 240)
    void nothingIsLostWhateverAllocationFails() throws ReflectiveOperationException, IOException {
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
        assertThat(rows[0]).isGreaterThan(400);
        assertThat(failures).as("something is lost").isEmpty();
        mustMeetAFault(AllocationFault.enteredWhileArmed());
    }

    /** An operation that is new meets a fault, or is in the list of those that no trial reaches yet. */
    private static void mustMeetAFault(Set<String> entered) throws IOException {
        SortedSet<String> rest = Operations.all(Path.of("target", "classes"));
        rest.removeAll(entered);
        rest.removeIf(operation -> LOOKS_OR_MAKES.matcher(operation).matches());
        try (InputStream list = AllocationFailureTest.class.getResourceAsStream("operations-without-a-fault.txt")) {
            List<String> known = new String(Objects.requireNonNull(list).readAllBytes(), StandardCharsets.UTF_8).lines()
                    .filter(line -> !line.startsWith("#")).toList();
            rest.removeIf(operation -> known.stream().anyMatch(operation::startsWith));
        }
        assertThat(rest).as("operations that no trial reaches").isEmpty();
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
