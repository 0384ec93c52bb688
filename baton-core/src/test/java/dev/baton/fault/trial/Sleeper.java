package dev.baton.fault.trial;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A thread that waits for something and, once it has it, holds it until it is told to leave. */
final class Sleeper {

    /** Waits; returns how to give back what it got, or null if it got nothing. */
    interface Wait {
        Resource.@Nullable Unit run() throws Exception;
    }

    private final CountDownLatch outcome = new CountDownLatch(1);
    private final CountDownLatch leave = new CountDownLatch(1);
    private volatile boolean served;
    private volatile @Nullable Throwable failure;
    final Thread thread;

    Sleeper(Wait wait) {
        thread = Thread.ofPlatform().daemon().start(() -> {
            Resource.Unit unit = null;
            try {
                unit = wait.run();
                served = unit != null;
            } catch (Throwable thrown) {
                failure = thrown;
            }
            outcome.countDown();
            if (unit != null) {
                awaitLeave();
                unit.leave();
            }
        });
    }

    private void awaitLeave() {
        for (;;) {
            try {
                leave.await();
                return;
            } catch (InterruptedException ignored) {
                // an interrupt that came too late for its wait
            }
        }
    }

    /** Returns once the thread is parked or has come to an end of its wait. */
    Sleeper awaitAsleep() {
        while (outcome.getCount() > 0 && thread.getState() != Thread.State.WAITING
                && thread.getState() != Thread.State.TIMED_WAITING) {
            Thread.onSpinWait();
        }
        return this;
    }

    /** Whether the thread has failed, rather than gone to sleep. */
    boolean awaitOutcomeIfFailed() {
        awaitAsleep();
        return outcome.getCount() == 0;
    }

    boolean awaitOutcome() throws InterruptedException {
        return outcome.await(Trial.PATIENCE_MILLIS, TimeUnit.MILLISECONDS);
    }

    /** Fails unless the thread gets what it waits for. */
    void mustBeServed() throws InterruptedException {
        Trial.require(awaitOutcome(), "a thread sleeps for ever");
        Trial.require(served, "a thread was turned away: " + failure);
    }

    boolean wasServed() {
        return served;
    }

    @Nullable
    Throwable failure() {
        return failure;
    }

    /** Lets the thread go and waits for its end. */
    void leave() throws InterruptedException {
        leave.countDown();
        thread.join(Trial.PATIENCE_MILLIS);
        Trial.require(!thread.isAlive(), "a thread could not leave");
    }
}
