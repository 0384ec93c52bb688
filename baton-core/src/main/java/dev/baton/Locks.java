package dev.baton;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

import org.jspecify.annotations.Nullable;

/**
 * Report of what is waited for: which threads and futures wait, which thread holds it if that is known, and the
 * deadlocks, across platform and virtual threads. Covers {@link ReentrantLock}, {@link ReentrantReadWriteLock},
 * {@link Mutex}, {@link Semaphore}, {@link BlockingPool}, {@link Bag}, {@link RateLimiter}, {@link Channel}, and all
 * primitives that have a name (see {@link Monitoring}).
 * <p>
 * Nothing has to be switched on, and locking costs nothing for it: a primitive is noted, weakly, when a request has
 * to wait for it for the first time. So the report covers all that anyone waits for, and none that nobody ever waited
 * for.
 * <p>
 * A deadlock reported is one: every thread in it was seen in the same wait, for a lock with the same owner, twice. A
 * {@link Mutex} belongs to the thread that locked it, as far as this report goes. If another thread is going to
 * unlock it, that is no deadlock, and only the program knows. What is not found: cycles through a read lock that
 * several threads hold (it counts its holders but does not know them; a sole one it knows), through tokens,
 * semaphores, and the JDK's own locks and monitors.
 * <p>
 * Primitives have the same identity here, in the flight recorder's events, and in the JDK's thread dumps, which show
 * what a thread is parked for.
 */
public final class Locks {
    private Locks() {}

    /** A thread that waits, what it waits for, and the thread that holds it. */
    private record Edge(Waiter<?> request, Thread waiter, WaitQueue queue, Thread holder) {}

    /** {@return the primitives that anyone waits for now, their holders, their waiters, and the deadlocks} */
    public static String dump() {
        StringBuilder text = new StringBuilder();
        Set<WaitQueue> contended = ContendedQueues.all();
        Set<Object> told = Collections.newSetFromMap(new IdentityHashMap<>());
        for (WaitQueue queue : contended) {
            told.add(queue.blocker());
            describe(queue, text);
        }
        for (Channel<?> channel : ContendedQueues.channels()) {
            if (describe(channel, text)) {
                told.add(channel);
            }
        }
        for (NamedPrimitive named : Monitoring.all()) {
            Object primitive = named.get();
            if (primitive != null && !told.contains(primitive)) {
                text.append(Monitoring.describe(primitive)).append(": ").append(primitive)
                        .append(System.lineSeparator());
            }
        }
        for (List<Edge> cycle : cycles()) {
            describe(cycle, text);
        }
        return text.isEmpty() ? "no one waits for a lock" + System.lineSeparator() : text.toString();
    }

    /**
     * The deadlocks: each a list of threads, of which each waits for a lock that the next one holds, and the last for
     * one of the first.
     *
     * @return the deadlocks; empty if there are none
     */
    public static List<List<Thread>> deadlocks() {
        List<List<Thread>> result = new ArrayList<>();
        for (List<Edge> cycle : cycles()) {
            result.add(cycle.stream().map(Edge::waiter).toList());
        }
        return result;
    }

    private static void describe(WaitQueue queue, StringBuilder text) {
        List<Waiter<?>> waiters = new ArrayList<>();
        queue.forEachWaiter(waiters::add);
        if (waiters.isEmpty()) {
            return;
        }
        text.append(Monitoring.describe(queue.blocker())).append(", ")
                .append(queue instanceof BargingQueue ? "not fair" : "fair").append(", ").append(stateOf(queue))
                .append(", ").append(waiters.size()).append(" waiting").append(System.lineSeparator());
        Ownership lock = ownershipOf(queue);
        for (Waiter<?> waiter : waiters) {
            text.append("    ").append(lock == null || lock.isExclusive(waiter.weight()) ? "" : "to read: ")
                    .append(nameOf(waiter.requester())).append(System.lineSeparator());
        }
    }

    /** Whether anybody waits in the channel. */
    private static boolean describe(Channel<?> channel, StringBuilder text) {
        List<Offer> waiting = new ArrayList<>();
        channel.cells.forEachWaiting(waiting::add);
        if (waiting.isEmpty()) {
            return false;
        }
        text.append(Monitoring.describe(channel)).append(", fair, elements: ").append(channel.getSize())
                .append(", ").append(waiting.size()).append(" waiting").append(System.lineSeparator());
        for (Offer offer : waiting) {
            Object requester = offer.decision().requester();
            text.append("    ").append(offer.isSend() ? "to send: " : "to receive: ")
                    .append(requester == null ? "a thread that does not park yet" : nameOf(requester))
                    .append(System.lineSeparator());
        }
        return true;
    }

    private static @Nullable Ownership ownershipOf(WaitQueue queue) {
        return queue instanceof GrantQueue granting && granting.rule instanceof Ownership lock ? lock : null;
    }

    private static String stateOf(WaitQueue queue) {
        Ownership lock = ownershipOf(queue);
        if (lock != null) {
            return holdersOf(lock);
        }
        return switch (queue.blocker()) {
            case Semaphore semaphore -> "permits: " + semaphore.availablePermits();
            case Mutex mutex -> stateOf(mutex);
            case BlockingPool<?> pool -> "elements: " + pool.getSize() + " of " + pool.getCapacity() + ", idle: "
                    + pool.getIdle();
            case Bag<?> bag -> "elements: " + bag.getSize();
            case RateLimiter limiter -> "permits: " + limiter.availablePermits();
            default -> "in use";
        };
    }

    private static String stateOf(Mutex mutex) {
        Thread locker = mutex.locker();
        if (locker != null) {
            return "locked by " + nameOf(locker);
        }
        return mutex.isLocked() ? "locked" : "just being handed over";
    }

    private static void describe(List<Edge> cycle, StringBuilder text) {
        text.append("DEADLOCK of ").append(cycle.size()).append(cycle.size() == 1 ? " thread:" : " threads:")
                .append(System.lineSeparator());
        for (Edge edge : cycle) {
            text.append("    ").append(nameOf(edge.waiter())).append(" waits for ")
                    .append(Monitoring.describe(edge.queue().blocker())).append(", held by ")
                    .append(nameOf(edge.holder())).append(System.lineSeparator());
        }
    }

    private static String holdersOf(Ownership lock) {
        Object owner = lock.currentOwner();
        if (owner != null) {
            return "held by " + nameOf(owner);
        }
        int readers = lock.sharedHolds();
        Thread reader = lock.soleReader();
        if (reader != null) {
            return "read by " + nameOf(reader) + (lock.isReadByOne() ? "" : " and others")
                    + (readers > 1 ? " (" + readers + " read holds)" : "");
        }
        return readers > 0 ? readers + " read holds" : "just being handed over";
    }

    private static String nameOf(Object requester) {
        if (!(requester instanceof Thread thread)) {
            return requester.toString();
        }
        return (thread.isVirtual() ? "virtual thread " : "thread ") + Ownership.nameOf(thread)
                + (thread.getName().isEmpty() ? "" : " (#" + thread.threadId() + ")") + " " + thread.getState();
    }

    /** The cycles among those who wait; each thread waits for one lock, so each is in one cycle at most. */
    private static List<List<Edge>> cycles() {
        Map<Thread, Edge> edges = edges();
        Set<Thread> done = new LinkedHashSet<>();
        List<List<Edge>> cycles = new ArrayList<>();
        for (Thread start : edges.keySet()) {
            List<Edge> path = new ArrayList<>();
            Set<Thread> onPath = new LinkedHashSet<>();
            Thread thread = start;
            Edge edge = edges.get(thread);
            while (edge != null && done.add(thread)) {
                path.add(edge);
                onPath.add(thread);
                thread = edge.holder();
                edge = edges.get(thread);
            }
            if (onPath.contains(thread)) {
                List<Edge> cycle = new ArrayList<>(path.subList(indexOf(path, thread), path.size()));
                if (stillThere(cycle)) {
                    cycles.add(cycle);
                }
            }
        }
        return cycles;
    }

    private static int indexOf(List<Edge> path, Thread waiter) {
        int index = 0;
        while (!path.get(index).waiter().equals(waiter)) {
            index++;
        }
        return index;
    }

    /**
     * Whether all of a cycle is seen a second time: a thread that stayed in one and the same wait from the first look
     * to the second cannot have released anything between, so all of it was true at once.
     */
    private static boolean stillThere(Collection<Edge> cycle) {
        return edges().values().containsAll(cycle);
    }

    private static Map<Thread, Edge> edges() {
        Map<Thread, Edge> edges = new LinkedHashMap<>();
        for (WaitQueue queue : ContendedQueues.all()) {
            Thread holder = holderOf(queue);
            if (holder == null) {
                continue;
            }
            queue.forEachWaiter(waiter -> {
                if (waiter instanceof ThreadWaiter<?> thread) {
                    edges.put(thread.thread(), new Edge(waiter, thread.thread(), queue, holder));
                }
            });
        }
        return edges;
    }

    private static @Nullable Thread holderOf(WaitQueue queue) {
        Ownership lock = ownershipOf(queue);
        if (lock == null) {
            return queue.blocker() instanceof Mutex mutex ? mutex.locker() : null;
        }
        Thread owner = lock.ownerThread();
        return owner != null ? owner : lock.soleReader();
    }
}
