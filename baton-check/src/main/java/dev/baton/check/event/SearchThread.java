package dev.baton.check.event;

import org.jspecify.annotations.Nullable;

/** A thread that searches, and that can be told to end: long work looks now and then whether it was. */
public final class SearchThread extends Thread {
    /** The thread was told to end. */
    public static final class Ended extends RuntimeException {
        private static final long serialVersionUID = 1L;

        /** Carries nothing: whoever told the thread to end knows why. */
        public Ended() {
            super("the search was told to end", null, false, false);
        }
    }

    private volatile boolean told;
    /** Called when the program learns something; of this thread alone. */
    private @Nullable Runnable onLesson;

    /** A thread with a stack of its own size; the JVM need not wait for it. */
    public SearchThread(Runnable work, String name, long stack) {
        super(null, work, name, stack);
        setDaemon(true);
    }

    /** Tells the thread to end. */
    public void end() {
        told = true;
    }

    /** The current thread was told to end. */
    public static boolean isTold() {
        return Thread.currentThread() instanceof SearchThread thread && thread.told;
    }

    /** Calls {@code noted}, which may be null, when a program that this thread runs learns something of itself. */
    public void onLesson(@Nullable Runnable noted) {
        onLesson = noted;
    }

    /** The program that the current thread runs has learned something that later executions depend on. */
    public static void learned() {
        if (Thread.currentThread() instanceof SearchThread thread && thread.onLesson != null) {
            thread.onLesson.run();
        }
    }

    /** Ends the work of the current thread, if it was told to. */
    public static void look() {
        if (isTold()) {
            throw new Ended();
        }
    }
}
