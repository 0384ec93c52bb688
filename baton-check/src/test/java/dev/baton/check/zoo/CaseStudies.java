package dev.baton.check.zoo;

import dev.baton.check.api.Scenario;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** Three bugs of deployed locks, written in Java: the DPDK MCS hang, an MCS without acquire, the qspinlock node. */
final class CaseStudies {
    private CaseStudies() {}

    /** MCS as DPDK had it: the link to the new node is a relaxed store. */
    static class DpdkMcs extends McsLock {
        @Override
        void setNext(Node before, Node node) {
            Node.NEXT.setOpaque(before, node);
        }
    }

    /** An MCS whose waiter polls its flag without acquire: what the last holder wrote may be missed. */
    static class NoAcquireMcs extends McsLock {
        @Override
        boolean isLocked(Node node) {
            return (boolean) Node.LOCKED.getOpaque(node);
        }
    }

    /**
     * The queue of the Linux qspinlock: nodes are taken from a table and used again and again, the tail is a number. A
     * node is initialized, then published by an exchange of the tail; without release there, the initialization may
     * land after the predecessor has passed the lock on, and wipe that out.
     */
    static class QSpinLock {
        static final class Entry {
            @SuppressWarnings("unused")
            private int passed;
            @SuppressWarnings("unused")
            private Entry next;

            static final VarHandle PASSED = SpinLock.handle(MethodHandles.lookup(), "passed", int.class);
            static final VarHandle NEXT = SpinLock.handle(MethodHandles.lookup(), "next", Entry.class);
        }

        private final Entry[] nodes = {new Entry(), new Entry(), new Entry()};
        @SuppressWarnings("unused")
        private int tail;

        void lock(int cpu) {
            Entry node = nodes[cpu];
            Entry.PASSED.setOpaque(node, 0);
            Entry.NEXT.setOpaque(node, null);
            int before = exchangeTail(cpu + 1);
            if (before != 0) {
                Entry.NEXT.setOpaque(nodes[before - 1], node);
                while ((int) Entry.PASSED.getAcquire(node) == 0) {
                    Thread.onSpinWait();
                }
            }
        }

        void unlock(int cpu) {
            Entry node = nodes[cpu];
            if (TAIL.compareAndSet(this, cpu + 1, 0)) {
                return;
            }
            Entry after;
            while ((after = (Entry) Entry.NEXT.getOpaque(node)) == null) {
                Thread.onSpinWait();
            }
            Entry.PASSED.setRelease(after, 1);
        }

        int exchangeTail(int cpu) {
            return (int) TAIL.getAndSetAcquire(this, cpu);
        }

        static final VarHandle TAIL = SpinLock.handle(MethodHandles.lookup(), "tail", int.class);
    }

    /** With the exchange ordered after the initialization, and the link carrying it on. */
    static final class FixedQSpinLock extends QSpinLock {
        @Override
        int exchangeTail(int cpu) {
            return (int) TAIL.getAndSet(this, cpu);
        }
    }

    private static final class Shared {
        int count;
    }

    static void qspinlock(Scenario scenario, Class<? extends QSpinLock> type, int threads) throws Exception {
        var constructor = type.getDeclaredConstructor();
        constructor.setAccessible(true);
        QSpinLock lock = constructor.newInstance();
        Shared shared = new Shared();
        for (int i = 0; i < threads; i++) {
            int cpu = i;
            scenario.thread("cpu" + cpu, () -> {
                lock.lock(cpu);
                shared.count++;
                lock.unlock(cpu);
            });
        }
        scenario.finallyAssert(() -> {
            assert shared.count == threads : "lost increment: " + shared.count;
        });
    }
}
