package dev.baton.proof.scenario;

import static dev.baton.internal.access.CoreAccess.CORE;

import dev.baton.CancellableQueueSynchronizer.Cancellation;
import dev.baton.CancellableQueueSynchronizer.Resumption;
import dev.baton.FutureWaiter;
import dev.baton.Waiter;
import dev.baton.check.api.Scenario;
import dev.baton.internal.access.OpenQueue;
import dev.baton.internal.line.Segment;
import dev.baton.internal.line.SegmentReference;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * The list of segments: whatever races, in the end nothing that is removed hangs on what lives, and no living one is
 * lost. Segments have one cell each.
 */
final class ListScenarios {
    private static final String NAME = "Segment list";

    private ListScenarios() {}

    static List<ProofScenario> all() {
        List<ProofScenario> all = new ArrayList<>();
        all.add(ProofScenario.of(NAME, "neighbours are removed at once", 2,
                scenario -> cancel(scenario, 4, 1, 2, false)));
        all.add(ProofScenario.of(NAME, "first and second are removed at once", 2,
                scenario -> cancel(scenario, 3, 0, 1, false)));
        all.add(ProofScenario.of(NAME, "the two last are removed at once", 2,
                scenario -> cancel(scenario, 3, 1, 2, false)));
        all.add(ProofScenario.of(NAME, "one in the middle is removed, and one at a distance", 2,
                scenario -> cancel(scenario, 5, 1, 3, false)));
        all.add(ProofScenario.of(NAME, "the last is removed, another is appended", 2,
                scenario -> cancelAndEnter(scenario, 2, 1)));
        all.add(ProofScenario.of(NAME, "the last but one is removed, another is appended", 2,
                scenario -> cancelAndEnter(scenario, 3, 1)));
        all.add(ProofScenario.of(NAME, "the last, cancelled before, is left by another, its neighbour is removed", 2,
                ListScenarios::leaveLast));
        all.add(ProofScenario.of(NAME, "the first, cancelled before, is left by a resume, its neighbour is removed", 2,
                ListScenarios::leaveFirst));
        all.add(ProofScenario.of(NAME, "the first is removed, a resume passes", 2,
                scenario -> cancelAndServe(scenario, 3, 0)));
        all.add(ProofScenario.of(NAME, "the second is removed, a resume passes", 2,
                scenario -> cancelAndServe(scenario, 3, 1)));
        all.add(ProofScenario.of(NAME, "two move a reference at once", 2, ListScenarios::moveTwice));
        all.add(ProofScenario.of(NAME, "two append at once", 2, scenario -> enterTwice(scenario)));
        all.add(ProofScenario.of(NAME, "resumes come before those who wait, and append", 2,
                scenario -> resumesAhead(scenario)));
        all.add(ProofScenario.of(NAME, "three neighbours are removed at once", 3,
                scenario -> cancel(scenario, 5, 1, 2, true)));
        return all;
    }

    /** A queue without anything beside it that could order the threads. */
    private static final class Line {
        private final OpenQueue<Boolean> queue = CORE.queue(Resumption.ASYNC, Cancellation.SMART, 1, () -> true,
                value -> {});

        CompletableFuture<Boolean> acquireAsync() {
            FutureWaiter<Boolean, Boolean> waiter = new FutureWaiter<>(value -> value);
            queue.add(waiter);
            return waiter.future();
        }

        void release() {
            queue.serve(true);
        }
    }

    private static void moveTwice(Scenario scenario) {
        Segment first = new Segment(0, null, 1, 1);
        Segment second = first.nextOrAppend();
        SegmentReference reference = new SegmentReference(first);
        scenario.threads(2, () -> reference.moveTo(first, 1));
        scenario.finallyAssert(() -> {
            assert reference.getOpaque() == second : "did not move";
            first.cellCancelled();
            second.cellCancelled();
            assert first.isRemoved() : "still owned";
            assert !second.isRemoved() : "not owned";
        });
    }

    private static List<CompletableFuture<Boolean>> entered(Line line, int count) {
        List<CompletableFuture<Boolean>> requests = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            requests.add(line.acquireAsync());
        }
        return requests;
    }

    private static void assertClean(Line line, int waiting) {
        int found = 0;
        Segment segment = line.queue.firstSegment();
        Segment before = null;
        while (segment != null) {
            Segment next = segment.nextAcquire();
            assert next == null || !segment.isRemoved() : "a removed segment is in the list";
            assert segment.prevAcquire() == null || segment.prevAcquire() == before
                    || !segment.prevAcquire().isRemoved() : "a removed segment is behind a living one";
            if (segment.cellVolatile(0) instanceof Waiter<?>) {
                found++;
            }
            before = segment;
            segment = next;
        }
        assert found == waiting : "a living segment was lost";
    }

    private static void cancel(Scenario scenario, int count, int one, int other, boolean third) {
        Line line = new Line();
        List<CompletableFuture<Boolean>> requests = entered(line, count);
        CompletableFuture<Boolean> first = requests.get(one);
        CompletableFuture<Boolean> second = requests.get(other);
        scenario.thread("removes one", () -> first.cancel(false));
        scenario.thread("removes the other", () -> second.cancel(false));
        if (third) {
            CompletableFuture<Boolean> more = requests.get(other + 1);
            scenario.thread("removes a third", () -> more.cancel(false));
        }
        scenario.finallyAssert(() -> assertClean(line, third ? count - 3 : count - 2));
    }

    private static void cancelAndEnter(Scenario scenario, int count, int one) {
        Line line = new Line();
        CompletableFuture<Boolean> request = entered(line, count).get(one);
        scenario.thread("removes", () -> request.cancel(false));
        scenario.thread("appends", () -> {
            CompletableFuture<Boolean> _ = line.acquireAsync();
        });
        scenario.finallyAssert(() -> assertClean(line, count));
    }

    private static void leaveLast(Scenario scenario) {
        Line line = new Line();
        List<CompletableFuture<Boolean>> requests = entered(line, 3);
        requests.get(2).cancel(false); // the reference for entries still keeps its segment
        CompletableFuture<Boolean> neighbour = requests.get(1);
        scenario.thread("removes", () -> neighbour.cancel(false));
        scenario.thread("appends", () -> {
            CompletableFuture<Boolean> _ = line.acquireAsync();
        });
        scenario.finallyAssert(() -> assertClean(line, 2));
    }

    private static void leaveFirst(Scenario scenario) {
        Line line = new Line();
        List<CompletableFuture<Boolean>> requests = entered(line, 4);
        requests.get(0).cancel(false); // the reference for resumes still keeps its segment
        CompletableFuture<Boolean> neighbour = requests.get(1);
        scenario.thread("removes", () -> neighbour.cancel(false));
        scenario.thread("serves", line::release);
        scenario.finallyAssert(() -> assertClean(line, neighbour.isCancelled() ? 1 : 2));
    }

    private static void cancelAndServe(Scenario scenario, int count, int one) {
        Line line = new Line();
        CompletableFuture<Boolean> request = entered(line, count).get(one);
        scenario.thread("removes", () -> request.cancel(false));
        scenario.thread("serves", line::release);
        scenario.finallyAssert(() -> assertClean(line, request.isCancelled() ? count - 2 : count - 1));
    }

    private static void enterTwice(Scenario scenario) {
        Line line = new Line();
        scenario.threads(2, () -> {
            CompletableFuture<Boolean> _ = line.acquireAsync();
        });
        scenario.finallyAssert(() -> {
            assertClean(line, 2);
            line.release();
            line.release();
            assertClean(line, 0);
        });
    }

    private static void resumesAhead(Scenario scenario) {
        Line line = new Line();
        scenario.thread("appends", () -> {
            CompletableFuture<Boolean> _ = line.acquireAsync();
            line.acquireAsync().cancel(false);
        });
        scenario.thread("serves", line::release);
        scenario.finallyAssert(() -> {
            CompletableFuture<Boolean> next = line.acquireAsync();
            line.release();
            assert next.isDone() : "a request was forgotten";
        });
    }
}
