package dev.baton.proof.scenario;

import static dev.baton.internal.access.CoreAccess.CORE;

import dev.baton.BlockingPool;
import dev.baton.Channel;
import dev.baton.CountDownLatch;
import dev.baton.Event;
import dev.baton.HandOff;
import dev.baton.Lease;
import dev.baton.LockToken;
import dev.baton.Mutex;
import dev.baton.ReentrantLock;
import dev.baton.Select;
import dev.baton.Semaphore;
import dev.baton.check.api.Scenario;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Selects with one clause on a channel and one on another primitive: one of them happens, the other loses nothing. */
final class SelectClauseScenarios {
    private static final String NONE = "none";
    private static final String OTHER = "other";

    /** What a clause may wait for, beside a receive. */
    private interface Subject {
        void addTo(Select<String> select);

        /** Lets the clause happen. */
        void provide();

        /** Fails unless there is what must be there now: all of it, or nothing if the clause has taken it. */
        void mustHave(boolean taken);
    }

    private SelectClauseScenarios() {}

    static List<ProofScenario> all() {
        List<ProofScenario> all = new ArrayList<>();
        for (String other : new String[]{"Semaphore", "Mutex", "ReentrantLock", "CountDownLatch", "Event, manual reset",
                "Event, auto reset", "BlockingPool", "CompletableFuture"}) {
            all.add(ProofScenario.of("Select, with " + other, "it can happen while an element comes", 2,
                    scenario -> provideAndSend(scenario, subject(other))));
            all.add(ProofScenario.of("Select, with " + other, "it can happen while the select is cancelled", 2,
                    scenario -> provideAndCancel(scenario, subject(other))));
            all.add(ProofScenario.of("Select, with " + other, "it can happen while the select enters", 2,
                    scenario -> provideAndEnter(scenario, subject(other)))
                    .inDeepRunsIf(List.of("Mutex", "ReentrantLock", "BlockingPool").contains(other)));
        }
        return all;
    }

    private static Subject subject(String name) {
        return switch (name) {
            case "Semaphore" -> new OfSemaphore();
            case "Mutex" -> new OfMutex();
            case "ReentrantLock" -> new OfLock();
            case "CountDownLatch" -> new OfLatch();
            case "Event, manual reset" -> new OfEvent(Event.manualReset(), true);
            case "Event, auto reset" -> new OfEvent(CORE.autoResetEvent(2), false);
            case "BlockingPool" -> new OfPool();
            default -> new OfFuture();
        };
    }

    private static Select<String> select(Channel<String> channel, Subject subject) {
        Select<String> select = Select.<String>prioritized().onReceive(channel, element -> element);
        subject.addTo(select);
        return select;
    }

    /** What came of a select; it may be told on a thread of its own. */
    private static String end(CompletableFuture<String> select) {
        return select.handle((result, failure) -> failure == null ? result : NONE).join();
    }

    private static void provideAndSend(Scenario scenario, Subject subject) {
        Channel<String> channel = CORE.channel(0, false, 2);
        CompletableFuture<String> select = select(channel, subject).selectAsync();
        boolean[] sent = new boolean[1];
        scenario.thread("sends", () -> sent[0] = channel.trySend("element"));
        scenario.thread("provides", subject::provide);
        scenario.finallyAssert(() -> {
            String got = end(select);
            assert got.equals("element") == sent[0] : "element lost or doubled";
            assert sent[0] || got.equals(OTHER) : "nothing has happened";
            subject.mustHave(got.equals(OTHER));
            assert CORE.offers(channel) == 0 : "something was left behind";
        });
    }

    private static void provideAndCancel(Scenario scenario, Subject subject) {
        Channel<String> channel = CORE.channel(0, false, 2);
        CompletableFuture<String> select = select(channel, subject).selectAsync();
        scenario.thread("provides", subject::provide);
        scenario.thread("cancels", () -> select.cancel(false));
        scenario.finallyAssert(() -> {
            subject.mustHave(end(select).equals(OTHER));
            assert CORE.offers(channel) == 0 : "something was left behind";
        });
    }

    private static void provideAndEnter(Scenario scenario, Subject subject) {
        Channel<String> channel = CORE.channel(0, false, 2);
        Select<String> select = select(channel, subject);
        scenario.thread("provides", subject::provide);
        scenario.thread("selects", () -> {
            assert select.selectUninterruptibly().equals(OTHER);
        });
        scenario.finallyAssert(() -> {
            subject.mustHave(true);
            assert CORE.offers(channel) == 0 : "something was left behind";
        });
    }

    private static final class OfSemaphore implements Subject {
        private final Semaphore semaphore = CORE.semaphore(0, true, 2);

        @Override
        public void addTo(Select<String> select) {
            select.onAcquire(semaphore, () -> OTHER);
        }

        @Override
        public void provide() {
            semaphore.release();
        }

        @Override
        public void mustHave(boolean taken) {
            assert semaphore.availablePermits() == (taken ? 0 : 1) : "permit lost or doubled";
            assert semaphore.getQueueLength() == 0 : "something was left behind";
        }
    }

    private static final class OfMutex implements Subject {
        private final Mutex mutex = CORE.mutex(HandOff.DISPATCH, 2);

        OfMutex() {
            mutex.lock();
        }

        @Override
        public void addTo(Select<String> select) {
            select.onLock(mutex, token -> OTHER);
        }

        @Override
        public void provide() {
            mutex.unlock();
        }

        @Override
        public void mustHave(boolean taken) {
            assert mutex.isLocked() == taken : "lock lost or held by nobody";
            assert mutex.getQueueLength() == 0 : "something was left behind";
        }
    }

    private static final class OfLock implements Subject {
        private final ReentrantLock lock = CORE.reentrantLock(true, 2);
        private final LockToken token = lock.lockAsync().join();

        @Override
        public void addTo(Select<String> select) {
            select.onLock(lock, taken -> OTHER);
        }

        @Override
        public void provide() {
            token.close();
        }

        @Override
        public void mustHave(boolean taken) {
            assert lock.isLocked() == taken : "lock lost or held by nobody";
            assert lock.getQueueLength() == 0 : "something was left behind";
        }
    }

    private static final class OfLatch implements Subject {
        private final CountDownLatch latch = CORE.countDownLatch(1, 2);

        @Override
        public void addTo(Select<String> select) {
            select.onCountedDown(latch, () -> OTHER);
        }

        @Override
        public void provide() {
            latch.countDown();
        }

        @Override
        public void mustHave(boolean taken) {
            assert latch.getCount() == 0L;
            assert latch.getQueueLength() == 0 : "something was left behind";
        }
    }

    private record OfEvent(Event event, boolean stays) implements Subject {
        @Override
        public void addTo(Select<String> select) {
            select.onSet(event, () -> OTHER);
        }

        @Override
        public void provide() {
            event.set();
        }

        @Override
        public void mustHave(boolean taken) {
            assert event.isSet() == (stays || !taken) : "set lost or doubled";
        }
    }

    private static final class OfPool implements Subject {
        private final BlockingPool<String> pool = CORE.tuned(BlockingPool.builder(1, () -> "resource"), 2).build();
        private final Lease<String> lease = pool.takeUninterruptibly();

        @Override
        public void addTo(Select<String> select) {
            select.onTake(pool, taken -> OTHER);
        }

        @Override
        public void provide() {
            lease.close();
        }

        @Override
        public void mustHave(boolean taken) {
            assert pool.getIdle() == (taken ? 0 : 1) : "element lost or doubled";
            assert pool.getQueueLength() == 0 : "something was left behind";
        }
    }

    private static final class OfFuture implements Subject {
        private final CompletableFuture<String> future = new CompletableFuture<>();

        @Override
        public void addTo(Select<String> select) {
            select.onCompletion(future, result -> OTHER);
        }

        @Override
        public void provide() {
            future.complete("result");
        }

        @Override
        public void mustHave(boolean taken) {
            assert future.join().equals("result");
        }
    }
}
