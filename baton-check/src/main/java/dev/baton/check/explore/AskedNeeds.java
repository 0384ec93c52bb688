package dev.baton.check.explore;

import dev.baton.check.event.SearchThread;
import dev.baton.check.event.StepKind;
import dev.baton.check.graph.Execution;
import dev.baton.check.graph.Needs;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.IntPredicate;
import java.util.function.IntToLongFunction;
import org.jspecify.annotations.Nullable;

/** What writes depend on, found by running their thread with other answers: semantic dependencies. */
final class AskedNeeds implements Needs {
    /*
     * Overview. A thread is a function of its answers. To see whether it makes a write whatever some of its reads return,
     * it is run with every value there is for these, and must make the write each time: the same value, to the same location,
     * in the same mode, and as many writes of that location before it.
     *
     * Where a run leaves the path of the execution, its reads are matched with those of the execution by location and number. A
     * read without a match may return anything. An open read that saw its own thread's write in the execution sees the last one
     * of the run: a compiler forwards it. Two open plain reads that saw the same write are one: a compiler merges them.
     *
     * The second way is that of Java's specification, for plain reads in a thread that was ordered after no other thread so far: the
     * thread makes the write if each open read returns what happens before it, its own last write or the initial value. What is
     * written must be the same in the execution, where the reads return something else, and it is.
     *
     * Cost. Exponential in the number of open reads; a question that takes too long is answered with no, and noted.
     */
    private static final int MOST_STEPS = 20_000;
    private static final int MOST_EVENTS = 400;

    private final Steps steps;
    private final StepTree tree;
    private final WrittenValues values;
    private boolean gaveUp;

    AskedNeeds(Steps steps, WrittenValues values) {
        this.steps = steps;
        this.tree = steps.tree;
        this.values = values;
    }

    /** Some question took too long. */
    boolean gaveUp() {
        return gaveUp;
    }

    @Override
    public boolean suffice(Execution graph, int write, IntPredicate open) {
        int root = tree.root(graph.thread(write));
        return new Question(graph, write, open, null).run(root, 0)
                || Initially.isUnordered(graph, write)
                        && new Question(graph, write, open, steps::initialValue).run(root, 0);
    }

    /** The n-th event of its kind at a location. */
    private record Turn(int location, int number) {}

    private final class Question {
        private final Execution graph;
        private final int write;
        private final IntPredicate open;
        /** What an open read returns unless the thread has written there; null for anything that is ever written. */
        private final @Nullable IntToLongFunction initially;
        private final Map<Turn, Integer> reads = new HashMap<>();
        private final long[] choices;
        private int choiceCount;
        private final int before;
        private int stepsLeft = MOST_STEPS;
        // The run under way.
        private final Map<Integer, Integer> readCount = new HashMap<>();
        private final Map<Integer, Integer> writeCount = new HashMap<>();
        private final Map<Integer, Long> ownWrite = new HashMap<>();
        private final Map<Integer, Long> merged = new HashMap<>();
        private int chosen;

        Question(Execution graph, int write, IntPredicate open, @Nullable IntToLongFunction initially) {
            this.initially = initially;
            this.graph = graph;
            this.write = write;
            this.open = open;
            int[] path = Linearization.programOrder(graph)[graph.thread(write)];
            this.choices = new long[path.length];
            int writesBefore = 0;
            Map<Integer, Integer> counts = new HashMap<>();
            for (int i = 0; i < graph.index(write); i++) {
                int event = path[i];
                int location = graph.location(event);
                if (graph.isRead(event)) {
                    reads.put(new Turn(location, counts.merge(location, 1, Integer::sum)), event);
                } else if (graph.kind(event) == StepKind.CHOICE) {
                    choices[choiceCount++] = graph.value(event);
                } else if (graph.isWrite(event) && location == graph.location(write)) {
                    writesBefore++;
                }
            }
            this.before = writesBefore;
        }

        /** Whether each run from here on makes the write. */
        boolean run(int node, int length) {
            if (--stepsLeft < 0 || length > MOST_EVENTS) {
                gaveUp = true;
                return false;
            }
            SearchThread.look();
            return switch (tree.kind(node)) {
                case READ, RMW_READ -> read(node, length);
                case WRITE, RMW_WRITE -> write(node, length);
                case CHOICE -> choose(node, length);
                case REPEATED, INITIAL -> run(tree.next(node, 0), length) && run(tree.next(node, 1), length);
                case FENCE, START, JOIN, EXPIRE -> run(tree.next(node, 0), length + 1);
                case BLOCK, ERROR, END -> false;
            };
        }

        private boolean read(int node, int length) {
            int location = tree.location(node);
            int number = readCount.merge(location, 1, Integer::sum);
            Integer match = reads.get(new Turn(location, number));
            boolean made = initially != null && (match == null || open.test(match))
                    ? readVisible(node, length, initially)
                    : match == null ? readAny(node, length) : readAs(node, length, match);
            readCount.merge(location, -1, Integer::sum);
            return made;
        }

        /** Reads what happens before the read. */
        private boolean readVisible(int node, int length, IntToLongFunction initial) {
            int location = tree.location(node);
            Long own = ownWrite.get(location);
            return tree.mode(node).isPlain() && tree.kind(node) == StepKind.READ
                    && run(tree.next(node, own == null ? initial.applyAsLong(location) : own), length + 1);
        }

        /** Reads as an event of the execution did, or as it could. */
        private boolean readAs(int node, int length, int match) {
            int location = tree.location(node);
            int source = graph.readsFrom(match);
            Long own = ownWrite.get(location);
            if (source >= 0 && graph.thread(source) == graph.thread(write) && own != null) {
                return run(tree.next(node, own), length + 1);
            }
            if (!open.test(match)) {
                return run(tree.next(node, graph.value(match)), length + 1);
            }
            if (!graph.mode(match).isPlain()) {
                return readAny(node, length);
            }
            Long known = known(match);
            if (known != null) {
                return run(tree.next(node, known), length + 1);
            }
            boolean made = true;
            for (long value : possible(location)) {
                merged.put(mergeKey(location, source), value);
                made &= made && run(tree.next(node, value), length + 1);
                merged.remove(mergeKey(location, source));
            }
            return made;
        }

        private boolean readAny(int node, int length) {
            for (long value : possible(tree.location(node))) {
                if (!run(tree.next(node, value), length + 1)) {
                    return false;
                }
            }
            return true;
        }

        /** What an open plain read returns because another one that saw the same write did. */
        private @Nullable Long known(int match) {
            int location = graph.location(match);
            for (int other : reads.values()) {
                if (graph.location(other) == location && graph.readsFrom(other) == graph.readsFrom(match)
                        && graph.mode(other).isPlain() && !open.test(other)) {
                    return graph.value(other);
                }
            }
            return merged.get(mergeKey(location, graph.readsFrom(match)));
        }

        private int mergeKey(int location, int source) {
            return source >= 0 ? source : -1 - location;
        }

        private boolean write(int node, int length) {
            int location = tree.location(node);
            int earlier = writeCount.getOrDefault(location, 0);
            if (location == graph.location(write) && earlier == before) {
                return tree.value(node) == graph.value(write) && tree.mode(node) == graph.mode(write)
                        && tree.kind(node) == graph.kind(write);
            }
            Long overwritten = ownWrite.put(location, tree.value(node));
            writeCount.put(location, earlier + 1);
            boolean made = run(tree.next(node, 0), length + 1);
            writeCount.put(location, earlier);
            if (overwritten == null) {
                ownWrite.remove(location);
            } else {
                ownWrite.put(location, overwritten);
            }
            return made;
        }

        private boolean choose(int node, int length) {
            int number = chosen++;
            boolean made = true;
            if (number < choiceCount) {
                made = run(tree.next(node, choices[number]), length + 1);
            } else {
                for (long alternative = 0; made && alternative < tree.value(node); alternative++) {
                    made = run(tree.next(node, alternative), length + 1);
                }
            }
            chosen = number;
            return made;
        }
    }

    private Iterable<Long> possible(int location) {
        List<Long> written = values.of(location);
        TreeSet<Long> all = new TreeSet<>(written);
        all.add(steps.initialValue(location));
        return all;
    }
}
