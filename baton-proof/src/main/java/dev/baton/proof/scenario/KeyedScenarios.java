package dev.baton.proof.scenario;

import dev.baton.KeyedLock;
import dev.baton.LockToken;
import dev.baton.check.api.Scenario;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** One primitive a key, which comes and goes with its use. */
final class KeyedScenarios {
    private KeyedScenarios() {}

    static List<ProofScenario> all() {
        return List.of(
                ProofScenario
                        .of("KeyedLock", "a key is entered while its last user leaves", 2, KeyedScenarios::comeAndGo)
                        .inDeepRuns(),
                ProofScenario.of("KeyedLock", "exclusion of equal keys", 2, KeyedScenarios::exclusion).inDeepRuns(),
                ProofScenario.of("KeyedLock", "cancelled future races unlock", 2, KeyedScenarios::cancel).inDeepRuns());
    }

    /** Both users have the same lock, or the second makes one after the first has left. */
    private static void comeAndGo(Scenario scenario) {
        KeyedLock<String> locks = new KeyedLock<>();
        LockToken first = locks.lockAsync("a").join();
        Ledger ledger = new Ledger();
        scenario.thread("leaves", () -> {
            ledger.section();
            first.close();
        });
        scenario.thread("enters", () -> {
            locks.lock("a");
            ledger.section();
            locks.unlock("a");
        });
        scenario.finallyAssert(() -> {
            assert ledger.sections == 2 : "two users in the section";
            assert !locks.isLocked("a") : "still locked";
        });
    }

    private static void exclusion(Scenario scenario) {
        KeyedLock<String> locks = new KeyedLock<>();
        Ledger ledger = new Ledger();
        scenario.threads(2, () -> {
            locks.lock("a");
            ledger.section();
            locks.unlock("a");
        });
        scenario.finallyAssert(() -> {
            assert ledger.sections == 2 : "two threads in the section";
            assert !locks.isLocked("a") : "still locked";
        });
    }

    private static void cancel(Scenario scenario) {
        KeyedLock<String> locks = new KeyedLock<>();
        LockToken held = locks.lockAsync("a").join();
        CompletableFuture<LockToken> request = locks.lockAsync("a");
        scenario.thread("unlocks", held::close);
        scenario.thread("cancels", () -> request.cancel(false));
        scenario.finallyAssert(() -> {
            assert request.isDone() : "a request was forgotten";
            assert locks.isLocked("a") == !request.isCancelled() : "lock lost";
        });
    }
}
