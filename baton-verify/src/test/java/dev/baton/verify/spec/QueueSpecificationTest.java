package dev.baton.verify.spec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.check.api.CheckFailedError;
import dev.baton.check.api.Checker;
import dev.baton.check.api.Operation;
import dev.baton.check.api.Specification;
import dev.baton.check.api.SpecificationResult;
import dev.baton.check.api.SpecificationTest;
import dev.baton.check.api.Specifications;
import dev.baton.check.api.Values;
import dev.baton.check.explore.Verdict;
import dev.baton.check.spec.Correctness;
import java.util.ArrayDeque;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** From a sequential class to a verdict: a queue that is one, a counter that is none, and what a reader is told. */
class QueueSpecificationTest {
    @Specification(ArrayDeque.class)
    static class OfLinkedQueue {
        private final ConcurrentLinkedQueue<Integer> queue = new ConcurrentLinkedQueue<>();

        @Operation
        boolean offer(@Values(fresh = true) Integer element) {
            return queue.offer(element);
        }

        @Operation
        Integer poll() {
            return queue.poll();
        }
    }

    /** The sequential class is the class itself. */
    @Specification(models = {"sc", "rc11"}, expectViolation = true)
    static class OfPlainCounter {
        private int count;

        @Operation
        int increment() {
            return ++count;
        }
    }

    /** As a JUnit test. */
    @Nested
    @Specification(models = {"sc", "rc11"}, expectViolation = true)
    class AsTest implements SpecificationTest {
        private int count;

        @Operation
        int increment() {
            return ++count;
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"sc", "rc11"})
    void linkedQueueIsAQueue(String model) {
        SpecificationResult result = new Specifications(new Checker().model(model))
                .assertPassed(OfLinkedQueue.class);
        assertThat(result.scenarios()).isEqualTo(81);
        assertThat(result.check().executions()).isGreaterThan(4000);
    }

    @ParameterizedTest
    @ValueSource(strings = {"sc", "rc11", "jam"})
    void lostUpdateIsFoundInTheSmallestScenario(String model) {
        SpecificationResult result = new Specifications(new Checker().model(model)).check(OfPlainCounter.class);
        assertThat(result.verdict()).isEqualTo(Verdict.VIOLATED);
        assertThat(result.failedScenario()).startsWith("[[increment()], [increment()]]");
        assertThat(result.check().counterexample()).startsWith("""
                not linearizable: no sequential order of the calls gives these results
                    | T1               | T2               |
                    |------------------|------------------|
                    | increment() -> 1 | increment() -> 1 |
                    Beside the other results, increment() of T1 may return 2, and it returned 1.
                    Beside the other results, increment() of T2 may return 2, and it returned 1.
                """).contains("calls increment()", "returns 1", "nothing makes its read and its write one step");
    }

    /** All threads but the writer see each value one write late. */
    abstract static class Lagging {
        private volatile int pending;
        private volatile int published;
        private @Nullable Thread writer;

        @Operation(group = "writer")
        void set(int value) {
            writer = Thread.currentThread();
            published = pending;
            pending = value;
        }

        @Operation
        int get() {
            return writer == Thread.currentThread() ? pending : published;
        }
    }

    static final class Register {
        private int value;

        void set(int value) {
            this.value = value;
        }

        int get() {
            return value;
        }
    }

    @Specification(value = Register.class, models = "sc", initial = 0, last = 0)
    static class LinearizableLagging extends Lagging {}

    @Specification(value = Register.class, models = "sc", initial = 0, last = 0,
            correctness = Correctness.SEQUENTIALLY_CONSISTENT)
    static class SequentialLagging extends Lagging {}

    @Specification(value = Register.class, models = "sc", initial = 0, last = 0,
            correctness = Correctness.QUIESCENTLY_CONSISTENT)
    static class QuiescentLagging extends Lagging {}

    /** Each thread finds an order of its own; a moment without calls separates the two. */
    @Test
    void sequentialConsistencyForgivesWhatTimeDoesNot() {
        Specifications sc = new Specifications(new Checker().model("sc"));
        assertThat(sc.check(LinearizableLagging.class).check().counterexample()).startsWith("not linearizable");
        assertThat(sc.check(QuiescentLagging.class).check().counterexample())
                .startsWith("not quiescently consistent");
        assertThat(sc.check(SequentialLagging.class).verdict()).isEqualTo(Verdict.VERIFIED);
    }

    @Test
    void failureOfATestHasTheTable() {
        assertThatThrownBy(() -> new Specifications(new Checker()).assertPassed(OfPlainCounter.class))
                .isInstanceOf(CheckFailedError.class).hasMessageContaining("not linearizable")
                .asString().contains("| increment() -> 1 | increment() -> 1 |");
    }
}
