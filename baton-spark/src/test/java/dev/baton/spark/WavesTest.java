package dev.baton.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.check.api.SavedSearch;
import dev.baton.check.explore.Bound;
import dev.baton.check.explore.Prefix;
import dev.baton.cli.Cluster;
import dev.baton.cli.ClusterOrder;
import dev.baton.cli.ClusterPart;
import dev.baton.cli.InputProblem;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.TreeMap;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** How parts are sent and counted, with machines that answer as told. */
class WavesTest {
    private static final ClusterOrder ORDER = new ClusterOrder("a", "A.a", "rc11", List.of(), "A", List.of());
    private static final Cluster.Limits NONE = new Cluster.Limits(null, Long.MAX_VALUE);
    private static final List<Prefix> LESSONS = List.of(prefix(9));

    /** Answers each part at once. */
    private static final class Told implements Machines {
        private final Function<SavedSearch, ClusterPart.Reply> answer;
        private final List<SavedSearch> sent = new ArrayList<>();
        private final Queue<Runnable> held = new ArrayDeque<>();
        private int hold;
        private int cancels;

        Told(Function<SavedSearch, ClusterPart.Reply> answer) {
            this.answer = answer;
        }

        @Override
        public int count() {
            return 2;
        }

        @Override
        public void send(SavedSearch part, Duration budget, Listener listener) {
            sent.add(part);
            if (hold-- > 0) {
                held.add(() -> listener.replied(answer.apply(part)));
                return;
            }
            listener.replied(answer.apply(part));
            while (!held.isEmpty()) {
                held.remove().run();
            }
        }

        @Override
        public void cancel() {
            cancels++;
        }

        @Override
        public boolean isGone() {
            return false;
        }
    }

    private static Prefix prefix(int... decisions) {
        return new Prefix(decisions, decisions.length);
    }

    private static SavedSearch search(long complete, List<Prefix> lessons, List<Prefix> left) {
        return new SavedSearch("rc11", "as usual", new TreeMap<>(), complete, 0, new TreeMap<>(), List.of(),
                Duration.ZERO, null, lessons, left);
    }

    private static ClusterPart.Reply visited(SavedSearch after) {
        return new ClusterPart.Reply(ClusterPart.Kind.VISITED, "", ClusterPart.text(ORDER, after));
    }

    private static Cluster.Searched run(Machines machines, SavedSearch from, Cluster.Limits limits) {
        return new Waves(machines, Duration.ofSeconds(1), from, limits, progress -> {}).run();
    }

    /** Subtrees of fewer than three decisions are split in two, the others are one execution. */
    private static ClusterPart.Reply split(SavedSearch part) {
        long complete = 0;
        List<Prefix> left = new ArrayList<>();
        for (Prefix each : part.left()) {
            if (each.length() >= 3) {
                complete++;
                continue;
            }
            for (int decision = 0; decision < 2; decision++) {
                int[] more = new int[each.length() + 1];
                for (int i = 0; i < each.length(); i++) {
                    more[i] = each.decision(i);
                }
                more[each.length()] = decision;
                left.add(prefix(more));
            }
        }
        return visited(search(complete, part.lessons(), left));
    }

    @Test
    void whatIsLeftGoesOutUntilNothingIs() {
        Cluster.Searched searched = run(new Told(WavesTest::split), search(5, LESSONS, List.of(prefix(0), prefix(1))),
                NONE);
        assertThat(searched.bound()).isNull();
        assertThat(searched.search().complete()).isEqualTo(5 + 8);
        assertThat(searched.search().left()).isEmpty();
        assertThat(searched.search().lessons()).isEqualTo(LESSONS);
    }

    @Test
    void aPartThatWasLostGoesOutAgain() {
        Queue<ClusterPart.Reply> first = new ArrayDeque<>(
                List.of(new ClusterPart.Reply(ClusterPart.Kind.LOST, "", "")));
        Told machines = new Told(part -> first.isEmpty() ? split(part) : first.remove());
        assertThat(run(machines, search(0, LESSONS, List.of(Prefix.ROOT)), NONE).search().complete()).isEqualTo(8);
        assertThat(machines.sent.get(1).left()).isEqualTo(machines.sent.get(0).left());
    }

    @Test
    void aNewLessonBeginsAnewAndDropsEveryCount() {
        List<Prefix> more = List.of(prefix(9), prefix(8));
        Told machines = new Told(part -> part.lessons().equals(more) || part.left().size() > 1
                ? split(part)
                : visited(search(1, part.left().getFirst().equals(prefix(1)) ? more : LESSONS, List.of())));
        machines.hold = 1;
        Cluster.Searched searched = run(machines, search(100, LESSONS, List.of(prefix(0), prefix(1))), NONE);
        assertThat(searched.search().complete()).as("eight below the root, none of before").isEqualTo(8);
        assertThat(searched.search().lessons()).isEqualTo(more);
        assertThat(machines.cancels).isGreaterThan(1);
    }

    @Test
    void aViolationEndsIt() {
        SavedSearch way = search(0, LESSONS, List.of(prefix(1, 1)));
        Cluster.Searched searched = run(
                new Told(part -> new ClusterPart.Reply(ClusterPart.Kind.VIOLATED, "", ClusterPart.text(ORDER, way))),
                search(3, LESSONS, List.of(Prefix.ROOT, prefix(0))), NONE);
        assertThat(searched.search().left()).containsExactly(prefix(1, 1));
        assertThat(searched.search().complete()).isEqualTo(3);
    }

    @Test
    void aLimitLeavesWhatNobodyCounted() {
        Cluster.Searched searched = run(new Told(WavesTest::split), search(5, LESSONS, List.of(prefix(0), prefix(1))),
                new Cluster.Limits(null, 6));
        assertThat(searched.bound()).isEqualTo(new Bound.Executions(6));
        assertThat(searched.search().left()).isNotEmpty();
        SavedSearch rest = run(new Told(WavesTest::split), searched.search(), NONE).search();
        assertThat(rest.complete()).isEqualTo(5 + 8);
    }

    @Test
    void noTimeLeavesEverything() {
        Cluster.Searched searched = run(new Told(WavesTest::split), search(5, LESSONS, List.of(prefix(0))),
                new Cluster.Limits(Duration.ZERO, Long.MAX_VALUE));
        assertThat(searched.bound()).isInstanceOf(Bound.Time.class);
        assertThat(searched.search().left()).containsExactly(prefix(0));
    }

    @Test
    void whatTheClusterGivesUpIsSaid() {
        Machines broken = new Machines() {
            @Override
            public int count() {
                return 1;
            }

            @Override
            public void send(SavedSearch part, Duration budget, Listener listener) {
                listener.gaveUp(new IllegalStateException("no machine is left"));
            }

            @Override
            public void cancel() {}

            @Override
            public boolean isGone() {
                return false;
            }
        };
        assertThatThrownBy(() -> run(broken, search(0, LESSONS, List.of(Prefix.ROOT)), NONE))
                .isInstanceOf(InputProblem.class).hasMessageContaining("no machine is left");
    }

    @Test
    void submittedChecksGoToTheClusterThatWasNamed() {
        assertThat(ClusterMain.withMaster(new String[]{"check", "A"}, "spark://a:7077"))
                .containsExactly("check", "--cluster=spark://a:7077", "A");
        assertThat(ClusterMain.withMaster(new String[]{"check", "--cluster", "local[2]", "A"}, "spark://a:7077"))
                .containsExactly("check", "--cluster", "local[2]", "A");
        assertThat(ClusterMain.withMaster(new String[]{"check", "A"}, "")).containsExactly("check", "A");
    }
}
