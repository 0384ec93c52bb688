package dev.baton;

import org.jspecify.annotations.Nullable;

/**
 * The rule of a {@link ReentrantReadWriteLock}. Readers ask for weight {@link #READ}, writers for the number of holds
 * that they are to have.
 */
final class ReadsAndWrites extends Ownership {
    /*
     * State
     *   bits 0 to 23: holds of the writer; bits 24 to 47: read holds, of threads and tokens; the rest of the word is
     *   GrantQueue's.
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

    ReadsAndWrites(Object lock, boolean fair, HandOff handOff, Tuning tuning) {
        super(lock, fair, handOff, tuning);
    }

    static int readers(long state) {
        return (int) (state >>> SHIFT);
    }

    static int writes(long state) {
        return (int) (state & WRITER_MASK);
    }

    @Override
    public boolean allows(long state, int weight) {
        return weight == READ ? writes(state) == 0 && readers(state) < MAX_HOLDS : state == 0L;
    }

    @Override
    public long change(int weight) {
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
    public boolean mayPass(int weight, BargingQueue queue) {
        return weight != READ || queue.headWeight() == READ;
    }

    boolean readOnArrival() {
        GrantQueue queue = queue();
        for (;;) {
            long seen = queue.wordVolatile();
            if (!queue.allows(seen, READ) || queue.mayHaveWaiters()) {
                break;
            }
            if (queue.casUnpassed(seen, READ)) {
                countRead(GrantQueue.stateOf(seen) == 0L);
                return true;
            }
        }
        return reenterRead() || counted(queue.takeOnArrival(READ));
    }

    /** Reads, however long that takes. */
    void readUninterruptibly() {
        for (;;) {
            try {
                if (!readOnArrival()) {
                    ThreadWaiter.acquireUninterruptibly(queue(), READ, null);
                    countRead(false);
                }
                return;
            } catch (OutOfMemoryError full) {
                ThreadWaiter.pauseOutside(MEMORY_PAUSE_NANOS); // the hold that could not be counted was given back
            }
        }
    }

    /** Counts a read hold of the current thread if it was {@code taken}. */
    boolean counted(boolean taken) {
        if (taken) {
            countRead(false);
        }
        return taken;
    }

    boolean tryRead() {
        return counted(queue().takeLeftover(READ)) || reenterRead();
    }

    /** Adds a read hold if the current thread writes or reads already: it must not wait behind a writer. */
    private boolean reenterRead() {
        long seen = queue().stateVolatile();
        if (writes(seen) > 0 ? !isOwnedByCurrentThread() : readers(seen) == 0 || countedReads() == 0) {
            checkReaders(seen);
            return false;
        }
        for (;; seen = queue().stateVolatile()) {
            checkReaders(seen);
            if (queue().casState(seen, seen + READER)) {
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

    /** Gives back a read hold of the current thread. If the stack ends before that, the thread still has it. */
    @SuppressWarnings("ReferenceEquality")
    void endRead() {
        Thread current = Thread.currentThread();
        boolean sole = soleReader == current;
        if (!sole) {
            ReadHolds.remove(this);
        } else if (--soleHolds == 0) {
            soleReader = null;
        }
        long before;
        try {
            before = queue().getAndAddState(-READER);
        } catch (StackOverflowError little) {
            if (sole) {
                soleReader = current;
                soleHolds++;
            } else {
                ReadHolds.add(this);
            }
            throw little;
        }
        readerDropped(before);
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
        } catch (OutOfMemoryError | StackOverflowError full) {
            dropReader(); // what is not counted must not be held
            throw full;
        }
    }

    @SuppressWarnings("ReferenceEquality")
    private int countedReads() {
        return soleReader == Thread.currentThread() ? soleHolds : ReadHolds.of(this);
    }

    private void dropReader() {
        readerDropped(queue().getAndAddState(-READER));
    }

    private void readerDropped(long before) {
        if (before == READER) {
            queue().released();
        }
    }

    int readHoldsOfCurrentThread() {
        return readers(queue().stateVolatile()) == 0 ? 0 : countedReads();
    }

    @Override
    int sharedHolds() {
        return readers(queue().stateVolatile());
    }

    /** The thread that began to read when no one did, while it reads; an estimate. */
    @Override
    @Nullable
    Thread soleReader() {
        return readers(queue().stateVolatile()) == 0 ? null : soleReader;
    }

    @Override
    boolean isReadByOne() {
        return sharedHolds() == soleHolds;
    }

    int writesOfCurrentThread() {
        return isOwnedByCurrentThread() ? writes(queue().stateVolatile()) : 0;
    }

    boolean writeOnArrival() {
        return ownOnArrival(1) || reenterWrite();
    }

    boolean tryWrite() {
        return ownLeftover(1) || reenterWrite();
    }

    private boolean reenterWrite() {
        if (!isOwnedByCurrentThread()) {
            return false;
        }
        long seen = queue().stateVolatile();
        if (writes(seen) == MAX_HOLDS) {
            throw new Error("Maximum lock count exceeded");
        }
        queue().setState(seen + 1L);
        return true;
    }

    /** Gives back a write hold of the current thread, which writes. */
    void endWrite() {
        long seen = queue().stateVolatile();
        if (writes(seen) > 1) {
            queue().setState(seen - 1L);
        } else if (!queue().passOn(1L, 1)) {
            queue().setState(null, seen - 1L);
            queue().released();
        }
    }

    /** Gives up the write holds, and the read holds that the writer may have, until the wait is over. */
    @Override
    long releaseAll() {
        int readers = readers(queue().stateVolatile());
        queue().setState(null, 0L);
        queue().released();
        return readers;
    }

    @Override
    void restore(long released) {
        if (released > 0L) {
            queue().setState(queue().stateVolatile() + released * READER);
        }
    }

    @Override
    void release(int weight) {
        if (weight == READ) {
            dropReader();
        } else {
            endWrite();
        }
    }
}
