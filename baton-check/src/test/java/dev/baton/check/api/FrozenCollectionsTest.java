package dev.baton.check.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.ToIntFunction;
import org.junit.jupiter.api.Test;

/** What an immutable collection or an Optional is given is behind final fields: a racy reader sees it as it was then. */
class FrozenCollectionsTest {
    static final class Node {
        int value;
    }

    static final class Holder {
        final List<Node> nodes;

        Holder(Node node) {
            nodes = List.of(node);
        }
    }

    static final class Shared {
        Object place;
        int seen = -1;
    }

    /** The node is 1 when it is put into something, and 2 after that. */
    private static void publish(Scenario scenario, Function<Node, Object> wrap, ToIntFunction<Object> read) {
        Shared shared = new Shared();
        scenario.thread(() -> {
            Node node = new Node();
            node.value = 1;
            shared.place = wrap.apply(node);
            node.value = 2;
        });
        scenario.thread(() -> {
            Object found = shared.place;
            if (found != null) {
                shared.seen = read.applyAsInt(found);
            }
        });
        scenario.outcome(() -> shared.seen);
    }

    private static int value(Object node) {
        return ((Node) node).value;
    }

    @Test
    void seenAsItWasAtLeast() {
        FourModels.outcomes(scenario -> publish(scenario, node -> List.of(node),
                found -> value(((List<?>) found).get(0))), "-1", "1", "2");
        FourModels.outcomes(scenario -> publish(scenario, node -> List.of("a", "b", node),
                found -> value(((List<?>) found).get(2))), "-1", "1", "2");
        FourModels.outcomes(scenario -> publish(scenario, node -> Set.of(node),
                found -> value(((Set<?>) found).iterator().next())), "-1", "1", "2");
        FourModels.outcomes(scenario -> publish(scenario, node -> Map.of("k", node),
                found -> value(((Map<?, ?>) found).get("k"))), "-1", "1", "2");
        FourModels.outcomes(scenario -> publish(scenario, node -> Map.entry("k", node),
                found -> value(((Map.Entry<?, ?>) found).getValue())), "-1", "1", "2");
        FourModels.outcomes(scenario -> publish(scenario, node -> Optional.of(node),
                found -> value(((Optional<?>) found).get())), "-1", "1", "2");
    }

    @Test
    void alsoInsideAnother() {
        FourModels.outcomes(scenario -> publish(scenario, node -> List.of(Optional.of(node)),
                found -> value(((Optional<?>) ((List<?>) found).get(0)).get())), "-1", "1", "2");
        FourModels.outcomes(scenario -> publish(scenario, Holder::new,
                found -> value(((Holder) found).nodes.get(0))), "-1", "1", "2");
    }

    /** {@code copyOf} of an immutable list is that list: nothing is made, and nothing is frozen again. */
    @Test
    void notFrozenASecondTimeByACopyThatIsNone() {
        for (String model : List.of("rc11", "jam")) {
            CheckResult result = new Checker().model(model).check(scenario -> {
                Shared shared = new Shared();
                scenario.thread(() -> {
                    Node node = new Node();
                    node.value = 1;
                    List<Node> list = List.of(node);
                    node.value = 2;
                    shared.place = List.copyOf(list);
                });
                scenario.thread(() -> {
                    if (shared.place instanceof List<?> list) {
                        shared.seen = value(list.get(0));
                    }
                });
                scenario.outcome(() -> shared.seen);
            });
            result.assertVerified();
            assertThat(result.outcomes().keySet()).as(model).containsExactlyInAnyOrder("-1", "1", "2");
        }
    }
}
