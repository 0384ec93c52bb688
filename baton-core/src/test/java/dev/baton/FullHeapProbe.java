package dev.baton;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;

/**
 * One request waits, the heap is filled, the call that serves it is made, the heap is freed: the request must be served
 * then. Five rounds for each primitive and mode.
 */
final class FullHeapProbe {
    private static final int ROUNDS = 5;
    private static final long PATIENCE_MILLIS = 5_000;
    /** What keeps the heap full, in chains of ever smaller pieces. */
    private static Object[] filling;

    private FullHeapProbe() {}

    /** A case: what waits, and what serves it. */
    record Case(String name, Setting setting) {}

    interface Setting {
        Round begin();
    }

    /** One round: how its request waits, how it is served with a full heap, whether all is in order afterwards. */
    interface Round {
        /** Waits until served; run by a thread. */
        void await() throws Exception;

        /** Called when the thread sleeps. */
        void serve();

        default boolean isSettled() {
            return true;
        }

        /** Whether the call may fail for want of memory, having changed nothing; it is then made again. */
        default boolean mayFail() {
            return false;
        }
    }

    private abstract static class OfLock implements Round {
        final Lock lock;

        OfLock(Lock lock) {
            this.lock = lock;
            lock.lock();
        }

        @Override
        public void await() throws Exception {
            lock.lock();
            lock.unlock();
        }

        @Override
        public void serve() {
            lock.unlock();
        }

        @Override
        public boolean isSettled() {
            boolean free = lock.tryLock();
            if (free) {
                lock.unlock();
            }
            return free;
        }
    }

    static List<Case> cases() {
        List<Case> all = new ArrayList<>();
        for (boolean fair : new boolean[]{true, false}) {
            String mode = fair ? ", fair" : ", barging";
            all.add(new Case("Semaphore.release" + mode, () -> semaphore(new Semaphore(0, fair))));
            all.add(new Case("ReentrantLock.unlock" + mode, () -> new OfLock(new ReentrantLock(fair)) {
            }));
            all.add(new Case("WriteLock.unlock" + mode,
                    () -> new OfLock(new ReentrantReadWriteLock(fair).writeLock()) {
                    }));
            all.add(new Case("WriteLock.unlock before a reader" + mode,
                    () -> readers(new ReentrantReadWriteLock(fair))));
            all.add(new Case("Condition.signal" + mode, () -> condition(new ReentrantLock(fair), false)));
            all.add(new Case("Condition.signalAll" + mode, () -> condition(new ReentrantLock(fair), true)));
            all.add(new Case("Semaphore.release to a future" + mode, () -> future(new Semaphore(0, fair))));
            all.add(new Case("cancel of the first in line" + mode, () -> cancelled(new Semaphore(0, fair))));
            all.add(new Case("lock without memory for a place" + mode, () -> lateLock(new ReentrantLock(fair))));
        }
        all.add(new Case("Mutex.unlock", () -> mutex(new Mutex())));
        all.add(new Case("Mutex.unlock, COMBINE", () -> mutex(new Mutex(HandOff.COMBINE))));
        all.add(new Case("CountDownLatch.countDown", FullHeapProbe::latch));
        return all;
    }

    private static Round semaphore(Semaphore semaphore) {
        return new Round() {
            @Override
            public void await() throws Exception {
                semaphore.acquire();
            }

            @Override
            public void serve() {
                semaphore.release();
            }

            @Override
            public boolean isSettled() {
                return semaphore.availablePermits() == 0;
            }
        };
    }

    private static Round future(Semaphore semaphore) {
        CompletableFuture<Void> first = semaphore.acquireAsync();
        CompletableFuture<Void> second = semaphore.acquireAsync();
        return new Round() {
            @Override
            public void await() throws Exception {
                first.get();
                second.get();
            }

            @Override
            public void serve() {
                semaphore.release(2);
            }

            @Override
            public boolean isSettled() {
                return semaphore.availablePermits() == 0;
            }
        };
    }

    /** The first in line leaves, which lets the second through. */
    private static Round cancelled(Semaphore semaphore) {
        CompletableFuture<Void> first = semaphore.acquireAsync(2);
        boolean[] released = new boolean[1];
        return new Round() {
            @Override
            public void await() throws Exception {
                semaphore.acquire();
            }

            @Override
            public void serve() {
                if (!released[0]) {
                    released[0] = true;
                    semaphore.release();
                }
                first.cancel(false);
            }

            @Override
            public boolean mayFail() {
                return true;
            }

            @Override
            public boolean isSettled() {
                return first.isCancelled() && semaphore.availablePermits() == 0;
            }
        };
    }

    private static Round readers(ReentrantReadWriteLock lock) {
        lock.writeLock().lock();
        return new Round() {
            @Override
            public void await() throws Exception {
                lock.readLock().lock();
                lock.readLock().unlock();
            }

            @Override
            public void serve() {
                lock.writeLock().unlock();
            }

            @Override
            public boolean isSettled() {
                return lock.getReadLockCount() == 0 && lock.writeLock().tryLock();
            }
        };
    }

    private static Round condition(ReentrantLock lock, boolean all) {
        Condition changed = lock.newCondition();
        boolean[] signalled = new boolean[1];
        return new Round() {
            @Override
            public void await() throws Exception {
                lock.lock();
                while (!signalled[0]) {
                    changed.await();
                }
                lock.unlock();
            }

            @Override
            public void serve() {
                lock.lock();
                signalled[0] = true;
                if (all) {
                    changed.signalAll();
                } else {
                    changed.signal();
                }
                lock.unlock();
            }

            @Override
            public boolean isSettled() {
                return !lock.isLocked();
            }
        };
    }

    /** The lock is requested with a full heap, by the thread that filled it, while another holds it. */
    private static Round lateLock(ReentrantLock lock) {
        boolean[] wanted = new boolean[1];
        return new Round() {
            @Override
            public void await() throws Exception {
                lock.lock();
                synchronized (wanted) {
                    while (!wanted[0]) {
                        wanted.wait(); // the other asks for the lock now
                    }
                }
                lock.unlock();
            }

            @Override
            public void serve() {
                synchronized (wanted) {
                    wanted[0] = true;
                    wanted.notifyAll();
                }
                lock.lock();
                lock.unlock();
            }

            @Override
            public boolean isSettled() {
                return !lock.isLocked();
            }
        };
    }

    private static Round mutex(Mutex mutex) {
        mutex.lock();
        return new Round() {
            @Override
            public void await() throws Exception {
                mutex.lock();
                mutex.unlock();
            }

            @Override
            public void serve() {
                mutex.unlock();
            }

            @Override
            public boolean isSettled() {
                return !mutex.isLocked();
            }
        };
    }

    private static Round latch() {
        CountDownLatch latch = new CountDownLatch(1);
        return new Round() {
            @Override
            public void await() throws Exception {
                latch.await();
            }

            @Override
            public void serve() {
                latch.countDown();
            }
        };
    }

    public static void main(String[] arguments) throws Exception {
        boolean lost = false;
        for (Case each : cases()) {
            String outcome = probe(each.setting().begin(), false); // links the call sites, which takes memory
            for (int round = 0; round < ROUNDS && outcome.equals("served"); round++) {
                outcome = probe(each.setting().begin(), true);
            }
            System.out.println(outcome + ": " + each.name());
            lost |= !outcome.equals("served");
        }
        Runtime.getRuntime().halt(lost ? 1 : 0);
    }

    private static String probe(Round round, boolean full) throws Exception {
        Throwable[] failure = new Throwable[1];
        Thread waiting = new Thread(() -> {
            try {
                round.await();
            } catch (Throwable thrown) {
                failure[0] = thrown;
            }
        });
        waiting.setDaemon(true);
        waiting.start();
        while (waiting.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
        Throwable thrown = null;
        if (full) {
            fill();
        }
        try {
            round.serve();
        } catch (Throwable caught) {
            thrown = caught;
        }
        filling = null;
        if (thrown instanceof OutOfMemoryError && round.mayFail()) {
            thrown = null;
            round.serve();
        }
        waiting.join(PATIENCE_MILLIS);
        if (waiting.isAlive()) {
            return "LOST (" + thrown + ")";
        }
        if (failure[0] != null) {
            return "FAILED (" + failure[0] + ")";
        }
        return thrown != null ? "THREW " + thrown : round.isSettled() ? "served" : "WRONG STATE";
    }

    /** Fills the heap to the last bytes that a thread can get. */
    private static void fill() {
        for (int size = 1 << 20; size >= 1; size = size / 4) {
            try {
                for (;;) {
                    Object[] more = new Object[size];
                    more[0] = filling;
                    filling = more;
                }
            } catch (OutOfMemoryError full) {
                // with smaller ones then
            }
        }
    }
}
