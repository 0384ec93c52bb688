package dev.baton.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;

class SuitesTest {
    static List<Suite> suites() {
        return Suites.all();
    }

    @ParameterizedTest
    @MethodSource("suites")
    void namesABenchmarkAndItsParameters(Suite suite) throws ClassNotFoundException {
        boolean byMethod = suite.peerParameter().isEmpty();
        int dot = suite.benchmark().lastIndexOf('.');
        Class<?> type = Class.forName(byMethod ? suite.benchmark() : suite.benchmark().substring(0, dot));
        Set<String> wanted = new HashSet<>(suite.cells().get(0).values().keySet());
        if (byMethod) {
            assertThat(benchmarks(type)).containsAll(suite.peers().stream().map(Peer::id).toList());
        } else {
            assertThat(benchmarks(type)).contains(suite.benchmark().substring(dot + 1));
            wanted.add(suite.peerParameter());
        }
        assertThat(parameters(type)).containsAll(wanted);
    }

    @ParameterizedTest
    @MethodSource("suites")
    void goalsNameContendersThatTakePart(Suite suite) {
        for (Goal goal : suite.goals()) {
            if (goal instanceof Goal.Ratio ratio) {
                Peer peer = suite.peer(ratio.peer());
                assertThat(suite.cells()).as(goal.text()).anyMatch(ratio.where());
                assertThat(suite.cells().stream().filter(ratio.where())).as(goal.text()).allMatch(peer.where());
            }
        }
        assertThat(suite.cells()).as("cells of a quick run").anyMatch(suite.quick());
    }

    @Test
    void namesAreUnique() {
        assertThat(Suites.all()).extracting(Suite::name).doesNotHaveDuplicates();
    }

    @Test
    void unknownNameIsRefusedWithTheNamesThereAre() {
        assertThatThrownBy(() -> Suites.named(List.of("semaphor"))).hasMessageContaining("'semaphor'")
                .hasMessageContaining("semaphore, mutex");
    }

    private static List<String> benchmarks(Class<?> type) {
        return Arrays.stream(type.getMethods()).filter(method -> method.isAnnotationPresent(Benchmark.class))
                .map(Method::getName).toList();
    }

    private static List<String> parameters(Class<?> type) {
        return Stream.<Class<?>>iterate(type, at -> at != null, Class::getSuperclass)
                .flatMap(at -> Arrays.stream(at.getDeclaredFields()))
                .filter(field -> field.isAnnotationPresent(Param.class)).map(Field::getName).toList();
    }
}
