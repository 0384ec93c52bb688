package dev.baton.proof.scenario;

import org.jspecify.annotations.Nullable;

/** What the threads of a scenario leave for its final assertions. The fields are plain: the primitive must order them. */
final class Ledger {
    /** Sections that were run; a lost increment shows that two of them overlapped. */
    int sections;
    /** Set by the one thread that may abort, if it did not. */
    int served;
    /** The thread that others may interrupt, once it has said so. */
    volatile @Nullable Thread target;
    int first;
    int second;

    void section() {
        sections++;
    }

    /** Announces the current thread as the one to interrupt. */
    void offerInterrupt() {
        target = Thread.currentThread();
    }

    /** Interrupts the thread that has announced itself, if it has. */
    void interruptTarget() {
        Thread announced = target;
        if (announced != null) {
            announced.interrupt();
        }
    }

    static AssertionError unexpected(Exception failure) {
        return new AssertionError(failure);
    }
}
