package dev.baton.proof.scenario;

import static dev.baton.internal.access.CoreAccess.CORE;

import dev.baton.BlockingPool;
import dev.baton.Lease;
import dev.baton.Permit;
import dev.baton.Semaphore;
import dev.baton.check.api.Scenario;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/** Permits that close themselves: whatever the executor of a section does, its permit comes back exactly once. */
final class PermitScenarios {
    private PermitScenarios() {}

    /** What an executor may do with a section. */
    private enum Mood {
        RUNS, REJECTS, RUNS_AND_THROWS, KEEPS, KEEPS_AND_THROWS;

        String words() {
            return name().toLowerCase(java.util.Locale.ROOT).replace('_', ' ');
        }

        boolean keeps() {
            return this == KEEPS || this == KEEPS_AND_THROWS;
        }
    }

    /** Executor of one section, with its mood; what it keeps another thread may find. */
    private static final class MoodyExecutor implements Executor {
        private final boolean runs;
        private final boolean keeps;
        private final boolean failing;
        private volatile @Nullable Runnable kept;

        MoodyExecutor(String mood) {
            runs = mood.startsWith("RUNS");
            keeps = mood.startsWith("KEEPS");
            failing = mood.endsWith("THROWS") || mood.endsWith("REJECTS");
        }

        @Override
        public void execute(Runnable task) {
            if (runs) {
                task.run();
            }
            if (keeps) {
                kept = task;
            }
            if (failing) {
                throw new RejectedExecutionException();
            }
        }

        void runKept() {
            Runnable task = kept;
            if (task != null) {
                task.run();
            }
        }
    }

    static List<ProofScenario> all() {
        List<ProofScenario> all = new ArrayList<>();
        for (Mood mood : Mood.values()) {
            String name = mood.name();
            String what = "a section on an executor that " + mood.words() + ", cancelled";
            all.add(ProofScenario.of("Semaphore, fair", what, mood.keeps() ? 3 : 2,
                    scenario -> section(scenario, name)));
            all.add(ProofScenario.of("BlockingPool", what, mood.keeps() ? 3 : 2,
                    scenario -> leaseSection(scenario, name)));
        }
        all.add(ProofScenario.of("Semaphore, fair", "a kept section is run twice at once", 2,
                PermitScenarios::runTwice));
        all.add(ProofScenario.of("Semaphore, fair", "two closes of a permit", 2, PermitScenarios::closeTwice));
        return all;
    }

    /** The permit is released while the section that waits for it is cancelled, and run where the executor keeps it. */
    private static void section(Scenario scenario, String mood) {
        Semaphore semaphore = Lined.lined(CORE.semaphore(0, true, 2));
        Ledger ledger = new Ledger();
        MoodyExecutor executor = new MoodyExecutor(mood);
        CompletableFuture<@Nullable Void> future = semaphore.withPermitAsync(() -> {
            assert semaphore.availablePermits() == 0 : "the section runs without its permit";
            ledger.section();
            return null;
        }, executor);
        scenario.thread("releases", semaphore::release);
        scenario.thread("cancels", () -> {
            ledger.served = future.cancel(false) ? 0 : 1;
        });
        if (executor.keeps) {
            scenario.thread("runs what is kept", executor::runKept);
        }
        scenario.finallyAssert(() -> {
            executor.runKept();
            assert future.isDone() : "the future was forgotten";
            assert semaphore.availablePermits() == 1 : "permit lost or doubled";
            assert ledger.sections == (future.isCompletedExceptionally() ? 0 : 1) : "a section without a result";
            assert future.isCancelled() == (ledger.served == 0) : "cancel did not say what it did";
        });
    }

    /** As {@link #section}, with the only element of a pool. */
    private static void leaseSection(Scenario scenario, String mood) {
        BlockingPool<Ledger> pool = PoolScenarios.pool(1);
        Lease<Ledger> lease = pool.takeUninterruptibly();
        MoodyExecutor executor = new MoodyExecutor(mood);
        CompletableFuture<@Nullable Void> future = pool.withLeaseAsync(element -> {
            element.section();
            return null;
        }, executor);
        scenario.thread("returns", lease::close);
        scenario.thread("cancels", () -> future.cancel(false));
        if (executor.keeps) {
            scenario.thread("runs what is kept", executor::runKept);
        }
        scenario.finallyAssert(() -> {
            executor.runKept();
            assert future.isDone() : "the future was forgotten";
            Lease<Ledger> last = pool.tryTake();
            assert last != null && pool.tryTake() == null : "element lost or doubled";
            assert last.get().sections == (future.isCompletedExceptionally() ? 0 : 1) : "a section without a result";
        });
    }

    private static void runTwice(Scenario scenario) {
        Semaphore semaphore = Lined.lined(CORE.semaphore(1, true, 2));
        Ledger ledger = new Ledger();
        MoodyExecutor executor = new MoodyExecutor(Mood.KEEPS.name());
        CompletableFuture<@Nullable Void> future = semaphore.withPermitAsync(() -> {
            ledger.section();
            return null;
        }, executor);
        scenario.threads(2, executor::runKept);
        scenario.finallyAssert(() -> {
            assert future.isDone() && ledger.sections == 1 : "run twice";
            assert semaphore.availablePermits() == 1 : "permit lost or doubled";
        });
    }

    private static void closeTwice(Scenario scenario) {
        Semaphore semaphore = Lined.lined(CORE.semaphore(1, true, 2));
        Permit permit = semaphore.permitAsync().join();
        scenario.threads(2, permit::close);
        scenario.finallyAssert(() -> {
            assert semaphore.availablePermits() == 1 : "permit lost or doubled";
        });
    }
}
