package dev.baton;

import dev.baton.PoolCounters.Count;

/**
 * The part of a {@link BlockingPool} that looks after its elements, and says how they are.
 *
 * @param <E> the elements
 */
abstract class MaintainedPool<E> extends LeaseSource<E> {
    MaintainedPool() {}

    abstract int getCapacity();

    abstract Bag<PoolSlot<E>> slots();

    abstract PoolElements<E> elements();

    abstract PoolMaintenance<E> maintenance();

    /**
     * Looks after the pool now: closes elements whose lifetime is over and surplus ones that were idle for too long,
     * checks those that are due for it, creates elements up to the idle minimum, and reports leaks. Does nothing that
     * the builder was not told to, and nothing once the pool is closed.
     * <p>
     * To be called from time to time, by any thread; a {@link BlockingPoolBuilder#housekeeper} does it by itself.
     * Factory, validator, closer and listener run on the calling thread. Meanwhile one place is withheld from takes,
     * not more. For the moment in which that place is chosen, {@link BlockingPool#tryTake()} may find none.
     * <p>
     * A failure of the factory is told to the listener and ends the round. An error of the validator closes its
     * element, ends the round and is thrown.
     */
    public void maintain() {
        if (isClosed()) {
            return;
        }
        reportLeaks();
        maintenance().round();
    }

    /** {@return the number of elements that exist: created and not closed} */
    public int getSize() {
        return elements().aliveVolatile();
    }

    /** {@return the number of elements that exist and are not leased; an estimate while others take and give back} */
    public int getIdle() {
        return isClosed() ? 0 : Math.max(0, elements().aliveVolatile() - leased());
    }

    /** {@return whether the pool was closed} */
    public boolean isClosed() {
        return slots().isClosed();
    }

    /** {@return the number of requests, of threads and futures, waiting now; an estimate while others come and go} */
    public int getQueueLength() {
        return slots().getQueueLength();
    }

    /** {@return whether any request, of a thread or a future, is waiting now} */
    public boolean hasQueuedThreads() {
        return slots().hasQueuedThreads();
    }

    @Override
    public String toString() {
        return super.toString() + "[" + (isClosed() ? "Closed, " : "") + "Capacity = " + getCapacity() + ", Size = "
                + getSize() + ", Idle = " + getIdle() + ", Waiting = " + getQueueLength() + "]";
    }

    private int leased() {
        return getCapacity() - slots().getSize();
    }

    /** {@return figures of the pool, for monitoring; estimates while others take and give back} */
    public PoolStatistics statistics() {
        long leases = 0L;
        for (PoolSlot<E> slot : elements().slots()) {
            leases += slot.leases;
        }
        PoolCounters counters = elements().counters();
        return new PoolStatistics(getCapacity(), getSize(), getIdle(), isClosed() ? getSize() : leased(),
                getQueueLength(), leases, counters.of(Count.TIMEOUTS), elements().created(),
                counters.of(Count.CREATION_FAILURES), counters.of(Count.INVALID), counters.of(Count.EXPIRED),
                counters.of(Count.IDLED_OUT), counters.of(Count.CLOSING_FAILURES), counters.of(Count.LEAKS),
                counters.of(Count.LISTENER_FAILURES));
    }

    /** Counts a timed take that got nothing: the moment to tell which leases are to blame. */
    final void timedOut() {
        elements().counters().increment(Count.TIMEOUTS);
        reportLeaks();
    }

    private void reportLeaks() {
        PoolElements<E> elements = elements();
        PoolCare care = elements.care();
        if (!care.findsLeaks()) {
            return;
        }
        long now = elements.now();
        for (PoolSlot<E> slot : elements.slots()) {
            Borrowing<E> borrowing = slot.borrowingAcquire();
            if (borrowing != null && borrowing.isOlderThan(care.leakAfter(), now) && borrowing.claimReport()) {
                elements.reports().leaked(borrowing, now);
            }
        }
    }
}
