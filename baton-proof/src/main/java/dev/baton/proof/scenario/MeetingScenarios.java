package dev.baton.proof.scenario;

import static dev.baton.internal.access.CoreAccess.CORE;

import dev.baton.CancellableQueueSynchronizer.Cancellation;
import dev.baton.CancellableQueueSynchronizer.Resumption;
import dev.baton.FutureWaiter;
import dev.baton.ThreadWaiter;
import dev.baton.Waiter;
import dev.baton.check.api.Scenario;
import dev.baton.internal.access.OpenQueue;
import java.util.List;

/**
 * The framework's SYNC mode, where suspend and resume must meet or both fail. Each side tries once: a synchronizer that
 * starts over has no bound on its tries.
 */
final class MeetingScenarios {
    private MeetingScenarios() {}

    /** One queue, one request, one resume. */
    private static final class Meeting {
        private final OpenQueue<Boolean> queue;
        boolean resumed;
        int refused;
        int served;

        Meeting(boolean smart, boolean skips, int segmentSize) {
            this.queue = CORE.queue(Resumption.SYNC, smart ? Cancellation.SMART : Cancellation.SIMPLE, segmentSize,
                    () -> skips, value -> refused++);
        }

        void resumeOnce() {
            resumed = queue.serve(true);
        }

        boolean add(Waiter<Boolean> waiter) {
            return queue.add(waiter);
        }

        /** The value went to the request, or back, or nowhere, and the resume knows. */
        void assertAccounted() {
            assert served + refused == (resumed ? 1 : 0) : "served " + served + ", refused " + refused + ", resumed "
                    + resumed;
        }
    }

    static void add(List<ProofScenario> all, String name, boolean smart, int size) {
        all.add(ProofScenario.of(name, "suspend and resume meet, or both fail (BROKEN)", 2,
                scenario -> meet(scenario, smart, size)));
        for (boolean skips : smart ? new boolean[]{true, false} : new boolean[]{true}) {
            String how = smart ? skips ? " (skipped)" : " (REFUSE)" : "";
            all.add(ProofScenario.of(name, "timeout races resume" + how, 2,
                    scenario -> timeout(scenario, smart, skips, size)));
            all.add(ProofScenario.of(name, "interrupt races resume" + how, 2,
                    scenario -> interrupt(scenario, smart, skips, size)));
            all.add(ProofScenario.of(name, "cancelled future races resume" + how, 2,
                    scenario -> cancel(scenario, smart, skips, size)));
        }
    }

    private static void meet(Scenario scenario, boolean smart, int size) {
        Meeting meeting = new Meeting(smart, true, size);
        scenario.thread("resumes", meeting::resumeOnce);
        scenario.thread("suspends", () -> {
            ThreadWaiter<Boolean> waiter = new ThreadWaiter<>();
            if (meeting.add(waiter)) {
                waiter.awaitUninterruptibly();
                meeting.served = 1;
            }
        });
        scenario.finallyAssert(meeting::assertAccounted);
    }

    private static void timeout(Scenario scenario, boolean smart, boolean skips, int size) {
        Meeting meeting = new Meeting(smart, skips, size);
        scenario.thread("resumes", meeting::resumeOnce);
        scenario.thread("times out, perhaps", () -> {
            ThreadWaiter<Boolean> waiter = new ThreadWaiter<>();
            try {
                if (meeting.add(waiter) && waiter.await(1_000) != null) {
                    meeting.served = 1;
                }
            } catch (InterruptedException e) {
                throw Ledger.unexpected(e);
            }
        });
        scenario.finallyAssert(meeting::assertAccounted);
    }

    private static void interrupt(Scenario scenario, boolean smart, boolean skips, int size) {
        Meeting meeting = new Meeting(smart, skips, size);
        Ledger ledger = new Ledger();
        scenario.thread("interrupts and resumes", () -> {
            ledger.interruptTarget();
            meeting.resumeOnce();
        });
        scenario.thread("suspends", () -> {
            ledger.offerInterrupt();
            ThreadWaiter<Boolean> waiter = new ThreadWaiter<>();
            try {
                if (meeting.add(waiter)) {
                    waiter.await();
                    meeting.served = 1;
                }
            } catch (InterruptedException aborted) {
                assert !Thread.currentThread().isInterrupted();
            }
        });
        scenario.finallyAssert(meeting::assertAccounted);
    }

    private static void cancel(Scenario scenario, boolean smart, boolean skips, int size) {
        Meeting meeting = new Meeting(smart, skips, size);
        scenario.thread("resumes", meeting::resumeOnce);
        scenario.thread("cancels", () -> {
            FutureWaiter<Boolean, Boolean> waiter = new FutureWaiter<>(value -> value);
            if (meeting.add(waiter) && !waiter.future().cancel(false)) {
                meeting.served = 1;
            }
        });
        scenario.finallyAssert(meeting::assertAccounted);
    }
}
