package dev.baton;

import dev.baton.internal.store.QueueStore;
import dev.baton.internal.store.StackStore;

/**
 * The primitives that the tests in {@code dev.baton.jcstress} judge: as they are shipped, unless
 * {@value #WITHOUT_SPINS} is set. Then threads park at once and segments are small, as in the proof: how often a thread
 * looks before it parks changes no outcome, but each look is a step of its own to the checker.
 */
public final class StressSubjects {
    /** System property that the checker's side sets. */
    public static final String WITHOUT_SPINS = "baton.stress.without.spins";

    private static final boolean SPINS = !Boolean.getBoolean(WITHOUT_SPINS);
    private static final Tuning TUNING = SPINS ? Tuning.DEFAULT : new Tuning(2, 0);
    private static final int TRANSFER_SPINS = SPINS ? 128 : 0;

    private StressSubjects() {}

    public static Semaphore semaphore(int permits, boolean fair) {
        return new Semaphore(permits, fair, Integer.MAX_VALUE, TUNING);
    }

    public static Mutex mutex() {
        return new Mutex(TUNING);
    }

    public static ReentrantLock reentrantLock(boolean fair) {
        return new ReentrantLock(fair, TUNING);
    }

    public static ReentrantReadWriteLock readWriteLock(boolean fair) {
        return new ReentrantReadWriteLock(fair, TUNING);
    }

    public static CountDownLatch latch(int count) {
        return new CountDownLatch(count, TUNING);
    }

    public static Barrier barrier(int parties) {
        return SPINS ? new Barrier(parties) : new Barrier(parties, TUNING);
    }

    public static CyclicBarrier cyclicBarrier(int parties) {
        return new CyclicBarrier(parties, null, new ReentrantLock(false, TUNING));
    }

    public static <E> Bag<E> bagQueue() {
        return new Bag<>(new QueueStore<>(TUNING.segmentSize()), TUNING);
    }

    public static <E> Bag<E> bagStack() {
        return new Bag<>(new StackStore<>(), TUNING);
    }

    public static <E> BlockingPool<E> pool(E element) {
        return BlockingPool.builder(1, () -> element).tuning(TUNING).build();
    }

    public static <E> SynchronousQueue<E> synchronousQueue(boolean fair) {
        return new SynchronousQueue<>(fair, TRANSFER_SPINS);
    }

    public static <E> Channel<E> channel(int capacity) {
        return new Channel<>("", capacity, false, TUNING.segmentSize(), TRANSFER_SPINS);
    }

    public static Event autoResetEvent() {
        return new AutoResetEvent(new Channel<>("", 1, true, TUNING.segmentSize(), TRANSFER_SPINS));
    }
}
