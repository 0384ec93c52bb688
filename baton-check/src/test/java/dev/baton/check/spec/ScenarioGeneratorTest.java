package dev.baton.check.spec;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Which scenarios are made, and in which order. */
class ScenarioGeneratorTest {
    private static CallKind kind(int number, String name, List<List<@Nullable Object>> arguments) {
        return new CallKind(number, name, arguments, "", false, false, Set.of(), CallKind.UNBOUNDED);
    }

    private static final CallKind OFFER = kind(0, "offer", List.of(List.of(CallKind.FRESH)));
    private static final CallKind POLL = kind(1, "poll", List.of());

    private static List<CallScenario> all(List<CallKind> kinds, ScenarioSize size) {
        List<CallScenario> found = new ArrayList<>();
        assertThat(new ScenarioGenerator(kinds, size, List.of(), false).each(found::add)).isTrue();
        return found;
    }

    @Test
    void makesEachScenarioOnceUpToTheOrderOfThreads() {
        List<CallScenario> found = all(List.of(POLL, kind(2, "peek", List.of())), new ScenarioSize(2, 2, 0, 0));
        // Sequences: 2 of length 1, 4 of length 2; alone 6, in pairs 6 * 7 / 2
        assertThat(found).hasSize(6 + 21);
        Set<List<String>> told = new HashSet<>();
        found.forEach(each -> told.add(each.threads().stream().map(List::toString).sorted().toList()));
        assertThat(told).hasSameSizeAs(found);
    }

    @Test
    void smallestComeFirst() {
        List<CallScenario> found = all(List.of(OFFER, POLL), new ScenarioSize(3, 2, 1, 2));
        assertThat(found).extracting(each -> each.initial().size() + each.concurrent()).isSorted();
        assertThat(found.getFirst().toString()).isEqualTo("[[offer(1)]]; [poll(), offer(2)]");
    }

    @Test
    void freshNumbersAreDistinct() {
        for (CallScenario scenario : all(List.of(OFFER, POLL), new ScenarioSize(2, 2, 1, 4))) {
            List<Object> numbers = new ArrayList<>();
            scenario.initial().forEach(each -> numbers.addAll(each.arguments()));
            scenario.numbered().forEach(each -> numbers.addAll(each.arguments()));
            assertThat(numbers).doesNotHaveDuplicates();
        }
    }

    @Test
    void groupStaysInOneThreadAndOnceIsOnce() {
        CallKind consumer = new CallKind(0, "take", List.of(), "consumer", false, true, Set.of(), CallKind.UNBOUNDED);
        CallKind close = new CallKind(1, "close", List.of(), "", true, false, Set.of(), CallKind.UNBOUNDED);
        for (CallScenario scenario : all(List.of(consumer, close), new ScenarioSize(3, 2, 1, 6))) {
            assertThat(scenario.threads().stream()
                    .filter(thread -> thread.stream().anyMatch(each -> each.operation().equals(consumer))))
                    .hasSizeLessThanOrEqualTo(1);
            List<Call> calls = new ArrayList<>(scenario.initial());
            calls.addAll(scenario.numbered());
            assertThat(calls.stream().filter(each -> each.operation().equals(close)))
                    .hasSizeLessThanOrEqualTo(1);
            assertThat(scenario.initial()).noneMatch(each -> each.operation().blocking());
            assertThat(scenario.last()).isEmpty();
        }
    }

    @Test
    void threadsThatBlockAreInterrupted() {
        CallKind take = new CallKind(0, "take", List.of(), "", false, true, Set.of(), CallKind.UNBOUNDED);
        List<CallScenario> found = new ArrayList<>();
        new ScenarioGenerator(List.of(take, POLL), new ScenarioSize(2, 1, 0, 0), List.of(), true).each(found::add);
        assertThat(found).extracting(CallScenario::toString).contains("[[take()], [poll()]]; T1 is interrupted")
                .doesNotContain("[[take()], [poll()]]; T2 is interrupted");
    }
}
