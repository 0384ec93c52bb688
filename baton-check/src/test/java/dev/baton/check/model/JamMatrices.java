package dev.baton.check.model;

import dev.baton.check.event.AccessMode;
import dev.baton.check.event.SearchThread;
import dev.baton.check.event.StepKind;
import dev.baton.check.graph.Execution;
import java.util.Arrays;

/**
 * What jam's visibility order says of an execution whatever is chosen: the closure of into and rf, and push. Both halves
 * of a read-modify-write are one node, that of its read. Initial writes are no nodes: nothing comes before them.
 */
final class JamMatrices {
    final Execution graph;
    final int size;
    final int words;
    /** The node of each event. */
    final int[] node;
    /** By node, the event that reads and the event that writes, or -1. */
    final int[] reads;
    final int[] writes;
    /** Transitive, a row of bits for each node. */
    final long[] closure;
    final long[] push;
    /** Events before which a node comes in program order: the next of its thread, or -1. */
    final int[] next;

    JamMatrices(Execution graph) {
        this.graph = graph;
        this.size = graph.size();
        this.words = size + 63 >>> 6;
        this.node = new int[size];
        this.reads = new int[size];
        this.writes = new int[size];
        this.next = new int[size];
        this.closure = new long[size * words];
        this.push = new long[size * words];
        int[][] threads = threads();
        for (int[] thread : threads) {
            SearchThread.look();
            for (int i = 0; i < thread.length; i++) {
                relate(thread, i);
                next[thread[i]] = i + 1 < thread.length ? thread[i + 1] : -1;
            }
        }
        for (int e = 0; e < size; e++) {
            if (graph.kind(e) == StepKind.START) {
                follow(e, threads, (int) graph.value(e), true);
            } else if (graph.kind(e) == StepKind.JOIN) {
                follow(e, threads, (int) graph.value(e), false);
            } else if (reads[e] == e && graph.readsFrom(e) != Execution.INIT) {
                add(closure, node[graph.readsFrom(e)], e);
            }
        }
        close();
    }

    /** The nodes of each thread in program order. */
    private int[][] threads() {
        int count = 0;
        for (int e = 0; e < size; e++) {
            count = Math.max(count, graph.thread(e) + 1);
        }
        int[] lengths = new int[count];
        for (int e = 0; e < size; e++) {
            lengths[graph.thread(e)] = Math.max(lengths[graph.thread(e)], graph.index(e) + 1);
        }
        int[][] events = new int[count][];
        for (int t = 0; t < count; t++) {
            events[t] = new int[lengths[t]];
        }
        for (int e = 0; e < size; e++) {
            events[graph.thread(e)][graph.index(e)] = e;
        }
        int[][] nodes = new int[count][];
        for (int t = 0; t < count; t++) {
            int length = 0;
            int[] found = new int[lengths[t]];
            for (int e : events[t]) {
                boolean isSecondHalf = graph.kind(e) == StepKind.RMW_WRITE;
                node[e] = isSecondHalf ? found[length - 1] : e;
                reads[e] = -1;
                writes[e] = -1;
                if (!isSecondHalf) {
                    found[length++] = e;
                }
                if (graph.isRead(e)) {
                    reads[node[e]] = e;
                } else if (graph.isWrite(e)) {
                    writes[node[e]] = e;
                }
            }
            nodes[t] = Arrays.copyOf(found, length);
        }
        return nodes;
    }

    /** Adds what comes after a node of a thread in into and push. */
    private void relate(int[] thread, int i) {
        int a = thread[i];
        boolean acquires = reads[a] >= 0 && graph.mode(reads[a]).acquires() || graph.kind(a) == StepKind.JOIN;
        boolean full = false;
        boolean release = false;
        boolean acquire = false;
        boolean stores = false;
        boolean loads = false;
        for (int j = i + 1; j < thread.length; j++) {
            int b = thread[j];
            boolean pushes = full || isVolatile(a) && isVolatile(b);
            boolean intoWrite = writes[b] >= 0 && (release || stores && writes[a] >= 0
                    || graph.mode(writes[b]).releases());
            boolean fromRead = reads[a] >= 0 && (acquire || loads && reads[b] >= 0);
            if (pushes) {
                add(push, a, b);
            }
            if (pushes || acquires || intoWrite || fromRead || graph.kind(b) == StepKind.START) {
                add(closure, a, b);
            }
            if (graph.kind(b) == StepKind.FENCE) {
                AccessMode mode = graph.mode(b);
                full |= mode == AccessMode.VOLATILE;
                release |= mode == AccessMode.RELEASE || mode == AccessMode.ACQ_REL;
                acquire |= mode == AccessMode.ACQUIRE || mode == AccessMode.ACQ_REL;
                stores |= mode == AccessMode.STORE_STORE;
                loads |= mode == AccessMode.LOAD_LOAD;
            }
        }
    }

    private boolean isVolatile(int a) {
        return graph.mode(a) == AccessMode.VOLATILE
                && (writes[a] < 0 || graph.mode(writes[a]) == AccessMode.VOLATILE);
    }

    private void follow(int event, int[][] threads, int other, boolean starts) {
        if (other >= 0 && other < threads.length) {
            for (int each : threads[other]) {
                add(closure, starts ? event : each, starts ? each : event);
            }
        }
    }

    private void close() {
        for (int middle = 0; middle < size; middle++) {
            SearchThread.look();
            for (int a = 0; a < size; a++) {
                if (has(closure, a, middle)) {
                    join(closure, a, closure, middle);
                }
            }
        }
    }

    // ---- rows of bits

    void add(long[] rows, int from, int to) {
        rows[from * words + (to >>> 6)] |= 1L << to;
    }

    boolean has(long[] rows, int from, int to) {
        return (rows[from * words + (to >>> 6)] >>> to & 1) != 0;
    }

    boolean isEmpty(long[] rows, int from) {
        for (int k = 0; k < words; k++) {
            if (rows[from * words + k] != 0) {
                return false;
            }
        }
        return true;
    }

    void join(long[] rows, int into, long[] others, int from) {
        for (int k = 0; k < words; k++) {
            rows[into * words + k] |= others[from * words + k];
        }
    }

    /** The next node of a row, from this one on; -1 if there is none. */
    int nextIn(long[] rows, int row, int from) {
        int at = from;
        while (at < size) {
            long word = rows[row * words + (at >>> 6)] >>> at;
            if (word != 0) {
                return at + Long.numberOfTrailingZeros(word);
            }
            at = (at | 63) + 1;
        }
        return -1;
    }
}
