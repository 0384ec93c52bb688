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

    /** Runs {@code body} on a thread of its own with a short stack; returns what it threw, or null. */
    static @Nullable Throwable onThread(Faults.Operation body) throws InterruptedException {
        Throwable[] thrown = new Throwable[1];
        Thread thread = new Thread(null, () -> {
            try {
                body.run();
            } catch (Throwable failure) {
                thrown[0] = failure;
            }
        }, "low stack", STACK_BYTES);
        thread.start();
        thread.join();
        return thrown[0];
    }

    /** Runs {@code operation} on the current thread with {@code left} frames left; returns what it threw, or null. */
    static @Nullable Throwable run(Faults.Operation operation, int left) {
        LowStack run = new LowStack(operation, left);
        run.descend();
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
