package dev.baton.check.relax;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Function;

/** The way down from the modes to start with to modes none of which can be weakened alone. */
/*
 * Overview
 *   Groups first. Round by round every site that is not settled proposes a mode, its weakest in the first round, the
 *   next stronger one in the next. All proposals are tried at once; a group that fails is split, by class, then by
 *   what the sites do, then into halves, and a single site that fails waits for the next round. A candidate that fails
 *   does so soon, at its first violation; one that verifies costs a whole verification. So it pays to fail often and
 *   to succeed in large groups.
 *
 *   Then single steps: for each site each mode just below the one it has. If one verifies it is kept and all are tried
 *   again. When none does, that is the fixed point, and each refusal holds the reason.
 *
 *   A mode that a wider path makes reachable brings sites that nobody saw before: they join, and it begins again.
 *
 * Invariants
 *   - the modes at hand always verify
 *   - what several workers find is what one would find: groups are decided in order, and of those checked ahead
 *     only refusals count, since weaker modes elsewhere take no execution away
 */
final class Descent {
    /** A single weakening. */
    record Step(AccessSite site, Mode to) {}

    /** A single weakening of the result, and why it is refused. */
    record RefusedStep(AccessSite site, Mode to, Refusal refusal) {}

    private final Examiner examiner;
    private final boolean weakForms;
    private final Function<Collection<AccessSite>, Assignment> beginning;
    private final Consumer<? super RelaxProgress> progress;
    private final SortedSet<AccessSite> sites = new TreeSet<>();
    /** Exercised by modes that were taken over; among them may be some that are not in {@link #sites} yet. */
    private final SortedSet<AccessSite> newSites = new TreeSet<>();
    private Assignment start;
    private Assignment now;
    private List<RefusedStep> refused = List.of();

    /** @param beginning the modes to start from, for the sites that were exercised */
    Descent(Examiner examiner, boolean weakForms, Function<Collection<AccessSite>, Assignment> beginning,
            Consumer<? super RelaxProgress> progress) {
        this.examiner = examiner;
        this.weakForms = weakForms;
        this.beginning = beginning;
        this.progress = progress;
        this.start = beginning.apply(sites);
        this.now = start;
    }

    SortedSet<AccessSite> sites() {
        return sites;
    }

    Mode startOf(AccessSite site) {
        return start.of(site);
    }

    Assignment result() {
        return now;
    }

    /** For the result, every single weakening with the reason against it. */
    List<RefusedStep> refused() {
        return refused;
    }

    /** Goes down. */
    void run() {
        findStart();
        boolean more = true;
        while (more) {
            weakenGroups();
            more = weakenSingly();
        }
    }

    /** The modes to start from exercise sites that have other modes then, which may exercise others. */
    private void findStart() {
        boolean more = true;
        while (more) {
            Examination first = examiner.first(start);
            sites.addAll(first.exercised());
            Assignment next = beginning.apply(sites);
            more = !next.overrides().equals(start.overrides());
            start = next;
            if (first.refusal() != null && !more) {
                throw new UnverifiedStartException(first.refusal());
            }
        }
        now = start;
    }

    // ---- groups

    private void weakenGroups() {
        Map<AccessSite, List<Mode>> ladders = new HashMap<>();
        for (AccessSite site : sites) {
            ladders.put(site, ladder(site, now.of(site)));
        }
        List<AccessSite> open = new ArrayList<>(sites);
        for (int round = 0; !open.isEmpty(); round++) {
            SortedMap<AccessSite, Mode> proposals = new TreeMap<>();
            for (AccessSite site : open) {
                List<Mode> ladder = ladders.getOrDefault(site, List.of());
                if (round < ladder.size()) {
                    proposals.put(site, ladder.get(round));
                }
            }
            open = new ArrayList<>(proposals.isEmpty() ? List.of() : tryGroups(proposals));
        }
    }

    /** All modes below, weakest first; of two that cannot be compared the first as {@link AccessSite#below} has it. */
    private List<Mode> ladder(AccessSite site, Mode from) {
        List<Mode> found = new ArrayList<>();
        List<Mode> level = site.below(from, weakForms);
        while (!level.isEmpty()) {
            found.removeAll(level);
            found.addAll(0, level);
            List<Mode> next = new ArrayList<>();
            for (Mode mode : level) {
                for (Mode below : site.below(mode, weakForms)) {
                    if (!next.contains(below)) {
                        next.add(below);
                    }
                }
            }
            level = next;
        }
        return found;
    }

    /** Takes over as many of the proposals as verify; those sites that refused theirs are returned. */
    private List<AccessSite> tryGroups(SortedMap<AccessSite, Mode> proposals) {
        List<AccessSite> failed = new ArrayList<>();
        Deque<List<AccessSite>> waiting = new ArrayDeque<>();
        waiting.add(new ArrayList<>(proposals.keySet()));
        while (!waiting.isEmpty()) {
            List<List<AccessSite>> batch = new ArrayList<>();
            while (!waiting.isEmpty() && batch.size() < examiner.workerCount()) {
                batch.add(waiting.removeFirst());
            }
            List<Examination> results = examiner
                    .examine(batch.stream().map(group -> now.with(restricted(proposals, group))).toList());
            Deque<List<AccessSite>> again = new ArrayDeque<>();
            boolean inOrder = true;
            for (int i = 0; i < batch.size(); i++) {
                List<AccessSite> group = batch.get(i);
                Examination result = results.get(i);
                if (result.verified() && inOrder) {
                    now = now.with(restricted(proposals, group));
                    newSites.addAll(result.exercised());
                    inOrder = false;
                } else if (result.verified()) {
                    again.addLast(group);
                } else if (group.size() == 1) {
                    failed.add(group.getFirst());
                } else {
                    split(group).forEach(again::addLast);
                    inOrder = false;
                }
            }
            while (!again.isEmpty()) {
                waiting.addFirst(again.removeLast());
            }
            report("groups", waiting.stream().mapToInt(List::size).sum());
        }
        return failed;
    }

    private static SortedMap<AccessSite, Mode> restricted(SortedMap<AccessSite, Mode> proposals,
            List<AccessSite> group) {
        SortedMap<AccessSite, Mode> chosen = new TreeMap<>(proposals);
        chosen.keySet().retainAll(group);
        return chosen;
    }

    /** By class; within a class by what the sites do; then into halves. */
    private static List<List<AccessSite>> split(List<AccessSite> group) {
        List<List<AccessSite>> parts = by(group, AccessSite::className);
        if (parts.size() == 1) {
            parts = by(group, AccessSite::form);
        }
        if (parts.size() == 1) {
            int half = group.size() / 2;
            parts = List.of(group.subList(0, half), group.subList(half, group.size()));
        }
        return parts;
    }

    private static <K extends Comparable<? super K>> List<List<AccessSite>> by(List<AccessSite> group,
            Function<AccessSite, K> key) {
        SortedMap<K, List<AccessSite>> parts = new TreeMap<>();
        group.forEach(site -> parts.computeIfAbsent(key.apply(site), each -> new ArrayList<>()).add(site));
        return new ArrayList<>(parts.values());
    }

    // ---- single steps

    /** Ends at the fixed point; true if there are sites now that were not there before. */
    private boolean weakenSingly() {
        while (true) {
            List<Step> steps = steps();
            AtomicInteger open = new AtomicInteger(steps.size());
            List<Examination> results = examiner.explain(
                    steps.stream().map(step -> now.with(step.site(), step.to())).toList(),
                    () -> report("single steps", open.decrementAndGet()));
            List<RefusedStep> refusals = new ArrayList<>();
            int verified = -1;
            for (int i = 0; i < steps.size(); i++) {
                Refusal refusal = results.get(i).refusal();
                if (refusal != null) {
                    refusals.add(new RefusedStep(steps.get(i).site(), steps.get(i).to(), refusal));
                } else if (verified < 0) {
                    verified = i;
                }
            }
            if (verified >= 0) {
                now = now.with(steps.get(verified).site(), steps.get(verified).to());
                newSites.addAll(results.get(verified).exercised());
            }
            if (verified < 0) {
                refused = refusals;
                newSites.removeAll(sites);
                if (newSites.isEmpty()) {
                    return false;
                }
                sites.addAll(newSites);
                newSites.clear();
                return true;
            }
        }
    }

    private List<Step> steps() {
        List<Step> steps = new ArrayList<>();
        for (AccessSite site : sites) {
            for (Mode mode : site.below(now.of(site), weakForms)) {
                steps.add(new Step(site, mode));
            }
        }
        return steps;
    }

    private void report(String phase, int open) {
        int weakened = 0;
        for (AccessSite site : sites) {
            weakened += now.of(site) == start.of(site) ? 0 : 1;
        }
        progress.accept(new RelaxProgress(phase, sites.size(), weakened, open, examiner.candidates(),
                examiner.executions()));
    }
}
