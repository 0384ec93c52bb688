package dev.baton.bench.queue;

import java.util.ArrayDeque;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The synchronous queue of Java 5, from the paper's description: one lock around two lists, of waiting producers and of
 * waiting consumers; queues and a fair lock if fair, stacks if not. A newcomer takes its counterpart off the other list
 * or joins its own, and waits in its node outside the lock.
 */
@SuppressWarnings("ReferenceEquality") // marks and elements are compared by identity
final class Java5Queue implements HandOff, TimedHandOff {
    private static final Object TAKEN = new Object();
    private static final Object CANCELLED = new Object();
    private static final long FOREVER = Long.MAX_VALUE;

    private final ReentrantLock lock;
    private final boolean fair;
    private final ArrayDeque<Node> producers = new ArrayDeque<>();
    private final ArrayDeque<Node> consumers = new ArrayDeque<>();

    Java5Queue(boolean fair) {
        this.fair = fair;
        this.lock = new ReentrantLock(fair);
    }

    /** Who waits; the value changes once, from what the newcomer found to the outcome. */
    private static final class Node extends AtomicReference<@Nullable Object> {
        private static final long serialVersionUID = 1;
        final transient @Nullable Object initial;
        final transient Thread owner = Thread.currentThread();

        Node(@Nullable Object initial) {
            super(initial);
            this.initial = initial;
        }

        /** Returns the outcome, or null if the wait was given up. */
        @Nullable
        Object await(long nanos) throws InterruptedException {
            long deadline = nanos == FOREVER ? 0 : System.nanoTime() + nanos;
            while (get() == initial) {
                long left = nanos == FOREVER ? FOREVER : deadline - System.nanoTime();
                boolean interrupted = Thread.currentThread().isInterrupted();
                if (left <= 0 || interrupted) {
                    if (compareAndSet(initial, CANCELLED)) {
                        if (Thread.interrupted()) {
                            throw new InterruptedException();
                        }
                        return null;
                    }
                } else if (nanos == FOREVER) {
                    LockSupport.park(this);
                } else {
                    LockSupport.parkNanos(this, left);
                }
            }
            return get();
        }
    }

    private @Nullable Object exchange(@Nullable Integer element, long nanos) throws InterruptedException {
        ArrayDeque<Node> mine = element == null ? consumers : producers;
        ArrayDeque<Node> others = element == null ? producers : consumers;
        Node node;
        lock.lockInterruptibly();
        try {
            Node other;
            while ((other = others.pollFirst()) != null) {
                Object offered = other.initial;
                if (other.compareAndSet(offered, element == null ? TAKEN : element)) {
                    LockSupport.unpark(other.owner);
                    return element == null ? offered : TAKEN;
                }
            }
            if (nanos == 0) {
                return null;
            }
            node = new Node(element);
            if (fair) {
                mine.addLast(node);
            } else {
                mine.addFirst(node);
            }
        } finally {
            lock.unlock();
        }
        Object outcome = null;
        try {
            outcome = node.await(nanos);
        } finally {
            if (outcome == null) {
                lock.lock();
                try {
                    mine.removeFirstOccurrence(node);
                } finally {
                    lock.unlock();
                }
            }
        }
        return outcome;
    }

    @Override
    public void put(Integer element) throws InterruptedException {
        exchange(element, FOREVER);
    }

    @Override
    public Integer take() throws InterruptedException {
        return (Integer) Objects.requireNonNull(exchange(null, FOREVER));
    }

    @Override
    public boolean offer(Integer element, long nanos) throws InterruptedException {
        return exchange(element, nanos) != null;
    }

    @Override
    public @Nullable Integer poll(long nanos) throws InterruptedException {
        return (Integer) exchange(null, nanos);
    }
}
