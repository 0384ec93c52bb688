package dev.baton;

import org.jspecify.annotations.Nullable;

/**
 * Queue of a {@link ReentrantReadWriteLock}. Readers ask for weight {@link #READ}, writers for the number of holds
 * they are to have.
 */
final class ReadWriteQueue extends OwnedQueue {
    /*
     * State
     *   bits 0 to 23: holds of the writer; bits 24 to 47: read holds, of threads and tokens; the rest is GrantQueue's.
     *     0 ⇄ READER ⇄ 2·READER ⇄ …          readers come and go
     *     0 ⇄ 1 ⇄ 2 ⇄ …                      one writer
     *     w ──► w + READER ──► READER        the writer reads, then stops writing: downgraded
     *   While a writer holds, only it changes the state (others may close the queue).
     *
     * Read holds of a thread
     *   The thread that made the number of readers one counts its holds here, every other one in ReadHolds.
     *
     * Memory modes
     *   soleReader, soleHolds: plain. Only the thread that made the readers one writes itself there, and takes itself
     *   out before it gives back its last hold; so two threads never write without the state ordering them. Others only
     *   compare it with themselves.
     */
    static final int READ = 0;
    /** The most read holds, and the most write holds, that there may be. */
    static final int MAX_HOLDS = (1 << 24) - 1;
    private static final long MEMORY_PAUSE_NANOS = 100_000L;
    private static final int SHIFT = 24;
    private static final long READER = 1L << SHIFT;
    private static final long WRITER_MASK = MAX_HOLDS;

    private @Nullable Thread soleReader;
    private int soleHolds;

    ReadWriteQueue(Object lock, boolean barging, HandOff handOff, Tuning tuning) {
        super(lock, barging, handOff, tuning);
    }

    static int readers(long state) {
        return (int) (state >>> SHIFT);
    }

    static int writes(long state) {
        return (int) (state & WRITER_MASK);
    }

    @Override
    boolean allows(long state, int weight) {
        return weight == READ ? writes(state) == 0 && readers(state) < MAX_HOLDS : state == 0L;
    }

    @Override
    long change(int weight) {
        return weight == READ ? READER : weight;
    }

    @Override
    boolean isExclusive(int weight) {
        return weight != READ;
    }

    @Override
    int exclusiveHolds(long state) {
        return writes(state);
    }

    /** A reader does not pass a writer that is first in line, even where barging is allowed. */
    @Override
    boolean mayPassHead(int weight) {
        return weight != READ || headWeight(1) == READ;
    }

    /** A reader joins those who read already; there is nothing to compete for. */
    @Override
    boolean isHandedOver(long state, int weight) {
        return weight == READ && readers(state) > 0;
    }

    boolean readOnArrival() {
        for (;;) {
            long seen = wordVolatile();
            long state = stateOf(seen);
            if (!allows(state, READ) || mayHaveWaiters()) {
                break;
            }
            if (casUnpassed(seen, READ)) {
                countRead(state == 0L);
                return true;
            }
        }
        if (reenterRead()) {
            return true;
        }
        if (takeOnArrival(READ)) {
            countRead(false);
            return true;
        }
        return false;
    }

    /** Reads, however long that takes. */
    void readUninterruptibly() {
        for (;;) {
            try {
                if (!readOnArrival()) {
                    ThreadWaiter<Grant> waiter = enterOrTake(READ, null);
                    if (waiter != null) {
                        waiter.awaitUninterruptibly();
                    }
                    countRead(false);
                }
                return;
            } catch (OutOfMemoryError full) {
                pauseOutside(MEMORY_PAUSE_NANOS); // the hold that could not be counted was given back
            }
        }
    }

    boolean tryRead() {
        if (takeLeftover(READ)) {
            countRead(false);
            return true;
        }
        return reenterRead();
    }

    /** Adds a read hold if the current thread writes or reads already: it must not wait behind a writer. */
    private boolean reenterRead() {
        long seen = stateVolatile();
        if (writes(seen) > 0 ? !isOwnedByCurrentThread() : readers(seen) == 0 || countedReads() == 0) {
            checkReaders(seen);
            return false;
        }
        for (;; seen = stateVolatile()) {
            checkReaders(seen);
            if (casState(seen, seen + READER)) {
                countRead(false);
                return true;
            }
        }
    }

    private static void checkReaders(long state) {
        if (readers(state) == MAX_HOLDS) {
            throw new Error("Maximum lock count exceeded");
        }
    }

    /** Notes that the current thread, after a wait, has a read hold. */
    void readGranted() {
        countRead(false);
    }

    void endRead() {
        uncountRead();
        dropReader();
    }

    /**
     * Counts a read hold of the current thread.
     *
     * @param alone whether there was no reader before, and no writer
     */
    @SuppressWarnings("ReferenceEquality") // identity is what a thread is known by
    private void countRead(boolean alone) {
        Thread current = Thread.currentThread();
        if (alone) {
            soleReader = current;
            soleHolds = 1;
        } else if (soleReader == current) {
            soleHolds++;
        } else {
            countElsewhere();
        }
    }

    private void countElsewhere() {
        try {
            ReadHolds.add(this);
        } catch (OutOfMemoryError full) {
            dropReader(); // what is not counted must not be held
            throw full;
        }
    }

    @SuppressWarnings("ReferenceEquality")
    private void uncountRead() {
        if (soleReader != Thread.currentThread()) {
            ReadHolds.remove(this);
        } else if (--soleHolds == 0) {
            soleReader = null;
        }
    }

    @SuppressWarnings("ReferenceEquality")
    private int countedReads() {
        return soleReader == Thread.currentThread() ? soleHolds : ReadHolds.of(this);
    }

    private void dropReader() {
        if (getAndAddState(-READER) == READER) {
            released();
        }
    }

    int readHoldsOfCurrentThread() {
        return readers(stateVolatile()) == 0 ? 0 : countedReads();
    }

    @Override
    int sharedHolds() {
        return readers(stateVolatile());
    }

    /** The thread that began to read when no one did, while it reads; an estimate. */
    @Override
    @Nullable
    Thread soleReader() {
        return readers(stateVolatile()) == 0 ? null : soleReader;
    }

    int writesOfCurrentThread() {
        return isOwnedByCurrentThread() ? writes(stateVolatile()) : 0;
    }

    boolean writeOnArrival() {
        if (takeOnArrival(1)) {
            setOwner(Thread.currentThread());
            return true;
        }
        return reenterWrite();
    }

    boolean tryWrite() {
        if (takeLeftover(1)) {
            setOwner(Thread.currentThread());
            return true;
        }
        return reenterWrite();
    }

    private boolean reenterWrite() {
        if (!isOwnedByCurrentThread()) {
            return false;
        }
        long seen = stateVolatile();
        if (writes(seen) == MAX_HOLDS) {
            throw new Error("Maximum lock count exceeded");
        }
        setState(seen + 1L);
        return true;
    }

    /** Gives back a write hold of the current thread, which writes. */
    void endWrite() {
        long seen = stateVolatile();
        if (writes(seen) > 1) {
            setState(seen - 1L);
        } else if (!passOn(1L, 1)) {
            setOwner(null);
            setState(seen - 1L);
            released();
        }
    }

    /** Gives up the write holds, and the read holds that the writer may have, until the wait is over. */
    @Override
    long releaseAll() {
        int readers = readers(stateVolatile());
        setOwner(null);
        setState(0L);
        released();
        return readers;
    }

    @Override
    void restore(long released) {
        if (released > 0L) {
            setState(stateVolatile() + released * READER);
        }
    }

    @Override
    void release(LockToken token) {
        if (token.weight() == READ) {
            dropReader();
        } else {
            endWrite();
        }
    }
}
