package dev.baton.check.model;

import dev.baton.check.event.AccessMode;
import dev.baton.check.event.SearchThread;
import dev.baton.check.event.StepKind;
import dev.baton.check.graph.Execution;
import java.util.Arrays;

/**
 * An execution graph as named relations, for the definitions of the memory models. Nodes 0 .. events-1 are the
 * graph's events; after them comes one initial write per location. A program's thread start and join are in
 * {@code po}-like {@link #threads}.
 */
final class Relations {
    final Execution graph;
    final int events;
    final int size;
    private final int[] initial;
    private final int[] locationOf;

    /** Program order within threads; initial writes come before everything. */
    final Relation po;
    /** Program order without initial writes. */
    final Relation poThreads;
    final Relation rf;
    final Relation mo;
    final Relation fr;
    /** From the read half to the write half. */
    final Relation rmw;
    /** From a start to the started thread's events, and from a thread's events to a join with it. */
    final Relation threads;
    final Relation sameLocation;

    Relations(Execution graph) {
        this.graph = graph;
        this.events = graph.size();
        int highest = -1;
        for (int e = 0; e < events; e++) {
            highest = Math.max(highest, graph.location(e));
        }
        initial = new int[highest + 1];
        Arrays.fill(initial, -1);
        int count = events;
        int[] locations = new int[2 * events];
        for (int e = 0; e < events; e++) {
            int where = graph.location(e);
            locations[e] = where;
            if (where >= 0 && initial[where] < 0) {
                locations[count] = where;
                initial[where] = count++;
            }
        }
        size = count;
        locationOf = Arrays.copyOf(locations, size);
        sameLocation = new Relation(size);
        poThreads = new Relation(size);
        threads = new Relation(size);
        rf = new Relation(size);
        rmw = new Relation(size);
        mo = new Relation(size);
        for (int a = 0; a < size; a++) {
            SearchThread.look();
            for (int b = 0; b < size; b++) {
                relate(a, b);
            }
        }
        for (int e = 0; e < events; e++) {
            if (graph.isRead(e)) {
                int source = graph.readsFrom(e);
                rf.add(source == Execution.INIT ? initial[graph.location(e)] : source, e);
            } else if (graph.isWrite(e)) {
                for (int w = graph.moBefore(e); w != Execution.INIT; w = graph.moBefore(w)) {
                    mo.add(w, e);
                }
                mo.add(initial[graph.location(e)], e);
            }
        }
        Relation fromInitial = new Relation(size);
        for (int i = events; i < size; i++) {
            for (int e = 0; e < events; e++) {
                fromInitial.add(i, e);
            }
        }
        po = poThreads.or(fromInitial);
        fr = rf.inverse().then(mo).minus(Relation.identity(size, i -> true));
    }

    private void relate(int a, int b) {
        if (locationOf[a] >= 0 && locationOf[a] == locationOf[b]) {
            sameLocation.add(a, b);
        }
        if (a >= events || b >= events) {
            return;
        }
        if (graph.thread(a) == graph.thread(b)) {
            if (graph.index(a) < graph.index(b)) {
                poThreads.add(a, b);
            }
            if (graph.index(a) + 1 == graph.index(b) && graph.kind(a) == StepKind.RMW_READ
                    && graph.kind(b) == StepKind.RMW_WRITE) {
                rmw.add(a, b);
            }
        }
        if (graph.kind(a) == StepKind.START && graph.value(a) == graph.thread(b)) {
            threads.add(a, b);
        }
        if (graph.kind(b) == StepKind.JOIN && graph.value(b) == graph.thread(a)) {
            threads.add(a, b);
        }
    }

    boolean isInitial(int node) {
        return node >= events;
    }

    int initialWrite(int location) {
        return initial[location];
    }

    int location(int node) {
        return locationOf[node];
    }

    boolean isRead(int node) {
        return node < events && graph.isRead(node);
    }

    boolean isWrite(int node) {
        return node >= events || graph.isWrite(node);
    }

    boolean isFence(int node) {
        return node < events && graph.kind(node) == StepKind.FENCE;
    }

    boolean isThreadEvent(int node) {
        return node < events && (graph.kind(node) == StepKind.START || graph.kind(node) == StepKind.JOIN);
    }

    boolean isRmwWrite(int node) {
        return node < events && graph.kind(node) == StepKind.RMW_WRITE;
    }

    AccessMode mode(int node) {
        return node >= events ? AccessMode.PLAIN : graph.mode(node);
    }

    boolean isPlain(int node) {
        return mode(node).isPlain();
    }

    /** An access that fences order. */
    boolean isFenced(int node) {
        return mode(node) != AccessMode.NON_ATOMIC;
    }

    boolean isVolatile(int node) {
        return mode(node) == AccessMode.VOLATILE;
    }

    /** A releasing write or fence. */
    boolean releases(int node) {
        return isFence(node) ? mode(node).ordersWrites() : isWrite(node) && mode(node).releases();
    }

    /** An acquiring read or fence. */
    boolean acquires(int node) {
        return isFence(node) ? mode(node).ordersReads() : isRead(node) && mode(node).acquires();
    }

    Relation set(java.util.function.IntPredicate member) {
        return Relation.identity(size, member);
    }

    /** The pairs of a relation that lie in different threads; initial writes are a thread of their own. */
    Relation external(Relation relation) {
        Relation result = new Relation(size);
        for (int a = 0; a < size; a++) {
            SearchThread.look();
            for (int b = 0; b < size; b++) {
                if (relation.has(a, b) && threadOf(a) != threadOf(b)) {
                    result.add(a, b);
                }
            }
        }
        return result;
    }

    private int threadOf(int node) {
        return node < events ? graph.thread(node) : -1;
    }

    /** No write comes between the read and the write half of a read-modify-write. */
    boolean isAtomic() {
        return rmw.and(fr.then(mo)).isEmpty();
    }
}
