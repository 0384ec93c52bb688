package dev.baton.check.jdk.java.util.concurrent;

import dev.baton.check.jdk.Waiting;
import java.util.concurrent.TimeUnit;

/** How far an executor is from its end. Changed by threads that hold the executor's lock, read by all. */
final class Life {
    static final int RUNNING = 0;
    static final int SHUTDOWN = 1;
    static final int STOPPED = 2;
    static final int TERMINATED = 3;

    private volatile int state;

    boolean isRunning() {
        return state == RUNNING;
    }

    boolean isAtLeast(int least) {
        return state >= least;
    }

    /** Goes on to a state, never back. */
    void become(int next) {
        if (state < next) {
            state = next;
        }
    }

    /** Waits for the end; false if the time was up before. */
    boolean await(long time, TimeUnit unit) throws InterruptedException {
        long nanos = unit.toNanos(time);
        if (nanos > 0 && !Waiting.isOver(nanos)) {
            int begin = Waiting.begin();
            if (!isAtLeast(TERMINATED)) {
                if (Thread.interrupted()) {
                    throw new InterruptedException();
                }
                Waiting.await(begin, nanos);
            }
        }
        return isAtLeast(TERMINATED);
    }

    @Override
    public String toString() {
        return switch (state) {
            case RUNNING -> "Running";
            case TERMINATED -> "Terminated";
            default -> "Shutting down";
        };
    }
}
