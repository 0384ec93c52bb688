package dev.baton.check.explore;

import dev.baton.check.graph.Graph;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Subtrees that wait for a worker; a worker gives one away when others would soon be idle. The first worker is
 * alone until {@link #open}: a short run would be over before another one had learned the program's steps.
 */
final class WorkPool {
    private static final int STOCK = 4;

    /**
     * A subtree.
     *
     * @param graph  where it begins, which nobody else uses; null if that is to be found first
     * @param prefix the same, written down
     */
    record Work(@Nullable Graph graph, Prefix prefix) {}

    private final int workers;
    /** Subtrees that nobody has begun. */
    private final ArrayDeque<Work> stock = new ArrayDeque<>();
    /** What workers left when they were stopped. */
    private final List<Prefix> left = new ArrayList<>();
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
        hungry = open && stock.size() < STOCK * workers;
    }

    /** Whether a subtree would be welcome. */
    boolean isHungry() {
        return hungry;
    }

    /** Hands over a subtree. */
    synchronized void give(Work work) {
        stock.addLast(work);
        lookAtStock();
        notifyAll();
    }

    /** Waits for a subtree; null when every worker waits, or the run was stopped. */
    synchronized @Nullable Work take() throws InterruptedException {
        idle++;
        while (stock.isEmpty() && !closed) {
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
        Work work = stock.removeFirst();
        lookAtStock();
        return work;
    }

    /** A worker was stopped here, and has visited nothing of this subtree. */
    synchronized void leave(Prefix prefix) {
        left.add(prefix);
    }

    /** What nobody has visited, once all workers have ended. */
    synchronized List<Prefix> left() {
        List<Prefix> all = new ArrayList<>(left);
        stock.forEach(work -> all.add(work.prefix()));
        return all;
    }

    synchronized void close() {
        closed = true;
        open = false;
        hungry = false;
        notifyAll();
    }
}
