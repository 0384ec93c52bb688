package dev.baton.check.replay;

import dev.baton.check.event.AccessMode;
import org.jspecify.annotations.Nullable;

/** A thread from its first step to its last: what it runs, who handles what it throws, how it ends. */
/*
 * An exception that leaves a thread is handled if the program has set a handler for it: as in the JDK the thread's own, else
 * its group, else the default one. The handler runs in the dying thread, what it throws is ignored, and the thread has ended. Two
 * things are violations whatever handles them: a broken assertion, and what leaves the main thread, which is the check itself.
 *
 * The thread's own handler and its group are part of its name, as its task is: they are set before others know the thread. The
 * thread itself may set its handler later; no other thread may. The default handler is a place that threads read and write.
 */
final class Life {
    private final SimThread thread;
    /** The thread has set its own handler, this one or none. */
    private boolean hasSet;
    private Thread.@Nullable UncaughtExceptionHandler own;
    /** What has left the thread. */
    @Nullable
    Throwable error;

    Life(SimThread thread) {
        this.thread = thread;
    }

    void reset() {
        hasSet = false;
        own = null;
        error = null;
    }

    void run() {
        Runnable body = thread.entry.body;
        long outcome = 0;
        try {
            try {
                body.run();
            } catch (Throwable thrown) {
                if (body instanceof MainBody || thread.spins.isSilent() || !isHandled(thrown)) {
                    throw thrown;
                }
            }
            if (body instanceof MainBody main) {
                outcome = thread.image.outcome(main.outcome());
            }
            ThreadCalls.ended(thread);
            if (thread.endsSilently()) {
                return;
            }
        } catch (Throwable thrown) {
            if (!thread.endsSilently()) {
                leaves(thrown);
            }
            return;
        }
        thread.end(outcome);
    }

    private void leaves(Throwable thrown) {
        RuntimeException failure = Blame.of(thrown, thread.image.loader);
        if (failure != null && thread.program.failure == null) {
            thread.program.failure = failure;
        }
        error = thrown;
        thread.endBy(thread.image.cause(thrown));
    }

    /** The program calls for the JDK's last resort, which prints: nobody handles the exception. Never returns. */
    void endUnhandled(Throwable thrown) {
        if (thread.spins.isSilent()) {
            thread.spins.deviates();
        }
        leaves(thrown);
        while (true) {
            thread.stop();
        }
    }

    private boolean isHandled(Throwable thrown) {
        if (!mayBeHandled(thrown)) {
            return false;
        }
        Thread.UncaughtExceptionHandler handler = handler();
        if (handler == null) {
            return false;
        }
        try {
            handler.uncaughtException(thread.entry.object, thrown);
        } catch (Throwable another) {
            if (!mayBeHandled(another)) {
                throw another;
            }
        }
        return true;
    }

    private boolean mayBeHandled(Throwable thrown) {
        return !(thrown instanceof AssertionError) && Blame.of(thrown, thread.image.loader) == null;
    }

    private Thread.@Nullable UncaughtExceptionHandler handler() {
        Thread.UncaughtExceptionHandler first = own();
        return first != null ? first : defaultHandler();
    }

    /** Its own handler, or its group if the program wrote the group's class; else null. */
    Thread.@Nullable UncaughtExceptionHandler own() {
        Thread object = thread.entry.object;
        Thread.UncaughtExceptionHandler set = hasSet ? own : Handlers.own(object);
        return set != null ? set : Handlers.group(object, null);
    }

    void setOwn(Thread.@Nullable UncaughtExceptionHandler handler) {
        thread.effects.act();
        hasSet = true;
        own = handler;
    }

    /** The default handler: a step, if some thread sets one. */
    Thread.@Nullable UncaughtExceptionHandler defaultHandler() {
        Handlers.Default holder = thread.image.defaultHandler;
        if (!thread.known.setsDefaultHandler()) {
            return holder.defaultUncaughtExceptionHandler;
        }
        int place = thread.image.location(thread.tags.shadow(holder), Shadow.HIDDEN);
        return (Thread.UncaughtExceptionHandler) thread.publisher.object(thread.read(place, AccessMode.VOLATILE, 0));
    }

    void setDefaultHandler(Thread.@Nullable UncaughtExceptionHandler handler, int site) {
        if (!thread.known.setsDefaultHandler()) {
            throw thread.fail(new BeginAnew(new Knowledge.DefaultHandler()));
        }
        int place = thread.image.location(thread.tags.shadow(thread.image.defaultHandler), Shadow.HIDDEN);
        thread.write(place, AccessMode.VOLATILE, thread.publisher.offer(handler, site), site);
        thread.publisher.commit(place, site);
    }
}
