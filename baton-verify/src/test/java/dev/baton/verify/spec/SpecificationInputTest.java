package dev.baton.verify.spec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.check.api.Checker;
import dev.baton.check.api.Operation;
import dev.baton.check.api.Specification;
import dev.baton.check.api.SpecificationResult;
import dev.baton.check.api.Specifications;
import dev.baton.check.api.Values;
import dev.baton.check.explore.Verdict;
import dev.baton.check.program.InvalidCheckException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a user can write wrong is said in a sentence; and what is right is checked after it as if nothing had been. */
class SpecificationInputTest {
    private static SpecificationResult check(Class<?> type) {
        return new Specifications(new Checker().timeLimit(Duration.ofSeconds(30))).check(type);
    }

    /** What all of them could have been. */
    @Specification(value = ArrayDeque.class, calls = 1)
    static class Right {
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

    @AfterEach
    void whatIsRightStillPasses() {
        assertThat(check(Right.class).verdict()).isEqualTo(Verdict.VERIFIED);
    }

    static class NoSpecification {}

    @Specification
    static class NoOperations {}

    @Specification
    static class UnknownParameter {
        @Operation
        void add(Thread thread) {}
    }

    @Specification
    static class UnfitValue {
        @Operation
        void add(@Values("many") int number) {}
    }

    @Specification(ArrayDeque.class)
    static class NoCounterpart {
        @Operation
        void enqueue(int number) {}
    }

    @Specification
    static class NeedsArgument {
        NeedsArgument(int size) {
            assert size > 0;
        }

        @Operation
        void call() {}
    }

    static final class SequentialNeedsArgument {
        SequentialNeedsArgument(int size) {
            assert size > 0;
        }

        void call() {}
    }

    @Specification(SequentialNeedsArgument.class)
    static class NeedsSequentialArgument {
        @Operation
        void call() {}
    }

    @Specification(threads = 0)
    static class NoThreads {
        @Operation
        void call() {}
    }

    @Specification(interrupts = true)
    static class ThrowsWhenMade {
        ThrowsWhenMade() {
            throw new IllegalStateException("no disk");
        }

        @Operation
        void call() {}
    }

    /** Counts what is made: no two objects answer alike. */
    static final class Undetermined {
        private static int made;
        private final int number = ++made;

        int call() {
            return number;
        }
    }

    @Specification(Undetermined.class)
    static class OfUndetermined {
        @Operation
        int call() {
            return 1;
        }
    }

    static final class Waiting {
        private final CompletableFuture<Integer> never = new CompletableFuture<>();

        int call() {
            return never.join();
        }
    }

    @Specification(Waiting.class)
    static class OfWaiting {
        @Operation
        int call() {
            return 1;
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {"NoSpecification|has no @Specification",
            "NoOperations|has a @Specification and no @Operation",
            "UnknownParameter|no value of java.lang.Thread is written 1; parameters of operations are numbers",
            "UnfitValue|no value of int is written many",
            "NoCounterpart|the sequential java.util.ArrayDeque has no method for the operation enqueue with 1",
            "NeedsArgument|needs a constructor without parameters",
            "NeedsSequentialArgument|needs a constructor without parameters",
            "NoThreads|no scenario has 0 threads", "ThrowsWhenMade|no disk",
            "OfUndetermined|the sequential class is not deterministic: after the same calls call() gives "})
    void mistakeIsSaid(String name, String said) throws ClassNotFoundException {
        Class<?> type = Class.forName(getClass().getName() + "$" + name);
        assertThatThrownBy(() -> check(type)).isInstanceOf(InvalidCheckException.class).hasMessageContaining(said);
    }

    @Test
    @Tag("deep")
    void sequentialClassThatWaitsIsSaid() throws ClassNotFoundException {
        mistakeIsSaid("OfWaiting", "the sequential class does not return from call() within 10 s");
    }

    /** An exception is a result like another. */
    @Specification(calls = 1)
    static class Throws {
        private final ConcurrentLinkedQueue<Integer> queue = new ConcurrentLinkedQueue<>();

        @Operation
        boolean add(@Values({"1", "null"}) Integer element) {
            return queue.add(element);
        }

        @Operation
        Integer remove() {
            return queue.remove();
        }
    }

    @Test
    void exceptionsAreResults() {
        assertThat(check(Throws.class).verdict()).isEqualTo(Verdict.VERIFIED);
    }

    /** Never returns once it has begun, beside others or not. */
    @Specification(value = Calls.class, initial = 0)
    static class NeverReturns {
        private volatile boolean done;

        @Operation
        void call() {
            while (!done) {
                Thread.onSpinWait();
            }
        }
    }

    static final class Calls {
        void call() {}
    }

    @Test
    void callThatNeverEndsIsAViolation() {
        SpecificationResult result = check(NeverReturns.class);
        assertThat(result.verdict()).isEqualTo(Verdict.VIOLATED);
        assertThat(result.check().counterexample()).contains("call() -> waits for ever");
    }
}
