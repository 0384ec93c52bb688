package dev.baton.check.replay;

import jdk.internal.vm.Continuation;
import jdk.internal.vm.ContinuationScope;
import org.jspecify.annotations.Nullable;

/** The stack of one thread under check; it stops at each step and is dropped, unfinished, when its run is over. */
final class Strand extends Continuation {
    static final ContinuationScope SCOPE = new ContinuationScope("baton-check");

    final SimThread thread;

    Strand(SimThread thread, Runnable body) {
        super(SCOPE, body);
        this.thread = thread;
    }

    /** The thread under check that runs this code, or null outside of a check and in its set-up. */
    static @Nullable SimThread currentOrNull() {
        Strand strand = (Strand) getCurrentContinuation(SCOPE);
        return strand == null ? null : strand.thread;
    }

    /** The thread under check that runs this code: a step, which only such a thread makes. */
    static SimThread current() {
        SimThread thread = currentOrNull();
        if (thread == null) {
            throw new IllegalStateException("a step outside of every thread under check");
        }
        return thread;
    }

    static void stop() {
        Continuation.yield(SCOPE);
    }
}
