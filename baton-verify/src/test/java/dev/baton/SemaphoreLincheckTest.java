package dev.baton;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import org.jetbrains.kotlinx.lincheck.Actor;
import org.jetbrains.kotlinx.lincheck.execution.ExecutionScenario;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.jetbrains.lincheck.datastructures.StressOptions;
import org.jetbrains.lincheck.datastructures.ThreadIdGen;
import org.jetbrains.lincheck.datastructures.Validate;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Linearizability of the weighted semaphore against a fair specification: requests stand in line, are served in
 * order, and can be taken back; a try has only what the first in line cannot use, one in turn nothing while someone waits.
 */
class SemaphoreLincheckTest {
    private static final int MAX_THREADS = 8;
    /** The thread whose request stays in line. */
    private static final int STAYING = 1;

    /**
     * The operations on a semaphore with small segments. There is one request that stays in line: of several that one
     * release serves, all but the last complete on a virtual thread, which Lincheck cannot follow.
     */
    public abstract static class Subject {
        private final Semaphore semaphore;
        @SuppressWarnings({"unchecked", "rawtypes"})
        private final CompletableFuture<Void>[] requests = new CompletableFuture[MAX_THREADS];

        Subject(int segmentSize) {
            semaphore = new Semaphore(1, true, Integer.MAX_VALUE, new Tuning(segmentSize, 1));
        }

        @Operation
        public boolean tryAcquire() {
            return semaphore.tryAcquire();
        }

        @Operation
        public boolean tryAcquireInTurn() throws InterruptedException {
            return semaphore.tryAcquire(0, TimeUnit.SECONDS);
        }

        @Operation
        public void acquireOne(@Param(gen = ThreadIdGen.class) int thread) {
            request(thread, 1);
        }

        @Operation
        public void acquireTwo(@Param(gen = ThreadIdGen.class) int thread) {
            request(thread, 2);
        }

        private void request(int thread, int weight) {
            if (thread == STAYING && requests[thread] == null) {
                requests[thread] = semaphore.acquireAsync(weight);
            }
        }

        /** Whether the thread's request was taken back; otherwise it has its permits. */
        @Operation
        public boolean cancel(@Param(gen = ThreadIdGen.class) int thread) {
            CompletableFuture<Void> request = requests[thread];
            return request != null && !request.isCancelled() && request.cancel(false);
        }

        @Operation
        public void release() {
            semaphore.release();
        }

        @Validate
        public void listIsSound() {
            SegmentListInvariants.check(semaphore.queue());
        }
    }

    public static class Size1 extends Subject {
        public Size1() {
            super(1);
        }
    }

    public static class Size2 extends Subject {
        public Size2() {
            super(2);
        }
    }

    /** The same, one after the other. */
    public static class Spec {
        private record Request(int thread, int weight) {}

        private final boolean[] requested = new boolean[MAX_THREADS];
        private final Deque<Request> line = new ArrayDeque<>();
        private int permits = 1;

        public boolean tryAcquire() {
            if (permits < 1) {
                return false;
            }
            permits--;
            return true;
        }

        public boolean tryAcquireInTurn() {
            return line.isEmpty() && tryAcquire();
        }

        public void acquireOne(int thread) {
            request(thread, 1);
        }

        public void acquireTwo(int thread) {
            request(thread, 2);
        }

        private void request(int thread, int weight) {
            if (thread == STAYING && !requested[thread]) {
                requested[thread] = true;
                line.add(new Request(thread, weight));
                grant();
            }
        }

        public boolean cancel(int thread) {
            boolean aborted = line.removeIf(request -> request.thread == thread);
            grant();
            return aborted;
        }

        public void release() {
            permits++;
            grant();
        }

        private void grant() {
            while (!line.isEmpty() && line.getFirst().weight <= permits) {
                permits -= line.removeFirst().weight;
            }
        }
    }

    static Stream<Class<?>> sizes() {
        return Stream.of(Size1.class, Size2.class);
    }

    @ParameterizedTest
    @MethodSource("sizes")
    void modelChecking(Class<?> size) {
        Lincheck.modelChecking().iterations(6).invocationsPerIteration(200).threads(3).actorsPerThread(2)
                .actorsBefore(1).actorsAfter(1).minimizeFailedScenario(false).sequentialSpecification(Spec.class)
                .check(size);
    }

    @ParameterizedTest
    @MethodSource("sizes")
    void stress(Class<?> size) {
        new StressOptions().iterations(8).invocationsPerIteration(400).threads(3).actorsPerThread(3).actorsBefore(1)
                .actorsAfter(1).minimizeFailedScenario(false).sequentialSpecification(Spec.class).check(size);
    }

    /** There is enough for both when the try begins, so it may not fail because the request has only half arrived. */
    @ParameterizedTest
    @MethodSource("sizes")
    void aTryBesideAComingRequestDoesNotFailForNothing(Class<?> size) {
        Actor request = actor(size, "acquireTwo", STAYING);
        Actor release = actor(size, "release");
        check(size, List.of(), List.of(List.of(request), List.of(release, release, actor(size, "tryAcquireInTurn"))));
        check(size, List.of(), List.of(List.of(request), List.of(release, release, actor(size, "tryAcquire"))));
    }

    /** What a release brings is the waiting request's, also while it is being handed over. */
    @ParameterizedTest
    @MethodSource("sizes")
    void aTryDoesNotOvertakeARequestThatCanBeServed(Class<?> size) {
        Actor tryAcquire = actor(size, "tryAcquire");
        check(size, List.of(tryAcquire, actor(size, "acquireOne", STAYING)),
                List.of(List.of(actor(size, "release")), List.of(tryAcquire, actor(size, "cancel", STAYING))));
    }

    private static Actor actor(Class<?> size, String operation, Object... arguments) {
        return Stream.of(size.getMethods()).filter(method -> method.getName().equals(operation))
                .map(method -> new Actor(method, List.of(arguments))).findFirst().orElseThrow();
    }

    private static void check(Class<?> size, List<Actor> before, List<List<Actor>> threads) {
        Lincheck.modelChecking().iterations(0).invocationsPerIteration(1000).minimizeFailedScenario(false)
                .sequentialSpecification(Spec.class)
                .addCustomScenario(new ExecutionScenario(before, threads, List.of(), null)).check(size);
    }
}
