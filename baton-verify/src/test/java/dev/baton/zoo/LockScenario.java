package dev.baton.zoo;

import dev.baton.check.api.CheckResult;
import dev.baton.check.api.Checker;
import dev.baton.check.api.Scenario;
import dev.baton.check.api.ScenarioBody;

/**
 * What threads do with a lock while the checker watches: each increments a plain count under it. That no increment is lost
 * is mutual exclusion and its memory effects; that everybody ends is await termination.
 *
 * @param species the lock
 * @param threads how many threads
 * @param again   how many of them, from the first, lock a second time: nodes are used again, the queue empties and fills
 * @param turn    what a thread does in its turn
 */
record LockScenario(Species species, int threads, int again, Turn turn) {
    /** A thread's turn. */
    enum Turn {
        /** Increments. */
        PLAIN,
        /** Locks twice, one inside the other, and increments. */
        NESTED,
        /** As plain, but the first thread holds the lock when all begin, so that the others queue. */
        HELD,
        /** The last thread reads twice under the reading lock; the others increment. */
        READ
    }

    private static final class Shared {
        int count;
    }

    static LockScenario of(Species species, int threads, int again) {
        return new LockScenario(species, threads, again, Turn.PLAIN);
    }

    LockScenario with(Turn kind) {
        return new LockScenario(species, threads, again, kind);
    }

    CheckResult check(Checker checker, boolean relaxed) {
        return checker.check(body(relaxed));
    }

    /** The scenario with the lock in one of its forms. */
    ScenarioBody body(boolean relaxed) {
        String name = species.name();
        String kind = turn.name();
        int count = threads;
        int twice = again;
        return scenario -> new LockScenario(Species.valueOf(name), count, twice, Turn.valueOf(kind)).define(scenario,
                relaxed);
    }

    private void define(Scenario scenario, boolean relaxed) {
        ZooLock lock = species.create(relaxed, threads);
        Shared shared = new Shared();
        int readers = turn == Turn.READ ? 1 : 0;
        if (turn == Turn.HELD) {
            lock.lock(0);
        }
        for (int i = 0; i < threads - readers; i++) {
            int thread = i;
            int turns = thread < again ? 2 : 1;
            scenario.thread(() -> {
                for (int round = 0; round < turns; round++) {
                    if (turn == Turn.HELD && thread == 0 && round == 0) {
                        shared.count++;
                        lock.unlock(thread);
                    } else {
                        increment(lock, thread, shared);
                    }
                }
            });
        }
        if (readers > 0) {
            scenario.thread("reader", () -> read((ReadWriteLock) lock, shared));
        }
        int expected = threads - readers + again;
        scenario.finallyAssert(() -> {
            assert shared.count == expected : "lost increment: " + shared.count;
        });
    }

    private void increment(ZooLock lock, int thread, Shared shared) {
        lock.lock(thread);
        if (turn == Turn.NESTED) {
            lock.lock(thread);
        }
        shared.count++;
        if (turn == Turn.NESTED) {
            lock.unlock(thread);
        }
        lock.unlock(thread);
    }

    private static void read(ReadWriteLock lock, Shared shared) {
        lock.lockRead();
        int first = shared.count;
        int second = shared.count;
        assert first == second : "a write between two reads";
        lock.unlockRead();
    }

    @Override
    public String toString() {
        return species.title() + ", " + threads + " threads" + (again > 0 ? ", " + again + " again" : "")
                + (turn == Turn.PLAIN ? "" : ", " + turn.name().toLowerCase(java.util.Locale.ROOT));
    }
}
