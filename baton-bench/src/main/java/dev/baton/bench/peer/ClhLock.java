package dev.baton.bench.peer;

import dev.baton.bench.load.Worker;
import java.util.concurrent.atomic.AtomicReference;

/** The fair spin lock of Craig, Landin and Hagersten: each waits on the node of the one before it. */
final class ClhLock implements Gate {
    private final AtomicReference<Node> tail = new AtomicReference<>(new Node());
    private final Node[] mine;
    private final Node[] before;

    ClhLock(int workers) {
        mine = new Node[workers];
        before = new Node[workers];
        for (int index = 0; index < workers; index++) {
            mine[index] = new Node();
            before[index] = mine[index];
        }
    }

    @Override
    public void enter(Worker worker) {
        Node node = mine[worker.index()];
        node.locked = true;
        Node predecessor = tail.getAndSet(node);
        before[worker.index()] = predecessor;
        int spins = 0;
        while (predecessor.locked) {
            spins = SpinWait.once(spins);
        }
    }

    @Override
    public void exit(Worker worker) {
        Node node = mine[worker.index()];
        mine[worker.index()] = before[worker.index()]; // nobody looks at it any more
        node.locked = false;
    }

    /** Alone on its cache lines. */
    @SuppressWarnings("unused")
    private static final class Node {
        private long p1, p2, p3, p4, p5, p6, p7;
        private volatile boolean locked;
        private long q1, q2, q3, q4, q5, q6, q7;
    }
}
