package dev.baton;

import java.util.concurrent.Executor;

/**
 * Bound on completions that complete further requests: code that depends on a future may release the next one,
 * and so on. A few levels run on the caller's stack; deeper ones go to the executor, so that a chain of any length
 * neither overflows the stack nor waits for the code that started it.
 */
final class CompletionDepth {
    private static final int LIMIT = 8;
    private static final ThreadLocal<int[]> DEPTH = ThreadLocal.withInitial(() -> new int[1]);

    private CompletionDepth() {}

    static void run(Runnable completion, Executor executor) {
        int[] depth = DEPTH.get();
        if (depth[0] >= LIMIT) {
            executor.execute(completion);
            return;
        }
        depth[0]++;
        try {
            completion.run();
        } finally {
            depth[0]--;
        }
    }
}
