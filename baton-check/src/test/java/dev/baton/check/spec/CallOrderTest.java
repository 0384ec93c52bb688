package dev.baton.check.spec;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.check.event.AccessMode;
import dev.baton.check.event.StepKind;
import dev.baton.check.graph.ExecutionGraph;
import dev.baton.check.graph.ExecutionGraph.Event;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The orders that calls have, from small graphs; those of interleavings against all interleavings. */
class CallOrderTest {
    private static final CallKind KIND = new CallKind(0, "call", List.of(), "", false, false, Set.of(),
            CallKind.UNBOUNDED);
    private static final Call CALL = new Call(KIND, List.of());
    private static final int BEGIN = 1;
    private static final int END = 2;

    /** Threads whose calls each access one location, in the order of an interleaving. */
    private static final class Made {
        final List<Event> events = new ArrayList<>();
        final int[] index = new int[4];
        final int[] lastWrite = {-1, -1, -1, -1, -1, -1, -1, -1};
        final AccessMode mode;

        Made(AccessMode mode) {
            this.mode = mode;
        }

        void mark(int thread, int site) {
            write(thread, 4 + thread, AccessMode.PLAIN, site);
        }

        void write(int thread, int location, AccessMode how, int site) {
            int before = lastWrite[location];
            lastWrite[location] = events.size();
            events.add(new Event(thread, index[thread]++, StepKind.WRITE, how, location, 0, -1, before, site));
        }

        void read(int thread, int location) {
            events.add(
                    new Event(thread, index[thread]++, StepKind.READ, mode, location, 0, lastWrite[location], -1, 0));
        }
    }

    private static MarkedCalls.Mark mark(int site) {
        return site == BEGIN ? MarkedCalls.Mark.BEGIN : site == END ? MarkedCalls.Mark.END : MarkedCalls.Mark.NONE;
    }

    private static CallScenario scenario(int threads, int calls) {
        List<List<Call>> all = new ArrayList<>();
        for (int t = 0; t < threads; t++) {
            all.add(java.util.Collections.nCopies(calls, CALL));
        }
        return new CallScenario(List.of(), all, List.of(), -1);
    }

    /** Two calls, the second of which reads what the first one wrote. */
    private static long secondAfterFirst(AccessMode mode, CallOrder order) {
        Made made = new Made(mode);
        made.mark(1, BEGIN);
        made.mark(1, END);
        made.write(1, 0, mode, 0);
        made.read(2, 0);
        made.mark(2, BEGIN);
        made.mark(2, END);
        List<History> histories = order.histories(new ExecutionGraph(made.events), scenario(2, 1),
                CallOrderTest::mark, Correctness.LINEARIZABLE);
        return histories.stream().mapToLong(each -> each.ended[1]).reduce(~0, (a, b) -> a & b);
    }

    @Test
    void happensBeforeOrdersCalls() {
        assertThat(secondAfterFirst(AccessMode.VOLATILE, CallOrder.HAPPENS_BEFORE)).isEqualTo(1);
        assertThat(secondAfterFirst(AccessMode.OPAQUE, CallOrder.HAPPENS_BEFORE)).isZero();
        assertThat(secondAfterFirst(AccessMode.OPAQUE, CallOrder.INTERLEAVING)).isEqualTo(1);
    }

    @Test
    void interleavingsGiveTheStrongestOrders() {
        Random random = new Random(11);
        for (int run = 0; run < 200; run++) {
            Made made = random(random);
            ExecutionGraph graph = new ExecutionGraph(made.events);
            CallScenario scenario = scenario(2, 2);
            Set<List<Long>> found = new HashSet<>();
            CallOrder.INTERLEAVING.histories(graph, scenario, CallOrderTest::mark, Correctness.LINEARIZABLE)
                    .forEach(each -> found.add(Arrays.stream(each.ended).boxed().toList()));
            Set<List<Long>> expected = new HashSet<>();
            all(graph, MarkedCalls.in(graph, scenario, CallOrderTest::mark), new MemoryOrder(graph), 0,
                    new ArrayList<>(),
                    expected);
            assertThat(expected).as("run %s", run).containsAll(found);
            assertThat(expected).as("run %s", run)
                    .allMatch(order -> found.stream().anyMatch(stronger -> isWithin(order, stronger)));
        }
    }

    private static boolean isWithin(List<Long> order, List<Long> stronger) {
        for (int i = 0; i < order.size(); i++) {
            if ((order.get(i) & ~stronger.get(i)) != 0) {
                return false;
            }
        }
        return true;
    }

    private static Made random(Random random) {
        Made made = new Made(AccessMode.PLAIN);
        int[] step = new int[4];
        for (int left = 2 * 2 * 3; left > 0;) {
            int thread = 1 + random.nextInt(2);
            if (step[thread] == 6) {
                continue;
            }
            switch (step[thread]++ % 3) {
                case 0 -> made.mark(thread, BEGIN);
                case 1 -> {
                    if (random.nextBoolean()) {
                        made.write(thread, random.nextInt(2), AccessMode.PLAIN, 0);
                    } else {
                        made.read(thread, random.nextInt(2));
                    }
                }
                default -> made.mark(thread, END);
            }
            left--;
        }
        return made;
    }

    /** Goes through all interleavings of the marks. */
    private static void all(ExecutionGraph graph, MarkedCalls calls, MemoryOrder memory, long done, List<Integer> taken,
            Set<List<Long>> into) {
        List<Integer> marks = new ArrayList<>();
        for (int call = 0; call < calls.size(); call++) {
            marks.add(calls.begin[call]);
            marks.add(calls.end[call]);
        }
        if (taken.size() == marks.size()) {
            Long[] ended = new Long[calls.size()];
            for (int call = 0; call < calls.size(); call++) {
                long before = 0;
                for (int other = 0; other < calls.size(); other++) {
                    before |= taken.indexOf(calls.end[other]) < taken.indexOf(calls.begin[call]) ? 1L << other : 0;
                }
                ended[call] = before;
            }
            into.add(Arrays.asList(ended));
            return;
        }
        for (int i = 0; i < marks.size(); i++) {
            int mark = marks.get(i);
            boolean free = (done >>> i & 1) == 0
                    && marks.stream().allMatch(each -> taken.contains(each) || !memory.orders(each, mark));
            if (free) {
                taken.add(mark);
                all(graph, calls, memory, done | 1L << i, taken, into);
                taken.removeLast();
            }
        }
    }
}
