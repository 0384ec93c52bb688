package dev.baton.check.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Known numbers of executions, for the same programs written in Java: rewriting adds none and loses none. */
class BytecodeAnchorTest {
    @SuppressWarnings("unused")
    private int x = 1;
    @SuppressWarnings("unused")
    private int y = 1;

    private static void increments(Scenario scenario, int threads) {
        AtomicInteger count = new AtomicInteger();
        scenario.threads(threads, () -> count.getAndIncrement());
        scenario.finallyAssert(() -> {
            assert count.get() == threads;
        });
    }

    private static void fibonacci(Scenario scenario, int rounds) {
        BytecodeAnchorTest memory = new BytecodeAnchorTest();
        scenario.thread(() -> memory.sum(X, rounds));
        scenario.thread(() -> memory.sum(Y, rounds));
        scenario.thread(() -> {
            if ((int) X.getAcquire(memory) <= 144) {
                int ignored = (int) Y.getAcquire(memory);
            }
        });
    }

    private void sum(VarHandle into, int rounds) {
        for (int i = 0; i < rounds; i++) {
            int left = (int) X.getAcquire(this);
            int right = (int) Y.getAcquire(this);
            into.setRelease(this, left + right);
        }
    }

    @ParameterizedTest
    @CsvSource({"2, 2", "3, 6", "4, 24", "5, 120", "6, 720"})
    void incrementsHaveAsManyExecutionsAsOrders(int threads, long executions) {
        CheckResult result = new Checker().check(scenario -> increments(scenario, threads)).assertVerified();
        assertThat(result.executions()).isEqualTo(executions);
    }

    @ParameterizedTest
    @CsvSource({"rc11, 2, 153", "rc11, 3, 2258", "rc11, 4, 34205", "tso, 3, 2258"})
    void fibonacciHasTheKnownNumberOfExecutions(String model, int rounds, long executions) {
        CheckResult result = new Checker().model(model).check(scenario -> fibonacci(scenario, rounds))
                .assertVerified();
        assertThat(result.executions()).isEqualTo(executions);
    }

    // VarHandle mechanics
    private static final VarHandle X;
    private static final VarHandle Y;
    static {
        try {
            X = MethodHandles.lookup().findVarHandle(BytecodeAnchorTest.class, "x", int.class);
            Y = MethodHandles.lookup().findVarHandle(BytecodeAnchorTest.class, "y", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }
}
