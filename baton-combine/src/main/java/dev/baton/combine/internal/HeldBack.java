package dev.baton.combine.internal;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;

import org.jspecify.annotations.Nullable;

/**
 * Continuations of threads that have released a lock and are kept from running until the lock's queue has run dry, so
 * that they do not line up again at its end. They run as soon as that happens, or when they are {@value #MOST}, or
 * after {@value #MILLIS} ms, whatever the carrier that holds them back does meanwhile.
 */
public final class HeldBack {
    /** The most that are held back. */
    public static final int MOST = 4096;
    /** The longest that one is held back. */
    public static final long MILLIS = 2;

    private final Executor carriers;
    private @Nullable Held first;
    private @Nullable Held last;
    private int count;
    private boolean open = true;

    /** One of them, in a chain (plain fields, which the checker can follow). */
    private static final class Held {
        final Runnable continuation;
        @Nullable
        Held next;

        Held(Runnable continuation) {
            this.continuation = continuation;
        }
    }

    private HeldBack(Executor carriers) {
        this.carriers = carriers;
    }

    /** Begins to hold back; {@code carriers} run what is let go. */
    public static HeldBack begin(Executor carriers) {
        return begin(carriers, CompletableFuture.delayedExecutor(MILLIS, TimeUnit.MILLISECONDS, Runnable::run));
    }

    /** Begins to hold back, until {@code clock} runs what it is given at the latest. */
    public static HeldBack begin(Executor carriers, Executor clock) {
        HeldBack begun = new HeldBack(carriers);
        clock.execute(begun::letGo);
        return begun;
    }

    /** Holds {@code continuation} back; false if it is not to be held back any more. */
    public synchronized boolean add(Runnable continuation) {
        if (!open || count >= MOST) {
            return false;
        }
        Held added = new Held(continuation);
        if (last == null) {
            first = added;
        } else {
            last.next = added;
        }
        last = added;
        count++;
        return true;
    }

    /** Lets all run, by one task: submitting them is not to lie between two sections. */
    public void letGo() {
        if (close()) {
            carriers.execute(this::submitAll);
        }
    }

    /** {@return whether this call was the one that closed it} */
    private synchronized boolean close() {
        boolean closes = open;
        open = false;
        return closes;
    }

    /** Only after it was closed, so that nobody adds any more. */
    private void submitAll() {
        for (Held each = first; each != null; each = each.next) {
            carriers.execute(each.continuation);
        }
    }
}
