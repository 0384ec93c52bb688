package dev.baton;

import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.Executor;

import org.jspecify.annotations.Nullable;

/**
 * Critical section that its owner hands to the queue, so that the holder of the lock may run it. Run once, by its owner
 * or by the holder; fields are plain, because the cell of the request publishes them.
 */
final class Section<R extends @Nullable Object> implements Told {
    private final Callable<R> body;
    private final Thread owner = Thread.currentThread();
    private @Nullable R result;
    private @Nullable Throwable failure;
    private @Nullable Thread runner;
    private @Nullable Runnable whenGranted;
    private @Nullable Executor completion;
    private @Nullable Waiter<?> request;
    private @Nullable Told before;

    Section(Callable<R> body) {
        this.body = body;
    }

    /** Runs the body on the current thread, keeping what comes of it. */
    void run() {
        runner = Thread.currentThread();
        try {
            result = body.call();
        } catch (Throwable thrown) {
            failure = thrown;
        }
    }

    /** Runs the body for {@code claimed}, the request that carries it. */
    void runFor(Waiter<?> claimed) {
        request = claimed;
        run();
    }

    @Override
    public @Nullable Told before() {
        return before;
    }

    @Override
    public void setBefore(@Nullable Told finished) {
        before = finished;
    }

    /** Tells the owner of the request that the holder of the lock has run the section. */
    @Override
    public void tell(boolean last) {
        Objects.requireNonNull(request).signal();
    }

    /** Sets what happens when the lock is granted to a section whose owner is not a thread. */
    void whenGranted(Runnable action) {
        whenGranted = action;
    }

    /** Sets where a future of this section completes; null is where the section ran. */
    void completeOn(@Nullable Executor executor) {
        completion = executor;
    }

    @Nullable
    Executor completion() {
        return completion;
    }

    void granted() {
        Runnable action = whenGranted;
        if (action != null) {
            action.run();
        }
    }

    boolean hasRun() {
        return runner != null;
    }

    /**
     * What came of the run.
     *
     * @throws Exception what the body threw; if the holder ran it for this thread, the trace continues with the
     *                   caller's
     */
    @SuppressWarnings("NullAway") // null if R admits null
    R outcome() throws Exception {
        Throwable thrown = failure;
        if (thrown == null) {
            return result;
        }
        if (!owner.equals(runner) && owner.equals(Thread.currentThread())) {
            thrown.setStackTrace(withCaller(thrown.getStackTrace(), new Throwable().getStackTrace()));
        }
        throw Section.<RuntimeException>asUnchecked(thrown); // the callers of a section expect whatever it throws
    }

    /** As {@link #outcome}, for code that hands any exception on. */
    R outcomeUnchecked() {
        try {
            return outcome();
        } catch (Exception thrown) {
            throw Section.<RuntimeException>asUnchecked(thrown);
        }
    }

    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"}) // the caller declares or handles what it is
    private static <E extends Throwable> E asUnchecked(Throwable thrown) throws E {
        throw (E) thrown;
    }

    private static StackTraceElement[] withCaller(StackTraceElement[] run, StackTraceElement[] caller) {
        StackTraceElement[] joined = new StackTraceElement[run.length + 1 + caller.length];
        System.arraycopy(run, 0, joined, 0, run.length);
        joined[run.length] = new StackTraceElement("the holder of the lock", "ranThisSectionFor", null, -1);
        System.arraycopy(caller, 0, joined, run.length + 1, caller.length);
        return joined;
    }
}
