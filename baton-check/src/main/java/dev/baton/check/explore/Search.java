package dev.baton.check.explore;

import dev.baton.check.event.StepKind;
import dev.baton.check.graph.Graph;
import java.util.Arrays;

/** The search of one worker over all consistent executions of a program. */
final class Search {
    /*
     * Overview. TruSt: a graph grows event by event. A read branches over the writes it may see, a write over its places
     * in modification order; and a write may revisit a read that came before it, from which the search goes on with what
     * remains when everything that depended on the read is gone.
     *
     *   visit(G):  thread = the one that goes next
     *     none:    G is finished
     *     read:    for each write w it may see:      visit(G + r reading w)
     *     write:   for each read r it may revisit:   for each place: visit(what remains of G, + w, r reading w)
     *              for each place:                   visit(G + w)
     *
     * Source. Kokologiannakis, Marmanis, Gladstein, Vafeiadis: Truly Stateless, Optimal Dynamic Partial Order
     * Reduction, POPL 2022. Differs from the paper in: the last alternative of a branch is taken in place, without
     * recursion; reads that would only block are left out (Steps.waitsInVain).
     *
     * State. One graph per level of nested revisits, reused; within a level the graph grows and shrinks at its end. Memory
     * is the depth of revisits times the length of an execution.
     *
     * Invariants. No execution is visited twice: a revisit is made only if what it deletes was added maximally
     * (Revisits.isMaximal), so that each graph has exactly one way to be reached.
     */
    private final Steps steps;
    private final StepTree tree;
    private final Revisits revisits = new Revisits();
    private final Judge judge;
    private final WorkPool pool;
    private final boolean leavesWork;
    /** Where the search is; kept up always, as it costs next to nothing. */
    private final Path path = new Path();
    /** The number of events when the step that is being made began. */
    private int position;
    private Graph[] graphs = new Graph[8];
    private int[] generations = new int[8];
    private int[] options = new int[1024];
    private int top;

    /** A search that tells the pool what it leaves when it is stopped, if asked to. */
    Search(Steps steps, Judge judge, WorkPool pool, boolean leavesWork) {
        this.steps = steps;
        this.tree = steps.tree;
        this.judge = judge;
        this.pool = pool;
        this.leavesWork = leavesWork;
    }

    /** Where the search is, at the beginning of the step that it is making. */
    Prefix place() {
        return path.at(position);
    }

    /** Visits every execution. */
    void run() {
        Graph graph = graph(0);
        steps.begin(graph);
        generations[0] = tree.generation();
        visit(graph, 0);
    }

    /** Visits what other workers gave away, until there is nothing left anywhere. */
    void help() throws InterruptedException {
        WorkPool.Work work = pool.take();
        while (work != null) {
            visit(work);
            work = pool.take();
        }
    }

    private void visit(WorkPool.Work work) {
        path.copyFrom(work.prefix());
        position = work.prefix().size();
        Graph graph = work.graph();
        if (graph == null) {
            graph = new Follower(steps).follow(work.prefix());
        } else {
            tree.refill(graph, steps.program.mainThread());
        }
        graphs[0] = graph;
        generations[0] = tree.generation();
        visit(graph, 0);
    }

    /** Makes all steps that are possible in one place, and none after them. */
    void look(Prefix place) {
        visit(new WorkPool.Work(null, place));
    }

    private void visit(Graph graph, int level) {
        int base = graph.size();
        int mark = path.size();
        int outer = position;
        while (true) {
            position = graph.size();
            if (judge.isStopped()) {
                if (leavesWork) {
                    pool.leave(path.at(position));
                }
                break;
            }
            if (tree.isFull()) {
                tree.forget();
            }
            refresh(graph, level);
            int t = steps.schedule(graph);
            if (steps.errorThread() >= 0 && (t < 0 || tree.kind(graph.cursor(t)) != StepKind.RMW_WRITE)
                    && judge.error(graph, steps.errorThread())) {
                break;
            }
            if (t < 0) {
                if (!expire(graph, level)) {
                    judge.finished(graph);
                }
                break;
            }
            boolean goesOn = switch (tree.kind(graph.cursor(t))) {
                case READ, RMW_READ -> read(graph, t, level);
                case WRITE, RMW_WRITE -> write(graph, t, level);
                case CHOICE -> choose(graph, t, level);
                default -> {
                    steps.addOther(graph, t);
                    yield true;
                }
            };
            if (!goesOn) {
                break;
            }
        }
        while (graph.size() > base) {
            graph.removeLast();
        }
        path.cut(mark);
        position = outer;
    }

    private boolean givesUp() {
        return !leavesWork && judge.isStopped();
    }

    /** Visits all but one of the alternatives of a read and adds that one; false if it is not consistent. */
    private boolean read(Graph graph, int t, int level) {
        int base = reserve(graph);
        int end = steps.readOptions(graph, t, options, base);
        top = end;
        for (int i = end - 1; i > base; i--) {
            int event = steps.addRead(graph, t, options[i]);
            if (steps.admits(graph, event, -1)) {
                judge.added(graph, event);
                path.add(options[i] + 1);
                visit(graph, level);
                path.cut(path.size() - 1);
            }
            graph.removeLast();
            refresh(graph, level);
        }
        int last = options[base];
        top = base;
        if (end == base) {
            return false;
        }
        int event = steps.addRead(graph, t, last);
        if (!steps.admits(graph, event, -1)) {
            return false;
        }
        if (end > base + 1) {
            path.add(last + 1);
        }
        judge.added(graph, event);
        return true;
    }

    private boolean write(Graph graph, int t, int level) {
        int write = steps.addWrite(graph, t);
        int base = reserve(graph);
        int end = revisits.candidates(graph, write, options, base);
        top = end;
        boolean decides = end > base;
        for (int i = base; i < end && !givesUp(); i++) {
            revisit(graph, write, options[i], level);
            refresh(graph, level);
        }
        top = base;
        end = steps.model.placings(graph, write, -1, options, base);
        top = end;
        decides |= end > base + 1;
        for (int i = end - 1; i > base; i--) {
            graph.place(write, options[i]);
            if (steps.admits(graph, write, -1)) {
                judge.added(graph, write);
                path.add(2 * (options[i] + 1));
                visit(graph, level);
                path.cut(path.size() - 1);
            }
            graph.displace(write);
        }
        int last = options[base];
        top = base;
        if (end == base) {
            return false;
        }
        graph.place(write, last);
        if (!steps.admits(graph, write, -1)) {
            return false;
        }
        if (decides) {
            path.add(2 * (last + 1));
        }
        judge.added(graph, write);
        return true;
    }

    private void revisit(Graph graph, int write, int read, int level) {
        Graph remainder = graph(level + 1);
        revisits.copyRemainder(graph, write, read, remainder);
        generations[level + 1] = tree.generation();
        int moved = remainder.size() - 1;
        boolean onlyLast = steps.redirect(remainder, read, moved);
        int base = reserve(remainder);
        int end = steps.model.placings(remainder, moved, read, options, base);
        top = end;
        for (int i = base; i < end; i++) {
            if (onlyLast && i > base) {
                break;
            }
            remainder.place(moved, options[i]);
            boolean vain = onlyLast && remainder.moAfter(moved) != Graph.NONE;
            if (!vain && steps.admits(remainder, moved, read)) {
                judge.added(remainder, moved);
                judge.added(remainder, read);
                path.add(2 * read + 1);
                path.add(options[i] + 1);
                if (pool.isHungry()) {
                    Graph gift = new Graph();
                    remainder.copyTo(gift);
                    pool.give(new WorkPool.Work(gift, path.at(gift.size())));
                } else {
                    visit(remainder, level + 1);
                }
                path.cut(path.size() - 2);
            }
            remainder.displace(moved);
        }
        top = base;
    }

    /** Nothing can go on: visits what follows if one of the timed waits expires; false if there is none to expire. */
    private boolean expire(Graph graph, int level) {
        boolean timed = false;
        for (int t = 0; t < graph.threads(); t++) {
            timed |= steps.isTimed(graph, t);
        }
        if (!timed || !judge.isStuck(graph)) {
            return false;
        }
        for (int t = 0; t < graph.threads() && !givesUp(); t++) {
            if (steps.isTimed(graph, t)) {
                steps.addExpiry(graph, t);
                path.add(t);
                visit(graph, level);
                path.cut(path.size() - 1);
                graph.removeLast();
                refresh(graph, level);
            }
        }
        return true;
    }

    private boolean choose(Graph graph, int t, int level) {
        long alternatives = tree.value(graph.cursor(t));
        for (long alternative = alternatives - 1; alternative > 0; alternative--) {
            steps.addChoice(graph, t, alternative);
            if (!graph.isMirrored(graph.size() - 1)) {
                path.add((int) alternative);
                visit(graph, level);
                path.cut(path.size() - 1);
            }
            graph.removeLast();
            refresh(graph, level);
        }
        steps.addChoice(graph, t, 0);
        path.add(0);
        return true;
    }

    /** Gives a graph new nodes of the step tree if the tree has forgotten the old ones. */
    private void refresh(Graph graph, int level) {
        if (generations[level] != tree.generation()) {
            tree.refill(graph, steps.program.mainThread());
            generations[level] = tree.generation();
        }
    }

    private Graph graph(int level) {
        if (level >= graphs.length) {
            graphs = Arrays.copyOf(graphs, 2 * level);
            generations = Arrays.copyOf(generations, 2 * level);
        }
        Graph graph = graphs[level];
        if (graph == null) {
            graph = new Graph();
            graphs[level] = graph;
        }
        return graph;
    }

    /** Makes room for one alternative per event, and returns where they begin. */
    private int reserve(Graph graph) {
        int needed = top + graph.size() + 2;
        if (needed > options.length) {
            options = Arrays.copyOf(options, Math.max(needed, 2 * options.length));
        }
        return top;
    }
}
