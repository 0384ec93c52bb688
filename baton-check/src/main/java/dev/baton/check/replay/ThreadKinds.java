package dev.baton.check.replay;

import java.lang.reflect.Field;
import java.util.Collections;
import java.util.Map;
import java.util.WeakHashMap;
import jdk.internal.misc.Unsafe;
import org.jspecify.annotations.Nullable;

/** What the program made of its threads: virtual ones, and daemons. */
/*
 * The thread objects themselves cannot tell. A virtual thread is a platform thread in a check. And a new thread inherits from
 * the thread that searches, which is a daemon. So what the program says is kept here.
 */
final class ThreadKinds {
    private ThreadKinds() {}

    /** A kind; the daemon flag is null where the program said nothing. */
    private record Kind(boolean virtual, @Nullable Boolean daemon) {}

    private static final Kind USUAL = new Kind(false, null);
    private static final Map<Thread, Kind> KINDS = Collections.synchronizedMap(new WeakHashMap<>());

    private static final Class<?> BUILDER = builder();
    private static final long DAEMON = offset("daemon");
    private static final long DAEMON_CHANGED = offset("daemonChanged");

    private static Class<?> builder() {
        return Thread.ofPlatform().getClass();
    }

    private static long offset(String name) {
        try {
            Field field = BUILDER.getDeclaredField(name);
            return Unsafe.getUnsafe().objectFieldOffset(field);
        } catch (NoSuchFieldException e) {
            throw new IllegalStateException("this JDK's builder of threads is not the one the checker knows", e);
        }
    }

    static boolean isVirtual(Thread thread) {
        return of(thread).virtual() || thread.isVirtual();
    }

    /**
     * Whether the thread may be left waiting when the others have ended. What the program says of a thread counts; if it says
     * nothing, the thread is as the one that makes it.
     *
     * @param maker the thread that made it; null for the set-up
     */
    static boolean isDaemon(Thread thread, @Nullable SimThread maker) {
        Boolean said = of(thread).daemon();
        return said != null ? said : maker != null && Boolean.TRUE.equals(of(maker.entry.object).daemon());
    }

    static void setVirtual(Thread thread) {
        KINDS.put(thread, new Kind(true, null));
    }

    static void setDaemon(Thread thread, boolean on) {
        KINDS.put(thread, new Kind(of(thread).virtual(), on));
    }

    /** Makes a thread what a builder was told that its threads are. */
    static void build(Thread thread, Thread.Builder builder) {
        if (builder instanceof Thread.Builder.OfVirtual) {
            setVirtual(thread);
        } else if (BUILDER.isInstance(builder) && Unsafe.getUnsafe().getBoolean(builder, DAEMON_CHANGED)) {
            setDaemon(thread, Unsafe.getUnsafe().getBoolean(builder, DAEMON));
        }
    }

    /** Makes the thread that all others are given what its maker made it. */
    static void copy(Thread model, SimThread maker, Thread canonical) {
        boolean virtual = isVirtual(model);
        KINDS.put(canonical, new Kind(virtual, virtual ? null : isDaemon(model, maker)));
    }

    private static Kind of(Thread thread) {
        return KINDS.getOrDefault(thread, USUAL);
    }
}
