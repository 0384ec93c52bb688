package dev.baton.bench.peer;

import dev.baton.bench.load.Worker;
import java.util.concurrent.atomic.AtomicReference;

import org.jspecify.annotations.Nullable;

/** The fair spin lock of Mellor-Crummey and Scott: each waits on its own node, which the one before it unlocks. */
final class McsLock implements Gate {
    private final AtomicReference<@Nullable Node> tail = new AtomicReference<>();
    private final Node[] mine;

    McsLock(int workers) {
        mine = new Node[workers];
        for (int index = 0; index < workers; index++) {
            mine[index] = new Node();
        }
    }

    @Override
    public void enter(Worker worker) {
        Node node = mine[worker.index()];
        node.next = null;
        Node predecessor = tail.getAndSet(node);
        if (predecessor == null) {
            return;
        }
        node.locked = true;
        predecessor.next = node;
        int spins = 0;
        while (node.locked) {
            spins = SpinWait.once(spins);
        }
    }

    @Override
    public void exit(Worker worker) {
        Node node = mine[worker.index()];
        if (node.next == null && tail.compareAndSet(node, null)) {
            return;
        }
        int spins = 0;
        Node next;
        while ((next = node.next) == null) {
            spins = SpinWait.once(spins);
        }
        next.locked = false;
    }

    /** Alone on its cache lines. */
    @SuppressWarnings("unused")
    private static final class Node {
        private long p1, p2, p3, p4, p5, p6, p7;
        private volatile boolean locked;
        private volatile @Nullable Node next;
        private long q1, q2, q3, q4, q5, q6, q7;
    }
}
