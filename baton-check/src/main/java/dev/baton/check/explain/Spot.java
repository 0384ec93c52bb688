package dev.baton.check.explain;

import org.jspecify.annotations.Nullable;

/**
 * Where a step stands: the line of the reader's code, and the call into a library that the step is part of.
 *
 * @param className of the reader's code; empty if there is none
 * @param file      its file
 * @param line      the line, 0 if unknown
 * @param inside    the call that the reader's code made there, as {@code ReentrantLock.lock}; empty if the step is its own
 * @param exact     where in the library, as {@code AbstractQueuedSynchronizer.java:728}; empty if the step is its own
 */
record Spot(String className, String file, int line, String inside, String exact) {
    static final Spot NOWHERE = new Spot("", "", 0, "", "");

    static Spot of(StackTraceElement frame, @Nullable StackTraceElement called, @Nullable StackTraceElement innermost) {
        return new Spot(frame.getClassName(), file(frame), Math.max(0, frame.getLineNumber()),
                called == null ? "" : call(called), innermost == null ? "" : place(innermost));
    }

    /** The same call, as far as one can see: made in the same line, of the same method. */
    boolean equalsCall(Spot other) {
        return inside.equals(other.inside) && place().equals(other.place());
    }

    boolean isKnown() {
        return !file.isEmpty();
    }

    /** {@code Lock.java:41}, or nothing. */
    String place() {
        return file.isEmpty() ? "" : line == 0 ? file : file + ":" + line;
    }

    private static String place(StackTraceElement frame) {
        return file(frame) + (frame.getLineNumber() > 0 ? ":" + frame.getLineNumber() : "");
    }

    private static String file(StackTraceElement frame) {
        return frame.getFileName() == null ? "" : frame.getFileName();
    }

    private static String call(StackTraceElement frame) {
        String name = frame.getClassName();
        String simple = name.substring(Math.max(name.lastIndexOf('.'), name.lastIndexOf('$')) + 1);
        return frame.getMethodName().equals("<init>") ? "new " + simple : simple + "." + frame.getMethodName();
    }
}
