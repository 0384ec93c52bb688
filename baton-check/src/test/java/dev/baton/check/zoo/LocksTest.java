package dev.baton.check.zoo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.check.api.CheckResult;
import dev.baton.check.api.Checker;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Correct locks are verified with two and three threads. */
class LocksTest {
    private static final List<Class<? extends SpinLock>> LOCKS = List.of(TasLock.class, TtasLock.class,
            TicketLock.class, McsLock.class, ClhLock.class, ArrayLock.class, ParkLock.class);

    @TestFactory
    Stream<DynamicTest> locksAreVerifiedUpToSymmetry() {
        return LOCKS.stream().map(type -> DynamicTest.dynamicTest(type.getSimpleName(), () -> {
            CheckResult all = LockClient.check(new Checker(), type, 2);
            CheckResult reduced = LockClient.check(new Checker().symmetry(true), type, 2);
            reduced.assertVerified();
            assertThat(reduced.executions()).isPositive().isLessThanOrEqualTo(all.executions());
        }));
    }

    @TestFactory
    Stream<DynamicTest> locksAreVerified() {
        return LOCKS.stream().flatMap(type -> Stream.of(2, 3).map(threads -> DynamicTest
                .dynamicTest(type.getSimpleName() + " with " + threads + " threads", () -> {
                    CheckResult result = LockClient.check(new Checker(), type, threads);
                    result.assertVerified();
                    assertThat(result.executions()).isPositive();
                })));
    }
}
