package dev.baton;

import org.jspecify.annotations.Nullable;

/**
 * Futures served by one operation that serves several: they complete after the last one was served, so that no
 * code of a user runs while others still wait for what they were promised. Only the last completes on the caller's
 * thread: code that depends on one of them may block until another completes.
 */
final class Completions {
    private @Nullable FutureWaiter<?, ?> first;
    private @Nullable FutureWaiter<?, ?> last;

    void add(FutureWaiter<?, ?> served) {
        FutureWaiter<?, ?> before = last;
        if (before == null) {
            first = served;
        } else {
            before.nextCompletion = served;
        }
        last = served;
    }

    void run() {
        FutureWaiter<?, ?> served = first;
        first = null;
        last = null;
        while (served != null) {
            FutureWaiter<?, ?> next = served.nextCompletion;
            served.nextCompletion = null;
            if (next == null) {
                served.signal();
            } else {
                served.signalAside();
            }
            served = next;
        }
    }
}
