package dev.baton.proof.scenario;

import static dev.baton.internal.access.CoreAccess.CORE;

import dev.baton.KeyedLock;
import dev.baton.KeyedSemaphore;
import dev.baton.LockToken;
import dev.baton.Permit;
import dev.baton.check.api.Scenario;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** One primitive a key, which comes and goes with its use. */
final class KeyedScenarios {
    private static final String LOCK = "KeyedLock";
    private static final String SEMAPHORE = "KeyedSemaphore";

    private KeyedScenarios() {}

    static List<ProofScenario> all() {
        return List.of(
                ProofScenario.of(LOCK, "a key is entered while its last user leaves", 2, KeyedScenarios::comeAndGo),
                ProofScenario.of(LOCK, "exclusion of equal keys", 2, KeyedScenarios::exclusion),
                ProofScenario.of(LOCK, "two tries for a key", 2, KeyedScenarios::tries),
                ProofScenario.of(LOCK, "another key of the same bin comes and goes", 2, KeyedScenarios::sameBin),
                ProofScenario.of(LOCK, "two keys of the same bin go", 2, KeyedScenarios::bothGo),
                ProofScenario.of(LOCK, "a key comes while another of its bin goes", 2, KeyedScenarios::oneGoes),
                ProofScenario.of(LOCK, "timeout races unlock", 2, KeyedScenarios::timeout),
                ProofScenario.of(LOCK, "cancelled future races unlock", 2, KeyedScenarios::cancel),
                ProofScenario.of(LOCK, "the last two users of an entry leave while one comes", 3,
                        KeyedScenarios::lastTwoAndOne),
                ProofScenario.of(LOCK, "a section of a key is in order with a flag", 2, KeyedScenarios::order),
                ProofScenario.of(SEMAPHORE, "cancelled future races a close", 2, KeyedScenarios::cancelPermit),
                ProofScenario.of(SEMAPHORE, "two permits for three", 3, KeyedScenarios::threeForTwo));
    }

    /** Both users have the same lock, or the second makes one after the first has left. */
    private static void comeAndGo(Scenario scenario) {
        KeyedLock<String> locks = CORE.keyedLock(2);
        LockToken first = locks.lockAsync("a").join();
        Ledger ledger = new Ledger();
        scenario.thread("leaves", () -> {
            ledger.section();
            first.close();
        });
        scenario.thread("enters", () -> section(locks, "a", ledger));
        scenario.finallyAssert(() -> {
            assert ledger.sections == 2 : "two users in the section";
            assertNothingLeft(locks, "a");
        });
    }

    private static void exclusion(Scenario scenario) {
        KeyedLock<String> locks = CORE.keyedLock(2);
        Ledger ledger = new Ledger();
        scenario.threads(2, () -> section(locks, "a", ledger));
        scenario.finallyAssert(() -> {
            assert ledger.sections == 2 : "two threads in the section";
            assertNothingLeft(locks, "a");
        });
    }

    private static void section(KeyedLock<String> locks, String key, Ledger ledger) {
        locks.lock(key);
        ledger.section();
        locks.unlock(key);
    }

    private static void tries(Scenario scenario) {
        KeyedLock<String> locks = CORE.keyedLock(2);
        Ledger ledger = new Ledger();
        scenario.threads(2, () -> {
            if (locks.tryLock("a")) {
                ledger.section();
                locks.unlock("a");
            }
        });
        scenario.finallyAssert(() -> {
            assert ledger.sections > 0 : "nobody got a free lock";
            assertNothingLeft(locks, "a");
        });
    }

    /** Keys with the same hash code: the sole owner of one gets an entry while it holds and leaves. */
    private static void sameBin(Scenario scenario) {
        KeyedLock<String> locks = CORE.keyedLock(2);
        Ledger ones = new Ledger();
        Ledger others = new Ledger();
        scenario.thread("one key", () -> section(locks, "Aa", ones));
        scenario.thread("other key", () -> section(locks, "BB", others));
        scenario.finallyAssert(() -> {
            assert ones.sections == 1 && others.sections == 1 : "a section was lost";
            assertNothingLeft(locks, "Aa");
            assertNothingLeft(locks, "BB");
        });
    }

    private static void bothGo(Scenario scenario) {
        KeyedLock<String> locks = CORE.keyedLock(2);
        LockToken one = locks.lockAsync("Aa").join();
        LockToken other = locks.lockAsync("BB").join();
        scenario.thread("one goes", one::close);
        scenario.thread("other goes", other::close);
        scenario.finallyAssert(() -> {
            assertNothingLeft(locks, "Aa");
            assertNothingLeft(locks, "BB");
        });
    }

    private static void oneGoes(Scenario scenario) {
        KeyedLock<String> locks = CORE.keyedLock(2);
        LockToken one = locks.lockAsync("Aa").join();
        LockToken other = locks.lockAsync("BB").join();
        scenario.thread("one goes", one::close);
        scenario.thread("it comes again", () -> {
            if (locks.tryLock("Aa")) {
                locks.unlock("Aa");
            }
        });
        scenario.finallyAssert(() -> {
            assert locks.isLocked("BB") : "the other key was dropped";
            other.close();
            assertNothingLeft(locks, "Aa");
            assertNothingLeft(locks, "BB");
        });
    }

    private static void timeout(Scenario scenario) {
        KeyedLock<String> locks = CORE.keyedLock(2);
        LockToken held = locks.lockAsync("a").join();
        scenario.thread("unlocks", held::close);
        scenario.thread("waits for a time", () -> {
            try {
                if (locks.tryLock("a", 1L, TimeUnit.SECONDS)) {
                    locks.unlock("a");
                }
            } catch (InterruptedException never) {
                throw new AssertionError(never);
            }
        });
        scenario.finallyAssert(() -> assertNothingLeft(locks, "a"));
    }

    private static void cancel(Scenario scenario) {
        KeyedLock<String> locks = CORE.keyedLock(2);
        LockToken held = locks.lockAsync("a").join();
        CompletableFuture<LockToken> request = locks.lockAsync("a");
        scenario.thread("unlocks", held::close);
        scenario.thread("cancels", () -> request.cancel(false));
        scenario.finallyAssert(() -> {
            assert request.isDone() : "a request was forgotten";
            assert locks.isLocked("a") == !request.isCancelled() : "lock lost";
            if (!request.isCancelled()) {
                request.join().close();
            }
            assertNothingLeft(locks, "a");
        });
    }

    /** The entry of a key dies while somebody finds it. */
    private static void lastTwoAndOne(Scenario scenario) {
        KeyedLock<String> locks = CORE.keyedLock(2);
        LockToken held = locks.lockAsync("a").join();
        CompletableFuture<LockToken> request = locks.lockAsync("a");
        boolean[] got = new boolean[1];
        scenario.thread("unlocks", held::close);
        scenario.thread("cancels", () -> request.cancel(false));
        scenario.thread("tries", () -> got[0] = locks.tryLock("a"));
        scenario.finallyAssert(() -> {
            boolean served = !request.isCancelled();
            assert request.isDone() && !(served && got[0]) : "two have the lock";
            assert locks.isLocked("a") == (served || got[0]) : "lock lost";
            if (served) {
                request.join().close();
                assertNothingLeft(locks, "a");
            }
        });
    }

    /** As a volatile access: a thread that does not see the lock held is seen by its holder. */
    private static void order(Scenario scenario) {
        KeyedLock<String> locks = CORE.keyedLock(2);
        VolatileFlag flag = new VolatileFlag();
        boolean[] seen = new boolean[2];
        scenario.thread("locks", () -> {
            locks.lock("a");
            seen[0] = flag.raised;
        });
        scenario.thread("raises", () -> {
            flag.raised = true;
            seen[1] = !locks.tryLock("a");
            if (!seen[1]) {
                locks.unlock("a");
            }
        });
        scenario.finallyAssert(() -> {
            assert seen[0] || seen[1] : "neither saw the other";
        });
    }

    /** A volatile field. */
    private static final class VolatileFlag {
        volatile boolean raised;
    }

    private static void cancelPermit(Scenario scenario) {
        KeyedSemaphore<String> semaphores = CORE.keyedSemaphore(1, 2);
        Permit held = semaphores.permitAsync("a").join();
        CompletableFuture<Permit> request = semaphores.permitAsync("a");
        scenario.thread("closes", held::close);
        scenario.thread("cancels", () -> request.cancel(false));
        scenario.finallyAssert(() -> {
            assert request.isDone() : "a request was forgotten";
            assert semaphores.availablePermits("a") == (request.isCancelled() ? 1 : 0) : "permit lost or doubled";
            if (!request.isCancelled()) {
                request.join().close();
            }
            assert semaphores.getKeysInUse() == 0 : "a key was left";
        });
    }

    private static void threeForTwo(Scenario scenario) {
        KeyedSemaphore<String> semaphores = CORE.keyedSemaphore(2, 2);
        Permit first = semaphores.permitAsync("a").join();
        @Nullable
        Permit[] got = new @Nullable Permit[2];
        scenario.thread("closes", first::close);
        scenario.thread("tries", () -> got[0] = semaphores.tryPermit("a"));
        scenario.thread("tries too", () -> got[1] = semaphores.tryPermit("a"));
        scenario.finallyAssert(() -> {
            assert got[0] != null || got[1] != null : "nobody got a free permit";
            int held = (got[0] == null ? 0 : 1) + (got[1] == null ? 0 : 1);
            assert semaphores.availablePermits("a") == 2 - held : "permit lost or doubled";
            for (@Nullable
            Permit permit : got) {
                if (permit != null) {
                    permit.close();
                }
            }
            assert semaphores.getKeysInUse() == 0 : "a key was left";
        });
    }

    private static void assertNothingLeft(KeyedLock<String> locks, String key) {
        assert !locks.isLocked(key) : "still locked";
        assert locks.getKeysInUse() == 0 : "a key was left";
    }
}
