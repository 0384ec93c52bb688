package dev.baton.check.replay;

import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import jdk.internal.misc.Unsafe;
import org.jspecify.annotations.Nullable;

/**
 * The part of an exception that {@link Throwable} itself keeps: message, cause and suppressed exceptions. It is named and
 * copied as final fields are, although the class is not rewritten; who would change it when others can know
 * the exception is refused.
 */
public final class Failures {
    private Failures() {}

    private static final Unsafe U = Unsafe.getUnsafe();
    private static final long MESSAGE = U.objectFieldOffset(Throwable.class, "detailMessage");
    private static final long CAUSE = U.objectFieldOffset(Throwable.class, "cause");
    private static final long SUPPRESSED = U.objectFieldOffset(Throwable.class, "suppressedExceptions");

    static String message(Throwable failure) {
        return String.valueOf(U.getReference(failure, MESSAGE));
    }

    /** What it says of itself; its class and message if its own method throws. */
    static String text(Throwable failure) {
        try {
            return failure.toString();
        } catch (RuntimeException | Error silent) {
            return failure.getClass().getName() + ": " + message(failure);
        }
    }

    /** The cause that it was given; null for none. */
    static @Nullable Throwable cause(Throwable failure) {
        return parts(failure).getFirst();
    }

    /** The cause and the suppressed exceptions; null for a cause that is not set. */
    static List<@Nullable Throwable> parts(Throwable failure) {
        List<@Nullable Throwable> parts = new ArrayList<>();
        Object cause = U.getReference(failure, CAUSE);
        parts.add(cause == failure ? null : (Throwable) cause);
        if (U.getReference(failure, SUPPRESSED) instanceof List<?> suppressed) {
            suppressed.forEach(each -> parts.add((Throwable) each));
        }
        return parts;
    }

    /** Gives a copy, otherwise complete, parts of its own. */
    static void fill(Throwable model, Throwable copy, UnaryOperator<@Nullable Object> canonical) {
        Object cause = U.getReference(model, CAUSE);
        U.putReference(copy, CAUSE, cause == model ? copy : canonical.apply(cause));
        if (U.getReference(model, SUPPRESSED) instanceof List<?> suppressed && !suppressed.isEmpty()) {
            List<@Nullable Object> own = new ArrayList<>();
            suppressed.forEach(each -> own.add(canonical.apply(each)));
            U.putReference(copy, SUPPRESSED, own);
        }
    }

    // ---- what rewritten code calls in place of Throwable's methods

    private static void checkOwn(Throwable failure, int site) {
        SimThread self = Strand.currentOrNull();
        if (self != null && self.setupDepth == 0) {
            Tag tag = self.tags.of(failure);
            if (tag.isGiven() || tag.identity != null) {
                throw self.fail("changes a " + failure.getClass().getName() + " that other threads can reach", site);
            }
        }
    }

    public static void addSuppressed(Throwable failure, Throwable suppressed, int site) {
        checkOwn(failure, site);
        failure.addSuppressed(suppressed);
    }

    public static Throwable initCause(Throwable failure, Throwable cause, int site) {
        checkOwn(failure, site);
        return failure.initCause(cause);
    }

    /** What the program prints is not shown. */
    public static void printStackTrace(Throwable failure, int site) {}

    public static void setStackTrace(Throwable failure, StackTraceElement[] trace, int site) {
        checkOwn(failure, site);
        failure.setStackTrace(trace);
    }
}
