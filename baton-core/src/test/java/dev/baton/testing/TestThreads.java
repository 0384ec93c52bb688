package dev.baton.testing;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * Threads of one test: all of them are joined on close, and a failure in any of them fails the test.
 */
public final class TestThreads implements AutoCloseable {
    private final ThreadKind kind;
    private final List<Thread> threads = Collections.synchronizedList(new ArrayList<>());
    private final List<Throwable> failures = Collections.synchronizedList(new ArrayList<>());

    public TestThreads(ThreadKind kind) {
        this.kind = kind;
    }

    /** A task that may throw. */
    @FunctionalInterface
    public interface Task {
        void run() throws Exception;
    }

    /** Starts {@code task} in a thread of this test's kind. */
    public Thread start(Task task) {
        Thread thread = kind.unstarted(() -> {
            try {
                task.run();
            } catch (Throwable failure) {
                failures.add(failure);
            }
        });
        threads.add(thread);
        thread.start();
        return thread;
    }

    /** Starts {@code task} and returns once its thread is parked or blocked in it. */
    public Thread startAndAwaitParked(Task task) {
        Thread thread = start(task);
        awaitParked(thread);
        return thread;
    }

    /** Returns once {@code thread} is parked, waiting or blocked; fails if it ends first. */
    public static void awaitParked(Thread thread) {
        awaitTrue(() -> switch (thread.getState()) {
            case WAITING, TIMED_WAITING, BLOCKED -> true;
            case TERMINATED -> throw new AssertionError(thread + " ended instead of waiting");
            case NEW, RUNNABLE -> false;
        });
    }

    /** Polls until {@code condition} holds; the test's watchdog bounds the wait. */
    public static void awaitTrue(BooleanSupplier condition) {
        while (!condition.getAsBoolean()) {
            if (Thread.currentThread().isInterrupted()) {
                throw new AssertionError("interrupted while polling a condition");
            }
            Thread.onSpinWait();
            giveWay();
        }
    }

    /**
     * Lets another thread run that this one waits for. Virtual threads that only yield come back from the queue of their
     * own carrier again and again and can keep others from ever starting, so they park.
     */
    public static void giveWay() {
        if (Thread.currentThread().isVirtual()) {
            LockSupport.parkNanos(1_000L);
        } else {
            Thread.yield();
        }
    }

    /** Joins all threads started so far and rethrows the first failure of any of them. */
    public void join() {
        for (Thread thread : List.copyOf(threads)) {
            try {
                thread.join();
            } catch (InterruptedException hung) {
                throw new AssertionError("interrupted while joining " + thread, hung);
            }
        }
        if (!failures.isEmpty()) {
            AssertionError error = new AssertionError("a thread of the test failed: " + failures.getFirst(),
                    failures.getFirst());
            failures.stream().skip(1).forEach(error::addSuppressed);
            throw error;
        }
    }

    /** Throws anything as if it were unchecked. */
    @SuppressWarnings("unchecked")
    public static <X extends Throwable> void throwUnchecked(Throwable failure) throws X {
        throw (X) failure;
    }

    @Override
    public void close() {
        join();
    }
}
