package dev.baton.bench.combine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.bench.Cell;
import dev.baton.bench.Peer;
import dev.baton.bench.Suite;
import dev.baton.bench.Suites;
import dev.baton.bench.load.ThreadKind;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Every contender of the paper's task runs it, on the threads that its name says. */
class TaskBenchmarkTest {
    private static List<Suite> suites() {
        return Suites.named(List.of("combine-tasks", "combine-read-write"));
    }

    static Stream<Arguments> contenders() {
        return suites().stream().flatMap(suite -> suite.peers().stream()
                .map(peer -> Arguments.of(peer.id(), suite.cells().getFirst())));
    }

    @ParameterizedTest
    @MethodSource("contenders")
    void runsTheTask(String peer, Cell cell) throws InterruptedException {
        TaskBenchmark benchmark = new TaskBenchmark();
        benchmark.peer = peer;
        benchmark.tasks = 40;
        benchmark.section = cell.number("section");
        benchmark.writers = cell.values().containsKey("writers") ? cell.number("writers") : 100;
        benchmark.hire();
        benchmark.run(400);
        assertThat(benchmark.crew().size()).isEqualTo(40);
        benchmark.dismiss();
        assertThat(benchmark.map()).hasSizeGreaterThan(10).allSatisfy((key, value) -> {
            assertThat(value).isEqualTo(key);
        });
    }

    @Test
    void thePlatformsLocksContendInEveryCell() {
        for (Suite suite : suites()) {
            for (String lock : List.of("jdk-lock-fair", "jdk-lock-unfair")) {
                for (String id : List.of(lock, "platform-" + lock)) {
                    Peer peer = suite.peer(id);
                    assertThat(suite.cells()).as("%s of %s", id, suite.name()).allMatch(peer.where());
                }
            }
        }
    }

    @Test
    void theNameSaysTheThreads() {
        assertThat(Contender.of("jdk-lock-fair")).isEqualTo(new Contender("jdk-lock-fair", ThreadKind.VIRTUAL));
        assertThat(Contender.of("platform-jdk-lock-fair"))
                .isEqualTo(new Contender("jdk-lock-fair", ThreadKind.PLATFORM));
    }
}
