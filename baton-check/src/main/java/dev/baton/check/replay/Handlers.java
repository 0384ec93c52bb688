package dev.baton.check.replay;

import dev.baton.check.program.UnmodelledException;
import java.lang.Thread.UncaughtExceptionHandler;
import jdk.internal.misc.Unsafe;
import org.jspecify.annotations.Nullable;

/** What rewritten code calls in place of the methods of {@link Thread} that speak of handlers of uncaught exceptions. */
public final class Handlers {
    private Handlers() {}

    /** The place of the default handler; what the set-up left in it is its initial value. Named as in the JDK. */
    static final class Default {
        volatile @Nullable UncaughtExceptionHandler defaultUncaughtExceptionHandler;
    }

    private static final Unsafe U = Unsafe.getUnsafe();
    private static final long OWN = ThreadCalls.offset(Thread.class, "uncaughtExceptionHandler");

    /** The handler that a thread was given; not what it set itself while it ran. */
    static @Nullable UncaughtExceptionHandler own(Thread thread) {
        return (UncaughtExceptionHandler) U.getReference(thread, OWN);
    }

    /**
     * The group of a thread, if the program wrote its class; else null.
     *
     * @param maker the thread that made it, and whose group it is in if it was given none; null if it is known
     */
    static @Nullable ThreadGroup group(Thread thread, @Nullable SimThread maker) {
        ThreadGroup group = thread.getThreadGroup();
        if (!(group instanceof Tagged) && maker != null) {
            group = maker.entry.object.getThreadGroup();
        }
        return group instanceof Tagged ? group : null;
    }

    public static void setUncaughtExceptionHandler(Thread thread, @Nullable UncaughtExceptionHandler handler,
            int site) {
        SimThread self = ThreadCalls.active();
        int number = self == null ? -1 : ThreadCalls.number(self, thread);
        if (self == null || number < 0) {
            thread.setUncaughtExceptionHandler(handler);
        } else if (number == self.number) {
            self.life.setOwn(handler);
        } else {
            throw self.fail("sets the handler of a thread that other threads know already", site);
        }
    }

    public static @Nullable UncaughtExceptionHandler getUncaughtExceptionHandler(Thread thread, int site) {
        SimThread self = ThreadCalls.active();
        int number = self == null ? -1 : ThreadCalls.number(self, thread);
        UncaughtExceptionHandler found;
        if (self == null || number < 0) {
            found = own(thread) != null ? own(thread) : group(thread, self);
        } else if (number == self.number) {
            found = self.life.own();
        } else {
            throw self.fail("asks for the handler of a thread that other threads know already", site);
        }
        return found != null ? found : thread.getThreadGroup();
    }

    public static void setDefaultUncaughtExceptionHandler(@Nullable UncaughtExceptionHandler handler, int site) {
        SimThread self = Strand.currentOrNull();
        if (self != null && self.setupDepth == 0) {
            self.life.setDefaultHandler(handler, site);
            return;
        }
        Image image = self != null ? self.image : SetUp.image();
        if (image == null) {
            throw new UnmodelledException("a default handler of uncaught exceptions is set outside of a check");
        }
        image.heap.adoptDeep(handler);
        image.defaultHandler.defaultUncaughtExceptionHandler = handler;
    }

    public static @Nullable UncaughtExceptionHandler getDefaultUncaughtExceptionHandler(int site) {
        SimThread self = Strand.currentOrNull();
        if (self != null && self.setupDepth == 0) {
            return self.life.defaultHandler();
        }
        Image image = self != null ? self.image : SetUp.image();
        return image == null ? null : image.defaultHandler.defaultUncaughtExceptionHandler;
    }

    /** The program hands an exception to a handler itself. */
    public static void uncaughtException(UncaughtExceptionHandler handler, Thread thread, Throwable thrown, int site) {
        if (handler instanceof ThreadGroup group && !(group instanceof Tagged)) {
            lastResort(group, thread, thrown, site);
        } else {
            handler.uncaughtException(thread, thrown);
        }
    }

    /** The same to a group. */
    public static void uncaughtException(ThreadGroup group, Thread thread, Throwable thrown, int site) {
        uncaughtException((UncaughtExceptionHandler) group, thread, thrown, site);
    }

    /** What {@link ThreadGroup} itself does: asks the parent, then the default handler, then prints. */
    public static void lastResort(ThreadGroup group, Thread thread, Throwable thrown, int site) {
        ThreadGroup parent = group.getParent();
        SimThread self = ThreadCalls.active();
        if (parent instanceof Tagged) {
            parent.uncaughtException(thread, thrown);
        } else if (self != null) {
            UncaughtExceptionHandler last = self.life.defaultHandler();
            if (last == null) {
                self.life.endUnhandled(thrown);
            } else {
                last.uncaughtException(thread, thrown);
            }
        }
    }
}
