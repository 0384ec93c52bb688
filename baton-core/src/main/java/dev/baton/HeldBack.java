package dev.baton;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;

/**
 * Continuations of threads that have released a lock and are kept from running until the lock's queue has run dry, so that
 * they do not line up again at its end. They run as soon as that happens, or when they are {@value #MOST}, or after
 * {@value #MILLIS} ms, whatever the carrier that holds them back does meanwhile.
 */
final class HeldBack {
    /** The most that are held back. */
    static final int MOST = 4096;
    /** The longest that one is held back. */
    static final long MILLIS = 2;

    private final Executor carriers;
    private final List<Runnable> continuations = new ArrayList<>();
    private boolean open = true;

    private HeldBack(Executor carriers) {
        this.carriers = carriers;
    }

    /** Begins to hold back; {@code carriers} run what is let go. */
    static HeldBack begin(Executor carriers) {
        HeldBack begun = new HeldBack(carriers);
        CompletableFuture.delayedExecutor(MILLIS, TimeUnit.MILLISECONDS, Runnable::run).execute(begun::letGo);
        return begun;
    }

    /** Holds {@code continuation} back; false if it is not to be held back any more. */
    synchronized boolean add(Runnable continuation) {
        if (!open || continuations.size() >= MOST) {
            return false;
        }
        continuations.add(continuation);
        return true;
    }

    /** Lets all run, by one task: submitting them is not to lie between two sections. */
    void letGo() {
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

    private void submitAll() {
        List<Runnable> all;
        synchronized (this) {
            all = List.copyOf(continuations);
            continuations.clear();
        }
        all.forEach(carriers::execute);
    }
}
