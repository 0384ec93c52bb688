package dev.baton.check.program;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.lang.classfile.ClassFile;
import java.lang.classfile.CodeModel;
import java.lang.classfile.MethodModel;
import java.lang.classfile.TypeKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The loops of a method: which variables tell one turn from the next, and which of them only count. */
class LoopsTest {
    /** Slots are those that javac gives: parameters first, then variables in their order. */
    @SuppressWarnings("unused")
    static final class Methods {
        volatile boolean ready;

        private Methods() {}

        void await() {
            while (!ready) {
                Thread.onSpinWait();
            }
        }

        static int sum(int[] numbers) { // 0 numbers, 1 sum, 2 i
            int sum = 0;
            for (int i = 0; i < numbers.length; i++) {
                sum += numbers[i];
            }
            return sum;
        }

        boolean spin() { // 0 this, 1 left
            int left = 100;
            while (!ready) {
                if (left-- == 0) {
                    return false;
                }
            }
            return true;
        }

        int counted() { // 0 this, 1 turns
            int turns = 0;
            while (!ready) {
                turns++;
            }
            return turns;
        }

        static long two(long a, double b) { // 0 a, 2 b
            while (a > 0) {
                while (b > a) {
                    b = b - 1;
                }
                a--;
            }
            return a;
        }

        static int none(int a) {
            return a > 0 ? 1 : 2;
        }
    }

    private static List<Loops.Loop> loops(String name) {
        try (InputStream in = LoopsTest.class.getResourceAsStream("LoopsTest$Methods.class")) {
            MethodModel method = ClassFile.of().parse(in.readAllBytes()).methods().stream()
                    .filter(each -> each.methodName().equalsString(name)).findFirst().orElseThrow();
            CodeModel code = method.code().orElseThrow();
            List<Loops.Loop> found = new ArrayList<>();
            new Loops(code.elementList(), new Pauses(method, new ClassIndex(each -> null))).all().forEach(found::add);
            return found;
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void awaitComparesNothing() {
        assertThat(loops("await")).singleElement().satisfies(loop -> {
            assertThat(loop.compared).isEmpty();
            assertThat(loop.counters).isNull();
        });
    }

    @Test
    void loopComparesWhatItsBodyChanges() {
        assertThat(loops("sum")).singleElement()
                .satisfies(loop -> assertThat(loop.compared).isEqualTo(Map.of(1, TypeKind.INT, 2, TypeKind.INT)));
    }

    @Test
    void variableThatOnlyDecidesWhenToGiveUpIsACounter() {
        assertThat(loops("spin")).singleElement().satisfies(loop -> {
            assertThat(loop.compared).isEqualTo(Map.of(1, TypeKind.INT));
            assertThat(loop.counters).isNotNull();
            assertThat(loop.counters.isCounter(1)).isTrue();
            assertThat(loop.counters.comparisonCount()).isEqualTo(1);
        });
    }

    @Test
    void countThatIsUsedAfterTheLoopIsNoCounter() {
        assertThat(loops("counted")).singleElement().satisfies(loop -> {
            assertThat(loop.compared).isEqualTo(Map.of(1, TypeKind.INT));
            assertThat(loop.counters).isNull();
        });
    }

    @Test
    void innerLoopComparesItsOwnVariablesWithTheirTypes() {
        assertThat(loops("two")).extracting(loop -> loop.compared).containsExactlyInAnyOrder(
                Map.of(0, TypeKind.LONG, 2, TypeKind.DOUBLE), Map.of(2, TypeKind.DOUBLE));
    }

    @Test
    void branchForwardIsNoLoop() {
        assertThat(loops("none")).isEmpty();
    }
}
