package dev.baton.fault.trial;

import static dev.baton.fault.trial.Trial.require;

import dev.baton.Bag;
import dev.baton.Barrier;
import dev.baton.BlockingPool;
import dev.baton.CountDownLatch;
import dev.baton.CyclicBarrier;
import dev.baton.Lease;
import dev.baton.SynchronousQueue;
import dev.baton.fault.Faults;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** The other forms of waiting where threads meet, and the closing of what holds elements. */
final class MeetingFormTrials {
    private static final Duration LONG = Duration.ofMinutes(1);
    private static final Resource.Unit NOTHING = () -> {};

    private MeetingFormTrials() {}

    /** A wait for {@code T}. */
    private interface Wait<T> {
        void run(T meeting) throws Exception;
    }

    static void runAll(BiConsumer<String, String> report) {
        Map<String, Wait<CountDownLatch>> latch = new LinkedHashMap<>();
        latch.put("awaitUninterruptibly", CountDownLatch::awaitUninterruptibly);
        latch.put("await(Duration)", each -> require(each.await(LONG), "out of time"));
        latch.forEach((form, wait) -> Trial.report("CountDownLatch: " + form, faults -> latch(faults, wait), report));
        Map<String, Wait<Barrier>> barrier = new LinkedHashMap<>();
        barrier.put("awaitUninterruptibly", Barrier::awaitUninterruptibly);
        barrier.put("await(Duration)", each -> each.await(LONG));
        barrier.put("await(unit)", each -> each.await(1, TimeUnit.MINUTES));
        barrier.forEach((form, wait) -> Trial.report("Barrier: " + form, faults -> barrier(faults, wait), report));
        Map<String, Wait<CyclicBarrier>> cyclic = new LinkedHashMap<>();
        cyclic.put("await(Duration)", each -> each.await(LONG));
        cyclic.put("await(unit)", each -> each.await(1, TimeUnit.MINUTES));
        cyclic.put("awaitAsync", each -> each.awaitAsync().get());
        cyclic.forEach((form, wait) -> Trial.report("CyclicBarrier: " + form, faults -> cyclic(faults, wait), report));
        for (boolean fair : new boolean[]{true, false}) {
            String queue = "SynchronousQueue, " + (fair ? "fair" : "unfair");
            Map<String, Wait<SynchronousQueue<String>>> puts = new LinkedHashMap<>();
            puts.put("offer(unit)", each -> require(each.offer("a", 1, TimeUnit.MINUTES), "out of time"));
            puts.put("offer(Duration)", each -> require(each.offer("a", LONG), "out of time"));
            puts.forEach((form, wait) -> Trial.report(queue + ": " + form, faults -> put(faults, fair, wait), report));
            Map<String, Wait<SynchronousQueue<String>>> takes = new LinkedHashMap<>();
            takes.put("take", each -> mustBe("a", each.take()));
            takes.put("poll(Duration)", each -> mustBe("a", each.poll(LONG)));
            takes.put("takeAsync", each -> mustBe("a", each.takeAsync().get()));
            takes.forEach(
                    (form, wait) -> Trial.report(queue + ": " + form, faults -> take(faults, fair, wait), report));
            Trial.report(queue + ": poll and drainTo", faults -> drain(faults, fair), report);
        }
        Trial.report("Bag: close", faults -> closeBag(faults, false), report);
        Trial.report("Bag: close, with somebody waiting", faults -> closeBag(faults, true), report);
        Trial.report("BlockingPool: close", faults -> closePool(faults, false), report);
        Trial.report("BlockingPool: close, with somebody waiting", faults -> closePool(faults, true), report);
    }

    private static void mustBe(String expected, @Nullable String actual) {
        require(expected.equals(actual), "another element: " + actual);
    }

    private static Sleeper sleeper(Faults.Operation wait) {
        return new Sleeper(() -> {
            wait.run();
            return NOTHING;
        }).awaitAsleep();
    }

    /** A thread whose wait begins with the fault armed; it may end with the error. */
    private static <T> Sleeper faulty(Faults faults, Wait<T> wait, T meeting) {
        Sleeper sleeper = sleeper(() -> {
            faults.arm(Thread.currentThread());
            wait.run(meeting);
        });
        faults.disarm();
        return sleeper;
    }

    /** Whether the wait has failed for want of memory; fails if it ended otherwise. */
    private static boolean hasFailed(Sleeper sleeper) {
        if (!sleeper.awaitOutcomeIfFailed()) {
            return false;
        }
        Throwable failure = sleeper.failure();
        require(failure instanceof OutOfMemoryError, "turned away: " + failure);
        return true;
    }

    private static void latch(Faults faults, Wait<CountDownLatch> wait) throws Exception {
        CountDownLatch latch = new CountDownLatch(1);
        Sleeper first = faulty(faults, wait, latch);
        boolean failed = hasFailed(first);
        Sleeper second = sleeper(latch::await);
        latch.countDown();
        if (!failed) {
            first.mustBeServed();
        }
        second.mustBeServed();
        require(!latch.hasQueuedThreads(), "a request was left");
    }

    private static void barrier(Faults faults, Wait<Barrier> wait) throws Exception {
        Barrier barrier = new Barrier(2);
        Sleeper first = faulty(faults, wait, barrier);
        boolean failed = hasFailed(first);
        require(barrier.getNumberArrived() == (failed ? 0 : 1), "arrived: " + barrier.getNumberArrived());
        Sleeper other = failed ? sleeper(barrier::await) : first;
        require(barrier.await() == 0, "not the last");
        other.mustBeServed();
        require(barrier.getNumberArrived() == 0, "the round did not end");
    }

    /** A wait that fails after it counted breaks the barrier. */
    private static void cyclic(Faults faults, Wait<CyclicBarrier> wait) throws Exception {
        CyclicBarrier barrier = new CyclicBarrier(2);
        Sleeper first = faulty(faults, wait, barrier);
        boolean failed = hasFailed(first);
        require(barrier.getNumberWaiting() == (failed ? 0 : 1), "waiting: " + barrier.getNumberWaiting());
        if (failed && barrier.isBroken()) {
            barrier.reset();
        }
        Sleeper other = failed ? sleeper(barrier::await) : first;
        require(barrier.await() == 0, "not the last");
        other.mustBeServed();
    }

    private static void put(Faults faults, boolean fair, Wait<SynchronousQueue<String>> wait) throws Exception {
        SynchronousQueue<String> queue = new SynchronousQueue<>(fair);
        Sleeper first = faulty(faults, wait, queue);
        if (!hasFailed(first)) {
            mustBe("a", queue.poll());
            first.mustBeServed();
        }
        require(queue.poll() == null, "element doubled");
    }

    private static void take(Faults faults, boolean fair, Wait<SynchronousQueue<String>> wait) throws Exception {
        SynchronousQueue<String> queue = new SynchronousQueue<>(fair);
        Sleeper first = faulty(faults, wait, queue);
        if (!hasFailed(first)) {
            require(queue.offer("a"), "nobody waits");
            first.mustBeServed();
        }
        require(!queue.offer("b"), "a request was left");
    }

    /** What a poll or a drain that fails has not taken is still there. */
    private static void drain(Faults faults, boolean fair) throws Exception {
        SynchronousQueue<String> queue = new SynchronousQueue<>(fair);
        Sleeper first = sleeper(() -> queue.put("a"));
        Sleeper second = sleeper(() -> queue.put("a"));
        List<String> drained = new ArrayList<>();
        if (!faults.during(() -> mustBe("a", queue.poll()))) {
            mustBe("a", queue.poll());
        }
        if (!faults.fired() && !faults.during(() -> require(queue.drainTo(drained) == 1, "not there"))) {
            require(drained.isEmpty() || drained.size() == 1, "drained: " + drained);
        }
        if (drained.isEmpty()) {
            require(queue.drainTo(drained) == 1, "not there");
        }
        first.mustBeServed();
        second.mustBeServed();
        require(queue.poll() == null, "element doubled");
    }

    private static void closeBag(Faults faults, boolean waits) throws Exception {
        Bag<String> other = Bag.stack();
        if (!faults.during(other::close)) {
            other.close();
        }
        require(other.isClosed(), "not closed");
        Bag<String> bag = Bag.queue();
        List<String> left = new ArrayList<>();
        Sleeper sleeper = waits ? sleeper(bag::take) : null;
        CompletableFuture<String> future = waits ? bag.takeAsync() : null;
        if (!waits) {
            bag.put("a");
        }
        if (!faults.fired() && !faults.during(() -> bag.close(left::add)) || !bag.isClosed()) {
            boolean unused = bag.close(left::add);
        }
        require(left.equals(waits ? List.of() : List.of("a")), "left: " + left);
        mustEnd(sleeper, future);
    }

    private static void mustEnd(@Nullable Sleeper sleeper, @Nullable CompletableFuture<?> future) throws Exception {
        if (sleeper != null) {
            require(sleeper.awaitOutcome() && !sleeper.wasServed(), "a thread sleeps for ever");
        }
        if (future != null) {
            try {
                Object unused = future.get(Trial.PATIENCE_MILLIS, TimeUnit.MILLISECONDS);
                require(false, "served by a close");
            } catch (ExecutionException closed) {
                require(future.isDone(), "not done");
            }
        }
    }

    private static void closePool(Faults faults, boolean waits) throws Exception {
        int[] open = new int[1];
        BlockingPool<Object> pool = BlockingPool.builder(2, () -> {
            open[0]++;
            return new Object();
        }).closer(element -> open[0]--).build();
        Lease<Object> leased = pool.takeUninterruptibly();
        Lease<Object> other = pool.takeUninterruptibly();
        Sleeper sleeper = waits ? sleeper(pool::take) : null;
        CompletableFuture<?> future = waits ? pool.takeAsync() : null;
        if (!waits) {
            other.close();
        }
        if (!faults.during(pool::close)) {
            pool.close();
        }
        mustEnd(sleeper, future);
        leased.close();
        if (waits) {
            other.close();
        }
        require(open[0] == 0, "elements not closed: " + open[0]);
        require(pool.statistics().leased() == 0, "places lost: " + pool);
    }
}
