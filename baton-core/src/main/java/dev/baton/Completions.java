package dev.baton;

import org.jspecify.annotations.Nullable;

/**
 * Requests that one operation has served and has not told yet, linked through themselves, so that telling them needs no
 * memory. Their owners are told after the last one was served: no code of a user runs while others still wait for what
 * they were promised. Of several futures only the last completes on the caller's thread: code that depends on one of
 * them may block until another completes.
 */
final class Completions {
    private Completions() {}

    /** {@return the requests with {@code served} added} */
    static Told add(@Nullable Told requests, Told served) {
        served.setBefore(requests);
        return served;
    }

    /** Tells the owners of all requests, in the order in which they were served. Never throws. */
    static void tell(@Nullable Told requests) {
        Told served = reversed(requests);
        while (served != null) {
            Told next = served.before();
            served.setBefore(null);
            try {
                served.tell(next == null);
            } catch (Throwable failure) {
                report(failure);
            }
            served = next;
        }
    }

    private static @Nullable Told reversed(@Nullable Told requests) {
        Told earlier = null;
        Told rest = requests;
        while (rest != null) {
            Told next = rest.before();
            rest.setBefore(earlier);
            earlier = rest;
            rest = next;
        }
        return earlier;
    }

    /** Reports a failure that is not the caller's, which has done what was asked: it goes where uncaught ones go. */
    static void report(Throwable failure) {
        Thread current = Thread.currentThread();
        try {
            current.getUncaughtExceptionHandler().uncaughtException(current, failure);
        } catch (Throwable ignored) {
            // nowhere left to say it
        }
    }
}
