package dev.baton;

import static org.jetbrains.lincheck.datastructures.ManagedStrategyGuaranteeKt.forClasses;

import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;

/** What all tests by Lincheck's model checker share. */
final class Lincheck {
    private Lincheck() {}

    /**
     * Options to begin with. The list of queues that {@link Locks} knows outlives a scenario, so a scenario late in the run
     * walks past the queues of all those before it. Lincheck takes that walk for a loop that never ends.
     */
    static ModelCheckingOptions modelChecking() {
        return new ModelCheckingOptions().addGuarantee(
                forClasses(ContendedQueues.class.getName()).allMethods().ignore());
    }
}
