package dev.baton.internal.store;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

import org.jspecify.annotations.Nullable;

/**
 * Store that gives elements out in the order they came in, about: an infinite array with one index for insertions
 * and one for retrievals.
 */
public final class QueueStore<E> implements Store<E> {
    /*
     * Overview
     *
     *       retrievals ──► removals            insertions ──► inserts
     *                         │                                  │
     *      ... │ BROKEN │ BROKEN │ element │ element │ element │ null │ ...
     *
     *   Both sides claim the next cell of their index by fetch-and-add; cell i joins the i-th insertion and the i-th
     *   retrieval. The retrieval swaps BROKEN in: it gets the element or, if it came first, spoils the cell.
     *
     * Source
     *   The queue-based pool of Koval, Khalanskiy, Alistarh: "CQS" (PLDI 2023, full version). Differs in: chunks
     *   are linked forwards only; what both references have passed is garbage.
     *
     * State (of a cell)
     *   null ──insert──► element ──retrieve──► BROKEN;  null ──retrieve──► BROKEN
     *
     * Invariants
     *   - Chunk ids are consecutive; from any chunk every later one is reached.
     *   - A reference is never past the chunk of an index that is claimed after the reference was read.
     *
     * Linearization
     *   Insertion at the CAS of its cell, retrieval at the swap.
     *
     * Abort
     *   None; nobody waits here.
     *
     * Memory modes
     *   field             read      write        why that is enough
     *   inserts, removals –         getAndAdd, release   each index is given out once, after head or tail was read
     *   cell              –         CAS, release; swap,  hands the element over with all that was done before
     *                               acquire
     *   next, head, tail  plain     CAS, release         a chunk's parts are final; a stale reference costs steps
     *   Proof: "QueueStore".
     *
     * Retention
     *   Cells that were retrieved hold a shared token; chunks behind both references are unreachable.
     *
     * Verified by
     *   StoreTest, BagTest, BagStressTest, PoolLincheckTest, PoolMutantsTest.
     */
    private static final Object BROKEN = new Object();

    private final int shift;
    private Chunk head;
    private Chunk tail;
    @SuppressWarnings("UnusedVariable") // through its VarHandle
    private long inserts;
    @SuppressWarnings("UnusedVariable") // through its VarHandle
    private long removals;

    /**
     * Creates an empty store.
     *
     * @param chunkSize cells in a chunk, a power of two
     */
    public QueueStore(int chunkSize) {
        this.shift = Integer.numberOfTrailingZeros(chunkSize);
        Chunk first = new Chunk(0L, chunkSize);
        this.head = first;
        this.tail = first;
    }

    @Override
    public @Nullable Object spare() {
        return null;
    }

    /** Appends the chunk of the next insertion, while that may still fail. */
    @Override
    public Object prepare(@Nullable Object spare, E element) {
        tail.find(inserts >>> shift); // a guess that the insertion does not rely on
        return element;
    }

    @Override
    @SuppressWarnings("unchecked") // an element is prepared as it is
    public E elementOf(Object prepared) {
        return (E) prepared;
    }

    @Override
    public boolean tryInsert(Object prepared) {
        Chunk start = tail; // before the index is claimed, or it could lie past the cell
        long index = (long) INSERTS.getAndAddRelease(this, 1L);
        Chunk chunk = start.findOrWait(index >>> shift);
        advanceTail(chunk);
        return chunk.casCell(chunk.cellOf(index), prepared);
    }

    @Override
    public @Nullable E tryRetrieve() {
        Chunk start = head; // before the index is claimed, or it could lie past the cell
        long index = (long) REMOVALS.getAndAddRelease(this, 1L);
        Chunk chunk = start.findOrWait(index >>> shift);
        advanceHead(chunk);
        @SuppressWarnings("unchecked") // only elements are inserted, and each cell is broken once
        E element = (E) chunk.getAndSetBroken(chunk.cellOf(index));
        return element;
    }

    private void advanceTail(Chunk target) {
        Chunk seen = tail;
        while (seen.id < target.id) {
            Chunk found = (Chunk) TAIL.compareAndExchangeRelease(this, seen, target);
            if (found == seen) {
                return;
            }
            seen = found; // not the field again: a plain read may see the old one for ever
        }
    }

    private void advanceHead(Chunk target) {
        Chunk seen = head;
        while (seen.id < target.id) {
            Chunk found = (Chunk) HEAD.compareAndExchangeRelease(this, seen, target);
            if (found == seen) {
                return;
            }
            seen = found; // not the field again: a plain read may see the old one for ever
        }
    }

    /** Number of chunks kept alive; for tests. */
    public int chunks() {
        Chunk chunk = head.id < tail.id ? head : tail;
        int count = 1;
        for (Chunk next = chunk.next; next != null; next = next.next) {
            count++;
        }
        return count;
    }

    /** Fixed run of cells. */
    private static final class Chunk {
        final long id;
        final @Nullable Object[] cells;
        private @Nullable Chunk next;

        Chunk(long id, int size) {
            this.id = id;
            this.cells = new Object[size];
        }

        int cellOf(long index) {
            return (int) (index & (cells.length - 1));
        }

        /** The chunk of {@code id}, this or a later one; appended if it does not exist. */
        Chunk find(long id) {
            Chunk chunk = this;
            while (chunk.id < id) {
                Chunk following = chunk.next;
                if (following == null) {
                    following = chunk.append();
                }
                chunk = following;
            }
            return chunk;
        }

        /** As {@link #find}, for an index that is claimed: where memory is short, waits for it or for another thread. */
        Chunk findOrWait(long id) {
            for (;;) {
                try {
                    return find(id);
                } catch (OutOfMemoryError full) {
                    Thread.yield();
                }
            }
        }

        private Chunk append() {
            Chunk appended = new Chunk(id + 1, cells.length);
            Chunk before = (Chunk) NEXT.compareAndExchangeRelease(this, null, appended);
            return before == null ? appended : before;
        }

        boolean casCell(int cell, Object element) {
            return CELL.compareAndExchangeRelease(cells, cell, null, element) == null;
        }

        @Nullable
        Object getAndSetBroken(int cell) {
            return CELL.getAndSetAcquire(cells, cell, BROKEN);
        }
    }

    // VarHandle mechanics
    private static final VarHandle CELL = MethodHandles.arrayElementVarHandle(Object[].class);
    private static final VarHandle NEXT;
    private static final VarHandle HEAD;
    private static final VarHandle TAIL;
    private static final VarHandle INSERTS;
    private static final VarHandle REMOVALS;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            NEXT = lookup.findVarHandle(Chunk.class, "next", Chunk.class);
            HEAD = lookup.findVarHandle(QueueStore.class, "head", Chunk.class);
            TAIL = lookup.findVarHandle(QueueStore.class, "tail", Chunk.class);
            INSERTS = lookup.findVarHandle(QueueStore.class, "inserts", long.class);
            REMOVALS = lookup.findVarHandle(QueueStore.class, "removals", long.class);
        } catch (ReflectiveOperationException failure) {
            throw new ExceptionInInitializerError(failure);
        }
    }
}
