package dev.baton.fault.trial;

import static dev.baton.fault.trial.Trial.require;

import dev.baton.Barrier;
import dev.baton.CountDownLatch;
import dev.baton.CyclicBarrier;
import dev.baton.ReentrantLock;
import dev.baton.ReentrantReadWriteLock;
import dev.baton.SynchronousQueue;
import dev.baton.fault.Faults;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Primitives at which threads meet, and conditions. */
final class MeetingTrials {
    private static final Resource.Unit NOTHING = () -> {};

    private MeetingTrials() {}

    static void runAll(BiConsumer<String, String> report) {
        Trial.report("CountDownLatch: the last countDown", MeetingTrials::open, report);
        Trial.report("CountDownLatch: await", MeetingTrials::awaitLatch, report);
        Trial.report("CountDownLatch: await, and time out", MeetingTrials::timeOutLatch, report);
        Trial.report("CountDownLatch: await without a thread", MeetingTrials::awaitLatchAsync, report);
        Trial.report("CountDownLatch: interrupt", MeetingTrials::interruptLatch, report);
        Trial.report("CountDownLatch: cancel", MeetingTrials::cancelLatch, report);
        Trial.report("Barrier: the last arrives", MeetingTrials::completeRound, report);
        Trial.report("Barrier: await", MeetingTrials::awaitBarrier, report);
        Trial.report("Barrier: await without a thread", MeetingTrials::awaitBarrierAsync, report);
        Trial.report("Barrier: interrupt", MeetingTrials::interruptBarrier, report);
        Trial.report("CyclicBarrier: the last arrives", MeetingTrials::trip, report);
        Trial.report("CyclicBarrier: await", MeetingTrials::awaitCyclic, report);
        Trial.report("CyclicBarrier: interrupt", MeetingTrials::interruptCyclic, report);
        Trial.report("CyclicBarrier: reset", MeetingTrials::resetCyclic, report);
        Trial.report("CyclicBarrier: cancel", MeetingTrials::cancelCyclic, report);
        for (boolean fair : new boolean[]{true, false}) {
            String queue = "SynchronousQueue, " + (fair ? "fair" : "unfair");
            Trial.report(queue + ": offer, a thread waits", faults -> offer(faults, fair), report);
            Trial.report(queue + ": offer, a future waits", faults -> offerToFuture(faults, fair), report);
            Trial.report(queue + ": put", faults -> put(faults, fair), report);
            Trial.report(queue + ": take, and time out", faults -> timeOutTake(faults, fair), report);
            Trial.report(queue + ": put without a thread", faults -> putAsync(faults, fair), report);
            Trial.report(queue + ": interrupt", faults -> interruptTake(faults, fair), report);
            Trial.report(queue + ": cancel", faults -> cancelTake(faults, fair), report);
            String order = fair ? ", fair" : ", barging";
            conditions("Condition" + order, () -> new ReentrantLock(fair), report);
            conditions("Condition of a write lock" + order, () -> new ReentrantReadWriteLock(fair).writeLock(), report);
        }
    }

    private static void conditions(String name, Supplier<Lock> fresh, BiConsumer<String, String> report) {
        Trial.report(name + ": signal", faults -> signal(faults, fresh.get(), false), report);
        Trial.report(name + ": signalAll", faults -> signal(faults, fresh.get(), true), report);
        Trial.report(name + ": await", faults -> awaitCondition(faults, fresh.get()), report);
        Trial.report(name + ": interrupt", faults -> interruptCondition(faults, fresh.get()), report);
    }

    private static Sleeper sleeper(Faults.Operation wait) {
        return new Sleeper(() -> {
            wait.run();
            return NOTHING;
        }).awaitAsleep();
    }

    /** A thread whose wait begins with the fault armed; it may end with the error. */
    private static Sleeper faulty(Faults faults, Faults.Operation wait) {
        Sleeper sleeper = sleeper(() -> {
            faults.arm(Thread.currentThread());
            wait.run();
        });
        faults.disarm();
        return sleeper;
    }

    private static boolean failed(Sleeper sleeper) {
        return sleeper.failure() instanceof OutOfMemoryError;
    }

    private static void mustComplete(CompletableFuture<?> future) throws Exception {
        try {
            Object unused = future.get(Trial.PATIENCE_MILLIS, TimeUnit.MILLISECONDS);
        } catch (java.util.concurrent.TimeoutException asleep) {
            throw new AssertionError("a future never completes", asleep);
        }
    }

    private static void open(Faults faults) throws Exception {
        CountDownLatch latch = new CountDownLatch(1);
        CompletableFuture<Void> future = latch.awaitAsync();
        CompletableFuture<Void> another = latch.awaitAsync();
        Sleeper sleeper = sleeper(latch::await);
        if (!faults.during(latch::countDown)) {
            require(latch.getCount() == 1, "the count is " + latch.getCount() + " although countDown failed");
            latch.countDown();
        }
        sleeper.mustBeServed();
        mustComplete(future);
        mustComplete(another);
        require(latch.getCount() == 0 && latch.await(0, TimeUnit.SECONDS) && !latch.hasQueuedThreads(), "not open");
    }

    private static void awaitLatch(Faults faults) throws Exception {
        CountDownLatch latch = new CountDownLatch(1);
        Sleeper first = faulty(faults, latch::await);
        Sleeper second = sleeper(latch::await);
        latch.countDown();
        require(first.awaitOutcome() && (first.wasServed() || failed(first)), "a thread sleeps for ever");
        second.mustBeServed();
    }

    private static void timeOutLatch(Faults faults) throws Exception {
        CountDownLatch latch = new CountDownLatch(1);
        Sleeper first = new Sleeper(() -> {
            faults.arm(Thread.currentThread());
            return latch.await(3, TimeUnit.MILLISECONDS) ? NOTHING : null;
        });
        require(first.awaitOutcome() && !first.wasServed(), "a wait without an end");
        faults.disarm();
        require(!latch.hasQueuedThreads(), "one that left is still in the queue");
        Sleeper second = sleeper(latch::await);
        latch.countDown();
        second.mustBeServed();
    }

    private static void awaitLatchAsync(Faults faults) throws Exception {
        CountDownLatch latch = new CountDownLatch(1);
        CompletableFuture<?>[] future = new CompletableFuture<?>[1];
        boolean waits = faults.during(() -> future[0] = latch.awaitAsync());
        Sleeper second = sleeper(latch::await);
        latch.countDown();
        second.mustBeServed();
        if (waits) {
            mustComplete(future[0]);
        }
    }

    private static void interruptLatch(Faults faults) throws Exception {
        CountDownLatch latch = new CountDownLatch(1);
        Sleeper first = sleeper(latch::await);
        Sleeper second = sleeper(latch::await);
        interrupt(faults, first);
        latch.countDown();
        second.mustBeServed();
        require(!latch.hasQueuedThreads(), "one that left is still in the queue");
    }

    private static void interrupt(Faults faults, Sleeper sleeper) throws InterruptedException {
        faults.arm(sleeper.thread);
        sleeper.thread.interrupt();
        require(sleeper.awaitOutcome(), "a thread cannot be interrupted");
        faults.disarm();
        require(!sleeper.wasServed(), "served for no reason");
    }

    private static void cancelLatch(Faults faults) throws Exception {
        CountDownLatch latch = new CountDownLatch(1);
        CompletableFuture<Void> first = latch.awaitAsync();
        Sleeper second = sleeper(latch::await);
        cancel(faults, first);
        latch.countDown();
        second.mustBeServed();
    }

    private static void cancel(Faults faults, CompletableFuture<?> future) throws Exception {
        if (!faults.during(() -> future.cancel(false))) {
            future.cancel(false);
        }
        require(future.isCancelled(), "not cancelled");
    }

    private static void completeRound(Faults faults) throws Exception {
        Barrier barrier = new Barrier(3);
        CompletableFuture<Integer> future = barrier.awaitAsync();
        Sleeper sleeper = sleeper(barrier::await);
        if (!faults.during(barrier::await)) {
            require(barrier.getNumberArrived() == 2, "arrived: " + barrier.getNumberArrived());
            require(barrier.await() == 0, "not the last");
        }
        sleeper.mustBeServed();
        mustComplete(future);
        round(barrier);
    }

    /** A whole round of a barrier of three. */
    private static void round(Barrier barrier) throws Exception {
        require(barrier.getNumberArrived() == 0, "the round did not end");
        Sleeper one = sleeper(barrier::await);
        CompletableFuture<Integer> other = barrier.awaitAsync();
        require(barrier.await() == 0, "not the last");
        one.mustBeServed();
        mustComplete(other);
    }

    private static void awaitBarrier(Faults faults) throws Exception {
        Barrier barrier = new Barrier(3);
        Sleeper first = faulty(faults, barrier::await);
        Sleeper second = sleeper(barrier::await);
        boolean counts = !(first.awaitOutcomeIfFailed() && failed(first));
        require(barrier.getNumberArrived() == (counts ? 2 : 1), "arrived: " + barrier.getNumberArrived());
        Sleeper third = counts ? null : sleeper(barrier::await);
        require(barrier.await() == 0, "not the last");
        for (Sleeper each : new @Nullable Sleeper[]{counts ? first : third, second}) {
            if (each != null) {
                each.mustBeServed();
            }
        }
        round(barrier);
    }

    private static void awaitBarrierAsync(Faults faults) throws Exception {
        Barrier barrier = new Barrier(3);
        CompletableFuture<?>[] future = new CompletableFuture<?>[1];
        if (!faults.during(() -> future[0] = barrier.awaitAsync())) {
            require(barrier.getNumberArrived() == 0, "arrived: " + barrier.getNumberArrived());
            future[0] = barrier.awaitAsync();
        }
        Sleeper second = sleeper(barrier::await);
        require(barrier.await() == 0, "not the last");
        second.mustBeServed();
        mustComplete(future[0]);
        round(barrier);
    }

    private static void interruptBarrier(Faults faults) throws Exception {
        Barrier barrier = new Barrier(3);
        Sleeper first = sleeper(barrier::await);
        Sleeper second = sleeper(barrier::await);
        interrupt(faults, first);
        require(barrier.await() == 0, "not the last");
        second.mustBeServed();
        round(barrier);
    }

    private static void trip(Faults faults) throws Exception {
        CyclicBarrier barrier = new CyclicBarrier(3);
        CompletableFuture<Integer> future = barrier.awaitAsync();
        Sleeper sleeper = sleeper(barrier::await);
        if (!faults.during(barrier::await)) {
            require(!barrier.isBroken() && barrier.getNumberWaiting() == 2, "waiting: " + barrier.getNumberWaiting());
            barrier.await();
        }
        sleeper.mustBeServed();
        mustComplete(future);
        require(!barrier.isBroken() && barrier.getNumberWaiting() == 0, "the generation did not end");
    }

    private static void awaitCyclic(Faults faults) throws Exception {
        CyclicBarrier barrier = new CyclicBarrier(2);
        Sleeper first = faulty(faults, barrier::await);
        if (first.awaitOutcomeIfFailed()) {
            require(failed(first), "turned away: " + first.failure());
            require(barrier.getNumberWaiting() == 0, "waiting: " + barrier.getNumberWaiting());
            barrier.reset();
        } else {
            barrier.await();
            first.mustBeServed();
        }
        Sleeper again = sleeper(barrier::await);
        barrier.await();
        again.mustBeServed();
    }

    private static void interruptCyclic(Faults faults) throws Exception {
        CyclicBarrier barrier = new CyclicBarrier(3);
        Sleeper first = sleeper(barrier::await);
        CompletableFuture<Integer> second = barrier.awaitAsync();
        interrupt(faults, first);
        mustBreak(barrier, second);
    }

    private static void mustBreak(CyclicBarrier barrier, CompletableFuture<?> other) throws Exception {
        try {
            mustComplete(other);
            require(false, "not broken");
        } catch (ExecutionException broken) {
            require(barrier.isBroken(), "not broken");
        }
    }

    private static void resetCyclic(Faults faults) throws Exception {
        CyclicBarrier barrier = new CyclicBarrier(3);
        Sleeper first = sleeper(barrier::await);
        CompletableFuture<Integer> second = barrier.awaitAsync();
        if (!faults.during(barrier::reset)) {
            require(!barrier.isBroken() && barrier.getNumberWaiting() == 2, "waiting: " + barrier.getNumberWaiting());
            barrier.reset();
        }
        require(first.awaitOutcome() && !first.wasServed(), "a thread sleeps for ever");
        try {
            mustComplete(second);
            require(false, "not broken");
        } catch (ExecutionException broken) {
            require(!barrier.isBroken() && barrier.getNumberWaiting() == 0, "not begun anew");
        }
    }

    private static void cancelCyclic(Faults faults) throws Exception {
        CyclicBarrier barrier = new CyclicBarrier(3);
        CompletableFuture<Integer> first = barrier.awaitAsync();
        CompletableFuture<Integer> second = barrier.awaitAsync();
        cancel(faults, first);
        mustBreak(barrier, second);
    }

    private static void offer(Faults faults, boolean fair) throws Exception {
        SynchronousQueue<String> queue = new SynchronousQueue<>(fair);
        Sleeper taker = sleeper(() -> require(queue.take().equals("a"), "another element"));
        if (!faults.during(() -> require(queue.offer("a"), "nobody waits"))) {
            require(queue.offer("a"), "nobody waits");
        }
        taker.mustBeServed();
        require(!queue.offer("b"), "a request was left");
    }

    private static void offerToFuture(Faults faults, boolean fair) throws Exception {
        SynchronousQueue<String> queue = new SynchronousQueue<>(fair);
        CompletableFuture<String> taker = queue.takeAsync();
        if (!faults.during(() -> require(queue.offer("a"), "nobody waits"))) {
            require(queue.offer("a"), "nobody waits");
        }
        mustComplete(taker);
        require(taker.join().equals("a") && !queue.offer("b"), "a request was left");
    }

    private static void put(Faults faults, boolean fair) throws Exception {
        SynchronousQueue<String> queue = new SynchronousQueue<>(fair);
        Sleeper first = faulty(faults, () -> queue.put("a"));
        if (!first.awaitOutcomeIfFailed()) {
            require("a".equals(queue.poll()), "element lost");
            first.mustBeServed();
        }
        require(queue.poll() == null, "element doubled");
        Sleeper second = sleeper(() -> queue.put("b"));
        require("b".equals(queue.poll()), "element lost");
        second.mustBeServed();
    }

    private static void timeOutTake(Faults faults, boolean fair) throws Exception {
        SynchronousQueue<String> queue = new SynchronousQueue<>(fair);
        Sleeper first = new Sleeper(() -> {
            faults.arm(Thread.currentThread());
            return queue.poll(3, TimeUnit.MILLISECONDS) == null ? null : NOTHING;
        });
        require(first.awaitOutcome() && !first.wasServed(), "a wait without an end");
        faults.disarm();
        Sleeper second = sleeper(queue::take);
        require(queue.offer("a"), "nobody waits");
        second.mustBeServed();
        require(!queue.offer("b"), "a request was left");
    }

    private static void putAsync(Faults faults, boolean fair) throws Exception {
        SynchronousQueue<String> queue = new SynchronousQueue<>(fair);
        CompletableFuture<?>[] put = new CompletableFuture<?>[1];
        if (!faults.during(() -> put[0] = queue.putAsync("a"))) {
            require(queue.poll() == null, "put although it failed");
            put[0] = queue.putAsync("a");
        }
        require("a".equals(queue.poll()) && queue.poll() == null, "element lost or doubled");
        mustComplete(put[0]);
    }

    private static void interruptTake(Faults faults, boolean fair) throws Exception {
        SynchronousQueue<String> queue = new SynchronousQueue<>(fair);
        Sleeper first = sleeper(queue::take);
        Sleeper second = sleeper(queue::take);
        interrupt(faults, first);
        require(queue.offer("a"), "nobody waits");
        second.mustBeServed();
        require(!queue.offer("b"), "a request was left");
    }

    private static void cancelTake(Faults faults, boolean fair) throws Exception {
        SynchronousQueue<String> queue = new SynchronousQueue<>(fair);
        CompletableFuture<String> first = queue.takeAsync();
        Sleeper second = sleeper(queue::take);
        cancel(faults, first);
        require(queue.offer("a"), "nobody waits");
        second.mustBeServed();
        require(!queue.offer("b"), "a request was left");
    }

    /** Waits on the condition and leaves with the lock free. */
    private static void await(Lock lock, Condition condition, Runnable before) throws InterruptedException {
        lock.lock();
        try {
            before.run();
            condition.await();
        } finally {
            lock.unlock();
        }
    }

    private static void signal(Faults faults, Lock lock, boolean all) throws Exception {
        Condition condition = lock.newCondition();
        Sleeper first = sleeper(() -> await(lock, condition, () -> {}));
        Sleeper second = sleeper(() -> await(lock, condition, () -> {}));
        Faults.Operation wake = all ? condition::signalAll : condition::signal;
        lock.lock();
        try {
            if (!faults.during(wake)) {
                wake.run();
            }
            if (!all) {
                condition.signal();
            }
        } finally {
            lock.unlock();
        }
        first.mustBeServed();
        second.mustBeServed();
        mustBeFree(lock);
    }

    private static void mustBeFree(Lock lock) throws InterruptedException {
        require(lock.tryLock(Trial.PATIENCE_MILLIS, TimeUnit.MILLISECONDS), "the lock was not given back");
        lock.unlock();
        Sleeper another = new Sleeper(() -> {
            lock.lock();
            return lock::unlock;
        });
        another.mustBeServed();
        another.leave();
    }

    /** A wait that fails comes back with its lock. */
    private static void awaitCondition(Faults faults, Lock lock) throws Exception {
        Condition condition = lock.newCondition();
        Sleeper first = sleeper(() -> await(lock, condition, () -> faults.arm(Thread.currentThread())));
        faults.disarm();
        Sleeper second = sleeper(() -> await(lock, condition, () -> {}));
        lock.lock();
        condition.signalAll();
        lock.unlock();
        require(first.awaitOutcome() && (first.wasServed() || failed(first)),
                "a thread sleeps for ever or fails: " + first.failure());
        second.mustBeServed();
        mustBeFree(lock);
    }

    private static void interruptCondition(Faults faults, Lock lock) throws Exception {
        Condition condition = lock.newCondition();
        Sleeper first = sleeper(() -> await(lock, condition, () -> {}));
        Sleeper second = sleeper(() -> await(lock, condition, () -> {}));
        interrupt(faults, first);
        require(!(first.failure() instanceof IllegalMonitorStateException), "came back without its lock");
        lock.lock();
        condition.signal();
        lock.unlock();
        second.mustBeServed();
        mustBeFree(lock);
    }
}
