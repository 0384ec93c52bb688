package dev.baton.fault.trial;

import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A primitive with one unit of something: a permit, a lock, an element. Whoever enters has it until it leaves.
 */
interface Resource {
    /** The unit, as the one who has it gives it back. */
    interface Unit {
        void leave();
    }

    /** A request without a thread, and how its result is given back. */
    record Pending<T extends @Nullable Object>(CompletableFuture<T> future, Function<T, Unit> toUnit) {
        Unit unit() {
            return toUnit.apply(future.join());
        }
    }

    Unit enter() throws InterruptedException;

    /** Null if the time ran out. */
    @Nullable
    Unit enter(long nanos) throws InterruptedException;

    Pending<?> enterAsync();

    /** Units that are there to be had. */
    int available();
}
