package dev.baton.zoo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.check.api.CheckResult;
import dev.baton.check.api.Checker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;

/** Both forms of every lock of the zoo are verified: no increment is lost, and nobody waits for ever. */
class ZooModelTest {
    /** Their loops have effects, so that three threads have a hundred thousand executions: too many for jam. */
    private static final Set<Species> FUTEX = EnumSet.of(Species.MUSL, Species.THREE_STATE);
    /** So many volatile events that jam, which orders them all, does not end; their relaxed forms are judged instead. */
    private static final Set<Species> COHORTS = EnumSet.of(Species.COHORT_TICKET_MCS, Species.COHORT_TTAS_MCS,
            Species.COHORT_MCS_TWA);

    @TestFactory
    Stream<DynamicTest> twoThreadsWithOneThatComesBack() {
        List<DynamicTest> tests = new ArrayList<>();
        for (Species species : Species.values()) {
            verify(tests, LockScenario.of(species, 2, 1), "rc11", "jam");
        }
        return tests.stream();
    }

    @TestFactory
    Stream<DynamicTest> threeThreads() {
        List<DynamicTest> tests = new ArrayList<>();
        for (Species species : Species.values()) {
            LockScenario scenario = LockScenario.of(species, 3, 0);
            verify(tests, scenario, "rc11");
            if (COHORTS.contains(species)) {
                tests.add(verified(scenario, true, "jam"));
            } else if (!FUTEX.contains(species)) {
                verify(tests, scenario, "jam");
            }
        }
        return tests.stream();
    }

    @TestFactory
    Stream<DynamicTest> recursiveLockIsLockedTwice() {
        List<DynamicTest> tests = new ArrayList<>();
        verify(tests, LockScenario.of(Species.RECURSIVE_CAS, 2, 1).with(LockScenario.Turn.NESTED), "rc11", "jam");
        return tests.stream();
    }

    @TestFactory
    Stream<DynamicTest> readerSeesNoHalfOfAWrite() {
        List<DynamicTest> tests = new ArrayList<>();
        verify(tests, LockScenario.of(Species.READ_WRITE, 2, 1).with(LockScenario.Turn.READ), "rc11", "jam");
        verify(tests, LockScenario.of(Species.READ_WRITE, 3, 0).with(LockScenario.Turn.READ), "rc11", "jam");
        return tests.stream();
    }

    /** Two in the queue behind one that is pending: where the link between nodes and their initialization meet. */
    @TestFactory
    Stream<DynamicTest> queuedSpinLockWithTwoInItsQueue() {
        return Stream.of(
                verified(LockScenario.of(Species.QSPINLOCK, 4, 0).with(LockScenario.Turn.HELD), true, "rc11"));
    }

    @Tag("deep")
    @TestFactory
    Stream<DynamicTest> fourThreads() {
        return Stream.of(Species.values()).filter(species -> !FUTEX.contains(species))
                .flatMap(species -> Stream.of(false, true)
                        .map(relaxed -> verified(LockScenario.of(species, 4, 0), relaxed, "rc11")));
    }

    @Tag("deep")
    @TestFactory
    Stream<DynamicTest> threeThreadsWithOneThatComesBack() {
        return Stream.of(Species.values()).filter(species -> !FUTEX.contains(species))
                .flatMap(species -> (species == Species.QSPINLOCK ? Stream.of("rc11") : Stream.of("rc11", "jam"))
                        .map(model -> verified(LockScenario.of(species, 3, 1), true, model)));
    }

    private static void verify(List<DynamicTest> tests, LockScenario scenario, String... models) {
        for (String model : models) {
            tests.add(verified(scenario, false, model));
            tests.add(verified(scenario, true, model));
        }
    }

    private static DynamicTest verified(LockScenario scenario, boolean relaxed, String model) {
        return DynamicTest.dynamicTest(scenario + (relaxed ? ", relaxed, " : ", volatile, ") + model, () -> {
            CheckResult result = scenario.check(new Checker().model(model).timeLimit(Duration.ofMinutes(10)), relaxed);
            result.assertVerified();
            assertThat(result.executions()).isPositive();
        });
    }
}
