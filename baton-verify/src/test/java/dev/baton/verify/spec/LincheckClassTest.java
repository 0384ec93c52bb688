package dev.baton.verify.spec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.check.api.Checker;
import dev.baton.check.api.SpecificationResult;
import dev.baton.check.api.Specifications;
import dev.baton.check.explore.Verdict;
import dev.baton.check.program.InvalidCheckException;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import kotlin.coroutines.Continuation;
import org.jetbrains.kotlinx.lincheck.Actor;
import org.jetbrains.kotlinx.lincheck.execution.ExecutionScenario;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.jetbrains.lincheck.datastructures.ParameterGenerator;
import org.jetbrains.lincheck.datastructures.RandomProvider;
import org.jetbrains.lincheck.datastructures.StressOptions;
import org.jetbrains.lincheck.datastructures.ThreadIdGen;
import org.jetbrains.lincheck.datastructures.Validate;
import org.jetbrains.lincheck.datastructures.verifier.SerializabilityVerifier;
import org.junit.jupiter.api.Test;

/** Test classes of Lincheck, as they are. */
class LincheckClassTest {
    private static SpecificationResult check(Class<?> type) {
        return new Specifications(new Checker()).check(type);
    }

    /** As in Lincheck's guide: the class itself says what it does, used by one thread. */
    public static class CounterTest {
        private volatile int value;

        @Operation
        @SuppressWarnings("NonAtomicVolatileUpdate") // the mistake
        public int inc() {
            return ++value;
        }

        @Operation
        public int get() {
            return value;
        }

        @Test
        void modelChecking() {
            new ModelCheckingOptions().check(CounterTest.class);
        }
    }

    @Test
    void lostUpdateIsFound() {
        SpecificationResult result = check(CounterTest.class);
        assertThat(result.verdict()).isEqualTo(Verdict.VIOLATED);
        assertThat(result.check().counterexample()).contains("| inc() -> 1 | inc() -> 1 |");
    }

    @Param(name = "key", gen = IntGen.class, conf = "7:8")
    public static class MapTest {
        private final ConcurrentHashMap<Integer, Integer> map = new ConcurrentHashMap<>();

        @Operation
        public Integer put(@Param(name = "key") int key, @Param(gen = IntGen.class, conf = "3:3") int value) {
            return map.put(key, value);
        }

        @Operation(params = "key")
        public Integer get(int key) {
            return map.get(key);
        }

        @Test
        void modelChecking() {
            new ModelCheckingOptions().threads(2).actorsPerThread(1).actorsBefore(0).check(MapTest.class);
        }
    }

    @Test
    void parametersHaveTheValuesOfTheirGenerators() {
        SpecificationResult result = check(MapTest.class);
        assertThat(result.verdict()).isEqualTo(Verdict.VERIFIED);
        // put(7, 3), put(8, 3), get(7), get(8): four of one thread, ten pairs
        assertThat(result.scenarios()).isEqualTo(14);
    }

    /** Says that a queue is a stack, so the first two elements give it away. */
    public static class QueueTest {
        private final ConcurrentLinkedQueue<Integer> queue = new ConcurrentLinkedQueue<>();

        @Operation
        public void put(int element) {
            queue.add(element);
        }

        @Operation(nonParallelGroup = "consumer", runOnce = true)
        public Integer take() {
            return queue.poll();
        }

        @Test
        void stress() {
            new StressOptions().actorsPerThread(3).sequentialSpecification(Stack.class).check(QueueTest.class);
        }
    }

    /** What it is not. */
    public static class Stack {
        private final java.util.ArrayDeque<Integer> elements = new java.util.ArrayDeque<>();

        public void put(int element) {
            elements.push(element);
        }

        public Integer take() {
            return elements.poll();
        }
    }

    @Test
    void sequentialClassIsTheOneOfTheOptions() {
        SpecificationResult result = check(QueueTest.class);
        assertThat(result.verdict()).isEqualTo(Verdict.VIOLATED);
        assertThat(result.check().counterexample()).contains("put(1)", "put(2)", "take()");
    }

    /** Right results, and a state that the class itself calls wrong. */
    public static class ValidatedTest {
        private final AtomicInteger in = new AtomicInteger();
        private int plain;

        @Operation
        public void add() {
            in.incrementAndGet();
            plain++;
        }

        @Validate
        public void bothAgree() {
            if (in.get() != plain) {
                throw new IllegalStateException("counted " + plain + " of " + in.get());
            }
        }

        @Test
        void modelChecking() {
            new ModelCheckingOptions().check(ValidatedTest.class);
        }
    }

    @Test
    void stateIsValidatedAfterTheThreads() {
        SpecificationResult result = check(ValidatedTest.class);
        assertThat(result.verdict()).isEqualTo(Verdict.VIOLATED);
        assertThat(result.check().counterexample()).contains("counted 1 of 2");
    }

    /** Goes wrong only for the thread with this number, beside another one. */
    public static class NumberedTest {
        private int count;

        @Operation
        public int add(@Param(gen = ThreadIdGen.class) int thread) {
            if (thread == 2) {
                return ++count;
            }
            return 0;
        }

        @Operation
        public int read() {
            return count;
        }

        @Test
        void modelChecking() {
            new ModelCheckingOptions().actorsBefore(0).actorsPerThread(1).check(NumberedTest.class);
        }
    }

    @Test
    void threadsAreTold() {
        SpecificationResult result = check(NumberedTest.class);
        assertThat(result.verdict()).isEqualTo(Verdict.VERIFIED);
        assertThat(result.scenarios()).isEqualTo(2 + 4); // no order of threads is left out
    }

    /** Only a scenario of its own shows the mistake: three calls of a thread are more than scenarios have. */
    public static class CustomTest {
        private final AtomicInteger calls = new AtomicInteger();
        private int count;

        @Operation
        public int add() {
            return calls.incrementAndGet() < 4 ? 0 : ++count;
        }

        @Test
        void modelChecking() throws ReflectiveOperationException {
            Actor add = new Actor(CustomTest.class.getMethod("add"), List.of());
            new ModelCheckingOptions().iterations(0)
                    .addCustomScenario(new ExecutionScenario(List.of(add, add, add), List.of(List.of(add),
                            List.of(add)), List.of(), null))
                    .check(CustomTest.class);
        }
    }

    @Test
    void scenariosOfTheTestAreExplored() {
        SpecificationResult result = check(CustomTest.class);
        assertThat(result.verdict()).isEqualTo(Verdict.VIOLATED);
        assertThat(result.scenarios()).isEqualTo(1);
        assertThat(result.failedScenario()).isEqualTo("[add(), add(), add()]; [[add()], [add()]]");
    }

    /** The reads of one thread come in the wrong order, which serializability allows. */
    public static class SerializableTest {
        private final ConcurrentLinkedQueue<Integer> queue = new ConcurrentLinkedQueue<>();

        @Operation
        public void put(int element) {
            queue.add(element);
        }

        @Operation
        public Integer take() {
            return queue.poll();
        }

        @Test
        void stress() {
            new StressOptions().actorsAfter(0).actorsBefore(0).threads(1).verifier(SerializabilityVerifier.class)
                    .sequentialSpecification(Stack.class).check(SerializableTest.class);
        }
    }

    @Test
    void verifierIsTheOneOfTheOptions() {
        assertThat(check(SerializableTest.class).verdict()).isEqualTo(Verdict.VERIFIED);
    }

    /** Gives prime numbers. */
    public static final class Primes implements ParameterGenerator<Integer> {
        private static final List<Integer> PRIMES = List.of(2, 3, 5);
        private int next;

        public Primes(RandomProvider random, String configuration) {
            assertThat(configuration).isEqualTo("small");
        }

        @Override
        public Integer generate() {
            return PRIMES.get(next++ % PRIMES.size());
        }
    }

    /** Operations come from a superclass, values from a generator of the user's own. */
    public abstract static class Base {
        private final AtomicInteger sum = new AtomicInteger();

        @Operation
        public int add(@Param(gen = Primes.class, conf = "small") int prime) {
            return sum.addAndGet(prime);
        }
    }

    public static class DerivedTest extends Base {
        @Test
        void stress() {
            new StressOptions().threads(2).actorsPerThread(1).actorsBefore(0).check(getClass());
        }
    }

    @Test
    void operationsAreInheritedAndOwnGeneratorsAsked() {
        SpecificationResult result = check(DerivedTest.class);
        assertThat(result.verdict()).isEqualTo(Verdict.VERIFIED);
        assertThat(result.scenarios()).isEqualTo(3 + 6);
        assertThat(Specifications.isSpecified(Base.class)).isFalse();
    }

    public static class UnknownNameTest {
        @Operation
        public int add(@Param(name = "nobody") int value) {
            return value;
        }
    }

    /** Wrong before the threads of its own scenario. */
    public static class WrongBeforeTest {
        private int count;

        @Operation
        public int add() {
            return ++count == 2 ? 5 : count;
        }

        @Operation
        public int one() {
            return 1;
        }

        @Test
        void modelChecking() throws ReflectiveOperationException {
            Actor add = new Actor(WrongBeforeTest.class.getMethod("add"), List.of());
            Actor one = new Actor(WrongBeforeTest.class.getMethod("one"), List.of());
            new ModelCheckingOptions().iterations(0).sequentialSpecification(Counting.class)
                    .addCustomScenario(new ExecutionScenario(List.of(add, add), List.of(List.of(one)), List.of(),
                            null))
                    .check(WrongBeforeTest.class);
        }
    }

    public static class Counting {
        private int count;

        public int add() {
            return ++count;
        }

        public int one() {
            return 1;
        }
    }

    @Test
    void mistakeBeforeTheThreadsIsAViolation() {
        SpecificationResult result = check(WrongBeforeTest.class);
        assertThat(result.verdict()).isEqualTo(Verdict.VIOLATED);
        assertThat(result.check().counterexample()).contains("| add() -> 1 |", "| add() -> 5 |");
    }

    /** As the compiler of Kotlin writes {@code suspend fun receive(): Int}. */
    public static class SuspendingTest {
        @Operation
        public Object receive(Continuation<? super Integer> continuation) {
            return continuation;
        }
    }

    @Test
    void suspendingFunctionsAreRefused() {
        assertThatThrownBy(() -> check(SuspendingTest.class)).isInstanceOf(InvalidCheckException.class)
                .hasMessageContaining("receive is a suspending function");
    }

    @Test
    void aNameThatNothingHasIsSaid() {
        assertThatThrownBy(() -> check(UnknownNameTest.class)).isInstanceOf(InvalidCheckException.class)
                .hasMessageContaining("there is no @Param named nobody");
    }
}
