package dev.baton.check.replay;

import dev.baton.check.event.JdkLocks;
import java.lang.reflect.Field;
import java.util.Date;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import jdk.internal.misc.Unsafe;

/**
 * What methods of the JDK's locks do in place of their own code, if {@link #leans}. Each takes the receiver and arguments
 * of the method that it stands in for, and the site.
 */
public final class LockCalls {
    private LockCalls() {}

    private static final String PACKAGE = "baton.jdk.java.util.concurrent.locks.";

    /** What the class of a receiver is, and where its fields are. */
    private record Kind(boolean isSync, boolean isCondition, boolean isReadWrite, long offset) {
        static final Kind OTHER = new Kind(false, false, false, 0);
    }

    private static final ClassValue<Kind> KINDS = new ClassValue<>() {
        @Override
        protected Kind computeValue(Class<?> type) {
            return switch (type.getName()) {
                case PACKAGE + "ReentrantLock$NonfairSync" ->
                    new Kind(true, false, false, offset(type.getSuperclass().getSuperclass(), "state"));
                case PACKAGE + "ReentrantReadWriteLock$NonfairSync" ->
                    new Kind(true, false, true, offset(type.getSuperclass().getSuperclass(), "state"));
                case PACKAGE + "AbstractQueuedLongSynchronizer$ConditionObject" ->
                    new Kind(false, true, true, offset(type, "this$0"));
                case PACKAGE + "AbstractQueuedSynchronizer$ConditionObject" ->
                    new Kind(false, true, false, offset(type, "this$0"));
                default -> Kind.OTHER;
            };
        }
    };

    private static long offset(Class<?> type, String name) {
        try {
            Field field = type.getDeclaredField(name);
            return Unsafe.getUnsafe().objectFieldOffset(field);
        } catch (NoSuchFieldException e) {
            throw new IllegalStateException("this JDK's locks are not those that the checker knows", e);
        }
    }

    /** The lock that an object is, or the condition of which it is; the object itself for anything else. */
    private static Object sync(Object object) {
        Kind kind = KINDS.get(object.getClass());
        return kind.isCondition ? Unsafe.getUnsafe().getReference(object, kind.offset) : object;
    }

    /** The object is an unfair lock, or a condition of one, and its operations are steps of their own. */
    public static boolean leans(Object object) {
        SimThread self = ThreadCalls.active();
        if (self == null || self.image.settings.jdkLocks() != JdkLocks.LEAN || self.known.queues()) {
            return false;
        }
        Object sync = sync(object);
        Kind kind = KINDS.get(sync.getClass());
        boolean leans = kind.isSync && (kind.isReadWrite
                ? Unsafe.getUnsafe().getLong(sync, kind.offset) == 0
                : Unsafe.getUnsafe().getInt(sync, kind.offset) == 0); // else the set-up has kept it
        if (leans) {
            self.image.trust(kind.isReadWrite ? "ReentrantReadWriteLock" : "ReentrantLock");
        }
        return leans;
    }

    /** Somebody asks which threads wait: begins the check anew with the JDK's own queues. */
    public static void asks(Object object) {
        if (leans(object)) {
            throw Locks.needQueues(self());
        }
    }

    private static SimThread self() {
        return Objects.requireNonNull(ThreadCalls.active());
    }

    // ---- locks

    public static void lock(Object sync, int site) throws InterruptedException {
        self().locks.lock(sync, false, site);
    }

    public static void lockInterruptibly(Object sync, int site) throws InterruptedException {
        self().locks.lock(sync, true, site);
    }

    public static boolean tryLock(Object sync, int site) {
        return self().locks.tryLock(sync, site);
    }

    public static boolean tryLockNanos(Object sync, long nanos, int site) throws InterruptedException {
        return self().locks.tryLock(sync, nanos, site);
    }

    // ---- read-write locks

    public static void acquireShared(Object sync, long holds, int site) throws InterruptedException {
        self().readWriteLocks.lockRead(sync, false, site);
    }

    public static void acquireSharedInterruptibly(Object sync, long holds, int site) throws InterruptedException {
        self().readWriteLocks.lockRead(sync, true, site);
    }

    public static boolean tryReadLock(Object sync, int site) {
        return self().readWriteLocks.tryLockRead(sync, site);
    }

    public static boolean tryAcquireSharedNanos(Object sync, long holds, long nanos, int site)
            throws InterruptedException {
        return self().readWriteLocks.tryLockRead(sync, nanos, site);
    }

    public static boolean releaseShared(Object sync, long holds, int site) {
        self().readWriteLocks.unlockRead(sync, site);
        return true;
    }

    public static void acquire(Object sync, long holds, int site) throws InterruptedException {
        self().readWriteLocks.lockWrite(sync, false, site);
    }

    public static void acquireInterruptibly(Object sync, long holds, int site) throws InterruptedException {
        self().readWriteLocks.lockWrite(sync, true, site);
    }

    public static boolean tryWriteLock(Object sync, int site) {
        return self().readWriteLocks.tryLockWrite(sync, site);
    }

    public static boolean tryAcquireNanos(Object sync, long holds, long nanos, int site) throws InterruptedException {
        return self().readWriteLocks.tryLockWrite(sync, nanos, site);
    }

    public static boolean release(Object sync, long holds, int site) {
        return self().readWriteLocks.unlockWrite(sync, site);
    }

    public static int getReadHoldCount(Object sync, int site) {
        return self().readWriteLocks.reads(sync);
    }

    public static int getWriteHoldCount(Object sync, int site) {
        return self().readWriteLocks.writes(sync);
    }

    public static boolean isWriteLocked(Object sync, int site) {
        return self().readWriteLocks.isWriteLocked(sync, site);
    }

    public static boolean release(Object sync, int holds, int site) {
        return self().locks.unlock(sync, site);
    }

    public static boolean isHeldExclusively(Object sync, int site) {
        return KINDS.get(sync.getClass()).isReadWrite
                ? self().readWriteLocks.writes(sync) > 0
                : self().locks.holds(sync) > 0;
    }

    public static int getHoldCount(Object sync, int site) {
        return self().locks.holds(sync);
    }

    public static boolean isLocked(Object sync, int site) {
        return self().locks.isLocked(sync, site);
    }

    // ---- conditions

    public static void await(Object condition, int site) throws InterruptedException {
        self().locks.await(condition, sync(condition), true, false, 0, site);
    }

    public static void awaitUninterruptibly(Object condition, int site) throws InterruptedException {
        self().locks.await(condition, sync(condition), false, false, 0, site);
    }

    public static boolean await(Object condition, long time, TimeUnit unit, int site) throws InterruptedException {
        return awaitTimed(condition, unit.toNanos(time), site);
    }

    @SuppressWarnings("JavaUtilDate") // the type of the method it stands in for
    public static boolean awaitUntil(Object condition, Date deadline, int site) throws InterruptedException {
        long millis = deadline.getTime() - ParkCalls.currentTimeMillis(site);
        return awaitTimed(condition, TimeUnit.MILLISECONDS.toNanos(millis), site);
    }

    public static long awaitNanos(Object condition, long nanos, int site) throws InterruptedException {
        long deadline = ParkCalls.nanoTime(site) + Math.max(0, nanos);
        awaitTimed(condition, nanos, site);
        return deadline - ParkCalls.nanoTime(site);
    }

    private static boolean awaitTimed(Object condition, long nanos, int site) throws InterruptedException {
        return self().locks.await(condition, sync(condition), true, true, nanos, site) == Locks.End.SIGNALLED;
    }

    public static void signal(Object condition, int site) {
        self().locks.signal(condition, sync(condition), false, site);
    }

    public static void signalAll(Object condition, int site) {
        self().locks.signal(condition, sync(condition), true, site);
    }
}
