package dev.baton;

import java.util.concurrent.Executor;

/**
 * Bound on completions that complete further requests: code that depends on a future may release the next one,
 * and so on. A few levels run on the caller's stack; deeper ones go to the executor, so that a chain of any length
 * neither overflows the stack nor waits for the code that started it. A completion is never lost: where the executor
 * fails, or where there is no memory to count, it runs on the caller's stack.
 */
final class CompletionDepth {
    /** A virtual thread for each completion: code that depends on it may block. */
    static final Executor ASIDE = completion -> Thread.ofVirtual().start(completion);

    private static final int LIMIT = 8;
    private static final ThreadLocal<int[]> DEPTH = ThreadLocal.withInitial(() -> new int[1]);
    private static final int[] UNKNOWN = {};

    private CompletionDepth() {}

    /** Runs a completion here or on {@code executor}; if the executor fails after it took it, a second time. */
    static void run(Runnable completion, Executor executor) {
        int[] depth = depth();
        if (depth.length == 0) {
            completion.run();
        } else if (depth[0] >= LIMIT) {
            runOn(executor, completion);
        } else {
            depth[0]++;
            try {
                completion.run();
            } finally {
                depth[0]--;
            }
        }
    }

    /** Runs a completion on {@code executor} or, if that fails, here. */
    static void runOn(Executor executor, Runnable completion) {
        try {
            executor.execute(completion);
        } catch (Throwable rejected) { // checked exceptions, too: code in other languages throws them
            completion.run();
        }
    }

    /** The current thread's depth, or nothing if there is no memory for it. */
    private static int[] depth() {
        try {
            return DEPTH.get();
        } catch (OutOfMemoryError full) {
            return UNKNOWN;
        }
    }
}
