package dev.baton.check.explain;

import dev.baton.check.event.AccessMode;
import dev.baton.check.graph.ExecutionGraph;
import dev.baton.check.program.Operation;
import dev.baton.check.program.Site;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Stronger access modes at some places of the source, such that the memory model forbids an execution that it allowed.
 * Found by trying: each candidate is put into the execution graph and the model's definition judges it, so what is
 * found is true of that execution, whatever the pattern behind it.
 */
record Cure(List<Change> changes) {
    private static final long BUDGET_NANOS = 3_000_000_000L;
    /** Among so many changes, pairs are tried too. */
    private static final int FEW = 24;

    /** One edit of the source: another mode of one call, or a field declared volatile, which is in all its accesses. */
    record Change(List<Site> sites, AccessMode mode) {
        String advice() {
            Site site = sites.getFirst();
            Operation.Field field = site.field();
            return field != null
                    ? "declaring `" + field.name() + "` volatile"
                    : "`" + HandleMethod.named(site.called(), mode) + "` instead of `" + site.called()
                            + "` at " + site.place();
        }
    }

    /**
     * The weakest cure found: one call made release or acquire, else one call or field made volatile, else two, else all of
     * them; null if even that does not help, or it takes too long to tell.
     */
    static @Nullable Cure of(ExecutionGraph graph, IntFunction<@Nullable Site> sites,
            Predicate<ExecutionGraph> isConsistent) {
        Set<Site> weak = new LinkedHashSet<>();
        for (int event = graph.size() - 1; event >= 0; event--) {
            Site site = sites.apply(graph.site(event));
            if (site != null && !site.library && graph.mode(event) != AccessMode.VOLATILE
                    && hasOwnMode(site, graph, event)) {
                weak.add(site);
            }
        }
        long end = System.nanoTime() + BUDGET_NANOS;
        for (Cure cure : attempts(weak)) {
            if (System.nanoTime() - end > 0) {
                return null;
            }
            if (!isConsistent.test(cure.applied(graph))) {
                return cure;
            }
        }
        return null;
    }

    private static List<Cure> attempts(Set<Site> weak) {
        Map<Operation.Field, List<Site>> fields = new LinkedHashMap<>();
        List<Change> ordered = new ArrayList<>();
        List<Change> full = new ArrayList<>();
        for (Site site : weak) {
            Operation.Field field = site.field();
            if (field == null) {
                ordered.add(new Change(List.of(site), HandleMethod.ordered(site)));
                full.add(new Change(List.of(site), AccessMode.VOLATILE));
            } else {
                fields.computeIfAbsent(field, each -> new ArrayList<>()).add(site);
            }
        }
        fields.values().forEach(group -> full.add(new Change(group, AccessMode.VOLATILE)));
        fields.values().forEach(group -> ordered.add(new Change(group, AccessMode.VOLATILE)));
        List<Cure> attempts = new ArrayList<>();
        for (List<Change> each : List.of(ordered, full)) {
            each.forEach(change -> attempts.add(new Cure(List.of(change))));
        }
        for (List<Change> each : List.of(ordered, full)) {
            for (int i = 0; i < each.size() && each.size() <= FEW; i++) {
                for (int k = i + 1; k < each.size(); k++) {
                    attempts.add(new Cure(List.of(each.get(i), each.get(k))));
                }
            }
        }
        if (full.size() > 2) {
            attempts.add(new Cure(full));
        }
        return attempts;
    }

    /** The event has the mode of its site; one that was written out with a publication has not. */
    private static boolean hasOwnMode(Site site, ExecutionGraph graph, int event) {
        AccessMode mode = graph.mode(event);
        if (site.field() != null) {
            return mode == site.modes().mode();
        }
        if (!HandleMethod.isOne(site)) {
            return false;
        }
        if (!HandleMethod.isUpdate(site)) {
            return mode == site.modes().mode() && HandleMethod.writes(site) == graph.isWrite(event);
        }
        return mode == switch (graph.kind(event)) {
            case RMW_READ -> site.modes().mode();
            case RMW_WRITE -> site.modes().writeMode();
            default -> site.modes().failureMode();
        };
    }

    /** The graph with these modes. */
    ExecutionGraph applied(ExecutionGraph graph) {
        Map<Integer, Site> byNumber = new HashMap<>();
        Map<Site, AccessMode> modes = modes();
        modes.keySet().forEach(site -> byNumber.put(site.id, site));
        List<ExecutionGraph.Event> events = new ArrayList<>(graph.size());
        for (int e = 0; e < graph.size(); e++) {
            ExecutionGraph.Event event = graph.events().get(e);
            Site site = byNumber.get(event.site());
            AccessMode mode = site == null ? null : modes.get(site);
            if (site == null || mode == null || event.location() < 0 || !hasOwnMode(site, graph, e)) {
                events.add(event);
            } else {
                events.add(new ExecutionGraph.Event(event.thread(), event.index(), event.kind(), mode, event.location(),
                        event.value(), event.readsFrom(), event.moBefore(), event.site()));
            }
        }
        return new ExecutionGraph(events);
    }

    Map<Site, AccessMode> modes() {
        Map<Site, AccessMode> modes = new LinkedHashMap<>();
        changes.forEach(change -> change.sites().forEach(site -> modes.put(site, change.mode())));
        return modes;
    }

    /** All sites of the changes. */
    Collection<Site> sites() {
        return modes().keySet();
    }

    /** What to write instead, for a reader. */
    String advice() {
        return changes.stream().map(Change::advice).collect(Collectors.joining(" and "));
    }
}
