package dev.baton.check.zoo;

import dev.baton.check.zoo.McsLock.Node;
import java.util.List;

/** Locks with one thing broken: a mode weakened, a step left out. Each must be found out. */
final class Mutants {
    private Mutants() {}

    // ---- test-and-set

    static final class TasOpaqueExchange extends TasLock {
        @Override
        int exchangeHeld() {
            return (int) HELD.getAndSetRelease(this, 1);
        }
    }

    static final class TasOpaqueUnlock extends TasLock {
        @Override
        void clearHeld() {
            HELD.setOpaque(this, 0);
        }
    }

    static final class TasPlainUnlock extends TasLock {
        @Override
        void clearHeld() {
            HELD.set(this, 0);
        }
    }

    static final class TasNotAtomic extends TasLock {
        @Override
        int exchangeHeld() {
            int before = (int) HELD.getAcquire(this);
            HELD.setRelease(this, 1);
            return before;
        }
    }

    // ---- test and test-and-set

    static final class TtasReleaseCas extends TtasLock {
        @Override
        boolean casHeld() {
            return HELD.weakCompareAndSetRelease(this, 0, 1);
        }
    }

    static final class TtasOpaqueUnlock extends TtasLock {
        @Override
        void clearHeld() {
            HELD.setOpaque(this, 0);
        }
    }

    static final class TtasPlainPolling extends TtasLock {
        @Override
        int readHeld() {
            return (int) HELD.get(this);
        }
    }

    static final class TtasNotAtomic extends TtasLock {
        @Override
        boolean casHeld() {
            if ((int) HELD.getAcquire(this) == 1) {
                return false;
            }
            HELD.setRelease(this, 1);
            return true;
        }
    }

    // ---- ticket

    static final class TicketOpaquePolling extends TicketLock {
        @Override
        int serving() {
            return (int) SERVING.getOpaque(this);
        }
    }

    static final class TicketOpaqueUnlock extends TicketLock {
        @Override
        void serve(int ticket) {
            SERVING.setOpaque(this, ticket);
        }
    }

    static final class TicketPlainPolling extends TicketLock {
        @Override
        int serving() {
            return (int) SERVING.get(this);
        }
    }

    static final class TicketNotAtomic extends TicketLock {
        @Override
        int draw() {
            int ticket = (int) NEXT.getVolatile(this);
            NEXT.setVolatile(this, ticket + 1);
            return ticket;
        }
    }

    static final class TicketNeverServed extends TicketLock {
        @Override
        void serve(int ticket) {
            SERVING.setRelease(this, ticket + 1);
        }
    }

    // ---- MCS

    static final class McsOpaqueNext extends McsLock {
        @Override
        void setNext(Node before, Node node) {
            Node.NEXT.setOpaque(before, node);
        }
    }

    static final class McsOpaquePolling extends McsLock {
        @Override
        boolean isLocked(Node node) {
            return (boolean) Node.LOCKED.getOpaque(node);
        }
    }

    static final class McsOpaqueUnlock extends McsLock {
        @Override
        void unlockNode(Node node) {
            Node.LOCKED.setOpaque(node, false);
        }
    }

    static final class McsReleaseTail extends McsLock {
        @Override
        Node exchangeTail(Node node) {
            return (Node) TAIL.getAndSetRelease(this, node);
        }
    }

    static final class McsAcquireRelease extends McsLock {
        @Override
        boolean casTail(Node node) {
            return TAIL.weakCompareAndSetAcquire(this, node, null);
        }
    }

    static final class McsNoWaitForNext extends McsLock {
        @Override
        public void unlock(Object token) {
            Node after = next((Node) token);
            if (after != null) {
                unlockNode(after);
            } else {
                casTail((Node) token);
            }
        }
    }

    static final class McsLateLock extends McsLock {
        @Override
        void lockNode(Node node) {}

        @Override
        void setNext(Node before, Node node) {
            Node.NEXT.setRelease(before, node);
            Node.LOCKED.setOpaque(node, true);
        }
    }

    // ---- CLH

    static final class ClhOpaquePolling extends ClhLock {
        @Override
        boolean isLocked(Link node) {
            return (boolean) Link.LOCKED.getOpaque(node);
        }
    }

    static final class ClhOpaqueUnlock extends ClhLock {
        @Override
        void unlockNode(Link node) {
            Link.LOCKED.setOpaque(node, false);
        }
    }

    static final class ClhAcquireTail extends ClhLock {
        @Override
        Link exchangeTail(Link node) {
            return (Link) TAIL.getAndSetAcquire(this, node);
        }
    }

    static final class ClhReleaseTail extends ClhLock {
        @Override
        Link exchangeTail(Link node) {
            return (Link) TAIL.getAndSetRelease(this, node);
        }
    }

    static final class ClhNeverLocked extends ClhLock {
        @Override
        void lockNode(Link node) {}
    }

    // ---- array

    static final class ArrayOpaquePolling extends ArrayLock {
        @Override
        int read(int[] slots, int slot) {
            return (int) SLOTS.getOpaque(slots, slot);
        }
    }

    static final class ArrayOpaqueUnlock extends ArrayLock {
        @Override
        void pass(int[] slots, int slot) {
            SLOTS.setOpaque(slots, slot, 1);
        }
    }

    static final class ArrayNotAtomic extends ArrayLock {
        @Override
        int draw() {
            int slot = (int) TAIL.getVolatile(this);
            TAIL.setVolatile(this, slot + 1);
            return slot;
        }
    }

    static final class ArrayWrongSlot extends ArrayLock {
        @Override
        void pass(int[] slots, int slot) {
            SLOTS.setRelease(slots, slot + 1 & slots.length - 1, 1);
        }
    }

    // ---- parking

    static final class ParkNoRetry extends ParkLock {
        private boolean first = true;

        @Override
        boolean retry() {
            if (first) {
                first = false;
                return false;
            }
            return casHeld();
        }
    }

    static final class ParkLostUnpark extends ParkLock {
        @Override
        void unpark(Thread thread) {}
    }

    static final class ParkTakeTooEarly extends ParkLock {
        @Override
        public void unlock(Object token) {
            Waiter taken = takeWaiters();
            clearHeld();
            for (Waiter waiter = taken; waiter != null; waiter = waiter.next) {
                waiter.signalled = true;
                unpark(waiter.thread);
            }
        }
    }

    static final class ParkWakesOne extends ParkLock {
        @Override
        public void unlock(Object token) {
            clearHeld();
            Waiter waiter = takeWaiters();
            if (waiter != null) {
                waiter.signalled = true;
                unpark(waiter.thread);
            }
        }
    }

    static final class ParkOnce extends ParkLock {
        @Override
        boolean retry() {
            if (!casHeld()) {
                park();
            }
            return true;
        }
    }

    static final class ParkOpaqueUnlock extends ParkLock {
        @Override
        void clearHeld() {
            HELD.setOpaque(this, 0);
        }
    }

    static final class ParkNeverSignalled extends ParkLock {
        @Override
        public void unlock(Object token) {
            clearHeld();
            for (Waiter waiter = takeWaiters(); waiter != null; waiter = waiter.next) {
                unpark(waiter.thread);
            }
        }
    }

    static final List<Class<? extends SpinLock>> ALL = List.of(TasOpaqueExchange.class, TasOpaqueUnlock.class,
            TasPlainUnlock.class, TasNotAtomic.class, TtasReleaseCas.class, TtasOpaqueUnlock.class,
            TtasPlainPolling.class, TtasNotAtomic.class, TicketOpaquePolling.class, TicketOpaqueUnlock.class,
            TicketPlainPolling.class, TicketNotAtomic.class, TicketNeverServed.class, McsOpaqueNext.class,
            McsOpaquePolling.class, McsOpaqueUnlock.class, McsReleaseTail.class,
            McsAcquireRelease.class, McsNoWaitForNext.class, McsLateLock.class, ClhOpaquePolling.class,
            ClhOpaqueUnlock.class, ClhAcquireTail.class, ClhReleaseTail.class, ClhNeverLocked.class,
            ArrayOpaquePolling.class, ArrayOpaqueUnlock.class, ArrayNotAtomic.class, ArrayWrongSlot.class,
            ParkNoRetry.class, ParkLostUnpark.class, ParkTakeTooEarly.class,
            ParkWakesOne.class, ParkOnce.class, ParkOpaqueUnlock.class, ParkNeverSignalled.class);
}
