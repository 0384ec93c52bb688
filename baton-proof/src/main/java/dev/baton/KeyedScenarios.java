package dev.baton;

import dev.baton.check.api.Scenario;
import dev.baton.proof.ProofScenario;
import java.util.ArrayList;
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

    /** Both users have the same entry, or the second comes after the first has left. */
    private static void comeAndGo(Scenario scenario) {
        KeyedEntries<String, Ledger> entries = new KeyedEntries<>(Ledger::new);
        KeyedEntries.Entry<String, Ledger> first = entries.enter("a");
        List<KeyedEntries.Entry<String, Ledger>> second = new ArrayList<>(1);
        scenario.thread("leaves", () -> entries.leave(first));
        scenario.thread("enters", () -> second.add(entries.enter("a")));
        scenario.finallyAssert(() -> {
            assert entries.find("a") == second.get(0) : "a key in use was forgotten";
            entries.leave(second.get(0));
            assert entries.find("a") == null : "a key that nobody uses was kept";
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
