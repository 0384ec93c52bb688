package dev.baton.check.replay;

import dev.baton.check.event.AccessMode;
import dev.baton.check.event.BlockReason;
import java.lang.reflect.Field;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import jdk.internal.misc.Unsafe;

/**
 * What rewritten code calls in place of {@link Thread}, {@code LockSupport} and the clock. Each takes the receiver
 * and arguments of the call it replaces, and the site.
 */
/*
 * park: a hidden place holds the thread's permit. unpark exchanges 1 into it, park exchanges 0 and blocks when it
 * finds none; the exchange is acquire and release, so that what an unparker did before is seen by whom it wakes
 * (every JVM does this, and without it no parking loop would terminate in the model). Nothing may be built on it:
 * a park may also return for no reason, and on that path nothing is ordered.
 *
 * Time: each thread has a clock of its own that stands still, or jumps far ahead: "expired or not". A timed park
 * either finds its permit or has expired; neither is a hang.
 */
@SuppressWarnings("ReferenceEquality") // which object it is, is the question here
public final class ThreadCalls {
    private ThreadCalls() {}

    static final int PERMIT = 0;
    static final int INTERRUPTED = 1;
    static final int NOTIFIED = 2;
    /** Far beyond any timeout in a test, far below overflow: about 13 days. */
    private static final long JUMP = 1L << 50;

    static int place(SimThread self, int thread, int which) {
        return self.image.location(self.image.ofThread(thread), Shadow.HIDDEN + which);
    }

    // ---- who is who

    private static final long HOLDER = offset(Thread.class, "holder");
    private static final long TASK = offset("java.lang.Thread$FieldHolder", "task");

    private static long offset(Class<?> type, String name) {
        try {
            Field field = type.getDeclaredField(name);
            return Unsafe.getUnsafe().objectFieldOffset(field);
        } catch (NoSuchFieldException e) {
            throw new IllegalStateException("this JDK's Thread is not the one the checker knows", e);
        }
    }

    private static long offset(String type, String name) {
        try {
            return offset(Class.forName(type), name);
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException(e);
        }
    }

    static Runnable task(Thread thread) {
        Object holder = Unsafe.getUnsafe().getReference(thread, HOLDER);
        return holder == null ? null : (Runnable) Unsafe.getUnsafe().getReference(holder, TASK);
    }

    /** Gives a thread object another task, in a holder of its own. */
    static void setTask(Thread thread, Thread model, Object task) {
        Unsafe unsafe = Unsafe.getUnsafe();
        Object holder = unsafe.getReference(model, HOLDER);
        if (holder == null) {
            return;
        }
        try {
            Object copy = unsafe.allocateInstance(holder.getClass());
            for (Layout.Slot slot : Layout.ofInstance(holder.getClass()).slots) {
                Raw.copy(holder, copy, slot.offset(), slot.kind());
            }
            unsafe.putReference(copy, TASK, task);
            unsafe.putReference(thread, HOLDER, copy);
        } catch (InstantiationException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The number of a started thread, or -1. */
    private static int number(SimThread self, Thread thread) {
        int count = self.image.threadCount();
        for (int i = 0; i < count; i++) {
            if (self.image.entry(i).object == thread) {
                return i;
            }
        }
        Tag tag = self.tag(thread);
        if (tag.shadow != null) {
            for (int i = 0; i < count; i++) {
                if (self.image.entry(i).object == tag.shadow.canonical) {
                    return i;
                }
            }
        }
        return -1;
    }

    private static SimThread active() {
        SimThread self = Strand.current();
        return self == null || self.setupDepth > 0 ? null : self;
    }

    public static Thread currentThread(int site) {
        SimThread self = Strand.current();
        return self == null ? Thread.currentThread() : self.entry.object;
    }

    // ---- start and join

    public static void start(Thread thread, int site) {
        SimThread self = active();
        if (self == null) {
            throw new dev.baton.check.program.UnmodelledException("the set-up starts a thread");
        }
        self.publisher.offer(thread, site);
        self.publisher.commit();
        Shadow shadow = self.shadow(thread);
        if (!self.started.add(shadow.id)) {
            throw new IllegalThreadStateException();
        }
        Thread canonical = (Thread) shadow.canonical;
        boolean virtual = VIRTUAL.contains(thread);
        if (virtual) {
            VIRTUAL.add(canonical);
        }
        Image.ThreadName name = new Image.ThreadName(self.number, self.starts++, shadow.id);
        Image.Entry entry = self.image.startedBy(name, canonical, runs(canonical), virtual);
        self.start(entry.number, site);
    }

    /** The body of a thread, to be run by the checker. */
    @SuppressWarnings("DoNotCall") // it is the checker that runs it
    private static Runnable runs(Thread thread) {
        return () -> thread.run();
    }

    private static final java.util.Set<Thread> VIRTUAL = java.util.Collections
            .synchronizedSet(java.util.Collections.newSetFromMap(new java.util.WeakHashMap<>()));

    private static Thread unstarted(Runnable task, boolean virtual) {
        java.util.Objects.requireNonNull(task);
        Thread thread = new Thread(task);
        if (virtual) {
            VIRTUAL.add(thread);
        }
        return thread;
    }

    public static Thread startVirtualThread(Runnable task, int site) {
        Thread thread = unstarted(task, true);
        start(thread, site);
        return thread;
    }

    public static Thread unstarted(Thread.Builder builder, Runnable task, int site) {
        return unstarted(task, builder instanceof Thread.Builder.OfVirtual);
    }

    public static Thread start(Thread.Builder builder, Runnable task, int site) {
        Thread thread = unstarted(builder, task, site);
        start(thread, site);
        return thread;
    }

    public static boolean isVirtual(Thread thread, int site) {
        return VIRTUAL.contains(thread) || thread.isVirtual();
    }

    public static void join(Thread thread, int site) throws InterruptedException {
        SimThread self = active();
        if (self == null) {
            return;
        }
        throwIfInterrupted(self, site);
        int number = number(self, thread);
        if (number >= 0) {
            self.join(number, site);
        }
    }

    public static void join(Thread thread, long millis, int site) throws InterruptedException {
        SimThread self = active();
        if (self == null) {
            return;
        }
        if (millis == 0 || self.choose(2, site) == 0) {
            join(thread, site);
        } else {
            throwIfInterrupted(self, site);
        }
    }

    public static boolean join(Thread thread, Duration time, int site) throws InterruptedException {
        SimThread self = active();
        if (self == null || self.choose(2, site) == 0) {
            join(thread, site);
            return true;
        }
        throwIfInterrupted(self, site);
        return false;
    }

    public static boolean isAlive(Thread thread, int site) {
        SimThread self = active();
        int number = self == null ? -1 : number(self, thread);
        if (number < 0 || self.joined.contains(number)) {
            return false;
        }
        if (number == self.number || self.choose(2, site) == 1) {
            return true;
        }
        self.join(number, site);
        return false;
    }

    // ---- interrupts

    public static void interrupt(Thread thread, int site) {
        SimThread self = active();
        int number = self == null ? -1 : number(self, thread);
        if (number >= 0) {
            self.write(place(self, number, INTERRUPTED), AccessMode.VOLATILE, 1, site);
        }
    }

    public static boolean isInterrupted(Thread thread, int site) {
        SimThread self = active();
        int number = self == null ? -1 : number(self, thread);
        return number >= 0 && self.read(place(self, number, INTERRUPTED), AccessMode.VOLATILE, site) == 1;
    }

    public static boolean interrupted(int site) {
        SimThread self = active();
        return self != null && clearInterrupt(self, site);
    }

    static boolean clearInterrupt(SimThread self, int site) {
        int place = place(self, self.number, INTERRUPTED);
        if (self.rmwRead(place, AccessMode.VOLATILE, AccessMode.VOLATILE, site) == 0) {
            return false;
        }
        self.rmwWrite(place, AccessMode.VOLATILE, 0, 1, site);
        return true;
    }

    static void throwIfInterrupted(SimThread self, int site) throws InterruptedException {
        if (clearInterrupt(self, site)) {
            throw new InterruptedException();
        }
    }

    // ---- park

    public static void park(int site) {
        park(false, site);
    }

    public static void park(Object blocker, int site) {
        park(false, site);
    }

    public static void parkNanos(long nanos, int site) {
        if (nanos > 0) {
            park(true, site);
        }
    }

    public static void parkNanos(Object blocker, long nanos, int site) {
        parkNanos(nanos, site);
    }

    public static void parkUntil(long deadline, int site) {
        park(true, site);
    }

    public static void parkUntil(Object blocker, long deadline, int site) {
        park(true, site);
    }

    public static void setCurrentBlocker(Object blocker, int site) {}

    private static void park(boolean timed, int site) {
        SimThread self = active();
        if (self == null) {
            return;
        }
        if (timed ? expires(self, site) : self.wakesForNoReason(site)) {
            return;
        }
        int permit = place(self, self.number, PERMIT);
        int first = self.events;
        if (self.rmwRead(permit, AccessMode.ACQUIRE, AccessMode.ACQUIRE, site) == 1) {
            self.rmwWrite(permit, AccessMode.OPAQUE, 0, 1, site);
            return;
        }
        if (self.read(place(self, self.number, INTERRUPTED), AccessMode.VOLATILE, site) == 0) {
            self.block(timed ? BlockReason.ASSUME : BlockReason.PARK, first, site);
        }
    }

    /** Whether a timed wait ends because its time is up; the clock has then moved on. */
    static boolean expires(SimThread self, int site) {
        if (self.choose(2, site) == 0) {
            return false;
        }
        self.clock += JUMP;
        return true;
    }

    public static void unpark(Thread thread, int site) {
        SimThread self = active();
        int number = self == null || thread == null ? -1 : number(self, thread);
        if (number >= 0) {
            int permit = place(self, number, PERMIT);
            long before = self.rmwRead(permit, AccessMode.ACQ_REL, AccessMode.ACQ_REL, site);
            self.rmwWrite(permit, AccessMode.ACQ_REL, 1, before, site);
        }
    }

    // ---- time

    @SuppressWarnings("NamedLikeContextualKeyword") // the name of the method it replaces
    public static void yield(int site) {}

    public static void onSpinWait(int site) {}

    public static void sleep(long millis, int site) throws InterruptedException {
        SimThread self = active();
        if (self != null) {
            throwIfInterrupted(self, site);
        }
    }

    public static void sleep(long millis, int nanos, int site) throws InterruptedException {
        sleep(millis, site);
    }

    public static void sleep(Duration time, int site) throws InterruptedException {
        sleep(1, site);
    }

    public static void sleep(TimeUnit unit, long time, int site) throws InterruptedException {
        sleep(time, site);
    }

    public static long nanoTime(int site) {
        SimThread self = active();
        if (self == null) {
            return 0;
        }
        if (self.clockRead && self.choose(2, site) == 1) {
            self.clock += JUMP;
        }
        self.clockRead = true;
        return self.clock;
    }

    public static long currentTimeMillis(int site) {
        return 1_700_000_000_000L + nanoTime(site) / 1_000_000;
    }

    // ---- thread locals

    public static Object get(ThreadLocal<?> local, int site) {
        SimThread self = Strand.current();
        if (self == null) {
            return local.get();
        }
        Object value = self.threadLocals.get(local);
        if (value == null && !self.threadLocals.containsKey(local)) {
            value = initial(local);
            self.threadLocals.put(local, value);
        }
        return value;
    }

    private static Object initial(ThreadLocal<?> local) {
        try {
            var method = ThreadLocal.class.getDeclaredMethod("initialValue");
            method.setAccessible(true);
            return method.invoke(local);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    public static void set(ThreadLocal<?> local, Object value, int site) {
        SimThread self = Strand.current();
        if (self == null) {
            @SuppressWarnings("unchecked")
            ThreadLocal<Object> any = (ThreadLocal<Object>) local;
            any.set(value);
        } else {
            self.effectTick = self.tick;
            self.threadLocals.put(local, value);
        }
    }

    public static void remove(ThreadLocal<?> local, int site) {
        SimThread self = Strand.current();
        if (self == null) {
            local.remove();
        } else {
            self.effectTick = self.tick;
            self.threadLocals.remove(local);
        }
    }
}
