package dev.baton.check.zoo;

import dev.baton.check.api.CheckResult;
import dev.baton.check.api.Checker;
import dev.baton.check.api.Scenario;

/** Threads that each increment a plain counter once under the lock. */
final class LockClient {
    private int count;

    static CheckResult check(Checker checker, Class<? extends SpinLock> type, int threads) {
        return checker.check(scenario -> define(scenario, type, threads));
    }

    static void define(Scenario scenario, Class<? extends SpinLock> type, int threads) throws Exception {
        SpinLock lock = type.getDeclaredConstructor().newInstance();
        LockClient client = new LockClient();
        scenario.threads(threads, () -> {
            Object token = lock.lock();
            client.count++;
            lock.unlock(token);
        });
        scenario.finallyAssert(() -> {
            assert client.count == threads : "lost increment: " + client.count;
        });
    }

    private LockClient() {}
}
