package dev.baton.check.replay;

import dev.baton.check.event.AccessMode;
import dev.baton.check.event.BlockReason;
import dev.baton.check.program.UnmodelledException;
import java.lang.reflect.Field;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import jdk.internal.misc.Unsafe;
import org.jspecify.annotations.Nullable;

/**
 * What rewritten code calls in place of {@link Thread}. Each takes the receiver and arguments of the call it
 * replaces, and the site.
 */
/*
 * A thread's life is a hidden place: 0 not started, 1 alive, 2 ended. Whoever reads its end sees all that the thread
 * did. Few programs ask, and then the events would only cost time; so a check begins without them, where only the
 * thread that started another one joins it (a JOIN step), and begins anew with them when somebody asks more:
 * isAlive, a join by another thread, a join that may be interrupted, a thread object that two threads may start.
 */
@SuppressWarnings("ReferenceEquality") // which object it is, is the question here
public final class ThreadCalls {
    private ThreadCalls() {}

    static final int PERMIT = 0;
    static final int INTERRUPTED = 1;
    static final int NOTIFIED = 2;
    static final int LIFE = 3;
    static final int CLOCK = 4;
    static final int AWAITING = 5;
    static final long ALIVE = 1;
    static final long ENDED = 2;

    static int place(SimThread self, int thread, int which) {
        return self.image.location(self.image.ofThread(thread), Shadow.HIDDEN + which);
    }

    // ---- who is who

    private static final long HOLDER = offset(Thread.class, "holder");
    private static final long TASK = offset("java.lang.Thread$FieldHolder", "task");
    private static final long GROUP = offset("java.lang.Thread$FieldHolder", "group");

    static long offset(Class<?> type, String name) {
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

    static @Nullable Runnable task(Thread thread) {
        Object holder = Unsafe.getUnsafe().getReference(thread, HOLDER);
        return holder == null ? null : (Runnable) Unsafe.getUnsafe().getReference(holder, TASK);
    }

    /**
     * Gives a thread object another task, in a holder of its own.
     *
     * @param group the group that it is in, or null for that of the model
     */
    static void setTask(Thread thread, Thread model, @Nullable Object task, @Nullable Object group) {
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
            if (group != null) {
                unsafe.putReference(copy, GROUP, group);
            }
            unsafe.putReference(thread, HOLDER, copy);
        } catch (InstantiationException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The number of a thread that others may know, or -1: nobody else has it yet, so it cannot have been started. */
    static int number(SimThread self, Thread thread) {
        int known = self.image.cast.number(thread);
        if (known >= 0) {
            return known;
        }
        return self.tags.isOpen(thread) ? entry(self, thread).number : -1;
    }

    /** The number of a thread that has a number in events, whether or not others have it. */
    static int known(SimThread self, Thread thread) {
        int known = self.image.cast.number(thread);
        return known >= 0 ? known : entry(self, thread).number;
    }

    private static Cast.Entry entry(SimThread self, Thread shared) {
        Identity identity = self.tags.identity(shared);
        return self.image.cast.of(identity, runs((Thread) identity.canonical));
    }

    static @Nullable SimThread active() {
        SimThread self = Strand.currentOrNull();
        return self == null || self.setupDepth > 0 ? null : self;
    }

    /** Threads of a program have no carriers. */
    public static Thread currentCarrierThread(Object access, int site) {
        return currentThread(site);
    }

    public static Thread currentThread(int site) {
        SimThread self = Strand.currentOrNull();
        return self == null ? Thread.currentThread() : self.entry.object;
    }

    // ---- start and join

    public static void start(Thread thread, int site) {
        SimThread self = active();
        if (self == null) {
            throw new UnmodelledException(SetUp.where(site)
                    + "the set-up starts a thread; let a thread of the scenario start it");
        }
        boolean known = self.tags.isOpen(thread);
        self.publisher.offer(thread, site);
        self.publisher.open(site);
        Cast.Entry entry = entry(self, thread);
        if (known) {
            needLives(self);
        }
        if (!self.started.add(entry.number) || self.known.lives() && !comesAlive(self, entry.number, site)) {
            throw new Meant(new IllegalThreadStateException());
        }
        self.start(entry.number, ThreadKinds.isDaemon(thread, known ? null : self), site);
    }

    private static boolean comesAlive(SimThread self, int number, int site) {
        int life = place(self, number, LIFE);
        long before = self.rmwRead(life, AccessMode.ACQUIRE, AccessMode.ACQUIRE, site);
        if (before != 0) {
            return false;
        }
        self.rmwWrite(life, AccessMode.RELEASE, ALIVE, before, site);
        return true;
    }

    /** Begins the check anew if lives are not among its events yet. */
    private static void needLives(SimThread self) {
        if (!self.known.lives()) {
            throw self.fail(new BeginAnew(new Knowledge.Lives()));
        }
    }

    /** The body of a thread, to be run by the checker. */
    @SuppressWarnings("DoNotCall") // it is the checker that runs it
    private static Runnable runs(Thread thread) {
        return () -> thread.run();
    }

    public static Thread startVirtualThread(Runnable task, int site) {
        return start(Thread.ofVirtual(), task, site);
    }

    public static Thread unstarted(Thread.Builder builder, Runnable task, int site) {
        Thread thread = inheriting(Objects.requireNonNull(task));
        ThreadKinds.build(thread, builder);
        takeOver(builder.unstarted(task), thread); // the builder tells what it was told in no other way
        return thread;
    }

    public static Thread start(Thread.Builder builder, Runnable task, int site) {
        Thread thread = unstarted(builder, task, site);
        start(thread, site);
        return thread;
    }

    /** A factory that a builder made; each other one is the program's and makes threads by calls that are seen. */
    public static Thread newThread(ThreadFactory factory, Runnable task, int site) {
        if (!ThreadKinds.isOfBuilder(factory)) {
            try {
                return factory.newThread(task);
            } catch (Throwable thrown) {
                throw new Meant(thrown);
            }
        }
        Thread model = factory.newThread(task);
        Thread thread = inheriting(Objects.requireNonNull(task));
        ThreadKinds.build(thread, factory);
        takeOver(model, thread);
        return thread;
    }

    /** A new thread, with what the one that makes it leaves to it. */
    private static Thread inheriting(Runnable task) {
        SimThread self = active();
        if (self != null) {
            Inheritance.lend(self);
        }
        return new Thread(task);
    }

    private static void takeOver(Thread model, Thread thread) {
        if (!model.getName().isEmpty()) {
            thread.setName(model.getName());
        }
        thread.setUncaughtExceptionHandler(Handlers.own(model));
    }

    /** The same in every replay, and for each thread that asks. */
    public static long threadId(Thread thread, int site) {
        return active() == null ? thread.threadId() : ReferenceHooks.identityHash(thread);
    }

    public static long getId(Thread thread, int site) {
        return threadId(thread, site);
    }

    public static long getThreadId(Thread thread, int site) {
        return threadId(thread, site);
    }

    public static boolean isVirtual(Thread thread, int site) {
        return ThreadKinds.isVirtual(thread);
    }

    public static boolean isDaemon(Thread thread, int site) {
        SimThread self = active();
        boolean madeHere = self != null && number(self, thread) < 0;
        return ThreadKinds.isVirtual(thread) || ThreadKinds.isDaemon(thread, madeHere ? self : null);
    }

    public static void setDaemon(Thread thread, boolean on, int site) {
        if (ThreadKinds.isVirtual(thread)) {
            if (!on) {
                throw new Meant(new IllegalArgumentException("'false' not legal for virtual threads"));
            }
            return;
        }
        SimThread self = active();
        if (self != null) {
            int number = number(self, thread);
            if (number == self.number || self.started.contains(number)) {
                throw new Meant(new IllegalThreadStateException());
            }
            if (number >= 0) {
                throw self.fail("setDaemon of a thread that other threads know already", site);
            }
        }
        ThreadKinds.setDaemon(thread, on);
    }

    public static void join(Thread thread, int site) throws InterruptedException {
        join(thread, false, 0, site);
    }

    public static void join(Thread thread, long millis, int site) throws InterruptedException {
        join(thread, millis > 0, TimeUnit.MILLISECONDS.toNanos(millis), site);
    }

    public static void join(Thread thread, long millis, int nanos, int site) throws InterruptedException {
        join(thread, millis > 0 || nanos > 0, TimeUnit.MILLISECONDS.toNanos(millis) + nanos, site);
    }

    public static boolean join(Thread thread, Duration time, int site) throws InterruptedException {
        return join(thread, true, time.toNanos(), site);
    }

    /** Waits for the end of a thread; false if the time was up before. */
    private static boolean join(Thread thread, boolean timed, long nanos, int site) throws InterruptedException {
        SimThread self = active();
        if (self == null) {
            return true;
        }
        int number = number(self, thread);
        if (timed && self.time.isFree() && self.time.expiresFreely(site)) {
            throwIfInterrupted(self, site);
            return false;
        }
        if (number < 0 || self.joined.contains(number)) {
            return true;
        }
        self.image.noteJoin();
        if (!self.started.contains(number) || self.image.hasInterrupts() || timed && !self.time.isFree()) {
            needLives(self);
        }
        if (!self.known.lives()) {
            self.join(number, site);
            return true;
        }
        int first = self.events;
        if (self.read(place(self, number, LIFE), AccessMode.ACQUIRE, site) == ALIVE) {
            throwIfInterrupted(self, site);
            self.time.block(BlockReason.JOIN, timed, nanos, first, site);
            return false;
        }
        self.joined.add(number);
        return true;
    }

    public static boolean isAlive(Thread thread, int site) {
        SimThread self = active();
        if (self == null) {
            return false;
        }
        int number = number(self, thread);
        if (number < 0 || self.joined.contains(number)) {
            return false;
        }
        if (number == self.number) {
            return true;
        }
        needLives(self);
        return self.read(place(self, number, LIFE), AccessMode.ACQUIRE, site) == ALIVE;
    }

    /** Whether it waits, and for what, is out of sight: only beginnings and ends of threads are steps. */
    public static Thread.State getState(Thread thread, int site) {
        SimThread self = active();
        if (self == null) {
            return Thread.State.NEW;
        }
        int number = number(self, thread);
        if (number == self.number) {
            return Thread.State.RUNNABLE;
        }
        if (number >= 0 && self.joined.contains(number)) {
            return Thread.State.TERMINATED;
        }
        if (number >= 0) {
            needLives(self);
        }
        long life = number < 0 ? 0 : self.read(place(self, number, LIFE), AccessMode.ACQUIRE, site);
        if (life == ALIVE) {
            throw self.fail("whether a thread that runs is waiting cannot be modelled"
                    + " (ask isAlive(), or let the thread write a flag)", site);
        }
        return life == ENDED ? Thread.State.TERMINATED : Thread.State.NEW;
    }

    /** The last thing a thread does. */
    static void ended(SimThread self) {
        if (self.known.lives()) {
            self.write(place(self, self.number, LIFE), AccessMode.RELEASE, ENDED, 0);
        }
    }

    // ---- interrupts

    public static void interrupt(Thread thread, int site) {
        SimThread self = active();
        if (self == null) {
            return;
        }
        self.publisher.offer(thread, site); // one that nobody knows yet remembers the interrupt, too
        self.publisher.open(site);
        self.image.noteInterrupt();
        if (self.image.hasJoins()) {
            needLives(self);
        }
        self.write(place(self, known(self, thread), INTERRUPTED), AccessMode.VOLATILE, 1, site);
    }

    public static boolean isInterrupted(Thread thread, int site) {
        SimThread self = active();
        if (self == null) {
            return false;
        }
        int number = number(self, thread);
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
            throw new Meant(new InterruptedException());
        }
    }
}
