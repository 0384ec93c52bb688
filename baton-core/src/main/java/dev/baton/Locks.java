package dev.baton;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

import org.jspecify.annotations.Nullable;

/**
 * Report of who holds and who waits for {@link ReentrantLock}s and {@link ReentrantReadWriteLock}s, across platform and
 * virtual threads, with the deadlocks among them.
 * <p>
 * Nothing has to be switched on, and locking costs nothing for it: a lock is noted, weakly, when a request has to wait
 * for it for the first time. So the report covers all locks that anyone waits for, and none that nobody ever waited
 * for.
 * <p>
 * A deadlock reported is one: every thread in it was seen in the same wait, for a lock with the same owner, twice. What
 * is not found: cycles through a read lock that several threads hold (it counts its holders but does not know them;
 * a sole one it knows), through tokens, semaphores, and the JDK's own locks and monitors.
 */
public final class Locks {
    private Locks() {}

    /** A thread that waits, the lock it waits for, and the thread that holds it. */
    private record Edge(Waiter<?> request, Thread waiter, Ownership lock, Thread holder) {}

    /** {@return the locks that anyone waits for now, their holders, those who wait, and the deadlocks} */
    public static String dump() {
        StringBuilder text = new StringBuilder();
        for (Ownership lock : ContendedLocks.all()) {
            describe(lock, text);
        }
        List<List<Edge>> cycles = cycles();
        for (List<Edge> cycle : cycles) {
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

    private static void describe(Ownership lock, StringBuilder text) {
        List<Waiter<?>> waiters = new ArrayList<>();
        lock.queue().forEachWaiter(waiters::add);
        if (waiters.isEmpty()) {
            return;
        }
        text.append(nameOf(lock)).append(", ").append(lock.queue() instanceof FairQueue ? "fair" : "not fair")
                .append(", ")
                .append(holdersOf(lock)).append(", ").append(waiters.size()).append(" waiting")
                .append(System.lineSeparator());
        for (Waiter<?> waiter : waiters) {
            text.append("    ").append(lock.isExclusive(waiter.weight()) ? "" : "to read: ")
                    .append(nameOf(waiter.requester())).append(System.lineSeparator());
        }
    }

    private static void describe(List<Edge> cycle, StringBuilder text) {
        text.append("DEADLOCK of ").append(cycle.size()).append(cycle.size() == 1 ? " thread:" : " threads:")
                .append(System.lineSeparator());
        for (Edge edge : cycle) {
            text.append("    ").append(nameOf(edge.waiter())).append(" waits for ").append(nameOf(edge.lock()))
                    .append(", held by ").append(nameOf(edge.holder())).append(System.lineSeparator());
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

    private static String nameOf(Ownership ownership) {
        Object lock = ownership.queue().blocker();
        return lock.getClass().getSimpleName() + "@" + Integer.toHexString(System.identityHashCode(lock));
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
        for (Ownership lock : ContendedLocks.all()) {
            Thread holder = holderOf(lock);
            if (holder == null) {
                continue;
            }
            lock.queue().forEachWaiter(waiter -> {
                if (waiter instanceof ThreadWaiter<?> thread) {
                    edges.put(thread.thread(), new Edge(waiter, thread.thread(), lock, holder));
                }
            });
        }
        return edges;
    }

    private static @Nullable Thread holderOf(Ownership lock) {
        Thread owner = lock.ownerThread();
        return owner != null ? owner : lock.soleReader();
    }
}
