package dev.baton;

import dev.baton.testing.ThreadKind;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

import org.jspecify.annotations.Nullable;

/** What a test of the cyclic barrier's contract is about; as {@link LockSubject}. */
record BarrierSubject(boolean ours, ThreadKind kind) {
    /** All that the two classes have in common. */
    interface Cyclic {
        int await() throws InterruptedException, BrokenBarrierException;

        int await(long timeout, TimeUnit unit) throws InterruptedException, BrokenBarrierException, TimeoutException;

        boolean isBroken();

        void reset();

        int getNumberWaiting();

        int getParties();
    }

    private static final class Ours extends CyclicBarrier implements Cyclic {
        Ours(int parties, @Nullable Runnable action) {
            super(parties, action);
        }
    }

    private static final class Jdk extends java.util.concurrent.CyclicBarrier implements Cyclic {
        Jdk(int parties, @Nullable Runnable action) {
            super(parties, action);
        }
    }

    Cyclic newBarrier(int parties) {
        return newBarrier(parties, null);
    }

    Cyclic newBarrier(int parties, @Nullable Runnable action) {
        return ours ? new Ours(parties, action) : new Jdk(parties, action);
    }

    static List<BarrierSubject> all() {
        List<BarrierSubject> subjects = new ArrayList<>();
        for (ThreadKind kind : ThreadKind.values()) {
            subjects.add(new BarrierSubject(false, kind));
            subjects.add(new BarrierSubject(true, kind));
        }
        return subjects;
    }
}
