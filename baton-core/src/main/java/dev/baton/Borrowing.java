package dev.baton;

import java.lang.invoke.ConstantBootstraps;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.time.Duration;

import org.jspecify.annotations.Nullable;

/** The borrower of a lease and its stack, in a pool that finds leaks. */
final class Borrowing<E> {
    private final Thread borrower = Thread.currentThread();
    /** Walks the stack now; its frames are decoded only when somebody asks for them. */
    private final Throwable takenAt = new Throwable("the lease was taken here");
    private @Nullable E element;
    private long since;
    private boolean reported;

    /** Begins, before others see it. */
    void begin(E leased, long now) {
        element = leased;
        since = now;
    }

    E element() {
        E leased = element;
        if (leased == null) {
            throw new IllegalStateException("not begun");
        }
        return leased;
    }

    boolean isOlderThan(long nanos, long now) {
        return now - since >= nanos;
    }

    LeaseLeak leak(long now) {
        return new LeaseLeak(borrower, Duration.ofNanos(now - since), takenAt);
    }

    boolean isReported() {
        return reported;
    }

    // VarHandle mechanics
    private static final VarHandle REPORTED = ConstantBootstraps.fieldVarHandle(MethodHandles.lookup(), "reported",
            VarHandle.class, Borrowing.class, boolean.class);

    /** Whether the caller is the one to report it: one of several wins. */
    boolean claimReport() {
        return !reported && !(boolean) REPORTED.getAndSetAcquire(this, true);
    }
}
