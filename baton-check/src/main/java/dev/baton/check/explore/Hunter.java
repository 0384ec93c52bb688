package dev.baton.check.explore;

import dev.baton.check.graph.Graph;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Looks for violations where not everything can be visited: samples executions until it is stopped, in several ways that
 * share the work.
 */
/*
 * Overview. Four ways, each good at another kind of fault:
 *   walk      down the tree of the search, each alternative as likely as the others: executions of the memory model
 *   priority  interleavings with few switches at random places: faults that need a certain order of a few steps
 *   switches  all interleavings with 0, 1, 2, ... switches, within an effort that doubles
 *   mutation  the walk again, from a place on the way of an earlier walk that ended in something new
 * Each gets at least a tenth of the steps; the rest goes to those that find new executions fastest.
 */
final class Hunter implements Judge {
    private static final int WALK = 0;
    private static final int PRIORITY = 1;
    private static final int SWITCHES = 2;
    /** The last of them is the mutation. */
    private static final int WAYS = 4;
    private static final double LEAST_SHARE = 0.1;
    private static final int MOST_PLACES = 256;
    private static final int BATCH = 20;

    private final Steps steps;
    private final Judge judge;
    private final SplittableRandom random;
    private final RandomWalk walk;
    private final PriorityRun priority;
    private final LongCounts seen = new LongCounts();
    private final List<Prefix> places = new ArrayList<>();
    private final long[] spent = new long[WAYS];
    private final long[] news = new long[WAYS];
    private long samples;
    /** Steps that were made: what time is measured in, so that the seed alone decides. */
    private long work;
    private boolean isNew;
    private double sum;
    private long walks;
    private int switches;
    private long effort = 200_000;

    Hunter(Steps steps, Judge judge, long seed) {
        this.steps = steps;
        this.judge = judge;
        this.random = new SplittableRandom(seed);
        this.walk = new RandomWalk(steps, this, random.split());
        this.priority = new PriorityRun(steps, this);
    }

    /** Samples until the judge says stop. */
    void run() {
        while (!judge.isStopped()) {
            if (steps.tree.isFull()) {
                steps.tree.forget();
            }
            int way = choose();
            long begin = work;
            long before = seen.size();
            switch (way) {
                case WALK -> walk();
                case PRIORITY -> priority();
                case SWITCHES -> allWithSwitches();
                default -> mutate();
            }
            spent[way] += Math.max(1, work - begin);
            news[way] += seen.size() - before;
        }
    }

    /** What it has covered. */
    Bound.Hunted covered(long seed) {
        return new Bound.Hunted(samples, seen.size(), switches - 1, walks == 0 ? Double.NaN : sum / walks, seed);
    }

    /** The way that has had less than its share for longest. */
    private int choose() {
        double total = 0;
        double rates = 0;
        for (int way = 0; way < WAYS; way++) {
            total += spent[way];
            rates += rate(way);
        }
        int best = WALK;
        double most = Double.NEGATIVE_INFINITY;
        for (int way = 0; way < WAYS; way++) {
            double share = LEAST_SHARE + (1 - WAYS * LEAST_SHARE) * (rates == 0 ? 1.0 / WAYS : rate(way) / rates);
            double missing = share * total - spent[way];
            if (missing > most) {
                most = missing;
                best = way;
            }
        }
        return best;
    }

    private double rate(int way) {
        return spent[way] == 0 ? 0 : (double) news[way] / spent[way];
    }

    private void walk() {
        for (int i = 0; i < BATCH && !judge.isStopped(); i++) {
            isNew = false;
            sum += walk.walk();
            walks++;
            keepPlace();
        }
    }

    private void keepPlace() {
        if (!isNew || walk.length() == 0) {
            return;
        }
        Prefix place = walk.place();
        if (places.size() < MOST_PLACES) {
            places.add(place);
        } else {
            places.set(random.nextInt(MOST_PLACES), place);
        }
    }

    private void mutate() {
        if (places.isEmpty()) {
            walk();
            return;
        }
        Prefix whole = places.get(random.nextInt(places.size()));
        for (int i = 0; i < BATCH && !judge.isStopped(); i++) {
            isNew = false;
            try {
                walk.walk(whole.cut(random.nextInt(whole.length())));
                keepPlace();
            } catch (Mismatch half) {
                isNew = false; // cut between a revisit and its place
            }
        }
    }

    private void priority() {
        for (int i = 0; i < BATCH && !judge.isStopped(); i++) {
            priority.run(random);
        }
    }

    private void allWithSwitches() {
        if (new FewSwitches(steps, this, effort).run(switches)) {
            switches++;
        } else {
            effort *= 2;
        }
    }

    // ---- the judge of its samples

    @Override
    public boolean isStopped() {
        return judge.isStopped();
    }

    @Override
    public void added(Graph graph, int event) {
        work++;
        judge.added(graph, event);
    }

    @Override
    public boolean error(Graph graph, int thread) {
        sampled(graph);
        return judge.error(graph, thread);
    }

    @Override
    public boolean isStuck(Graph graph) {
        return judge.isStuck(graph);
    }

    @Override
    public void finished(Graph graph) {
        sampled(graph);
        judge.finished(graph);
    }

    private void sampled(Graph graph) {
        samples++;
        work += graph.size();
        if (seen.add(hash(graph), 1) == 0) {
            isNew = true;
        }
    }

    /** The same for the same execution, in whatever order its events were added. */
    private static long hash(Graph graph) {
        long hash = graph.size();
        for (int event = 0; event < graph.size(); event++) {
            long mixed = name(graph, event) * 31 + graph.value(event);
            if (graph.isRead(event)) {
                mixed = mixed * 31 + name(graph, graph.readsFrom(event));
            } else if (graph.isWrite(event)) {
                mixed = mixed * 31 + name(graph, graph.moBefore(event)) + 7;
            }
            mixed = (mixed ^ mixed >>> 31) * 0x9E3779B97F4A7C15L;
            hash += mixed ^ mixed >>> 29;
        }
        return hash;
    }

    private static long name(Graph graph, int event) {
        return event < 0 ? -1 : ((long) graph.thread(event) << 32 | graph.index(event)) * 0xBF58476D1CE4E5B9L;
    }
}
