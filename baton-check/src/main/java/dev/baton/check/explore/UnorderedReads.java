package dev.baton.check.explore;

import dev.baton.check.graph.Execution;
import dev.baton.check.graph.Graph;
import java.util.BitSet;

/**
 * The places at which a thread read, in some execution, while another one wrote there without a release and happens-before ordered
 * the two neither way. Only such writes can be seen before an earlier read of their thread.
 */
final class UnorderedReads {
    private final BitSet weaklyWritten = new BitSet();
    private final BitSet places = new BitSet();

    boolean at(int location) {
        return places.get(location);
    }

    boolean isEmpty() {
        return places.isEmpty();
    }

    /** Compares a new event with those before it. */
    void look(Graph graph, int event) {
        int where = graph.location(event);
        if (where < 0 || places.get(where)) {
            return;
        }
        boolean writes = graph.isWrite(event);
        if (writes && !graph.mode(event).releases()) {
            weaklyWritten.set(where);
            for (int write = graph.lastWrite(where); !places.get(where); write = graph.moBefore(write)) {
                compareReaders(graph, event, write, where);
                if (write == Execution.INIT) {
                    return;
                }
            }
        } else if (!writes && weaklyWritten.get(where)) {
            for (int write = graph.lastWrite(where); write != Execution.INIT; write = graph.moBefore(write)) {
                compare(graph, write, event, where);
            }
        }
    }

    private void compareReaders(Graph graph, int write, int seen, int where) {
        for (int read = graph.firstReader(seen, where); read != Graph.NONE; read = graph.nextReader(read)) {
            compare(graph, write, read, where);
        }
    }

    private void compare(Graph graph, int write, int read, int where) {
        if (!graph.mode(write).releases() && graph.thread(write) != graph.thread(read)
                && !graph.happensBefore(write, read) && !graph.happensBefore(read, write)) {
            places.set(where);
        }
    }
}
