package dev.baton.check.explain;

import dev.baton.check.event.Chance;
import dev.baton.check.explore.GuidedRun;
import dev.baton.check.explore.StepSource;
import dev.baton.check.graph.ExecutionGraph;
import dev.baton.check.program.Operation;
import dev.baton.check.program.Site;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What is seen when an execution is run once more: the calls in which each step was made, where each thread stands in the end,
 * and what each free choice was about.
 */
final class Scene {
    private final Evidence evidence;
    private final ExecutionGraph graph;
    private final OwnCode own;
    private final Chance[] chances;
    private final List<List<StackTraceElement>> calls = new ArrayList<>();
    private final List<List<StackTraceElement>> ends = new ArrayList<>();
    private final Map<Integer, List<String>> said = new HashMap<>();
    private final Map<Integer, List<String>> lastSaid = new TreeMap<>();

    Scene(Evidence evidence, ExecutionGraph graph) {
        this.evidence = evidence;
        this.graph = graph;
        this.own = new OwnCode(evidence::classFile);
        this.chances = new Chance[graph.size()];
        Arrays.fill(chances, Chance.OTHER);
        for (int event = 0; event < graph.size(); event++) {
            calls.add(List.of());
        }
        watch();
        for (List<List<StackTraceElement>> all : List.of(calls, ends)) {
            all.stream().filter(each -> !each.isEmpty()).forEach(each -> own.beginsIn(each.getLast().getClassName()));
        }
    }

    private void watch() {
        StepSource program = evidence.program();
        Map<Integer, Integer> heard = new HashMap<>();
        try {
            GuidedRun.run(program, graph, (event, step) -> {
                int thread = graph.thread(event);
                calls.set(event, program.calls(thread));
                List<String> lines = program.said(thread, false);
                said.put(event, lines.subList(heard.getOrDefault(thread, 0), lines.size()));
                heard.put(thread, lines.size());
                chances[event] = step.chance;
            });
        } catch (IllegalStateException other) {
            return; // the program does something else this time: its sites have to do
        }
        for (int t = 0; t < threads(); t++) {
            ends.add(program.calls(t));
            List<String> lines = program.said(t, true);
            lastSaid.put(t, lines.subList(Math.min(heard.getOrDefault(t, 0), lines.size()), lines.size()));
        }
    }

    private int threads() {
        int count = 0;
        for (int event = 0; event < graph.size(); event++) {
            count = Math.max(count, graph.thread(event) + 1);
        }
        return count;
    }

    Chance chance(int event) {
        return chances[event];
    }

    /** What the thread of an event printed and logged before it, and after the event before. */
    List<String> said(int event) {
        return said.getOrDefault(event, List.of());
    }

    /** What a thread printed and logged after its last event. */
    List<String> lastSaid(int thread) {
        return lastSaid.getOrDefault(thread, List.of());
    }

    /** Where an event stands. */
    Spot spot(int event) {
        return spot(evidence.site(graph.site(event)), calls.get(event));
    }

    /** Where a thread stands in the end, at this site. */
    Spot end(int thread, int site) {
        return spot(evidence.site(site), thread < ends.size() ? ends.get(thread) : List.of());
    }

    private Spot spot(@Nullable Site site, List<StackTraceElement> frames) {
        if (site != null && !site.library && !isCall(site) && !isIn(site, frames)) {
            return ofSite(site); // written earlier than it is seen: only the site knows where
        }
        for (int i = 0; i < frames.size(); i++) {
            if (own.isOwn(frames.get(i).getClassName())) {
                return i > 0
                        ? Spot.of(frames.get(i), frames.get(i - 1), frames.getFirst())
                        : ofOwn(frames.getFirst(), site);
            }
        }
        return site == null ? Spot.NOWHERE : ofSite(site);
    }

    /** A call that the checker stands in for is a call into the JDK, too. */
    private static Spot ofOwn(StackTraceElement frame, @Nullable Site site) {
        Spot spot = Spot.of(frame, null, null);
        int line = site != null && frame.getLineNumber() <= 0 ? site.line : spot.line();
        boolean call = site != null && site.access() == Operation.Access.NONE && isCall(site);
        return new Spot(spot.className(), spot.file(), line, call && site != null ? site.what : "", "");
    }

    /** The site of a call into the JDK: all steps inside the call have it. */
    private static boolean isCall(Site site) {
        return site.via() == Operation.Via.ATOMIC || site.via() == Operation.Via.CALL;
    }

    /**
     * The graph without sites that are none of theirs: a call through an interface is not seen, and what it does seems to be
     * part of the call before it.
     */
    ExecutionGraph withTrueSites() {
        List<ExecutionGraph.Event> events = new ArrayList<>();
        for (int e = 0; e < graph.size(); e++) {
            ExecutionGraph.Event event = graph.events().get(e);
            Site site = evidence.site(event.site());
            boolean wrong = site != null && isCall(site) && !calls.get(e).isEmpty() && !isIn(site, calls.get(e));
            events.add(wrong
                    ? new ExecutionGraph.Event(event.thread(), event.index(), event.kind(), event.mode(),
                            event.location(), event.value(), event.readsFrom(), event.moBefore(), 0)
                    : event);
        }
        return new ExecutionGraph(events);
    }

    private static Spot ofSite(Site site) {
        return new Spot(site.binaryClassName(), site.file, site.line, "", "");
    }

    private static boolean isIn(Site site, List<StackTraceElement> frames) {
        String name = site.binaryClassName();
        return frames.stream()
                .anyMatch(frame -> frame.getClassName().equals(name) && frame.getMethodName().equals(site.method)
                        && (frame.getLineNumber() == site.line || frame.getLineNumber() <= 0));
    }
}
