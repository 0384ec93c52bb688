package dev.baton;

import org.jspecify.annotations.Nullable;

/**
 * Requests that one operation has served and has not told yet, linked through themselves, so that telling them needs no
 * memory. Their owners are told after the last one was served: no code of a user runs while others still wait for what
 * they were promised. Of several futures only the last completes on the caller's thread: code that depends on one of them
 * may block until another completes.
 */
final class Completions {
    private Completions() {}

    /** {@return the requests with {@code served} added} */
    static Waiter<?> add(@Nullable Waiter<?> requests, Waiter<?> served) {
        served.servedBefore = requests;
        return served;
    }

    /** Tells the owners of all requests, in the order in which they were served. Never throws. */
    static void tell(@Nullable Waiter<?> requests) {
        Waiter<?> served = reversed(requests);
        while (served != null) {
            Waiter<?> next = served.servedBefore;
            served.servedBefore = null;
            try {
                if (next != null && served instanceof FutureWaiter<?, ?> future) {
                    future.signalAside();
                } else {
                    served.signal();
                }
            } catch (Throwable failure) {
                report(failure);
            }
            served = next;
        }
    }

    private static @Nullable Waiter<?> reversed(@Nullable Waiter<?> requests) {
        Waiter<?> earlier = null;
        Waiter<?> rest = requests;
        while (rest != null) {
            Waiter<?> next = rest.servedBefore;
            rest.servedBefore = earlier;
            earlier = rest;
            rest = next;
        }
        return earlier;
    }

    /** A failure that is not the caller's, who has done what was asked: it goes where uncaught ones go. */
    private static void report(Throwable failure) {
        Thread current = Thread.currentThread();
        try {
            current.getUncaughtExceptionHandler().uncaughtException(current, failure);
        } catch (Throwable ignored) {
            // nowhere left to say it
        }
    }
}
