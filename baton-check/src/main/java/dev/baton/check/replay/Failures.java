package dev.baton.check.replay;

import dev.baton.check.event.AccessMode;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Objects;
import java.util.Set;
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

    /** What a trace calls the place that says whether an exception has its message, its cause and its stack. */
    static final String MARK = "message and stack";
    /** The field of {@link Throwable} that this place is in the stead of: nobody else reads it. */
    private static final String MARKED = "depth";
    private static final long MESSAGE = U.objectFieldOffset(Throwable.class, "detailMessage");
    private static final long CAUSE = U.objectFieldOffset(Throwable.class, "cause");
    private static final long SUPPRESSED = U.objectFieldOffset(Throwable.class, "suppressedExceptions");

    static boolean isMark(Field field) {
        return field.getDeclaringClass() == Throwable.class && field.getName().equals(MARKED);
    }

    static boolean isMark(Layout.Slot slot) {
        return slot.declaring() == Throwable.class && slot.name().equals(MARK);
    }

    /** The place that says that an exception has its message. */
    static int mark(Image image, Shadow failure) {
        Layout.Slot slot = Objects.requireNonNull(failure.fields().find(Throwable.class, MARK));
        return image.location(failure, Shadow.HIDDEN + slot.index());
    }

    // ---- what its constructor wrote, and a thread that finds it by a race may not see

    /** The thread has an exception in its hands that it has made, or the JDK for it. */
    public static void made(@Nullable Object failure, int site) {
        SimThread self = Strand.currentOrNull();
        if (self != null && self.setupDepth == 0 && failure instanceof Throwable) {
            Tag tag = self.tags.of(failure);
            if (!tag.isGiven()) {
                self.births.mark(tag, site);
            }
        }
    }

    /**
     * The thread is about to look into an exception, if it is one: its message, its cause, its stack. Those are plain fields of
     * the JDK, which a thread that finds the exception by a race may see as they were before.
     */
    public static void looksInto(@Nullable Object object, int site) {
        SimThread self = Strand.currentOrNull();
        if (self == null || self.setupDepth > 0) {
            return;
        }
        if (object instanceof Object[] several && !(Hooks.isShared(several) && self.tags.isOpen(several))) {
            for (@Nullable
            Object each : several) {
                looksInto(each, site);
            }
        } else if (object instanceof Throwable && self.tags.of(object).isGiven()) {
            Identity identity = self.tags.identity(object);
            if (identity.maker != Identity.SET_UP && identity.maker != self.number
                    && self.read(mark(self.image, identity.shadow), AccessMode.PLAIN, site) == 0) {
                throw self.fail("reads the message, the cause or the stack of a " + object.getClass().getName()
                        + " that another thread made and that came here by a race; it may see none", site);
            }
        }
    }

    /** What is turned into text: an exception is looked into, and a thread says the same in every run. */
    public static @Nullable Object shown(@Nullable Object object, int site) {
        if (object instanceof Thread thread && HAS_TEXT_OF_THREAD.get(thread.getClass())) {
            return ThreadTraits.toString(thread, site);
        }
        looksInto(object, site);
        return object;
    }

    private static final ClassValue<Boolean> HAS_TEXT_OF_THREAD = new ClassValue<>() {
        @Override
        protected Boolean computeValue(Class<?> type) {
            try {
                return type.getMethod("toString").getDeclaringClass().getName().startsWith("java.lang.");
            } catch (NoSuchMethodException e) {
                throw new IllegalStateException(e);
            }
        }
    };

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

    public static void printStackTrace(Throwable failure, int site) {
        printStackTrace(failure, Output.stream(), site);
    }

    public static void printStackTrace(Throwable failure, PrintStream stream, int site) {
        ForeignHooks.printing(stream, site);
        lines(failure).forEach(stream::println);
    }

    public static void printStackTrace(Throwable failure, PrintWriter writer, int site) {
        ForeignHooks.foreignCall(writer, site);
        lines(failure).forEach(writer::println);
    }

    /** With the frames of the program alone: those of the checker differ from run to run. */
    private static List<String> lines(Throwable failure) {
        List<String> lines = new ArrayList<>();
        Set<Throwable> told = Collections.newSetFromMap(new IdentityHashMap<>());
        String before = "";
        for (Throwable at = failure; at != null && told.add(at); at = at.getCause()) {
            lines.add(before + at);
            SourceFrames.ofUser(at.getStackTrace()).forEach(frame -> lines.add("\tat " + frame));
            before = "Caused by: ";
        }
        return lines;
    }

    public static void setStackTrace(Throwable failure, StackTraceElement[] trace, int site) {
        checkOwn(failure, site);
        failure.setStackTrace(trace);
    }
}
