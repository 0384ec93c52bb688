package dev.baton.mutants;

import java.util.List;

/** The mistakes that the core's tests must find. */
final class Mutants {
    private static final String RULES = "CancellableQueueSynchronizerTest";
    private static final String ABORTS = "CancellableQueueSynchronizerAbortTest";
    private static final String FUTURES = "CancellableQueueSynchronizerFutureTest";
    private static final String STRESS = "CancellableQueueSynchronizerStressTest";
    private static final String SCHEDULES = "CancellableQueueSynchronizerLincheckTest";
    private static final String SEGMENTS = "internal.line.SegmentListTest";
    private static final String REMOVALS = "internal.line.SegmentListLincheckTest";
    private static final String SEMAPHORE = "SemaphoreTest";
    private static final String SEMAPHORE_ABORTS = "SemaphoreAbortTest";
    private static final String SEMAPHORE_DROP_IN = "SemaphoreDropInTest";
    private static final String HAND_OVER = "HandOverModelTest";
    private static final String LOCK = "ReentrantLockTest";
    private static final String READ_WRITE = "ReentrantReadWriteLockTest";
    private static final String CONDITION = "ConditionTest";
    private static final String CYCLIC = "CyclicBarrierTest";
    private static final String LATCH_ABORTS = "CountDownLatchAbortTest";

    private static final String BARGING = "BargingBoundTest";
    private static final String HAND_OFF = "HandOffTest";
    private static final String COMBINING = "combine.CombiningSchedulerTest";
    private static final String HELD_BACK = "combine.HeldBackTest";
    private static final String HELD_BACK_STRESS = "combine.HeldBackStressTest";
    private static final String SLEEP = "SleepModelTest";
    private static final String EXPERIENCE = "internal.park.SpinPolicyTest";

    private static final String SECTIONS = "AsyncSectionTest";
    private static final String EXECUTOR = "BoundedExecutorTest";
    private static final String CHANNEL = "ChannelTest";
    private static final String CHANNEL_ABORTS = "ChannelAbortTest";
    private static final String CHANNEL_CLOSE = "ChannelCloseTest";
    private static final String SELECT = "SelectTest";

    private static final String QUEUE = "CancellableQueueSynchronizer";

    private Mutants() {}

    /** Mistakes that a test finds whatever the schedule. */
    static final List<Mutant> ALL = List.of(
            new Mutant("REFUSED dropped: an abort is always skipped", QUEUE, "skip ? Mark.CANCELLED : State.REFUSED",
                    "Mark.CANCELLED", RULES),
            new Mutant("service index raised in SIMPLE mode", QUEUE,
                    "if (smart) {\n                line.raiseServiceIndex",
                    "if (true) {\n                line.raiseServiceIndex",
                    RULES),
            new Mutant("cancelled cells passed in SIMPLE mode", QUEUE, "outcome == Attempt.CANCELLED && smart",
                    "outcome == Attempt.CANCELLED", RULES),
            new Mutant("cancelled cells are left to the opening", "CountDownLatch",
                    "queue.lineOrNew().leaveCancelledBehind(); // so", "// so", LATCH_ABORTS),
            new Mutant("service index not raised in SMART mode", QUEUE,
                    "line.raiseServiceIndex(line.firstIndexOf(segment));",
                    "", RULES),
            new Mutant("value delegated to an abort is dropped", QUEUE, "resume(value);\n            } else {",
                    "} else {", RULES),
            new Mutant("resume passes over an abort under way", QUEUE,
                    "segment.casCell(cell, State.CANCELLING, inCell(value))) {\n                return Attempt.DONE;",
                    "state == State.CANCELLING) {\n                return Attempt.CANCELLED;", RULES),
            new Mutant("broken cell ignored by suspend", QUEUE,
                    "casCell(cell, state, State.TAKEN)) {\n            return false;",
                    "casCell(cell, state, State.TAKEN)) {\n            return true;", RULES),
            new Mutant("a waiter that is handed over is taken for one that waits", QUEUE,
                    "boolean confusing = value instanceof Waiter<?> || ", "boolean confusing = ", RULES),
            new Mutant("rendezvous never broken", QUEUE, "return !segment.casCell(cell, handed, State.BROKEN);",
                    "return true;", RULES),
            new Mutant("SIMPLE abort not counted by its segment", QUEUE,
                    "            segment.cellCancelled();\n            return true;", "            return true;",
                    RULES),
            new Mutant("SMART abort not counted by its segment", QUEUE,
                    "        if (skip) {\n            segment.cellCancelled();\n        }\n", "", RULES),
            new Mutant("head that takes for itself keeps the segments before it", "BargingQueue",
                    "        line.serveFrom(segment);\n", "", "RetentionTest"),
            new Mutant("late interrupt not re-asserted", "ParkLoop",
                    "if (interrupted && outcome != Outcome.INTERRUPTED) {",
                    "if (interrupted && outcome == Outcome.TIMED_OUT) {", ABORTS),
            new Mutant("lost abort reported as an abort", "ParkLoop", "if (abort(request)) {",
                    "if (abort(request) || true) {", ABORTS),
            new Mutant("forgotten prev resurrected", "Segment",
                    "if (seen == null || casPrevRelease(seen, target)) {",
                    "if (casPrevRelease(seen, target)) {", SEGMENTS),
            new Mutant("removal does not look again at its neighbours", "Segment", "if (rightLives && leftLives) {",
                    "if (rightLives || !leftLives || true) {", REMOVALS),
            new Mutant("removal of a former tail forgotten", "Segment", "remove(); // put off while this was the tail",
                    "", SEGMENTS),
            new Mutant("removed segment comes back to life", "Segment",
                    "            if (seen == cells.length) {\n                return false;\n            }\n", "",
                    SEGMENTS),
            new Mutant("owner not dropped when a reference moves on", "SegmentReference",
                    "current.dropOwner();\n                return true;", "return true;", SEGMENTS),
            new Mutant("cancelled future does not ask the queue", "RequestFuture",
                    "if (withdraw()) {\n                super.completeExceptionally(cancellation)",
                    "if (!isDone()) {\n                super.completeExceptionally(cancellation)", FUTURES),
            new Mutant("aborted future keeps its segment", "FutureWaiter",
                    "            leave();\n            return true;", "            return true;", FUTURES),
            new Mutant("aborted request does not let those behind it through", "GrantQueue",
                    "if (isFirst(waiter)) {\n            serve(); // otherwise",
                    "if (false) {\n            serve(); // otherwise",
                    SEMAPHORE_ABORTS),
            new Mutant("try overtakes those who wait", "GrantQueue",
                    "if (!mayHaveWaiters()) {\n                if (casUnpassed(seen, weight)) {\n                    return true; // who",
                    "if (true) {\n                if (casUnpassed(seen, weight)) {\n                    return true; // who",
                    SEMAPHORE),
            new Mutant("bypass not counted", "GrantQueue", "rule.change(weight) + BYPASS)", "rule.change(weight))",
                    BARGING),
            new Mutant("count of bypasses goes on when the first is served", "GrantQueue",
                    "casWord(seen, stateOf(seen) + rule.change(weight))",
                    "casWord(seen, (seen & ~CLOSED) + rule.change(weight))",
                    BARGING),
            new Mutant("first in line parks unseen", "BargingQueue", "if (isFirst(waiter)) { //",
                    "if (!isFirst(waiter)) { //", LOCK),
            new Mutant("permits beyond the range are kept", "Permits",
                    "        long unused = queue.getAndAddState(-permits);\n", "", "SemaphoreDropInTest"),
            new Mutant("release hands over less than the first in line asks for", "FairQueue",
                    "head.weight() != weight || ", "", SEMAPHORE),
            new Mutant("release hands over what the semaphore owes", "FairQueue",
                    " || wordVolatile() != whileTaken",
                    "",
                    "SemaphoreDropInTest"),
            new Mutant("request moved to the queue is taken for awake", "ThreadWaiter", "return !parkingPlain();",
                    "return true;", CONDITION),
            new Mutant("one unlock gives back all holds", "Holds", "if (holds == 1L) {", "if (holds > 0L) {", LOCK),
            new Mutant("unlock leaves the owner", "GrantQueue", "        owner = next;\n        word", "        word",
                    LOCK),
            new Mutant("unlock does not look who waits", "Holds", "            queue.released();\n", "", LOCK),
            new Mutant("lock unlocked by whoever likes", "ReentrantLock",
                    "if (!holds.isOwnedByCurrentThread()) {\n            throw", "if (false) {\n            throw",
                    LOCK),
            new Mutant("wait on a condition forgets its holds", "LockCondition",
                    "new Wait(ownership.exclusiveHolds(ownership.queue().stateVolatile()))", "new Wait(1)", CONDITION),
            new Mutant("signal is spent on a wait that has left", "LockCondition",
                    "while (wait != null && !move(wait)) {\n            wait = first;\n        }",
                    "if (wait != null) {\n            move(wait);\n        }", CONDITION),
            new Mutant("signals in reverse order", "LockCondition",
                    "        checkOwned();\n        Wait wait = first;\n",
                    "        checkOwned();\n        Wait wait = last;\n", CONDITION),
            new Mutant("reader that reads already waits behind a writer", "ReadsAndWrites",
                    "return reenterRead() || counted(", "return counted(", READ_WRITE),
            new Mutant("last reader does not look who waits", "ReadsAndWrites",
                    "if (before == READER) {", "if (false) {",
                    READ_WRITE),
            new Mutant("waiting writer gives up its read holds for ever", "ReadsAndWrites",
                    "queue().setState(queue().stateVolatile() + released * READER);", "", READ_WRITE, CONDITION),
            new Mutant("broken barrier tells nobody", "CyclicBarrier",
                    "        decided.signalAll();\n", "", CYCLIC),
            new Mutant("reset lets the waiting pass", "CyclicBarrier",
                    "breakUp();\n            current = next;", "end(Outcome.TRIPPED);\n            current = next;",
                    CYCLIC),
            new Mutant("interrupt on entry breaks nothing", "CyclicBarrier",
                    "if (Thread.interrupted()) {\n                    breakUp();", "if (Thread.interrupted()) {",
                    CYCLIC),
            new Mutant("failed action breaks nothing", "CyclicBarrier",
                    "            if (!done) {\n                breakUp();\n            }\n", "", CYCLIC),
            new Mutant("delegated section runs a second time", "Mutex",
                    "        if (!section.hasRun()) {\n            runAndUnlock(section);",
                    "        if (true) {\n            runAndUnlock(section);", HAND_OFF),
            new Mutant("finished section does not serve its request", "FairQueue",
                    "Objects.requireNonNull(claimed.segment()).setCellVolatile(claimed.cell(), Mark.RESUMED);", "",
                    HAND_OFF),
            new Mutant("failure of a delegated section is dropped", "Section", "failure = thrown;", "", HAND_OFF),
            new Mutant("trace of a delegated section ends with the holder", "Section",
                    "thrown.setStackTrace(withCaller(thrown.getStackTrace(), new Throwable().getStackTrace()));", "",
                    HAND_OFF),
            new Mutant("rejected section keeps the lock", "Mutex", "if (once.closes()) {", "if (once.spend()) {",
                    SECTIONS),
            new Mutant("next owner is dispatched instead of combined", "CombiningScheduler",
                    "        carrier.capturing = true;\n", "", COMBINING),
            new Mutant("streak of sections without end", "CombiningScheduler",
                    "if (++carrier.streak >= STREAK) {", "if (carrier.streak < 0) {", COMBINING),
            new Mutant("clock is not told", "HeldBack", "clock.execute(begun::letGo);", "", HELD_BACK),
            new Mutant("clock is set to days", "HeldBack", "(MILLIS, TimeUnit.MILLISECONDS", "(MILLIS, TimeUnit.DAYS",
                    HELD_BACK_STRESS),
            new Mutant("held back after all were let go", "HeldBack", "!open || ", "", HELD_BACK),
            new Mutant("letting go does not end the holding back", "HeldBack", "        open = false;\n", "",
                    HELD_BACK),
            new Mutant("held back without a limit", "HeldBack", " || count >= MOST", "", HELD_BACK),
            new Mutant("those held back are not counted", "HeldBack", "        count++;\n", "", HELD_BACK),
            new Mutant("first held back is lost", "HeldBack", "first = added;", "", HELD_BACK),
            new Mutant("all held back but the first are lost", "HeldBack", "last.next = added;", "", HELD_BACK),
            new Mutant("last held back replaces the one before", "HeldBack", "        last = added;\n", "", HELD_BACK),
            new Mutant("let go twice", "HeldBack", "if (close()) {", "if (close() || count > 0) {", HELD_BACK),
            new Mutant("those let go are submitted between two sections", "HeldBack",
                    "carriers.execute(this::submitAll);", "submitAll();", HELD_BACK),
            new Mutant("held back while it ends", "HeldBack", "synchronized boolean add", "boolean add", SLEEP),
            new Mutant("two let go at once", "HeldBack", "private synchronized boolean close",
                    "private boolean close", SLEEP),
            new Mutant("no last look before sleep", "ThreadWaiter",
                    "one of the two sees the other\n        return true;",
                    "one of the two sees the other\n        return false;", SLEEP),
            new Mutant("nobody is taken for asleep", "ThreadWaiter",
                    "boolean maySleep() {\n        return parkingVolatile();",
                    "boolean maySleep() {\n        return false;", SLEEP),
            new Mutant("hand-over forgets what a release left to it", "FairQueue",
                    "if (allows(wordVolatile(), LEAST)) {\n            handOver(",
                    "if (false) {\n            handOver(",
                    HAND_OVER),
            new Mutant("head does not let the next one see what is left", "BargingQueue",
                    "if (allows(wordVolatile(), LEAST)) {\n                serve();",
                    "if (next < 0L) {\n                serve();", SEMAPHORE_DROP_IN),
            new Mutant("section that runs is reported as aborted", "GrantQueue",
                    "if (content != waiter && content != Turn.GRANTING) {\n                return false;",
                    "if (content != waiter && content != Turn.GRANTING) {\n                return content == Turn.RUNNING;",
                    HAND_OFF),
            new Mutant("executor that ran a section and throws gives back twice", "AsyncSection",
                    "if (rejected != null) { // or else", "rejected = rejected == null ? request.join() : rejected;\n"
                            + "            if (rejected != null) { // or else",
                    SECTIONS),
            new Mutant("slot without a thread is kept", "BoundedExecutor", "                leaveSlot(task);\n", "",
                    EXECUTOR),
            new Mutant("queue without threads stops", "BoundedExecutor",
                    "leaving = next == null || starts(next) ? null : next;",
                    "leaving = next == null || starts(next) || true ? null : next;", EXECUTOR),
            new Mutant("cancelled task keeps its room", "BoundedExecutor",
                    "        if (queue.withdraws(task)) {\n            admission.release();",
                    "        if (queue.withdraws(task)) {", EXECUTOR),
            new Mutant("expired task keeps its room", "BoundedExecutor",
                    "            admission.release();\n            late.reject(", "            late.reject(", EXECUTOR),
            new Mutant("submitters that wait for room are forgotten by a shutdown", "BoundedExecutor",
                    "admission.release(MANY);", ";", EXECUTOR),
            new Mutant("timer is set once and for all", "BoundedQueue", "timerSet = first != null;", "", EXECUTOR),
            new Mutant("cancelled task runs", "BoundedQueue", "boolean may = task.phase == from;",
                    "boolean may = true;",
                    "BoundedExecutorVirtualTest", EXECUTOR),
            new Mutant("task that passes the line", "BoundedQueue",
                    "BoundedTask<?> next = held ? waiting.first() : null;",
                    "BoundedTask<?> next = null;", "BoundedExecutorVirtualTest"),
            new Mutant("rejected section keeps what it holds", "AsyncSection",
                    "                close(rejected);\n", "", SECTIONS),
            new Mutant("cancelled section keeps what it holds", "AsyncSection",
                    "            close((AutoCloseable) before);", "            ", SECTIONS),
            new Mutant("section that was taken back runs", "AsyncSection",
                    "        if (grant == null) {\n            return;",
                    "        if (request == null) {\n            return;",
                    SECTIONS),
            new Mutant("grant that comes after a cancel is kept", "AsyncSection",
                    "request.complete(null);", "", SECTIONS),
            new Mutant("future completes before its permit is back", "AsyncSection",
                    "        Throwable unclosed = close(grant);\n",
                    "        if (failure == null) { future.serve(result); }\n        Throwable unclosed = close(grant);\n",
                    SECTIONS),
            new Mutant("permit closed twice goes back twice", "Permit", "if (!getAndSetClosedAcquire()) {",
                    "if (!getAndSetClosedAcquire() || true) {", "PermitTest"),
            new Mutant("hopeless request waits for ever", "Semaphore", "if (permits > limit) {",
                    "if (permits > limit && permits < 0) {", "PermitTest"),
            new Mutant("mutex unlocks twice for an executor that ran and throws", "LockToken",
                    "boolean first = spend();", "boolean first = spend() || true;", SECTIONS),
            new Mutant("streak of waits that do not park without end", "SpinPolicy", "(++waits & (STREAK - 1)) == 0",
                    "waits < 0", EXPERIENCE),
            new Mutant("spins on in vain", "SpinPolicy", "times > FORGIVEN", "times < 0", EXPERIENCE),
            new Mutant("rests after every spin in vain", "SpinPolicy", "FORGIVEN = 2", "FORGIVEN = 0", EXPERIENCE),
            new Mutant("rests no longer each time", "SpinPolicy", "1 << (times - FORGIVEN - 1)", "1", EXPERIENCE),
            new Mutant("rests for ever", "SpinPolicy", "rest = left - 1;", "", EXPERIENCE),
            new Mutant("remembers a spin in vain for ever", "SpinPolicy", "                vain = 0;\n", "",
                    EXPERIENCE),
            new Mutant("receive leaves the room that it made unused", "ChannelCells",
                    "settler.settleInAnyCase();\n                    }\n                    return state;",
                    "}\n                    return state;", CHANNEL),
            new Mutant("conflated channel keeps two", "Channel", "\"conflated\", 1L, true", "\"conflated\", 2L, true",
                    CHANNEL),
            new Mutant("aborted cells are not counted", "Offer", "            at.cellCancelled();\n", "",
                    CHANNEL_ABORTS),
            new Mutant("closing twice is not told", "Channel", "return CLOSING.compareAndSet(this, null, now);",
                    "closing = now;\n        return true;", CHANNEL_CLOSE),
            new Mutant("select meets itself", "ChannelSettler", "if (send.decision() != receive.decision()) {",
                    "if (send != receive) {", SELECT));

    /** Mistakes that show only when threads meet at one place; the long suites look for them. */
    static final List<Mutant> BY_SCHEDULE = List.of(
            new Mutant("thread that is not to be held back any more is forgotten", "CombiningScheduler",
                    "held.add(continuation)) {", "(held.add(continuation) || true)) {", HELD_BACK_STRESS),
            new Mutant("head that took its turn leaves the next one asleep", "BargingQueue",
                    "            callAttention(); // there is another head\n", "", LOCK),
            new Mutant("plain write instead of CAS when a waiter is served", QUEUE,
                    "if (segment.casCell(cell, waiter, Mark.RESUMED)) {",
                    "segment.setCellVolatile(cell, Mark.RESUMED); if (true) {", SCHEDULES, STRESS),
            new Mutant("resume reads its segment after it claimed the index", QUEUE,
                    "long index = line.getAndIncrementServiceIndex();",
                    "long index = line.getAndIncrementServiceIndex(); start = line.service().getOpaque();", SCHEDULES,
                    STRESS),
            new Mutant("two suspends in one cell", "Line",
                    "return ENTRY_INDEX.compareAndSet(this, expected, replacement);",
                    "ENTRY_INDEX.setVolatile(this, replacement); return true;", SCHEDULES, STRESS),
            new Mutant("owner not dropped when a reference lost the race to move", "SegmentReference",
                    "            target.dropOwner();\n        }", "        }", SCHEDULES, STRESS));

    /**
     * All test classes of the core that reject some mutant; the unbroken core must pass them in the same
     * surroundings. The model checks are left out, as they are in this module and have run.
     */
    static String[] allKillers() {
        return ALL.stream().flatMap(mutant -> List.of(mutant.killers()).stream()).distinct()
                .filter(killer -> !killer.contains("Lincheck")).toArray(String[]::new);
    }
}
