package dev.baton;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import dev.baton.internal.line.Segment;
import dev.baton.testing.TestThreads;
import dev.baton.testing.ThreadKind;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

/** Rules of suspend and resume in each mode, one cell at a time. */
class CancellableQueueSynchronizerTest {
    private static final int LONG_RUN = 1_000_000;

    @ParameterizedTest
    @EnumSource
    void resumesServeInTheOrderOfTheSuspends(QueueMode mode) {
        for (int size : new int[]{1, 2, 32}) {
            ProbeQueue queue = new ProbeQueue(mode, size);
            List<CompletableFuture<Integer>> futures = IntStream.range(0, 100).mapToObj(i -> queue.enqueue()).toList();
            assertThat(queue.getQueueLength()).isEqualTo(100);
            for (int i = 0; i < 100; i++) {
                assertThat(futures.get(i)).isNotDone();
                assertThat(queue.resume(i)).isTrue();
                assertThat(futures.get(i)).isCompletedWithValue(i);
            }
            assertThat(queue.hasQueuedThreads()).isFalse();
            SegmentListInvariants.check(queue);
        }
    }

    /** Also objects that stand in cells for something else. */
    @Test
    void anyObjectMayBeHandedOver() throws InterruptedException {
        var queue = new CancellableQueueSynchronizer<Object>(CancellableQueueSynchronizer.Resumption.ASYNC,
                CancellableQueueSynchronizer.Cancellation.SIMPLE) {
        };
        for (Object value : List.of(new ThreadWaiter<>(), WaitQueue.Mark.CANCELLED, WaitQueue.Mark.RESUMED, "value")) {
            assertThat(queue.resume(value)).isTrue();
            assertThat(queue.getQueueLength()).as("what is handed over does not wait").isZero();
            ThreadWaiter<Object> waiter = new ThreadWaiter<>();
            assertThat(queue.suspend(waiter)).isTrue();
            assertThat(waiter.await()).isSameAs(value);
        }
    }

    @ParameterizedTest
    @EnumSource
    void threadsOfBothKindsReceiveTheirValue(QueueMode mode) {
        for (ThreadKind kind : ThreadKind.values()) {
            ProbeQueue queue = new ProbeQueue(mode, 2);
            List<Integer> received = new ArrayList<>();
            try (TestThreads threads = new TestThreads(kind)) {
                for (int i = 0; i < 5; i++) {
                    Thread thread = threads.startAndAwaitParked(() -> {
                        ThreadWaiter<Integer> waiter = new ThreadWaiter<>();
                        assertThat(queue.suspend(waiter)).isTrue();
                        int value = waiter.await();
                        synchronized (received) {
                            received.add(value);
                        }
                    });
                    assertThat(queue.getQueuedThreads()).hasSize(i + 1).last().isSameAs(thread);
                }
                for (int i = 0; i < 5; i++) {
                    assertThat(queue.resume(i)).isTrue();
                }
            }
            assertThat(received).containsExactlyInAnyOrder(0, 1, 2, 3, 4);
            SegmentListInvariants.check(queue);
        }
    }

    @ParameterizedTest
    @EnumSource(mode = Mode.MATCH_ANY, names = "ASYNC_.*")
    void asyncResumeLeavesItsValueForTheSuspendToCome(QueueMode mode) {
        ProbeQueue queue = new ProbeQueue(mode, 2);
        for (int i = 0; i < 5; i++) {
            assertThat(queue.resume(i)).isTrue();
        }
        for (int i = 0; i < 5; i++) {
            assertThat(queue.enqueue()).isCompletedWithValue(i);
        }
        Segment left = queue.leftmostSegment();
        assertThat(left.cellVolatile(0)).as("a taken cell keeps no value").hasToString("TAKEN");
        SegmentListInvariants.check(queue);
    }

    @ParameterizedTest
    @EnumSource(mode = Mode.MATCH_ANY, names = "ASYNC_.*")
    void threadTakesALeftValueWithoutParking(QueueMode mode) throws InterruptedException {
        ProbeQueue queue = new ProbeQueue(mode, 1);
        queue.resume(7);
        ThreadWaiter<Integer> waiter = new ThreadWaiter<>();
        assertThat(queue.suspend(waiter)).isTrue();
        assertThat(waiter.segment()).isNull();
        Thread.currentThread().interrupt();
        assertThat(waiter.await(0)).as("an arrived value beats the interrupt and the timeout").isEqualTo(7);
        assertThat(Thread.interrupted()).as("the interrupt is kept").isTrue();
    }

    @ParameterizedTest
    @EnumSource(mode = Mode.MATCH_ANY, names = "SYNC_.*")
    void brokenRendezvousTurnsBothAwayOnce(QueueMode mode) {
        for (int spins : new int[]{0, 4}) {
            ProbeQueue queue = new ProbeQueue(mode, new Tuning(2, spins));
            assertThat(queue.resume(1)).as("nobody comes").isFalse();
            FutureWaiter<Integer, Integer> waiter = new FutureWaiter<>(value -> value);
            assertThat(queue.suspend(waiter)).as("the cell is broken").isFalse();
            assertThat(waiter.segment()).isNull();
            assertThat(waiter.future()).isNotDone();
            assertThat(queue.suspend(waiter)).as("the same waiter starts over").isTrue();
            assertThat(queue.resume(2)).isTrue();
            assertThat(waiter.future()).isCompletedWithValue(2);
            SegmentListInvariants.check(queue);
        }
    }

    @ParameterizedTest
    @EnumSource(mode = Mode.MATCH_ANY, names = "SYNC_.*")
    void syncResumeMeetsASuspendThatIsUnderWay(QueueMode mode) {
        ProbeQueue queue = new ProbeQueue(mode, new Tuning(1, Integer.MAX_VALUE));
        try (TestThreads threads = new TestThreads(ThreadKind.PLATFORM)) {
            threads.start(() -> {
                boolean met = queue.resume(3);
                assertThat(met).isTrue();
            });
            TestThreads.awaitTrue(() -> queue.leftmostSegment().cellVolatile(0) != null);
            assertThat(queue.enqueue()).isCompletedWithValue(3);
        }
    }

    @ParameterizedTest
    @EnumSource(mode = Mode.MATCH_ANY, names = ".*_SIMPLE")
    void simpleAbortAbsorbsExactlyOneFailingResume(QueueMode mode) {
        for (int size : new int[]{1, 2, 32}) {
            int aborted = 3 * size + 1;
            ProbeQueue queue = new ProbeQueue(mode, size);
            CompletableFuture<Integer> first = queue.enqueue();
            List<CompletableFuture<Integer>> doomed = IntStream.range(0, aborted).mapToObj(i -> queue.enqueue())
                    .toList();
            CompletableFuture<Integer> last = queue.enqueue();
            doomed.forEach(future -> assertThat(future.cancel(false)).isTrue());
            assertThat(queue.resume(1)).isTrue();
            assertThat(first).isCompletedWithValue(1);
            for (int i = 0; i < aborted; i++) {
                assertThat(queue.resume(2)).as("resume %s of %s, segments of %s", i, aborted, size).isFalse();
                assertThat(last).isNotDone();
            }
            assertThat(queue.resume(3)).isTrue();
            assertThat(last).isCompletedWithValue(3);
            assertThat(queue.cancellations).as("SIMPLE asks nobody").hasValue(0);
            SegmentListInvariants.check(queue);
        }
    }

    @ParameterizedTest
    @EnumSource(mode = Mode.MATCH_ANY, names = ".*_SMART")
    void smartAbortIsSkippedForFree(QueueMode mode) {
        for (int size : new int[]{1, 2, 32}) {
            for (int aborted : new int[]{1, 2, 3, 32, 100}) {
                ProbeQueue queue = new ProbeQueue(mode, size);
                List<CompletableFuture<Integer>> doomed = IntStream.range(0, aborted).mapToObj(i -> queue.enqueue())
                        .toList();
                CompletableFuture<Integer> last = queue.enqueue();
                doomed.forEach(future -> assertThat(future.cancel(false)).isTrue());
                assertThat(queue.resume(3)).isTrue();
                assertThat(last).isCompletedWithValue(3);
                assertThat(queue.cancellations).as("asked once each").hasValue(aborted);
                assertThat(queue.refused).isEmpty();
                assertThat(queue.serviceIndexVolatile()).isEqualTo(aborted + 1L);
                SegmentListInvariants.check(queue);
            }
        }
    }

    @ParameterizedTest
    @EnumSource(mode = Mode.MATCH_ANY, names = ".*_SMART")
    void refusedResumeSucceedsAndGivesItsValueBack(QueueMode mode) {
        ProbeQueue queue = new ProbeQueue(mode, 1);
        CompletableFuture<Integer> doomed = queue.enqueue();
        CompletableFuture<Integer> next = queue.enqueue();
        queue.handler = () -> false;
        assertThat(doomed.cancel(false)).isTrue();
        assertThat(queue.resume(5)).isTrue();
        assertThat(queue.refused).containsExactly(5);
        assertThat(next).as("a refused resume serves nobody else").isNotDone();
        assertThat(queue.resume(6)).isTrue();
        assertThat(next).isCompletedWithValue(6);
        assertThat(queue.refused).containsExactly(5);
        SegmentListInvariants.check(queue);
    }

    @Test
    void asyncResumeLeavesItsValueToAnAbortUnderWayWhichResumesTheNext() {
        ProbeQueue queue = new ProbeQueue(QueueMode.ASYNC_SMART, 1);
        CompletableFuture<Integer> doomed = queue.enqueue();
        CompletableFuture<Integer> next = queue.enqueue();
        queue.handler = () -> {
            assertThat(queue.resume(8)).as("the resume does not wait").isTrue();
            assertThat(next).as("the value is with the abort").isNotDone();
            return true;
        };
        assertThat(doomed.cancel(false)).isTrue();
        assertThat(next).isCompletedWithValue(8);
        assertThat(queue.refused).isEmpty();
        assertThat(queue.cancellations).hasValue(1);
        SegmentListInvariants.check(queue);
    }

    @Test
    void abortUnderWayThatRefusesGivesTheDelegatedValueBack() {
        ProbeQueue queue = new ProbeQueue(QueueMode.ASYNC_SMART, 1);
        CompletableFuture<Integer> doomed = queue.enqueue();
        CompletableFuture<Integer> next = queue.enqueue();
        queue.handler = () -> {
            assertThat(queue.resume(8)).isTrue();
            return false;
        };
        assertThat(doomed.cancel(false)).isTrue();
        assertThat(queue.refused).containsExactly(8);
        assertThat(next).isNotDone();
        assertThat(queue.leftmostSegment().cellVolatile(0)).hasToString("REFUSED");
        SegmentListInvariants.check(queue);
    }

    @ParameterizedTest
    @CsvSource({"true", "false"})
    void syncResumeWaitsForTheDecisionOfAnAbortUnderWay(boolean skip) {
        ProbeQueue queue = new ProbeQueue(QueueMode.SYNC_SMART, 1);
        CompletableFuture<Integer> doomed = queue.enqueue();
        CompletableFuture<Integer> next = queue.enqueue();
        try (TestThreads threads = new TestThreads(ThreadKind.PLATFORM)) {
            queue.handler = () -> {
                threads.start(() -> assertThat(queue.resume(8)).isTrue());
                TestThreads.awaitTrue(() -> queue.serviceIndexVolatile() == 1);
                return skip;
            };
            assertThat(doomed.cancel(false)).isTrue();
        }
        if (skip) {
            assertThat(next).isCompletedWithValue(8);
        } else {
            assertThat(queue.refused).containsExactly(8);
            assertThat(next).isNotDone();
        }
        SegmentListInvariants.check(queue);
    }

    @ParameterizedTest
    @EnumSource
    void abortOfAServedRequestChangesNothing(QueueMode mode) {
        ProbeQueue queue = new ProbeQueue(mode, 1);
        FutureWaiter<Integer, Integer> waiter = new FutureWaiter<>(value -> value);
        queue.suspend(waiter);
        Segment segment = Objects.requireNonNull(waiter.segment());
        queue.resume(4);
        waiter.enter(queue, segment, 0); // as an abort saw it that began before the resume
        assertThat(waiter.abort()).isFalse();
        assertThat(segment.cellVolatile(0)).isEqualTo(WaitQueue.Mark.RESUMED);
        assertThat(queue.cancellations).hasValue(0);
        assertThat(waiter.future()).isCompletedWithValue(4);
    }

    @ParameterizedTest
    @EnumSource
    void lateSuspendOfAClaimedCellIsNotPassedOver(QueueMode mode) {
        ProbeQueue queue = new ProbeQueue(mode, 1);
        FutureWaiter<Integer, Integer> slow = new FutureWaiter<>(value -> value);
        queue.lineOrNew().claimCell(slow, queue); // a suspend that stopped between its two steps
        for (int i = 0; i < 5; i++) {
            assertThat(queue.enqueue().cancel(false)).isTrue();
        }
        Segment segment = Objects.requireNonNull(slow.segment());
        assertThat(segment.isRemoved()).isFalse();
        assertThat(segment.casCell(slow.cell(), null, slow)).isTrue();
        assertThat(queue.resume(1)).isTrue();
        assertThat(slow.future()).isCompletedWithValue(1);
    }

    @ParameterizedTest
    @EnumSource
    void slowResumeStillFindsItsCell(QueueMode mode) {
        ProbeQueue queue = new ProbeQueue(mode, 1);
        CompletableFuture<Integer> first = queue.enqueue();
        Segment start = queue.lineOrNew().service().getOpaque();
        long claimed = queue.lineOrNew().getAndIncrementServiceIndex(); // a resume that stopped after its claim
        List<CompletableFuture<Integer>> others = IntStream.range(0, 5).mapToObj(i -> queue.enqueue()).toList();
        for (int i = 0; i < 5; i++) {
            assertThat(queue.resume(i)).isTrue();
            assertThat(others.get(i)).isCompletedWithValue(i);
        }
        Segment segment = queue.lineOrNew().service().moveTo(start, queue.lineOrNew().idOf(claimed));
        assertThat(segment.id).isZero();
        assertThat(segment.cellVolatile(0)).isInstanceOf(Waiter.class);
        assertThat(first).isNotDone();
        assertThat(queue.lineOrNew().service().getOpaque().id).as("the reference stays ahead").isEqualTo(5);
    }

    @ParameterizedTest
    @EnumSource
    void aMillionAbortedRequestsKeepNoSegments(QueueMode mode) throws InterruptedException {
        for (int size : new int[]{1, 32}) {
            ProbeQueue queue = new ProbeQueue(mode, size);
            CompletableFuture<Integer> first = queue.enqueue();
            for (int i = 0; i < LONG_RUN; i++) {
                ThreadWaiter<Integer> impatient = new ThreadWaiter<>();
                assertThat(queue.suspend(impatient) && impatient.await(0) == null).isTrue();
            }
            CompletableFuture<Integer> last = queue.enqueue();
            assertThat(SegmentListInvariants.count(queue)).isLessThanOrEqualTo(3);
            SegmentListInvariants.check(queue);
            assertThat(queue.resume(1)).isTrue();
            assertThat(first).isCompletedWithValue(1);
            if (mode.isSmart()) {
                assertThat(cellsToPass(queue)).as("cells a resume looks at").isLessThanOrEqualTo(2 * size);
                assertThat(queue.resume(2)).isTrue();
                assertThat(last).isCompletedWithValue(2);
                assertThat(queue.serviceIndexVolatile()).isEqualTo(LONG_RUN + 2L);
            } else {
                for (int i = 0; i < LONG_RUN; i++) {
                    assertThat(queue.resume(2)).isFalse();
                }
                assertThat(queue.resume(3)).isTrue();
                assertThat(last).isCompletedWithValue(3);
            }
            SegmentListInvariants.check(queue);
        }
    }

    /** Cancelled cells between the service reference and the first waiter: the steps of the next resume. */
    private static int cellsToPass(ProbeQueue queue) {
        int cancelled = 0;
        for (Segment s = queue.lineOrNew().service().getOpaque(); s != null; s = s.nextAcquire()) {
            for (int cell = 0; cell < s.size(); cell++) {
                Object state = s.cellVolatile(cell);
                if (state instanceof Waiter<?>) {
                    return cancelled;
                }
                cancelled += state == WaitQueue.Mark.CANCELLED ? 1 : 0;
            }
        }
        throw new AssertionError("no waiter");
    }

    /**
     * A run so long that no resume could walk it cell by cell: the list as it would be after 2^40 requests that all
     * aborted, with one alive behind them.
     */
    private static ProbeQueue queueWithAnAstronomicRun(QueueMode mode) {
        long run = 1L << 40;
        ProbeQueue queue = new ProbeQueue(mode, 1);
        assertThat(queue.enqueue()).isNotNull();
        assertThat(queue.resume(0)).isTrue();
        Segment first = queue.leftmostSegment();
        Segment far = new Segment(run, first, 1, 0);
        NEXT.setVolatile(first, far);
        ENTRY_INDEX.setVolatile(queue.lineOrNew(), run);
        return queue;
    }

    @ParameterizedTest
    @EnumSource(mode = Mode.MATCH_ANY, names = ".*_SMART")
    void smartResumePassesARunOfAnyLengthInAFewSteps(QueueMode mode) {
        ProbeQueue queue = queueWithAnAstronomicRun(mode);
        CompletableFuture<Integer> alive = queue.enqueue();
        assertThat(queue.resume(9)).isTrue();
        assertThat(alive).isCompletedWithValue(9);
        assertThat(queue.serviceIndexVolatile()).isEqualTo((1L << 40) + 1);
        SegmentListInvariants.check(queue);
    }

    @ParameterizedTest
    @EnumSource(mode = Mode.MATCH_ANY, names = ".*_SIMPLE")
    void simpleResumeNeverSkips(QueueMode mode) {
        ProbeQueue queue = queueWithAnAstronomicRun(mode);
        CompletableFuture<Integer> alive = queue.enqueue();
        for (int i = 0; i < 10; i++) {
            assertThat(queue.resume(9)).isFalse();
            assertThat(queue.serviceIndexVolatile()).isEqualTo(2L + i);
        }
        assertThat(alive).isNotDone();
        SegmentListInvariants.check(queue);
    }

    @ParameterizedTest
    @EnumSource
    void manyAreServedByOneCall(QueueMode mode) {
        ProbeQueue queue = new ProbeQueue(mode, 2);
        List<CompletableFuture<Integer>> futures = IntStream.range(0, 5).mapToObj(i -> queue.enqueue()).toList();
        futures.get(1).cancel(false);
        int served = queue.resume(4, 1);
        assertThat(served).isEqualTo(mode.isSmart() ? 4 : 3);
        assertThat(futures.get(0).join() + futures.get(2).join() + futures.get(3).join()).isEqualTo(3);
        assertThat(futures.get(4).isDone()).isEqualTo(mode.isSmart());
    }

    @ParameterizedTest
    @EnumSource
    void nullIsNoValueAndLeavesTheQueueIntact(QueueMode mode) {
        ProbeQueue queue = new ProbeQueue(mode, 1);
        CompletableFuture<Integer> future = queue.enqueue();
        assertThatNullPointerException().isThrownBy(() -> resumeWithNull(queue));
        assertThat(queue.serviceIndexVolatile()).isZero();
        assertThat(queue.resume(1)).isTrue();
        assertThat(future).isCompletedWithValue(1);
    }

    @SuppressWarnings("NullAway") // the misuse under test
    private static void resumeWithNull(ProbeQueue queue) {
        queue.resume(null);
    }

    @ParameterizedTest
    @EnumSource
    void processedCellsKeepNeitherWaiterNorValue(QueueMode mode) {
        ProbeQueue queue = new ProbeQueue(mode, 32);
        assertThat(queue.enqueue()).isNotNull();
        queue.enqueue().cancel(false);
        queue.resume(1);
        if (mode.isSync()) {
            queue.resume(2); // SIMPLE: absorbed by the aborted one; SMART: breaks the next cell
        } else {
            queue.resume(2);
            assertThat(queue.enqueue()).isNotNull();
        }
        Segment segment = queue.leftmostSegment();
        for (int cell = 0; cell < segment.size(); cell++) {
            Object state = segment.cellVolatile(cell);
            assertThat(state == null || state instanceof Enum<?> || state instanceof Waiter<?>).as("%s", state)
                    .isTrue();
            if (cell < 2) {
                assertThat(state).isInstanceOf(Enum.class);
            }
        }
    }

    private static final VarHandle NEXT;
    private static final VarHandle ENTRY_INDEX;

    static {
        try {
            NEXT = MethodHandles.privateLookupIn(Segment.class, MethodHandles.lookup()).findVarHandle(Segment.class,
                    "next", Segment.class);
            ENTRY_INDEX = MethodHandles.privateLookupIn(Line.class, MethodHandles.lookup())
                    .findVarHandle(Line.class, "entryIndex", long.class);
        } catch (ReflectiveOperationException failure) {
            throw new ExceptionInInitializerError(failure);
        }
    }
}
