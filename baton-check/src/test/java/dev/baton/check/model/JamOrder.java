package dev.baton.check.model;

import dev.baton.check.event.SearchThread;
import dev.baton.check.graph.Execution;

/** Whether a modification order contains what jam demands of it, for some pushto. */
final class JamOrder {
    /*
     * Overview. Let C be the closure of into and rf, and D the domain of push. Of pushto only this is asked: it is a total
     * order on D that contains C. A path of visibility that uses pushto twice, a pushto b push .. C .. c pushto d, has
     * b before c in C, so a is before d in pushto: it uses pushto once. So what pushto does is a matter of pairs: a
     * before b is wrong iff some write x that is a or comes before a in C is, in memory, later than what some z shows that b
     * pushes, or that comes after it in C. Then b must be before a. Decision 295 has the argument, and why this
     * may be asked of a graph that still grows.
     *
     *   late  = (id or rf backwards or po) ; mo       from z to the writes that z, what z reads or what follows z precedes
     *   turns = [D] ; push ; C? ; late ; C? ; [D]     from b to a
     *
     * Possible iff C and po-loc do not contradict late, nor opaque reads mo, and C and turns have no cycle on D.
     */
    private final JamMatrices past;
    private final Execution graph;
    private final int size;
    private final int words;

    JamOrder(JamMatrices past) {
        this.past = past;
        this.graph = past.graph;
        this.size = past.size;
        this.words = past.words;
    }

    /** The graph's own modification order, as rows of nodes. */
    long[] modificationOrder() {
        long[] mo = new long[size * words];
        for (int e = 0; e < size; e++) {
            if (graph.isWrite(e)) {
                SearchThread.look();
                for (int w = graph.moBefore(e); w != Execution.INIT; w = graph.moBefore(w)) {
                    past.add(mo, past.node[w], past.node[e]);
                }
            }
        }
        return mo;
    }

    /** Some pushto does not contradict these pairs of a modification order. */
    boolean isPossible(long[] mo) {
        long[] late = late(mo);
        if (contradicts(late) || contradictsOpaqueReads(mo)) {
            return false;
        }
        long[] edges = turns(late);
        for (int a = 0; a < size; a++) {
            past.join(edges, a, past.closure, a);
        }
        return isAcyclic(edges, true);
    }

    /**
     * Some pushto that jam itself allows does not contradict this modification order, whose last writes are the final ones.
     * If so, the execution satisfies the definition; if not, another modification order may.
     */
    boolean isWitness(long[] mo) {
        long[] late = late(mo);
        if (contradicts(late) || contradictsOpaqueReads(mo)) {
            return false;
        }
        long[] edges = turns(late);
        for (int a = 0; a < size; a++) {
            past.join(edges, a, past.closure, a);
            if (past.node[a] == a && past.next[a] >= 0) {
                past.add(edges, a, past.next[a]);
            }
            if (past.writes[a] >= 0 && past.isEmpty(mo, a) && !past.isEmpty(past.push, a)) {
                for (int b = 0; b < size; b++) {
                    if (past.has(mo, b, a) && !past.isEmpty(past.push, b)) {
                        past.add(edges, b, a);
                    }
                }
            }
        }
        return isAcyclic(edges, false);
    }

    private long[] late(long[] mo) {
        long[] late = mo.clone();
        for (int a = 0; a < size; a++) {
            if (past.reads[a] >= 0) {
                int source = graph.readsFrom(past.reads[a]);
                if (source != Execution.INIT) {
                    past.join(late, a, mo, past.node[source]);
                } else {
                    addAllWrites(late, a);
                }
            }
        }
        // Threads backwards: what follows a node in program order precedes these writes, too.
        for (int a = 0; a < size; a++) {
            if (past.node[a] == a) {
                for (int b = past.next[a]; b >= 0; b = past.next[b]) {
                    if (past.writes[b] >= 0) {
                        past.join(late, a, mo, b);
                    }
                }
            }
        }
        return late;
    }

    private void addAllWrites(long[] rows, int read) {
        for (int w = 0; w < size; w++) {
            if (past.writes[w] >= 0 && graph.location(w) == graph.location(read)) {
                past.add(rows, read, w);
            }
        }
    }

    private boolean contradicts(long[] late) {
        for (int z = 0; z < size; z++) {
            SearchThread.look();
            for (int x = past.nextIn(late, z, 0); x >= 0; x = past.nextIn(late, z, x + 1)) {
                if (past.has(past.closure, x, z) || graph.location(x) == graph.location(z)
                        && graph.thread(x) == graph.thread(z) && graph.index(x) < graph.index(z)) {
                    return true;
                }
            }
        }
        return false;
    }

    private boolean contradictsOpaqueReads(long[] mo) {
        for (int first = 0; first < size; first++) {
            if (!isOpaqueRead(first) || graph.readsFrom(past.reads[first]) == Execution.INIT) {
                continue;
            }
            int seen = past.node[graph.readsFrom(past.reads[first])];
            for (int second = past.next[first]; second >= 0; second = past.next[second]) {
                if (isOpaqueRead(second) && graph.location(second) == graph.location(first)) {
                    int source = graph.readsFrom(past.reads[second]);
                    if (source == Execution.INIT || past.has(mo, past.node[source], seen)) {
                        return true;
                    }
                }
            }
        }
        return false;
    }

    private boolean isOpaqueRead(int a) {
        return past.reads[a] >= 0 && !graph.mode(past.reads[a]).isPlain();
    }

    private long[] turns(long[] late) {
        // From each node the writes that are late for it, and all after these.
        long[] after = new long[size * words];
        for (int z = 0; z < size; z++) {
            SearchThread.look();
            for (int x = past.nextIn(late, z, 0); x >= 0; x = past.nextIn(late, z, x + 1)) {
                past.add(after, z, x);
                past.join(after, z, past.closure, x);
            }
        }
        long[] turns = new long[size * words];
        for (int b = 0; b < size; b++) {
            for (int y = past.nextIn(past.push, b, 0); y >= 0; y = past.nextIn(past.push, b, y + 1)) {
                past.join(turns, b, after, y);
                for (int z = past.nextIn(past.closure, y, 0); z >= 0; z = past.nextIn(past.closure, y, z + 1)) {
                    past.join(turns, b, after, z);
                }
            }
            for (int a = past.nextIn(turns, b, 0); a >= 0; a = past.nextIn(turns, b, a + 1)) {
                if (past.isEmpty(past.push, a)) {
                    turns[b * words + (a >>> 6)] &= ~(1L << a);
                }
            }
        }
        return turns;
    }

    /** Takes away what has no predecessor until nothing is left; of the pushing nodes only, if asked. */
    private boolean isAcyclic(long[] edges, boolean pushingOnly) {
        int[] before = new int[size];
        boolean[] counts = new boolean[size];
        int left = 0;
        for (int a = 0; a < size; a++) {
            counts[a] = past.node[a] == a && (!pushingOnly || !past.isEmpty(past.push, a));
            left += counts[a] ? 1 : 0;
        }
        for (int a = 0; a < size; a++) {
            for (int b = counts[a] ? past.nextIn(edges, a, 0) : -1; b >= 0; b = past.nextIn(edges, a, b + 1)) {
                before[b]++;
            }
        }
        int[] free = new int[size];
        int end = 0;
        for (int a = 0; a < size; a++) {
            if (counts[a] && before[a] == 0) {
                free[end++] = a;
            }
        }
        for (int i = 0; i < end; i++) {
            left--;
            for (int b = past.nextIn(edges, free[i], 0); b >= 0; b = past.nextIn(edges, free[i], b + 1)) {
                if (--before[b] == 0 && counts[b]) {
                    free[end++] = b;
                }
            }
        }
        return left == 0;
    }
}
