package dev.baton.check.model;

import dev.baton.check.graph.Execution;
import dev.baton.check.graph.Graph;
import java.util.Arrays;

/** The writes of a finished graph, by location, and what each of them shows to pushto; reused from graph to graph. */
final class JamWrites {
    final JamPast past;
    /** Writes by location, in modification order; each location's begin, and one end more. */
    int[] writes = {};
    int[] begins = {};
    int locations;
    int count;
    /**
     * By event, what is shown to those for which all that comes later than this write is late. What is shown to readers of
     * the initial write stands at the first write of the location in {@link #initially}.
     */
    long[] shows = {};
    long[] initially = {};

    JamWrites(JamPast past) {
        this.past = past;
    }

    void collect(Graph graph) {
        past.follow(graph);
        if (writes.length < graph.size() + 1) {
            writes = new int[2 * graph.size() + 1];
            begins = new int[2 * graph.size() + 2];
        }
        if (shows.length < past.seen.length) {
            shows = new long[past.seen.length];
            initially = new long[past.seen.length];
        }
        count = 0;
        locations = 0;
        for (int event = 0; event < graph.size(); event++) {
            if (graph.isWrite(event) && graph.moBefore(event) == Execution.INIT) {
                insert(event, graph);
            }
        }
        for (int location = 0; location < locations; location++) {
            int first = begins[location];
            begins[location] = count;
            collect(graph, first);
        }
        begins[locations] = count;
    }

    /** Puts the first write of a location among those that were found, by location. */
    private void insert(int first, Graph graph) {
        int at = locations++;
        while (at > 0 && graph.location(begins[at - 1]) > graph.location(first)) {
            begins[at] = begins[at - 1];
            at--;
        }
        begins[at] = first;
    }

    private void collect(Graph graph, int first) {
        int where = graph.location(first);
        clear(initially, first);
        addReaders(graph, initially, first, Execution.INIT, where);
        for (int write = first; write != Graph.NONE; write = graph.moAfter(write)) {
            writes[count++] = write;
            clear(shows, write);
            past.join(shows, write, past.shownSoFar, write);
            addReaders(graph, shows, write, write, where);
        }
    }

    private void addReaders(Graph graph, long[] rows, int row, int write, int where) {
        for (int read = graph.firstReader(write, where); read != Graph.NONE; read = graph.nextReader(read)) {
            past.join(rows, row, past.shown, past.whole(graph, read));
        }
    }

    void clear(long[] rows, int row) {
        Arrays.fill(rows, row * past.words, (row + 1) * past.words, 0);
    }
}
