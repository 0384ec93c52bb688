package dev.baton.check.explain;

import dev.baton.check.event.StepKind;
import dev.baton.check.graph.Execution;
import dev.baton.check.graph.ExecutionGraph;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A thread looks at something and then acts on what it saw, and another thread has changed it in between.
 *
 * @param look    the read that looks
 * @param between the other thread's write
 * @param act     where the first thread acts: a write of its own, or the first step of another call that meets the change
 * @param calls   the two are calls into a library, not accesses of the reader's own
 */
record Intrusion(int look, int between, int act, boolean calls) {
    /** Classes of the JDK that hold what threads share; calls of a lock or a latch belong together in another way. */
    private static final Pattern HOLDER = Pattern
            .compile("(Concurrent|CopyOnWrite|Atomic)\\w*\\..*|\\w*(Queue|Deque)\\..*");

    static @Nullable Intrusion in(ExecutionGraph graph, Scene scene) {
        Intrusion own = ofOwn(graph, scene);
        return own != null ? own : ofCalls(graph, scene);
    }

    private static @Nullable Intrusion ofOwn(ExecutionGraph graph, Scene scene) {
        for (int write = 0; write < graph.size(); write++) {
            if (graph.kind(write) != StepKind.WRITE || !isOwn(scene, write)) {
                continue;
            }
            int before = graph.moBefore(write);
            if (before == Execution.INIT || graph.thread(before) == graph.thread(write)) {
                continue;
            }
            for (int read = 0; read < graph.size(); read++) {
                if (isEarlier(graph, read, write) && graph.isRead(read) && isOwn(scene, read)
                        && graph.readsFrom(read) == graph.moBefore(before)) {
                    return new Intrusion(read, before, write, false);
                }
            }
        }
        return null;
    }

    private static @Nullable Intrusion ofCalls(ExecutionGraph graph, Scene scene) {
        for (int between = 0; between < graph.size(); between++) {
            if (!graph.isWrite(between)) {
                continue;
            }
            for (int look = 0; look < graph.size(); look++) {
                if (graph.isRead(look) && graph.location(look) == graph.location(between)
                        && graph.thread(look) != graph.thread(between)
                        && graph.readsFrom(look) == graph.moBefore(between) && isHolder(scene, look)
                        && isHolder(scene, between)) {
                    int act = act(graph, scene, look, between);
                    if (act >= 0) {
                        return new Intrusion(look, between, act, true);
                    }
                }
            }
        }
        return null;
    }

    /** A later step of the thread, in another call of the same class that writes, which meets the change; -1 if none. */
    private static int act(ExecutionGraph graph, Scene scene, int look, int between) {
        for (int act = 0; act < graph.size(); act++) {
            boolean meets = graph.isRead(act) && graph.readsFrom(act) == between
                    || graph.isWrite(act) && graph.moBefore(act) == between;
            if (meets && isEarlier(graph, look, act) && isOtherCall(scene, look, act) && writes(graph, scene, act)) {
                return act;
            }
        }
        return -1;
    }

    private static boolean isOtherCall(Scene scene, int look, int act) {
        Spot first = scene.spot(look);
        Spot second = scene.spot(act);
        return !first.equalsCall(second) && type(first).equals(type(second));
    }

    /** The call that a step is part of writes something. */
    private static boolean writes(ExecutionGraph graph, Scene scene, int act) {
        for (int event = 0; event < graph.size(); event++) {
            if (graph.isWrite(event) && graph.thread(event) == graph.thread(act)
                    && scene.spot(event).equalsCall(scene.spot(act))) {
                return true;
            }
        }
        return false;
    }

    private static boolean isEarlier(ExecutionGraph graph, int event, int later) {
        return graph.thread(event) == graph.thread(later) && graph.index(event) < graph.index(later)
                && graph.location(event) == graph.location(later);
    }

    private static boolean isOwn(Scene scene, int event) {
        return scene.spot(event).inside().isEmpty();
    }

    private static boolean isHolder(Scene scene, int event) {
        return HOLDER.matcher(scene.spot(event).inside()).matches();
    }

    private static String type(Spot spot) {
        return spot.inside().substring(0, Math.max(0, spot.inside().indexOf('.')));
    }
}
