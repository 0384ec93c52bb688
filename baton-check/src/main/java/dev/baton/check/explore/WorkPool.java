package dev.baton.check.explore;

import dev.baton.check.graph.Graph;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/**
 * Graphs whose subtrees wait for a worker; a worker gives one away when others would soon be idle. The first worker is
 * alone until {@link #open}: a short run would be over before another one had learned the program's steps.
 */
final class WorkPool {
    private static final int STOCK = 4;

    private final int workers;
    private final ArrayDeque<Graph> graphs = new ArrayDeque<>();
    private volatile boolean hungry;
    private int idle;
    private boolean open;
    private boolean closed;

    WorkPool(int workers) {
        this.workers = workers;
    }

    /** Lets the others have work from now on. */
    synchronized void open() {
        if (!open && !closed && workers > 1) {
            open = true;
            lookAtStock();
            notifyAll();
        }
    }

    /** Waits until the others may have work; false if there is none to come. */
    synchronized boolean awaitOpen() throws InterruptedException {
        while (!open && !closed) {
            wait();
        }
        return open;
    }

    private void lookAtStock() {
        hungry = open && graphs.size() < STOCK * workers;
    }

    /** Whether a graph would be welcome. */
    boolean isHungry() {
        return hungry;
    }

    /** Hands over a graph that nobody else uses. */
    synchronized void give(Graph graph) {
        graphs.addLast(graph);
        lookAtStock();
        notifyAll();
    }

    /** Waits for a graph; null when every worker waits, or the run was stopped. */
    synchronized @Nullable Graph take() throws InterruptedException {
        idle++;
        while (graphs.isEmpty() && !closed) {
            if (idle == workers || !open) { // before that, only the first one works
                close();
                return null;
            }
            wait();
        }
        if (closed) {
            return null;
        }
        idle--;
        Graph graph = graphs.removeFirst();
        lookAtStock();
        return graph;
    }

    synchronized void close() {
        closed = true;
        open = false;
        hungry = false;
        notifyAll();
    }
}
