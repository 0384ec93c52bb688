package dev.baton;

import dev.baton.internal.transfer.DualList;
import dev.baton.internal.transfer.DualQueue;
import dev.baton.internal.transfer.DualStack;
import dev.baton.testing.TestThreads;
import dev.baton.testing.ThreadKind;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How virtual threads that wait in a synchronous queue share their carriers. */
class DualListTest {
    /**
     * As many pairs as just hold all carriers hand over until threads that came later have run. (With more pairs than that,
     * the scheduler itself may keep newcomers waiting: a carrier goes on with the threads that were woken on it.)
     */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void pairsThatMeetAllTheTimeLetOthersRun(boolean fair) throws InterruptedException {
        int pairs = Math.max(1, Runtime.getRuntime().availableProcessors() / 2);
        AtomicInteger met = new AtomicInteger();
        AtomicInteger later = new AtomicInteger();
        try (TestThreads threads = new TestThreads(ThreadKind.VIRTUAL)) {
            for (int pair = 0; pair < pairs; pair++) {
                SynchronousQueue<Integer> queue = new SynchronousQueue<>(fair);
                threads.start(() -> {
                    while (later.get() < pairs) {
                        queue.put(1);
                        met.incrementAndGet();
                    }
                    queue.put(0);
                });
                threads.start(() -> {
                    for (int more = 1; more == 1;) {
                        more = queue.take();
                    }
                });
            }
            TestThreads.awaitTrue(() -> met.get() > 10_000 || later.get() > 0);
            for (int i = 0; i < pairs; i++) {
                threads.start(later::incrementAndGet);
            }
            threads.join();
        }
    }
}
