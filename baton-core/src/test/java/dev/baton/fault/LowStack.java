package dev.baton.fault;

import org.jspecify.annotations.Nullable;

/** Runs an operation with a given number of frames left before the stack of its thread overflows. */
final class LowStack {
    private static final long STACK_BYTES = 256 * 1024;

    private final Faults.Operation operation;
    private final int left;
    private boolean ran;
    private @Nullable Throwable thrown;

    private LowStack(Faults.Operation operation, int left) {
        this.operation = operation;
        this.left = left;
    }

    /** Runs {@code operation} on a thread of its own; returns what it threw, or null. */
    static @Nullable Throwable run(Faults.Operation operation, int left) throws InterruptedException {
        LowStack run = new LowStack(operation, left);
        Thread thread = new Thread(null, run::descend, "low stack", STACK_BYTES);
        thread.start();
        thread.join();
        if (!run.ran) {
            throw new AssertionError("the whole stack has fewer frames than " + left);
        }
        return run.thrown;
    }

    /** Goes down to the overflow, and runs the operation on the way back; returns the frames above the overflow. */
    private int descend() {
        int above;
        try {
            above = descend();
        } catch (StackOverflowError bottom) {
            above = 0;
        }
        if (above == left) {
            ran = true;
            try {
                operation.run();
            } catch (Throwable failure) {
                thrown = failure;
            }
        }
        return above + 1;
    }
}
