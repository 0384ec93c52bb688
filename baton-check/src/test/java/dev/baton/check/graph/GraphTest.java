package dev.baton.check.graph;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.check.event.AccessMode;
import dev.baton.check.event.StepKind;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a graph answers while it grows, shrinks and is copied. */
class GraphTest {
    private static final int X = 0;
    private static final int Y = 1;

    private final Graph graph = new Graph();

    @BeforeEach
    void startTwoThreads() {
        graph.begin(0, 0);
        graph.addOther(0, StepKind.START, AccessMode.PLAIN, 1, 0, 0);
        graph.addOther(0, StepKind.START, AccessMode.PLAIN, 2, 0, 0);
    }

    private int write(int thread, int location, AccessMode mode, long value, int after) {
        int write = graph.addWrite(thread, false, location, mode, value, 0, 0);
        graph.place(write, after);
        return write;
    }

    private int read(int thread, int location, AccessMode mode, int from) {
        long value = from == Execution.INIT ? 0 : graph.value(from);
        return graph.addRead(thread, false, location, mode, from, value, 0, 0);
    }

    private static List<Integer> order(Graph graph, int location) {
        List<Integer> writes = new ArrayList<>();
        for (int write = graph.firstWrite(location); write != Graph.NONE; write = graph.moAfter(write)) {
            writes.add(write);
        }
        return writes;
    }

    private static List<Integer> readers(Graph graph, int write, int location) {
        List<Integer> found = new ArrayList<>();
        for (int read = graph.firstReader(write, location); read != Graph.NONE; read = graph.nextReader(read)) {
            found.add(read);
        }
        return found;
    }

    @Test
    void writeTakesThePlaceItIsGiven() {
        int first = write(1, X, AccessMode.PLAIN, 1, Execution.INIT);
        int last = write(1, X, AccessMode.PLAIN, 2, first);
        int between = write(2, X, AccessMode.PLAIN, 3, first);
        assertThat(order(graph, X)).containsExactly(first, between, last);
        assertThat(graph.lastWrite(X)).isEqualTo(last);
        assertThat(graph.moBefore(last)).isEqualTo(between);
        assertThat(graph.moBefore(first)).isEqualTo(Execution.INIT);
        graph.displace(between);
        assertThat(order(graph, X)).containsExactly(first, last);
        assertThat(order(graph, Y)).isEmpty();
    }

    @Test
    void removedEventLeavesNoTrace() {
        int write = write(1, X, AccessMode.PLAIN, 1, Execution.INIT);
        int read = read(2, X, AccessMode.PLAIN, write);
        int other = read(2, X, AccessMode.PLAIN, write);
        assertThat(readers(graph, write, X)).containsExactlyInAnyOrder(read, other);
        graph.removeLast();
        assertThat(readers(graph, write, X)).containsExactly(read);
        graph.removeLast();
        graph.removeLast();
        assertThat(order(graph, X)).isEmpty();
        assertThat(graph.length(1)).isZero();
        assertThat(graph.size()).isEqualTo(2);
    }

    @Test
    void readThatChangesItsSourceIsAReaderOfTheNewOneOnly() {
        int one = write(1, X, AccessMode.PLAIN, 1, Execution.INIT);
        int read = read(2, X, AccessMode.PLAIN, Execution.INIT);
        assertThat(readers(graph, Execution.INIT, X)).containsExactly(read);
        graph.changeReadsFrom(read, one, 1, false, AccessMode.PLAIN);
        assertThat(readers(graph, Execution.INIT, X)).isEmpty();
        assertThat(readers(graph, one, X)).containsExactly(read);
        assertThat(graph.value(read)).isEqualTo(1);
    }

    @Test
    void releaseHappensBeforeTheAcquireThatReadsItAndAPlainWriteDoesNot() {
        int data = write(1, X, AccessMode.PLAIN, 1, Execution.INIT);
        int release = write(1, Y, AccessMode.RELEASE, 1, Execution.INIT);
        int acquire = read(2, Y, AccessMode.ACQUIRE, release);
        assertThat(graph.happensBefore(data, acquire)).isTrue();
        assertThat(graph.happensBefore(acquire, data)).isFalse();
        int plain = write(1, X, AccessMode.PLAIN, 2, data);
        int racy = read(2, X, AccessMode.PLAIN, plain);
        assertThat(graph.happensBefore(plain, racy)).isFalse();
        assertThat(graph.in(graph.porf(), racy, plain)).as("but it is read from").isTrue();
    }

    @Test
    void startHappensBeforeTheThread() {
        int write = write(2, X, AccessMode.PLAIN, 1, Execution.INIT);
        assertThat(graph.happensBefore(1, write)).isTrue();
        assertThat(graph.happensBefore(0, write)).isTrue();
        int other = write(1, X, AccessMode.PLAIN, 1, write);
        assertThat(graph.happensBefore(1, other)).as("the start of another thread").isFalse();
    }

    @Test
    void prefixKeepsWhatItIsToldAndRenumbersTheRest() {
        int first = write(1, X, AccessMode.PLAIN, 1, Execution.INIT);
        int dropped = write(1, X, AccessMode.PLAIN, 2, first);
        int last = write(2, X, AccessMode.PLAIN, 3, dropped);
        int read = read(2, X, AccessMode.PLAIN, first);
        assertThat(List.of(first, dropped, last, read)).containsExactly(2, 3, 4, 5);
        Graph copy = new Graph();
        graph.copyPrefix(copy, Arrays.copyOf(new int[]{2, 1, 2}, 64), 1);
        assertThat(copy.size()).isEqualTo(5);
        assertThat(order(copy, X)).containsExactly(2, 3);
        assertThat(copy.value(3)).isEqualTo(3);
        assertThat(readers(copy, 2, X)).containsExactly(4);
        assertThat(copy.index(4)).isEqualTo(1);
    }

    @Test
    void copyAsAValueSaysTheSame() {
        int write = write(1, X, AccessMode.RELEASE, 7, Execution.INIT);
        read(2, X, AccessMode.ACQUIRE, write);
        ExecutionGraph value = ExecutionGraph.of(graph);
        Graph copy = new Graph();
        graph.copyTo(copy);
        assertThat(ExecutionGraph.of(copy)).isEqualTo(value);
        graph.removeLast();
        assertThat(value.size()).isEqualTo(4);
        assertThat(value.readsFrom(3)).isEqualTo(2);
        assertThat(value.mode(2)).isEqualTo(AccessMode.RELEASE);
        assertThat(value.value(3)).isEqualTo(7);
    }

    @Test
    void ofTwoIdenticalThreadsTheSecondIsNotAheadOfTheFirst() {
        graph.setTwins(new int[]{-1, -1, 1});
        int first = write(1, X, AccessMode.PLAIN, 1, Execution.INIT);
        int ahead = write(2, X, AccessMode.PLAIN, 1, Execution.INIT);
        assertThat(graph.isMirrored(ahead)).as("the second thread's write is first in memory").isTrue();
        graph.displace(ahead);
        graph.place(ahead, first);
        assertThat(graph.isMirrored(ahead)).isFalse();
    }
}
