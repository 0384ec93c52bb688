package dev.baton.check.replay;

import dev.baton.check.event.AccessMode;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What rewritten code calls in place of the methods of {@link Thread} that read or change its name, its priority or its
 * class loader. A thread that nobody else knows holds them itself. If a thread changes them later, they are places of
 * the thread, volatile as in the JDK.
 */
public final class ThreadTraits {
    private ThreadTraits() {}

    private static final int NAME = Hidden.NAME.ordinal();
    private static final int PRIORITY = Hidden.PRIORITY.ordinal();
    private static final int LOADER = Hidden.LOADER.ordinal();

    /** A number that depends on how many threads were made before, by whomever. */
    private static final Pattern MADE_UP = Pattern.compile("Thread-\\d+");

    /** The name that the program gave to a thread; empty if it is one that the JDK made up. */
    static String given(Thread thread) {
        return MADE_UP.matcher(thread.getName()).matches() ? "" : thread.getName();
    }

    // ---- what rewritten code calls

    public static String getName(Thread thread, int site) {
        SimThread self = ThreadCalls.active();
        String given = given(thread);
        String first = self != null && given.isEmpty() && !thread.getName().isEmpty()
                ? "Thread-" + ReferenceHooks.identityHash(thread)
                : thread.getName();
        Object changed = self == null ? null : reference(self, thread, NAME, site);
        return changed == null ? first : (String) changed;
    }

    public static void setName(Thread thread, String name, int site) {
        SimThread self = ThreadCalls.active();
        int number = number(self, thread);
        if (self == null || number < 0 || name == null) {
            thread.setName(name);
        } else {
            change(self, number, NAME, self.publisher.offer(name, site), site);
        }
    }

    public static int getPriority(Thread thread, int site) {
        SimThread self = ThreadCalls.active();
        long changed = self == null ? 0 : value(self, thread, PRIORITY, site);
        return changed == 0 ? thread.getPriority() : (int) changed;
    }

    public static void setPriority(Thread thread, int priority, int site) {
        SimThread self = ThreadCalls.active();
        int number = number(self, thread);
        if (priority < Thread.MIN_PRIORITY || priority > Thread.MAX_PRIORITY) {
            throw new Meant(new IllegalArgumentException());
        }
        if (ThreadKinds.isVirtual(thread)) {
            return; // it stays as it is
        }
        if (self == null || number < 0) {
            thread.setPriority(priority);
        } else {
            change(self, number, PRIORITY, priority, site);
        }
    }

    public static @Nullable ClassLoader getContextClassLoader(Thread thread, int site) {
        SimThread self = ThreadCalls.active();
        Object changed = self == null ? null : reference(self, thread, LOADER, site);
        return changed == null ? thread.getContextClassLoader() : (ClassLoader) changed;
    }

    public static void setContextClassLoader(Thread thread, @Nullable ClassLoader loader, int site) {
        SimThread self = ThreadCalls.active();
        int number = number(self, thread);
        if (self == null || number < 0) {
            thread.setContextClassLoader(loader);
        } else if (loader == null) {
            throw self.fail("takes the class loader away from a thread that others know", site);
        } else {
            change(self, number, LOADER, self.publisher.offer(loader, site), site);
        }
    }

    public static String toString(Thread thread, int site) {
        if (ThreadCalls.active() == null) {
            return thread.toString();
        }
        return (ThreadKinds.isVirtual(thread) ? "VirtualThread" : "Thread") + "[#"
                + ReferenceHooks.identityHash(thread) + "," + getName(thread, site) + "]";
    }

    // ---- places

    /** The number of a thread that has one, or a name in events; else -1: nobody else can ask yet. */
    private static int number(@Nullable SimThread self, Thread thread) {
        if (self == null) {
            return -1;
        }
        Tag tag = self.tags.of(thread);
        return tag.isGiven() || tag.identity != null ? ThreadCalls.known(self, thread) : -1;
    }

    private static void change(SimThread self, int number, int trait, long value, int site) {
        if (!self.known.traits()) {
            throw self.fail(new BeginAnew(new Knowledge.Traits()));
        }
        self.write(self.image.location(self.image.ofThread(number), trait), AccessMode.VOLATILE, value, site);
    }

    private static long value(SimThread self, Thread thread, int trait, int site) {
        int number = self.known.traits() ? number(self, thread) : -1;
        return number < 0
                ? 0
                : self.read(self.image.location(self.image.ofThread(number), trait), AccessMode.VOLATILE, site);
    }

    private static @Nullable Object reference(SimThread self, Thread thread, int trait, int site) {
        long value = value(self, thread, trait, site);
        return value == 0 ? null : self.publisher.object(value);
    }
}
