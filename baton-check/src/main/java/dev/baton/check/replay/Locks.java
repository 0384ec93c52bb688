package dev.baton.check.replay;

import dev.baton.check.event.AccessMode;
import dev.baton.check.event.BlockReason;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The JDK's unfair reentrant locks that a thread holds, where they are steps of their own and not their bytecode. */
final class Locks {
    /*
     * Overview. A lock is one hidden place, its owner. To take it is one exchange, which waits until it sees that the lock
     * is free; to release it is one write. Both are volatile, as those of the JDK's state are. The holds of the owner are known to
     * the owner alone, so they are no events. The queue of the JDK's lock is not there: decision 210 says why no
     * outcome is lost or added.
     *
     *   lock word      0 free, or the number of the owner and one more
     *   waiters        of a condition: the threads that wait in it, the first in the lowest bits; the lock guards it
     *   AWAITING       of a thread: 1 from the beginning of a wait until somebody claims it
     *
     * A wait is claimed once: by a signal, or by the thread itself when it is interrupted or its time is up. A signal passes over
     * waits that were claimed.
     *
     * Invariants. A thread is in the waiters of at most one condition: a claim of its own takes it out before the
     * wait returns. A lock that a turn of a loop takes and releases leaves no effect; one that it only takes, or only
     * releases, does.
     */
    private static final class Held {
        final Tag tag;
        /** Where it is taken in the graph; null if nobody else can know the lock. */
        final @Nullable Shadow shadow;
        /** The ticks at which it was taken, a tick for each hold. */
        final List<Integer> taken = new ArrayList<>();

        Held(Tag tag, @Nullable Shadow shadow) {
            this.tag = tag;
            this.shadow = shadow;
        }
    }

    private final SimThread thread;
    private final List<Held> held = new ArrayList<>();

    Locks(SimThread thread) {
        this.thread = thread;
    }

    void reset() {
        held.clear();
    }

    private @Nullable Held find(Object sync) {
        Tag tag = thread.tags.of(sync);
        for (Held each : held) {
            if (each.tag == tag || tag.shadow != null && each.shadow == tag.shadow) {
                return each;
            }
        }
        return null;
    }

    /** The holds of this thread. */
    int holds(Object sync) {
        Held known = find(sync);
        return known == null ? 0 : known.taken.size();
    }

    /** A lock was taken at this tick or later, and is held. */
    boolean tookSince(int then) {
        for (Held each : held) {
            if (each.taken.getLast() >= then) {
                return true;
            }
        }
        return false;
    }

    /** Begins the check anew, with the JDK's own code for its locks. */
    static RuntimeException needQueues(SimThread self) {
        self.image.trustNoLocks();
        throw self.fail(new BeginAnew(new Knowledge.Queues()));
    }

    // ---- taking and releasing

    /** Takes the lock; a thread that may be interrupted meanwhile throws. */
    void lock(Object sync, boolean interruptibly, int site) throws InterruptedException {
        int first = thread.events;
        if (interruptibly) {
            ThreadCalls.throwIfInterrupted(thread, site);
        }
        Held known = find(sync);
        if (known == null) {
            known = open(sync);
            if (!isFree(known, site)) {
                thread.block(BlockReason.LOCK, first, site);
            }
            take(known, site);
        }
        hold(known);
    }

    boolean tryLock(Object sync, int site) {
        Held known = find(sync);
        if (known == null) {
            known = open(sync);
            if (!isFree(known, site)) {
                return false;
            }
            take(known, site);
        }
        hold(known);
        return true;
    }

    /** Takes the lock, if it comes free before the time is up. */
    boolean tryLock(Object sync, long nanos, int site) throws InterruptedException {
        int first = thread.events;
        ThreadCalls.throwIfInterrupted(thread, site);
        Held known = find(sync);
        if (known == null && nanos > 0) {
            known = open(sync);
            boolean mayExpire = known.shadow != null && thread.time.isFree();
            if (mayExpire && thread.time.expiresFreely(site)) {
                if (thread.read(word(known), AccessMode.VOLATILE, site) == 0) {
                    thread.block(BlockReason.ASSUME, first, site); // it takes the lock: that is the other alternative
                }
                return false;
            }
            if (!isFree(known, site)) {
                thread.time.block(BlockReason.LOCK, true, nanos, first, site);
                return false;
            }
            take(known, site);
            hold(known);
            return true;
        }
        return tryLock(sync, site);
    }

    /** Gives back one hold; whether the lock is free now. */
    boolean unlock(Object sync, int site) {
        Held known = find(sync);
        if (known == null) {
            throw new Meant(new IllegalMonitorStateException());
        }
        thread.effects.changeLocally(known.taken.removeLast());
        if (!known.taken.isEmpty()) {
            return false;
        }
        release(known, site);
        return true;
    }

    /** Whether some thread holds the lock. */
    boolean isLocked(Object sync, int site) {
        Held known = find(sync);
        if (known != null) {
            return true;
        }
        Held other = open(sync);
        return other.shadow != null && thread.read(word(other), AccessMode.VOLATILE, site) != 0;
    }

    private Held open(Object sync) {
        Tag tag = thread.tags.of(sync);
        if (thread.tags.isTraced(sync)) {
            return new Held(tag, thread.tags.shadow(sync));
        }
        tag.ordered = true;
        return new Held(tag, null);
    }

    private int word(Held lock) {
        return thread.image.location(Objects.requireNonNull(lock.shadow), Shadow.MONITOR);
    }

    /** The read half of taking a lock. */
    private boolean isFree(Held lock, int site) {
        return lock.shadow == null || thread.rmwRead(word(lock), AccessMode.VOLATILE, AccessMode.VOLATILE, site) == 0;
    }

    /** The write half. */
    private void take(Held lock, int site) {
        if (lock.shadow != null) {
            thread.monitorSwap(word(lock), AccessMode.VOLATILE, thread.number + 1L, site);
        }
        held.add(lock);
    }

    private void hold(Held lock) {
        lock.taken.add(thread.effects.now());
    }

    private void release(Held lock, int site) {
        held.remove(lock);
        if (lock.shadow != null) {
            thread.monitorWrite(word(lock), AccessMode.VOLATILE, 0, site);
        }
    }

    // ---- conditions

    /** How a wait ended. */
    enum End {
        SIGNALLED, EXPIRED, INTERRUPTED
    }

    /**
     * Waits in a condition of a lock that this thread holds, and takes the lock again.
     *
     * @return whether it was signalled, or its time was up before
     */
    End await(Object condition, Object sync, boolean interruptibly, boolean timed, long nanos, int site)
            throws InterruptedException {
        if (interruptibly) {
            ThreadCalls.throwIfInterrupted(thread, site);
        }
        Held known = find(sync);
        if (known == null) {
            throw new Meant(new IllegalMonitorStateException());
        }
        if (known.shadow == null) {
            thread.time.awaitAlone(timed, nanos, site);
            return End.EXPIRED;
        }
        int waiters = waiters(condition);
        int awaiting = ThreadCalls.place(thread, thread.number, ThreadCalls.AWAITING);
        if (waiters >= 0) {
            thread.monitorWrite(waiters, AccessMode.OPAQUE,
                    WaitingLine.add(thread, thread.read(waiters, AccessMode.OPAQUE, site), thread.number), site);
        }
        thread.quietWrite(awaiting, AccessMode.OPAQUE, 1, site);
        release(known, site);
        End end = signalledOrNot(awaiting, interruptibly, timed, nanos, site);
        boolean claimed = end != End.SIGNALLED && claim(awaiting, site);
        takeAgain(known, site);
        if (claimed) {
            leave(waiters, site);
            if (end == End.INTERRUPTED) {
                throw new Meant(new InterruptedException());
            }
            return end;
        }
        thread.effects.act(); // a signal was used up
        if (end == End.INTERRUPTED) { // after the signal
            thread.write(ThreadCalls.place(thread, thread.number, ThreadCalls.INTERRUPTED), AccessMode.VOLATILE, 1,
                    site);
        }
        return End.SIGNALLED;
    }

    private void leave(int waiters, int site) {
        long line = waiters < 0 ? 0 : thread.read(waiters, AccessMode.OPAQUE, site);
        long left = WaitingLine.remove(line, thread.number);
        if (left != line) {
            thread.monitorWrite(waiters, AccessMode.OPAQUE, left, site);
        }
    }

    private End signalledOrNot(int awaiting, boolean interruptibly, boolean timed, long nanos, int site) {
        if (timed && nanos <= 0) {
            return End.EXPIRED;
        }
        if (timed && thread.time.isFree() && thread.time.expiresFreely(site)) {
            return End.EXPIRED;
        }
        int first = thread.events;
        if (interruptibly && ThreadCalls.clearInterrupt(thread, site)) {
            return End.INTERRUPTED;
        }
        if (thread.read(awaiting, AccessMode.ACQUIRE, site) == 0) {
            return End.SIGNALLED;
        }
        thread.time.block(BlockReason.LOCK, timed, nanos, first, site);
        return End.EXPIRED;
    }

    /** Ends a wait; false if somebody has ended it already. */
    private boolean claim(int awaiting, int site) {
        if (thread.rmwRead(awaiting, AccessMode.ACQ_REL, AccessMode.ACQUIRE, site) == 0) {
            return false;
        }
        thread.monitorSwap(awaiting, AccessMode.ACQ_REL, 0, site);
        return true;
    }

    private void takeAgain(Held known, int site) {
        int first = thread.events;
        if (!isFree(known, site)) {
            thread.block(BlockReason.LOCK, first, site);
        }
        take(known, site);
    }

    /** Lets the thread go on that has waited longest, or all. */
    void signal(Object condition, Object sync, boolean all, int site) {
        Held known = find(sync);
        if (known == null) {
            throw new Meant(new IllegalMonitorStateException());
        }
        if (known.shadow == null) {
            return;
        }
        int waiters = waiters(condition);
        long line = waiters < 0 ? 0 : thread.read(waiters, AccessMode.OPAQUE, site);
        long left = line;
        boolean more = true;
        while (left != 0 && more) {
            int awaiting = ThreadCalls.place(thread, WaitingLine.first(left), ThreadCalls.AWAITING);
            left = WaitingLine.withoutFirst(left);
            more = !claim(awaiting, site) || all;
        }
        if (left != line) {
            thread.write(waiters, AccessMode.OPAQUE, left, site);
        }
    }

    /** The place of the threads that wait; -1 if nobody else can know the condition. */
    private int waiters(Object condition) {
        return thread.tags.isTraced(condition)
                ? thread.image.location(thread.tags.shadow(condition), Shadow.LINE)
                : -1;
    }
}
