package dev.baton.check.api.live;

import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/** Waits for what an operation has asked for, and interrupts callers. A caller that is interrupted cancels its request. */
public final class Requests {
    private Requests() {}

    /**
     * Interrupts a thread of the scenario.
     *
     * @param thread the thread
     */
    public static void interrupt(Thread thread) {
        thread.interrupt();
    }

    /**
     * The answer to a request.
     *
     * @param request a future, a stage, or null
     * @return its value
     * @throws Throwable what it failed with
     */
    public static @Nullable Object answer(@Nullable Object request) throws Throwable {
        Future<?> future = request instanceof CompletionStage<?> stage
                ? stage.toCompletableFuture()
                : (Future<?>) request;
        if (future == null) {
            return null;
        }
        while (!future.isDone()) { // one await, where get would add executions of its own
            if (Thread.interrupted()) {
                future.cancel(false); // the answer may have come first
            }
            Thread.onSpinWait();
        }
        try {
            return future.get();
        } catch (ExecutionException failure) {
            throw failure.getCause() == null ? failure : failure.getCause();
        }
    }
}
