package dev.baton.check.replay;

import dev.baton.check.event.AccessMode;
import dev.baton.check.event.BlockReason;
import dev.baton.check.event.Chance;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The monitors a thread holds, and how often; entering and leaving one, waiting in it, notifying. */
final class Holding {
    private static final class Held {
        final Tag tag;
        int count;
        /** Where it is taken in the graph; null if it is only noted, because the object is local. */
        @Nullable
        Shadow shadow;

        Held(Tag tag) {
            this.tag = tag;
        }
    }

    private final SimThread thread;
    private final List<Held> held = new ArrayList<>();

    Holding(SimThread thread) {
        this.thread = thread;
    }

    void reset() {
        held.clear();
    }

    private @Nullable Held find(Object object) {
        Tag tag = thread.tags.of(object);
        for (int i = held.size() - 1; i >= 0; i--) {
            Tag other = held.get(i).tag;
            if (other == tag || tag.shadow != null && held.get(i).shadow == tag.shadow) {
                return held.get(i);
            }
        }
        return null;
    }

    void enter(Object object, int site) {
        Held known = find(object);
        if (known != null) {
            known.count++;
            return;
        }
        Held taken = new Held(thread.tags.of(object));
        taken.count = 1;
        if (thread.tags.isTraced(object)) {
            taken.shadow = thread.tags.shadow(object);
            acquire(taken.shadow, site);
        } else {
            taken.tag.ordered = true;
        }
        held.add(taken);
    }

    private void acquire(Shadow shadow, int site) {
        int location = thread.image.location(shadow, Shadow.MONITOR);
        int first = thread.events;
        long owner = thread.rmwRead(location, AccessMode.ACQUIRE, AccessMode.OPAQUE, site);
        if (owner != 0) {
            thread.block(BlockReason.MONITOR, first, site);
        }
        thread.monitorSwap(location, AccessMode.OPAQUE, thread.number + 1L, site);
    }

    void exit(Object object, int site) {
        Held known = find(object);
        if (known == null) {
            throw new Meant(new IllegalMonitorStateException());
        }
        if (--known.count == 0) {
            held.remove(known);
            if (known.shadow != null) {
                release(known.shadow, site);
            }
        }
    }

    private void release(Shadow shadow, int site) {
        thread.monitorWrite(thread.image.location(shadow, Shadow.MONITOR), AccessMode.RELEASE, 0, site);
    }

    boolean holds(Object object) {
        return find(object) != null;
    }

    /**
     * Waits until notified. Threads in the wait set are bits of a hidden place that the monitor guards; a
     * notification is a hidden place of the thread.
     */
    void await(Object object, boolean timed, long nanos, int site) throws InterruptedException {
        Held known = find(object);
        if (known == null) {
            throw new Meant(new IllegalMonitorStateException("current thread is not owner"));
        }
        ThreadCalls.throwIfInterrupted(thread, site);
        if (known.shadow == null) {
            thread.time.awaitAlone(timed, nanos, site);
            return;
        }
        Shadow shadow = known.shadow;
        int waiters = thread.image.location(shadow, Shadow.WAITERS);
        long bit = 1L << thread.number;
        thread.monitorWrite(waiters, AccessMode.OPAQUE, thread.read(waiters, AccessMode.OPAQUE, site) | bit, site);
        release(shadow, site);
        boolean interrupted = false;
        boolean early = thread.time.endsAtOnce(timed, site);
        if (!early) {
            int ended = notifiedOrInterrupted(timed, nanos, site);
            interrupted = ended == INTERRUPTED;
            early = ended == EXPIRED;
        }
        acquire(shadow, site);
        if (early || interrupted) {
            leaveWaitSet(waiters, bit, site);
        }
        if (interrupted) {
            ThreadCalls.clearInterrupt(thread, site);
            throw new Meant(new InterruptedException());
        }
    }

    private static final int NOTIFIED = 0;
    private static final int INTERRUPTED = 1;
    private static final int EXPIRED = 2;

    private int notifiedOrInterrupted(boolean timed, long nanos, int site) {
        int notified = ThreadCalls.place(thread, thread.number, ThreadCalls.NOTIFIED);
        int first = thread.events;
        if (thread.rmwRead(notified, AccessMode.ACQUIRE, AccessMode.OPAQUE, site) == 1) {
            thread.rmwWrite(notified, AccessMode.OPAQUE, 0, 1, site);
            return NOTIFIED;
        }
        if (thread.read(ThreadCalls.place(thread, thread.number, ThreadCalls.INTERRUPTED), AccessMode.VOLATILE,
                site) == 0) {
            thread.time.block(BlockReason.MONITOR, timed, nanos, first, site);
            return EXPIRED;
        }
        return INTERRUPTED;
    }

    private void leaveWaitSet(int waiters, long bit, int site) {
        long set = thread.read(waiters, AccessMode.OPAQUE, site);
        if ((set & bit) != 0) {
            thread.monitorWrite(waiters, AccessMode.OPAQUE, set & ~bit, site);
        } else {
            int notified = ThreadCalls.place(thread, thread.number, ThreadCalls.NOTIFIED);
            if (thread.rmwRead(notified, AccessMode.ACQUIRE, AccessMode.OPAQUE, site) == 1) {
                thread.rmwWrite(notified, AccessMode.OPAQUE, 0, 1, site);
            }
        }
    }

    void wake(Object object, boolean all, int site) {
        Held known = find(object);
        if (known == null) {
            throw new Meant(new IllegalMonitorStateException("current thread is not owner"));
        }
        if (known.shadow == null) {
            return;
        }
        int waiters = thread.image.location(known.shadow, Shadow.WAITERS);
        long set = thread.read(waiters, AccessMode.OPAQUE, site);
        if (set == 0) {
            return;
        }
        long chosen = all ? set : chooseBit(set, site);
        thread.write(waiters, AccessMode.OPAQUE, set & ~chosen, site);
        for (int number = 0; number < 63; number++) {
            if ((chosen >>> number & 1) != 0) {
                int notified = ThreadCalls.place(thread, number, ThreadCalls.NOTIFIED);
                long before = thread.rmwRead(notified, AccessMode.ACQ_REL, AccessMode.OPAQUE, site);
                thread.rmwWrite(notified, AccessMode.ACQ_REL, 1, before, site);
            }
        }
    }

    private long chooseBit(long set, int site) {
        int count = Long.bitCount(set);
        int skip = count == 1 ? 0 : thread.choose(Chance.WAITER, count, site);
        long rest = set;
        while (skip-- > 0) {
            rest &= rest - 1;
        }
        return Long.lowestOneBit(rest);
    }
}
