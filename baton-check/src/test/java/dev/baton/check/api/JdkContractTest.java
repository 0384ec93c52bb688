package dev.baton.check.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.check.event.JdkFields;
import dev.baton.check.explore.Verdict;
import dev.baton.check.program.JdkContract;
import java.lang.reflect.Modifier;
import java.util.List;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.LinkedTransferQueue;
import java.util.concurrent.SynchronousQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Reads inside the JDK's collections are as strong as what these promise, and no stronger; or as the code has them. */
class JdkContractTest {
    /** Programs that are right by the documentation, and that the JDK's code alone does not carry under {@code rc11}. */
    static List<ScenarioBody> right() {
        return List.of(JdkContractTest::twoPutsInAMap, JdkContractTest::elementIsPublished,
                JdkContractTest::firstOfASet, JdkContractTest::synchronousQueue, JdkContractTest::transferQueue);
    }

    private static void twoPutsInAMap(Scenario scenario) {
        ConcurrentSkipListMap<Integer, String> map = new ConcurrentSkipListMap<>();
        scenario.thread(() -> map.put(1, "a"));
        scenario.thread(() -> map.put(2, "b"));
        scenario.finallyAssert(() -> {
            assert map.size() == 2 && map.firstKey() == 1;
        });
    }

    private static void elementIsPublished(Scenario scenario) {
        ConcurrentSkipListMap<Integer, int[]> map = new ConcurrentSkipListMap<>();
        scenario.thread(() -> map.put(1, new int[]{7}));
        scenario.thread(() -> {
            int[] found = map.get(1);
            assert found == null || found[0] == 7;
        });
    }

    private static void firstOfASet(Scenario scenario) {
        ConcurrentSkipListSet<Integer> set = new ConcurrentSkipListSet<>(List.of(5));
        scenario.thread(() -> {
            assert set.add(1);
        });
        scenario.thread(() -> {
            int first = set.first();
            assert first == 1 || first == 5;
        });
    }

    private static void synchronousQueue(Scenario scenario) {
        SynchronousQueue<Integer> queue = new SynchronousQueue<>();
        scenario.thread(() -> queue.put(1));
        scenario.thread(() -> {
            assert queue.take() == 1;
        });
    }

    private static void transferQueue(Scenario scenario) {
        LinkedTransferQueue<Integer> queue = new LinkedTransferQueue<>();
        scenario.thread(() -> queue.transfer(1));
        scenario.thread(() -> {
            assert queue.take() == 1;
        });
    }

    @ParameterizedTest
    @MethodSource("right")
    void programIsRightByTheContractAndBlamedByTheCode(ScenarioBody program) {
        CheckResult byContract = new Checker().check(program);
        assertThat(byContract.assertVerified().strengthened()).isNotEmpty();
        assertThat(byContract.trusted()).contains("the JDK's contract is taken for reads inside ");
        CheckResult asWritten = new Checker().jdkFields(JdkFields.AS_WRITTEN).check(program);
        assertThat(asWritten.verdict()).isEqualTo(Verdict.VIOLATED);
        assertThat(asWritten.strengthened()).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("right")
    void modelsWithoutWeakReadsTakeTheCodeAsItIs(ScenarioBody program) {
        for (String model : List.of("sc", "tso")) {
            assertThat(new Checker().model(model).check(program).assertVerified().strengthened()).as(model).isEmpty();
        }
    }

    /** The contract orders what was put before what is found. It orders no two maps: each may miss the other's element. */
    @Test
    void whatIsNotPromisedIsStillShown() {
        CheckResult result = new Checker().check(scenario -> {
            ConcurrentSkipListMap<Integer, String> left = new ConcurrentSkipListMap<>();
            ConcurrentSkipListMap<Integer, String> right = new ConcurrentSkipListMap<>();
            boolean[] missed = new boolean[2];
            scenario.thread(() -> {
                left.put(1, "a");
                missed[0] = right.get(1) == null;
            });
            scenario.thread(() -> {
                right.put(1, "b");
                missed[1] = left.get(1) == null;
            });
            scenario.finallyAssert(() -> {
                assert !missed[0] || !missed[1];
            });
        });
        assertThat(result.verdict()).isEqualTo(Verdict.VIOLATED);
    }

    /** A program that publishes by a field of its own is blamed as ever: only reads inside the JDK's classes are concerned. */
    @Test
    void readsOfTheProgramStayAsTheyAre() {
        CheckResult result = new Checker().check(scenario -> {
            ConcurrentSkipListMap<Integer, String> map = new ConcurrentSkipListMap<>();
            Box<int[]> box = new Box<>();
            scenario.thread(() -> {
                box.value = new int[]{7};
                map.put(1, "a");
            });
            scenario.thread(() -> {
                map.get(2);
                assert box.value == null || box.value[0] == 7;
            });
        });
        assertThat(result.verdict()).isEqualTo(Verdict.VIOLATED);
    }

    /** Otherwise a row would be of no use, and nobody would know. */
    @Test
    void rowsNameFieldsThatTheJdkHasAndReadsWithoutAMode() throws ReflectiveOperationException {
        for (JdkContract.Row row : JdkContract.rows()) {
            int modifiers = Class.forName(row.className().replace('/', '.')).getDeclaredField(row.field())
                    .getModifiers();
            assertThat(modifiers & (Modifier.STATIC | Modifier.FINAL | Modifier.VOLATILE)).as(row.name()).isZero();
            assertThat(row.reason()).as(row.name()).isNotBlank();
        }
    }
}
