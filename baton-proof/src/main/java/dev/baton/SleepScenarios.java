package dev.baton;

import dev.baton.check.api.Scenario;
import dev.baton.internal.park.ParkLoop;
import dev.baton.proof.ProofScenario;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

import org.jspecify.annotations.Nullable;

/**
 * What combining adds to waiting: a thread announces that it will sleep, and is woken only if it did. Carriers of virtual
 * threads are not part of the model, so a server of its own stands for the scheduler here.
 */
final class SleepScenarios {
    private SleepScenarios() {}

    static List<ProofScenario> all() {
        List<ProofScenario> all = new ArrayList<>();
        String waiter = "ThreadWaiter that announces its sleep";
        all.add(ProofScenario.of(waiter, "the last look races the service", 2, SleepScenarios::lastLook));
        all.add(ProofScenario.of(waiter, "the last look and a timeout race the service", 2, SleepScenarios::timeout));
        return all;
    }

    /** Queue for one request, whose server wakes its thread only if that has announced that it sleeps. */
    private static final class AskingQueue extends WaitQueue {
        AskingQueue() {
            super(new Tuning(1, 0));
        }

        @Override
        ParkLoop<ThreadWaiter<?>> parkLoop() {
            return AnnouncedWait.LOOP;
        }

        @Override
        boolean abort(Waiter<?> waiter) {
            return cas(waiter, Mark.CANCELLED);
        }

        private boolean cas(@Nullable Object expected, Object replacement) {
            return leftmostSegment().casCell(0, expected, replacement);
        }

        /** Whether {@code waiter} has to wait. */
        boolean enter(ThreadWaiter<Boolean> waiter) {
            lineOrNew().claimCell(waiter, this);
            return cas(null, waiter);
        }

        /** Serves the request, now or when it comes; false if it has left. */
        boolean serve() {
            if (cas(null, Mark.RESUMED)) {
                return true;
            }
            if (!(leftmostSegment().cellVolatile(0) instanceof ThreadWaiter<?> waiter)) {
                return false;
            }
            setValue(waiter);
            if (!cas(waiter, Mark.RESUMED)) {
                return false;
            }
            if (waiter.maySleep()) {
                LockSupport.unpark(waiter.thread());
            }
            return true;
        }

        @SuppressWarnings("unchecked") // only such waiters enter this queue
        private static void setValue(ThreadWaiter<?> waiter) {
            ((ThreadWaiter<Boolean>) waiter).setValue(true);
        }
    }

    private static void lastLook(Scenario scenario) {
        AskingQueue queue = new AskingQueue();
        Ledger ledger = new Ledger();
        scenario.thread("serves", () -> {
            ledger.first = 1;
            queue.serve();
        });
        scenario.thread("waits", () -> {
            ThreadWaiter<Boolean> waiter = new ThreadWaiter<>();
            if (queue.enter(waiter)) {
                waiter.awaitUninterruptibly();
            }
            assert ledger.first == 1 : "went on before it was served";
        });
    }

    private static void timeout(Scenario scenario) {
        AskingQueue queue = new AskingQueue();
        Ledger ledger = new Ledger();
        scenario.thread("serves", () -> ledger.first = queue.serve() ? 1 : 0);
        scenario.thread("times out, perhaps", () -> {
            ThreadWaiter<Boolean> waiter = new ThreadWaiter<>();
            try {
                ledger.served = !queue.enter(waiter) || waiter.await(1_000_000L) != null ? 1 : 0;
            } catch (InterruptedException e) {
                throw Ledger.unexpected(e);
            }
        });
        scenario.finallyAssert(() -> {
            assert ledger.first == ledger.served : "the two disagree on who came first";
        });
    }
}
