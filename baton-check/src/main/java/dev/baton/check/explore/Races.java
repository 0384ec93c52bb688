package dev.baton.check.explore;

import dev.baton.check.graph.Execution;
import dev.baton.check.graph.Graph;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Collects the data races of a search, each pair of sites once per location. */
final class Races {
    private static final int MOST = 1000;
    private static final long FIELD = 1L << 21;

    private final LongCounts known = new LongCounts();
    private final List<Race> found = new ArrayList<>();
    private boolean[] hasPlain = new boolean[16];

    List<Race> found() {
        return found;
    }

    /** Looks for races between a new event and those before it; returns whether there was one not known before. */
    boolean look(Graph graph, int event, StepSource program) {
        int where = graph.location(event);
        if (where < 0) {
            return false;
        }
        if (where >= hasPlain.length) {
            hasPlain = Arrays.copyOf(hasPlain, Math.max(2 * hasPlain.length, where + 1));
        }
        hasPlain[where] |= graph.isPlain(event);
        if (!hasPlain[where] || found.size() >= MOST) {
            return false;
        }
        boolean news = false;
        boolean writes = graph.isWrite(event);
        int write = graph.lastWrite(where);
        while (true) {
            if (write != Execution.INIT && write != event) {
                news |= compare(graph, write, event, program);
            }
            if (writes) {
                for (int read = graph.firstReader(write, where); read != Graph.NONE; read = graph.nextReader(read)) {
                    news |= compare(graph, read, event, program);
                }
            }
            if (write == Execution.INIT) {
                return news;
            }
            write = graph.moBefore(write);
        }
    }

    private boolean compare(Graph graph, int other, int event, StepSource program) {
        if (!graph.isPlain(other) && !graph.isPlain(event) || graph.thread(other) == graph.thread(event)
                || graph.happensBefore(other, event) || graph.happensBefore(event, other)) {
            return false;
        }
        long where = graph.location(event);
        long key = (where % FIELD * FIELD + graph.site(other) % FIELD) * FIELD + graph.site(event) % FIELD;
        if (known.add(key, 1) > 0) {
            return false;
        }
        found.add(new Race((int) where, graph.site(other), graph.site(event),
                text(graph, other, program) + " and " + text(graph, event, program)));
        return true;
    }

    private static String text(Graph graph, int event, StepSource program) {
        String site = program.describeSite(graph.site(event));
        return (graph.isWrite(event) ? "write" : "read") + " of " + program.describeLocation(graph.location(event))
                + " by thread " + graph.thread(event) + (site.isEmpty() ? "" : " at " + site);
    }
}
