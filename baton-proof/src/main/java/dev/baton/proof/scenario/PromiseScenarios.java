package dev.baton.proof.scenario;

import static dev.baton.internal.access.CoreAccess.CORE;

import dev.baton.Bag;
import dev.baton.Barrier;
import dev.baton.BlockingPool;
import dev.baton.CountDownLatch;
import dev.baton.Lease;
import dev.baton.LockToken;
import dev.baton.ReentrantLock;
import dev.baton.Semaphore;
import dev.baton.SynchronousQueue;
import dev.baton.check.api.Scenario;
import dev.baton.check.api.ScenarioBody;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.Condition;
import org.jspecify.annotations.Nullable;

/**
 * What the primitives promise about memory, by each way: what a thread did before it released, counted down, signalled or
 * handed over is seen after the acquire, wait or take that this let through.
 */
@SuppressWarnings("LockNotBeforeTry") // a client as short as can be
final class PromiseScenarios {
    private PromiseScenarios() {}

    static List<ProofScenario> all() {
        List<ProofScenario> all = new ArrayList<>();
        for (boolean fair : new boolean[]{true, false}) {
            String kind = fair ? "fair" : "barging";
            String semaphore = "Semaphore, " + kind;
            add(all, semaphore, "release to tryAcquire", scenario -> tryAcquire(scenario, fair));
            add(all, semaphore, "release to acquire", scenario -> acquire(scenario, fair));
            add(all, semaphore, "release to availablePermits", scenario -> permits(scenario, fair));
            add(all, semaphore, "release to a try beside a heavier request", scenario -> tryBeside(scenario, fair));
            String lock = "ReentrantLock, " + kind;
            add(all, lock, "unlock to tryLock", scenario -> tryLock(scenario, fair));
            add(all, lock, "close of a token to lock", scenario -> token(scenario, fair));
            add(all, lock, "close of a token, by either of two threads, to lock",
                    scenario -> sharedToken(scenario, fair));
            add(all, lock, "signal to await, the lock is free", scenario -> condition(scenario, fair));
            String queue = "SynchronousQueue, " + (fair ? "fair" : "unfair");
            add(all, queue, "put to take", scenario -> transfer(scenario, fair));
            add(all, queue, "put to poll", scenario -> poll(scenario, fair));
            add(all, queue, "offer to the second of two who take", scenario -> secondTake(scenario, fair));
            add(all, queue, "offer finds one who takes, as there is always one",
                    scenario -> alwaysOne(scenario, fair));
            add(all, queue, "put to a future", scenario -> transferAsync(scenario, fair));
        }
        for (int size : new int[]{1, 2}) {
            String latch = "CountDownLatch, segments of " + size;
            add(all, latch, "countDown to tryAwait", scenario -> tryAwait(scenario, size));
            add(all, latch, "countDown to a future", scenario -> awaitAsync(scenario, size));
            String barrier = "Barrier, segments of " + size;
            add(all, barrier, "arrival to arrival, in the next round too", scenario -> rounds(scenario, size));
            for (boolean stack : new boolean[]{false, true}) {
                String bag = "Bag, " + (stack ? "stack" : "queue") + ", segments of " + size;
                add(all, bag, "put to one who waits", scenario -> served(scenario, stack, size));
                add(all, bag, "put to tryTake, in another order", scenario -> stored(scenario, stack, size));
                add(all, bag, "put to the second of two who wait, the first aborts",
                        scenario -> delegated(scenario, stack, size));
                add(all, bag, "two puts at once", scenario -> puts(scenario, stack, size));
                add(all, bag, "two takes at once", scenario -> takes(scenario, stack, size));
            }
        }
        all.add(ProofScenario.of("BlockingPool", "seen after: the end of a lease to the next", 2,
                PromiseScenarios::lease).inDeepRuns());
        add(all, "BlockingPool", "the end of a lease to a request that waits", PromiseScenarios::leaseAsync);
        return all;
    }

    private static void add(List<ProofScenario> all, String primitive, String name, ScenarioBody body) {
        all.add(ProofScenario.of(primitive, "seen after: " + name, 2, body));
    }

    private static Semaphore semaphore(int permits, boolean fair) {
        return Lined.lined(CORE.semaphore(permits, fair, 2));
    }

    private static void releases(Scenario scenario, Ledger ledger, Runnable release) {
        scenario.thread("releases", () -> {
            ledger.first = 1;
            release.run();
        });
    }

    private static void assertSeen(Ledger ledger) {
        assert ledger.first == 1 : "not seen";
    }

    private static void tryAcquire(Scenario scenario, boolean fair) {
        Semaphore semaphore = semaphore(0, fair);
        Ledger ledger = new Ledger();
        releases(scenario, ledger, semaphore::release);
        scenario.thread("tries", () -> {
            if (semaphore.tryAcquire()) {
                assertSeen(ledger);
            }
        });
    }

    private static void acquire(Scenario scenario, boolean fair) {
        Semaphore semaphore = semaphore(0, fair);
        Ledger ledger = new Ledger();
        releases(scenario, ledger, semaphore::release);
        scenario.thread("acquires", () -> {
            semaphore.acquireUninterruptibly();
            assertSeen(ledger);
        });
    }

    private static void permits(Scenario scenario, boolean fair) {
        Semaphore semaphore = semaphore(0, fair);
        Ledger ledger = new Ledger();
        releases(scenario, ledger, semaphore::release);
        scenario.thread("looks", () -> {
            if (semaphore.availablePermits() == 1) {
                assertSeen(ledger);
            }
        });
    }

    private static void tryBeside(Scenario scenario, boolean fair) {
        Semaphore semaphore = semaphore(0, fair);
        CompletableFuture<Void> _ = semaphore.acquireAsync(2);
        Ledger ledger = new Ledger();
        releases(scenario, ledger, semaphore::release);
        scenario.thread("tries", () -> {
            if (semaphore.tryAcquire()) {
                assertSeen(ledger);
                ledger.second = 1;
                semaphore.release();
            }
        });
        scenario.finallyAssert(() -> {
            assert semaphore.availablePermits() == 1 && semaphore.getQueueLength() == 1;
        });
    }

    private static ReentrantLock lock(boolean fair) {
        return Lined.lined(CORE.reentrantLock(fair, 2));
    }

    private static void section(ReentrantLock lock, Ledger ledger) {
        lock.lock();
        try {
            ledger.section();
        } finally {
            lock.unlock();
        }
    }

    private static void tryLock(Scenario scenario, boolean fair) {
        ReentrantLock lock = lock(fair);
        Ledger ledger = new Ledger();
        scenario.thread("locks", () -> section(lock, ledger));
        scenario.thread("tries", () -> {
            if (lock.tryLock()) {
                ledger.section();
                lock.unlock();
                ledger.served = 1;
            }
        });
        scenario.finallyAssert(() -> {
            assert ledger.sections == 1 + ledger.served : "two threads in the section";
        });
    }

    private static void token(Scenario scenario, boolean fair) {
        ReentrantLock lock = lock(fair);
        Ledger ledger = new Ledger();
        LockToken token = lock.lockAsync().join();
        scenario.thread("has the token", () -> {
            ledger.section();
            token.close();
        });
        scenario.thread("locks", () -> section(lock, ledger));
        scenario.finallyAssert(() -> {
            assert ledger.sections == 2 : "two threads in the section";
        });
    }

    private static void sharedToken(Scenario scenario, boolean fair) {
        ReentrantLock lock = lock(fair);
        LockToken token = lock.lockAsync().join();
        Ledger ledger = new Ledger();
        scenario.threads(2, token::close);
        scenario.thread("locks", () -> section(lock, ledger));
        scenario.finallyAssert(() -> {
            assert ledger.sections == 1 && !lock.isLocked();
        });
    }

    private static void condition(Scenario scenario, boolean fair) {
        ReentrantLock lock = lock(fair);
        Condition condition = lock.newCondition();
        Ledger ledger = new Ledger();
        scenario.thread("signals", () -> {
            lock.lock();
            ledger.first = 1;
            condition.signal();
            lock.unlock();
            ledger.second = 1;
        });
        scenario.thread("awaits", () -> {
            lock.lock();
            while (ledger.first == 0) {
                condition.awaitUninterruptibly();
            }
            assertSeen(ledger);
            lock.unlock();
        });
    }

    /** An element with a plain field. */
    private static final class Box {
        int content;

        static Box of(int content) {
            Box box = new Box();
            box.content = content;
            return box;
        }

        static int contentOf(@Nullable Box box) {
            return box == null ? 0 : box.content;
        }
    }

    private static SynchronousQueue<Box> queue(boolean fair) {
        return CORE.synchronousQueue(fair);
    }

    private static Box taken(SynchronousQueue<Box> queue) {
        try {
            return queue.take();
        } catch (InterruptedException e) {
            throw Ledger.unexpected(e);
        }
    }

    private static void put(SynchronousQueue<Box> queue, Box box) {
        try {
            queue.put(box);
        } catch (InterruptedException e) {
            throw Ledger.unexpected(e);
        }
    }

    private static void transfer(Scenario scenario, boolean fair) {
        SynchronousQueue<Box> queue = queue(fair);
        scenario.thread("puts", () -> put(queue, Box.of(7)));
        scenario.thread("takes", () -> {
            assert taken(queue).content == 7 : "not seen";
        });
    }

    private static void poll(Scenario scenario, boolean fair) {
        SynchronousQueue<Box> queue = queue(fair);
        CompletableFuture<Void> _ = queue.putAsync(Box.of(1));
        scenario.thread("puts", () -> {
            CompletableFuture<Void> _ = queue.putAsync(Box.of(2));
        });
        scenario.thread("polls", () -> {
            int sum = Box.contentOf(queue.poll()) + Box.contentOf(queue.poll());
            assert sum == 1 || sum == 2 || sum == 3 : "not seen";
        });
    }

    private static void secondTake(Scenario scenario, boolean fair) {
        SynchronousQueue<Box> queue = queue(fair);
        CompletableFuture<Box> first = queue.takeAsync();
        scenario.thread("offers", () -> {
            queue.offer(Box.of(1));
            queue.offer(Box.of(2));
        });
        scenario.thread("takes", () -> {
            CompletableFuture<Box> second = queue.takeAsync();
            assert !second.isDone() || second.join().content > 0 : "not seen";
        });
        scenario.finallyAssert(() -> {
            assert first.isDone() || !fair : "a request was forgotten";
        });
    }

    private static void alwaysOne(Scenario scenario, boolean fair) {
        SynchronousQueue<Box> queue = queue(fair);
        CompletableFuture<Box> _ = queue.takeAsync();
        scenario.thread("takes, then offers", () -> {
            CompletableFuture<Box> _ = queue.takeAsync();
            queue.offer(Box.of(1));
        });
        scenario.thread("offers", () -> {
            assert queue.offer(Box.of(2)) : "somebody has waited all the time";
        });
    }

    private static void transferAsync(Scenario scenario, boolean fair) {
        SynchronousQueue<Box> queue = queue(fair);
        CompletableFuture<Box> first = queue.takeAsync();
        scenario.thread("puts", () -> put(queue, Box.of(7)));
        scenario.thread("has the future", () -> {
            assert first.join().content == 7 : "not seen";
        });
    }

    private static void tryAwait(Scenario scenario, int size) {
        CountDownLatch latch = CORE.countDownLatch(1, size);
        Ledger ledger = new Ledger();
        releases(scenario, ledger, latch::countDown);
        scenario.thread("tries", () -> {
            if (latch.tryAwait()) {
                assertSeen(ledger);
            }
        });
    }

    private static void awaitAsync(Scenario scenario, int size) {
        CountDownLatch latch = CORE.countDownLatch(1, size);
        Ledger ledger = new Ledger();
        releases(scenario, ledger, latch::countDown);
        scenario.thread("has the future", () -> {
            CompletableFuture<Void> opened = latch.awaitAsync();
            if (opened.isDone()) {
                assertSeen(ledger);
            }
        });
    }

    private static void rounds(Scenario scenario, int size) {
        Barrier barrier = CORE.barrier(2, size);
        CompletableFuture<Integer> _ = barrier.awaitAsync();
        int[] arrived = new int[3];
        for (int i = 0; i < 3; i++) {
            int mine = i;
            if (i < 2) {
                scenario.thread("arrives", () -> {
                    arrived[mine] = 1;
                    CompletableFuture<Integer> _ = barrier.awaitAsync();
                });
            }
        }
        scenario.finallyAssert(() -> {
            assert barrier.getNumberArrived() == 1 && arrived[0] + arrived[1] == 2;
            assert barrier.getQueueLength() == 1 : "lost in a round that has ended";
        });
    }

    private static Bag<Box> bag(boolean stack, int size) {
        return CORE.bag(stack, size);
    }

    private static void served(Scenario scenario, boolean stack, int size) {
        Bag<Box> bag = bag(stack, size);
        CompletableFuture<Box> request = bag.takeAsync();
        scenario.thread("puts", () -> bag.put(Box.of(7)));
        scenario.thread("takes", () -> {
            assert request.join().content == 7 : "not seen";
        });
    }

    private static void delegated(Scenario scenario, boolean stack, int size) {
        Bag<Box> bag = bag(stack, size);
        CompletableFuture<Box> first = bag.takeAsync();
        CompletableFuture<Box> second = bag.takeAsync();
        scenario.thread("puts", () -> bag.put(Box.of(7)));
        scenario.thread("aborts the first, has the second", () -> {
            first.cancel(false);
            assert !second.isDone() || second.join().content == 7 : "not seen";
        });
        scenario.finallyAssert(() -> {
            assert first.isCancelled() == second.isDone() : "element lost, or given twice";
        });
    }

    private static void stored(Scenario scenario, boolean stack, int size) {
        Bag<Box> bag = bag(stack, size);
        for (int i = 0; i < 2; i++) {
            bag.put(Box.of(1));
        }
        scenario.thread("puts", () -> bag.put(Box.of(7)));
        scenario.thread("takes", () -> {
            for (int i = 0; i < 2; i++) {
                assert Box.contentOf(bag.tryTake()) > 0 : "not seen";
            }
        });
        scenario.finallyAssert(() -> {
            assert bag.getSize() == 1 && Box.contentOf(bag.tryTake()) > 0 : "element lost";
        });
    }

    private static void puts(Scenario scenario, boolean stack, int size) {
        Bag<Box> bag = bag(stack, size);
        scenario.threads(2, () -> bag.put(Box.of(1)));
        scenario.finallyAssert(() -> {
            assert Box.contentOf(bag.tryTake()) + Box.contentOf(bag.tryTake()) == 2 : "element lost";
            assert bag.tryTake() == null;
        });
    }

    private static void takes(Scenario scenario, boolean stack, int size) {
        Bag<Box> bag = bag(stack, size);
        for (int i = 0; i < 3; i++) {
            bag.put(Box.of(1 << i));
        }
        int[] sums = new int[2];
        for (int i = 0; i < 2; i++) {
            int mine = i;
            scenario.thread("takes", () -> sums[mine] = Box.contentOf(bag.tryTake()));
        }
        scenario.finallyAssert(() -> {
            assert sums[0] + sums[1] + Box.contentOf(bag.tryTake()) == 7 : "element lost, or taken twice";
        });
    }

    private static BlockingPool<Box> pool() {
        return CORE.tuned(BlockingPool.<Box>builder(1, () -> Box.of(1)).executor(Runnable::run), 2).build();
    }

    private static void lease(Scenario scenario) {
        BlockingPool<Box> pool = pool();
        Lease<Box> lease = pool.tryTake();
        assert lease != null;
        scenario.thread("ends", () -> {
            lease.get().content = 7;
            lease.close();
        });
        scenario.thread("takes", () -> {
            Lease<Box> next = pool.takeUninterruptibly();
            assert next.get().content == 7 : "not seen";
        });
    }

    private static void leaseAsync(Scenario scenario) {
        BlockingPool<Box> pool = pool();
        Lease<Box> lease = pool.tryTake();
        assert lease != null;
        CompletableFuture<Lease<Box>> request = pool.takeAsync();
        scenario.thread("ends", () -> {
            lease.get().content = 7;
            lease.close();
        });
        scenario.thread("has the future", () -> {
            assert request.join().get().content == 7 : "not seen";
        });
    }
}
