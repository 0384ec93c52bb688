package dev.baton.check.model;

import dev.baton.check.event.AccessMode;
import dev.baton.check.event.SearchThread;
import dev.baton.check.event.StepKind;
import dev.baton.check.graph.Execution;
import java.util.function.IntPredicate;

/**
 * An execution graph as the relations of JAM21, in which a successful read-modify-write is one node. Nodes are numbered
 * in the order of the graph's events; after them comes one initial write per location.
 */
final class JamRelations {
    final Execution graph;
    final int size;
    private final int[] nodeOf;
    private final int[] readOf;
    private final int[] writeOf;
    private final int[] eventOf;
    private final int[] initialLocation;
    private final int events;

    final Relation po;
    /** Program order and the edges of thread start and join, transitive. */
    final Relation order;
    final Relation rf;
    final Relation sameLocation;
    /** Pairs of different writes of one location. */
    private final Relation writePairs;
    final Relation into;
    final Relation push;
    /** The graph's modification order and what follows from it: no part of jam, but a guess at its choices. */
    final Relation guess;
    private final Relation inverse;
    private final Relation opaqueReads;
    private final Relation initialFirst;
    private final Relation behind;

    JamRelations(Execution graph) {
        this.graph = graph;
        Relations g = new Relations(graph);
        nodeOf = new int[g.size];
        int count = 0;
        for (int e = 0; e < g.size; e++) {
            if (g.isInitial(e)) {
                continue;
            }
            nodeOf[e] = g.isRmwWrite(e) ? -1 : count++;
        }
        events = count;
        for (int e = g.events; e < g.size; e++) {
            nodeOf[e] = count++;
        }
        size = count;
        eventOf = new int[size];
        readOf = new int[size];
        writeOf = new int[size];
        initialLocation = new int[size];
        for (int e = 0; e < g.size; e++) {
            if (nodeOf[e] < 0) {
                nodeOf[e] = nodeOf[readHalf(g, e)];
            } else {
                eventOf[nodeOf[e]] = e;
                readOf[nodeOf[e]] = -1;
                writeOf[nodeOf[e]] = -1;
                initialLocation[nodeOf[e]] = g.location(e);
            }
        }
        for (int e = 0; e < g.size; e++) {
            if (g.isRead(e)) {
                readOf[nodeOf[e]] = e;
            } else if (g.isWrite(e)) {
                writeOf[nodeOf[e]] = e;
            }
        }
        po = mapped(g, g.poThreads);
        rf = mapped(g, g.rf);
        sameLocation = mapped(g, g.sameLocation);
        Relation threads = mapped(g, g.threads);
        order = po.or(threads).transitive();
        Relation write = set(this::isWrite);
        writePairs = write.then(sameLocation, write).minus(set(n -> true));
        push = fences(AccessMode.VOLATILE).or(volatiles().then(po, volatiles()));
        into = push.or(storeFences(), loadFences(), po.then(set(this::releases)), set(this::acquires).then(po), threads,
                po.then(set(n -> isKind(n, StepKind.START))), set(n -> isKind(n, StepKind.JOIN)).then(po));
        guess = mapped(g, g.mo.or(g.fr));
        inverse = rf.inverse();
        Relation opaque = set(this::isOpaqueRead);
        opaqueReads = rf.then(opaque, po, opaque, inverse);
        initialFirst = set(this::isInitial).then(sameLocation);
        behind = rf.then(set(this::isRmw)).inverse();
    }

    private static int readHalf(Relations g, int write) {
        SearchThread.look();
        for (int e = 0; e < g.events; e++) {
            if (g.rmw.has(e, write)) {
                return e;
            }
        }
        throw new IllegalStateException("a write half without its read");
    }

    private Relation mapped(Relations g, Relation relation) {
        Relation result = new Relation(size);
        for (int a = 0; a < g.size; a++) {
            SearchThread.look();
            for (int b = 0; b < g.size; b++) {
                if (relation.has(a, b) && nodeOf[a] != nodeOf[b]) {
                    result.add(nodeOf[a], nodeOf[b]);
                }
            }
        }
        return result;
    }

    Relation set(IntPredicate member) {
        return Relation.identity(size, member);
    }

    /** po ; [F of the mode] ; po */
    private Relation fences(AccessMode mode) {
        return po.then(set(n -> isFence(n, mode)), po);
    }

    private Relation volatiles() {
        return set(n -> n < events && graph.mode(eventOf[n]) == AccessMode.VOLATILE
                && (writeOf[n] < 0 || graph.mode(writeOf[n]) == AccessMode.VOLATILE));
    }

    private Relation storeFences() {
        Relation write = set(this::isWrite);
        Relation release = fences(AccessMode.RELEASE).or(fences(AccessMode.ACQ_REL))
                .then(write);
        return release.or(write.then(fences(AccessMode.STORE_STORE), write));
    }

    private Relation loadFences() {
        Relation read = set(this::isRead);
        Relation acquire = read.then(
                fences(AccessMode.ACQUIRE).or(fences(AccessMode.ACQ_REL)));
        return acquire.or(read.then(fences(AccessMode.LOAD_LOAD), read));
    }

    /** The node of a write of the graph. */
    int node(int event) {
        return nodeOf[event];
    }

    /** The write event of a node that writes; beyond the graph's events for an initial write. */
    int write(int node) {
        return writeOf[node];
    }

    /** The node of the initial write of a location that the graph uses. */
    int initial(int location) {
        int node = events;
        while (initialLocation[node] != location) {
            node++;
        }
        return node;
    }

    boolean isInitial(int node) {
        return node >= events;
    }

    int location(int node) {
        return initialLocation[node];
    }

    boolean isRead(int node) {
        return readOf[node] >= 0;
    }

    boolean isWrite(int node) {
        return writeOf[node] >= 0;
    }

    boolean isRmw(int node) {
        return isRead(node) && isWrite(node);
    }

    private boolean isKind(int node, StepKind kind) {
        return node < events && graph.kind(eventOf[node]) == kind;
    }

    private boolean isFence(int node, AccessMode mode) {
        return isKind(node, StepKind.FENCE) && graph.mode(eventOf[node]) == mode;
    }

    private boolean releases(int node) {
        return isWrite(node) && node < events && graph.mode(writeOf[node]).releases();
    }

    private boolean acquires(int node) {
        return isRead(node) && graph.mode(readOf[node]).acquires();
    }

    private boolean isOpaqueRead(int node) {
        return isRead(node) && !graph.mode(readOf[node]).isPlain();
    }

    /**
     * co_jam, given the visibility order vvo and extra pairs of writes: the least relation over different writes of a
     * location that contains them, read and write coherence, and keeps read-modify-writes next to what they read.
     */
    Relation coherence(Relation vvo, Relation extra) {
        Relation vo = vvo.transitive().or(po.and(sameLocation));
        Relation co = vo.or(vo.then(inverse), vo.then(po), opaqueReads, initialFirst, extra).and(writePairs);
        while (true) {
            Relation next = co.or(behind.then(co.transitive()).and(writePairs));
            if (next.equals(co)) {
                return co;
            }
            co = next;
        }
    }
}
