package dev.baton.check.replay;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.concurrent.ThreadFactory;
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

    /** A class of the JDK that makes platform threads, and where it keeps what it was told of daemons. */
    private record Maker(Class<?> type, long daemon, long daemonChanged) {
        static Maker of(Class<?> type) {
            return new Maker(type, ThreadCalls.offset(type, "daemon"), ThreadCalls.offset(type, "daemonChanged"));
        }
    }

    private static final List<Maker> PLATFORM = List.of(Maker.of(Thread.ofPlatform().getClass()),
            Maker.of(Thread.ofPlatform().factory().getClass()));
    private static final Class<?> VIRTUAL_FACTORY = Thread.ofVirtual().factory().getClass();

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

    /** The factory comes from a builder. */
    static boolean isOfBuilder(ThreadFactory factory) {
        return VIRTUAL_FACTORY.isInstance(factory)
                || PLATFORM.stream().anyMatch(each -> each.type().isInstance(factory));
    }

    /** Makes a thread what a builder, or a factory of one, was told that its threads are. */
    static void build(Thread thread, Object builder) {
        if (builder instanceof Thread.Builder.OfVirtual || VIRTUAL_FACTORY.isInstance(builder)) {
            setVirtual(thread);
            return;
        }
        for (Maker maker : PLATFORM) {
            if (maker.type().isInstance(builder)
                    && Unsafe.getUnsafe().getBoolean(builder, maker.daemonChanged())) {
                setDaemon(thread, Unsafe.getUnsafe().getBoolean(builder, maker.daemon()));
            }
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
