package dev.baton;

import java.util.concurrent.Executor;

import org.jspecify.annotations.Nullable;

/**
 * Bound on completions that complete further requests: code that depends on a future may release the next one,
 * and so on. A few levels run on the caller's stack; deeper ones go to the executor, so that a chain of any length
 * neither overflows the stack nor waits for the code that started it.
 */
final class CompletionDepth {
    private static final int LIMIT = 8;
    private static final ThreadLocal<int[]> DEPTH = ThreadLocal.withInitial(() -> new int[1]);

    private CompletionDepth() {}

    /** Runs {@code completion} here or, if that is too deep, on {@code executor}; here, too, if there is no memory for more. */
    static void run(Runnable completion, Executor executor) {
        int[] depth = current();
        if (depth == null) {
            completion.run();
        } else if (depth[0] < LIMIT || !handedOn(completion, executor)) {
            depth[0]++;
            try {
                completion.run();
            } finally {
                depth[0]--;
            }
        }
    }

    private static boolean handedOn(Runnable completion, Executor executor) {
        try {
            executor.execute(completion);
            return true;
        } catch (OutOfMemoryError full) {
            return false;
        }
    }

    /** The current thread's depth, or null if there is no memory to count it. */
    private static int @Nullable [] current() {
        try {
            return DEPTH.get();
        } catch (OutOfMemoryError full) {
            return null;
        }
    }
}
