package dev.baton.check.replay;

import dev.baton.check.event.AccessMode;
import dev.baton.check.event.BlockReason;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The JDK's unfair read-write locks that a thread holds, where they are steps of their own and not their bytecode. */
final class ReadWriteLocks {
    /*
     * Overview. A lock is one hidden place: how many threads read, and which thread writes. To take it for reading is an exchange
     * that waits until nobody writes, to take it for writing one that waits until it is free; to release it is an exchange or a
     * write. All are volatile, as those of the JDK's state are. The holds of a thread are known to that thread alone.
     *
     *   lock word   readers * READER + (number of the writer and one more, or 0)
     *   waiting     the threads that wait for writing, a bit for each; only where it matters
     *
     * The JDK's queue can be seen in one way: a reader that has no hold yet lets a writer go first which waits at the head. That
     * keeps the reader from a lock that others read. It matters if a thread that reads waits for something else, or if a reader
     * gives up after some time. A check that comes to either begins anew, and writers then say that they wait. A reader that
     * finds one waits. That a writer has not reached the queue yet, which nothing else can tell, is a reader that came before.
     *
     * Decision 340 says why no outcome is lost or added.
     */
    private static final long READER = 1L << 32;

    private static final class Held {
        final Tag tag;
        final @Nullable Shadow shadow;
        /** The ticks at which it was taken, a tick for each hold. */
        final List<Integer> reads = new ArrayList<>();
        final List<Integer> writes = new ArrayList<>();

        Held(Tag tag, @Nullable Shadow shadow) {
            this.tag = tag;
            this.shadow = shadow;
        }

        boolean isFree() {
            return reads.isEmpty() && writes.isEmpty();
        }
    }

    private final SimThread thread;
    private final List<Held> held = new ArrayList<>();

    ReadWriteLocks(SimThread thread) {
        this.thread = thread;
    }

    void reset() {
        held.clear();
    }

    private Held find(Object sync) {
        Tag tag = thread.tags.of(sync);
        for (Held each : held) {
            if (each.tag == tag || tag.shadow != null && each.shadow == tag.shadow) {
                return each;
            }
        }
        if (thread.tags.isTraced(sync)) {
            return new Held(tag, thread.tags.shadow(sync));
        }
        tag.ordered = true;
        return new Held(tag, null);
    }

    int reads(Object sync) {
        return find(sync).reads.size();
    }

    int writes(Object sync) {
        return find(sync).writes.size();
    }

    /** A lock was taken at this tick or later, and is held. */
    boolean tookSince(int then) {
        for (Held each : held) {
            if (!each.reads.isEmpty() && each.reads.getLast() >= then
                    || !each.writes.isEmpty() && each.writes.getLast() >= then) {
                return true;
            }
        }
        return false;
    }

    /** The thread is about to wait: if it reads meanwhile, it matters that writers wait behind it. */
    void beforeWaiting() {
        if (!thread.known.writersTell()) {
            for (Held each : held) {
                if (!each.reads.isEmpty() && each.shadow != null) {
                    throw needWriters();
                }
            }
        }
    }

    private RuntimeException needWriters() {
        throw thread.fail(new BeginAnew(new Knowledge.Writers()));
    }

    // ---- reading

    void lockRead(Object sync, boolean interruptibly, int site) throws InterruptedException {
        int first = thread.events;
        if (interruptibly) {
            ThreadCalls.throwIfInterrupted(thread, site);
        }
        Held known = find(sync);
        if (known.isFree() && known.shadow != null && letsWriterGo(known, site)) {
            thread.block(BlockReason.LOCK, first, site);
        }
        if (!takeRead(known, site)) {
            thread.block(BlockReason.LOCK, first, site);
        }
    }

    boolean tryLockRead(Object sync, int site) {
        return takeRead(find(sync), site);
    }

    boolean tryLockRead(Object sync, long nanos, int site) throws InterruptedException {
        int first = thread.events;
        ThreadCalls.throwIfInterrupted(thread, site);
        Held known = find(sync);
        if (nanos <= 0 || !known.isFree() || known.shadow == null) {
            return takeRead(known, site);
        }
        if (!thread.known.writersTell()) {
            throw needWriters();
        }
        boolean waits = letsWriterGo(known, site);
        if (thread.time.isFree() && thread.time.expiresFreely(site)) {
            if (!waits && writer(thread.read(word(known), AccessMode.VOLATILE, site)) == 0) {
                thread.block(BlockReason.ASSUME, first, site); // it takes the lock: that is the other alternative
            }
            return false;
        }
        if (waits || !takeRead(known, site)) {
            thread.time.block(BlockReason.LOCK, true, nanos, first, site);
            return false;
        }
        return true;
    }

    /** A writer waits, and has reached the head of the queue. */
    private boolean letsWriterGo(Held lock, int site) {
        return thread.known.writersTell() && thread.read(waiting(lock), AccessMode.VOLATILE, site) != 0;
    }

    private boolean takeRead(Held lock, int site) {
        if (lock.reads.isEmpty() && lock.shadow != null) {
            long before = thread.rmwRead(word(lock), AccessMode.VOLATILE, AccessMode.VOLATILE, site);
            if (writer(before) != 0 && lock.writes.isEmpty()) {
                return false;
            }
            thread.monitorSwap(word(lock), AccessMode.VOLATILE, before + READER, site);
        }
        hold(lock, lock.reads);
        return true;
    }

    void unlockRead(Object sync, int site) {
        Held lock = find(sync);
        if (lock.reads.isEmpty()) {
            throw new Meant(
                    new IllegalMonitorStateException("attempt to unlock read lock, not locked by current thread"));
        }
        thread.effects.changeLocally(lock.reads.removeLast());
        if (lock.reads.isEmpty() && lock.shadow != null) {
            long before = thread.rmwRead(word(lock), AccessMode.VOLATILE, AccessMode.VOLATILE, site);
            thread.monitorSwap(word(lock), AccessMode.VOLATILE, before - READER, site);
        }
        leave(lock);
    }

    // ---- writing

    void lockWrite(Object sync, boolean interruptibly, int site) throws InterruptedException {
        Held known = find(sync);
        boolean tells = tellsThatItWaits(known, site);
        int first = thread.events;
        if (interruptibly && ThreadCalls.clearInterrupt(thread, site)) {
            if (tells) {
                tell(known, false, site);
            }
            throw new Meant(new InterruptedException());
        }
        if (!takeWrite(known, site)) {
            thread.block(BlockReason.LOCK, first, site);
        }
        if (tells) {
            tell(known, false, site);
        }
    }

    boolean tryLockWrite(Object sync, int site) {
        return takeWrite(find(sync), site);
    }

    boolean tryLockWrite(Object sync, long nanos, int site) throws InterruptedException {
        ThreadCalls.throwIfInterrupted(thread, site);
        Held known = find(sync);
        if (nanos <= 0 || !known.writes.isEmpty() || known.shadow == null) {
            return takeWrite(known, site);
        }
        boolean tells = tellsThatItWaits(known, site);
        int first = thread.events;
        boolean taken = false;
        if (thread.time.isFree() && thread.time.expiresFreely(site)) {
            if (thread.read(word(known), AccessMode.VOLATILE, site) == 0) {
                thread.block(BlockReason.ASSUME, first, site); // it takes the lock: that is the other alternative
            }
        } else {
            taken = takeWrite(known, site);
            if (!taken) {
                thread.time.block(BlockReason.LOCK, true, nanos, first, site);
            }
        }
        if (tells) {
            tell(known, false, site);
        }
        return taken;
    }

    /** A writer that finds the lock taken reaches the queue. */
    private boolean tellsThatItWaits(Held lock, int site) {
        boolean tells = thread.known.writersTell() && lock.writes.isEmpty() && lock.shadow != null
                && thread.read(word(lock), AccessMode.VOLATILE, site) != 0;
        if (tells) {
            tell(lock, true, site);
        }
        return tells;
    }

    private void tell(Held lock, boolean waits, int site) {
        long before = thread.rmwRead(waiting(lock), AccessMode.VOLATILE, AccessMode.VOLATILE, site);
        long own = 1L << thread.number;
        thread.monitorSwap(waiting(lock), AccessMode.VOLATILE, waits ? before | own : before & ~own, site);
    }

    private boolean takeWrite(Held lock, int site) {
        if (lock.writes.isEmpty() && lock.shadow != null) {
            if (thread.rmwRead(word(lock), AccessMode.VOLATILE, AccessMode.VOLATILE, site) != 0) {
                return false;
            }
            thread.monitorSwap(word(lock), AccessMode.VOLATILE, thread.number + 1L, site);
        } else if (lock.writes.isEmpty() && !lock.reads.isEmpty()) {
            return false;
        }
        hold(lock, lock.writes);
        return true;
    }

    boolean unlockWrite(Object sync, int site) {
        Held lock = find(sync);
        if (lock.writes.isEmpty()) {
            throw new Meant(new IllegalMonitorStateException());
        }
        thread.effects.changeLocally(lock.writes.removeLast());
        if (!lock.writes.isEmpty()) {
            return false;
        }
        if (lock.shadow != null) {
            thread.monitorWrite(word(lock), AccessMode.VOLATILE, lock.reads.isEmpty() ? 0 : READER, site);
        }
        leave(lock);
        return true;
    }

    boolean isWriteLocked(Object sync, int site) {
        Held lock = find(sync);
        return !lock.writes.isEmpty()
                || lock.shadow != null && writer(thread.read(word(lock), AccessMode.VOLATILE, site)) != 0;
    }

    // ---- the lock's places, and who holds it

    private static int writer(long word) {
        return (int) word;
    }

    private int word(Held lock) {
        return thread.image.location(Objects.requireNonNull(lock.shadow), Shadow.MONITOR);
    }

    private int waiting(Held lock) {
        return thread.image.location(Objects.requireNonNull(lock.shadow), Shadow.WAITERS);
    }

    private void hold(Held lock, List<Integer> holds) {
        if (lock.isFree()) {
            held.add(lock);
        }
        holds.add(thread.effects.now());
    }

    private void leave(Held lock) {
        if (lock.isFree()) {
            held.remove(lock);
        }
    }
}
