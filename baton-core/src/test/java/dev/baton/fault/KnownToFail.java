package dev.baton.fault;

import java.util.Set;
import java.util.stream.Collectors;

/** The rows that lose something today. A row that starts to pass must be taken out of here: the test says so. */
final class KnownToFail {
    private static final String ROWS = """
            Bag, queue: enter, behind many
            Bag, stack: enter, behind many
            BlockingPool, QUEUE: enter, behind many
            BlockingPool, QUEUE: leave, a future waits
            BlockingPool, QUEUE: leave, one of each waits
            BlockingPool, STACK: enter, behind many
            BlockingPool, STACK: leave, a future waits
            BlockingPool, STACK: leave, one of each waits
            CountDownLatch: the last countDown
            CyclicBarrier: interrupt
            CyclicBarrier: the last arrives
            """;

    private KnownToFail() {}

    static Set<String> rows() {
        return ROWS.lines().collect(Collectors.toUnmodifiableSet());
    }
}
