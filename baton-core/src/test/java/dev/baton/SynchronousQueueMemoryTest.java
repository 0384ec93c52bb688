package dev.baton;

import static java.util.concurrent.TimeUnit.NANOSECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.testing.HangLimit;
import dev.baton.testing.TestThreads;
import dev.baton.testing.ThreadKind;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Aborted requests must not pile up, and answered ones must not hold what they carried. */
class SynchronousQueueMemoryTest {
    private static final String OURS = "dev.baton.SynchronousQueueKind#ours";
    private static final long HEAP_SLACK = 4 << 20;

    @ParameterizedTest
    @MethodSource(OURS)
    void timedOutRequestsBehindOneBlockedWaiterDoNotPileUp(SynchronousQueueKind kind) throws InterruptedException {
        timeOut(kind, 200_000);
    }

    @Tag("deep")
    @HangLimit(seconds = 600)
    @ParameterizedTest
    @MethodSource(OURS)
    void tenMillionTimedOutRequestsLeaveTheHeapConstant(SynchronousQueueKind kind) throws InterruptedException {
        timeOut(kind, 5_000_000);
    }

    /** As many polls behind a blocked consumer as offers behind a blocked producer. */
    private static void timeOut(SynchronousQueueKind kind, int requests) throws InterruptedException {
        SynchronousQueue<byte[]> consumers = kind.createOurs();
        SynchronousQueue<byte[]> producers = kind.createOurs();
        byte[] never = new byte[0];
        try (TestThreads threads = new TestThreads(ThreadKind.PLATFORM)) {
            threads.startAndAwaitParked(() -> consumers.take());
            threads.startAndAwaitParked(() -> producers.put(new byte[1]));
            long before = usedHeap();
            int most = 0;
            for (int i = 0; i < requests; i++) {
                assertThat(consumers.poll(1, NANOSECONDS)).isNull();
                assertThat(producers.offer(never, 1, NANOSECONDS)).isFalse();
                if (i % 1_024 == 0) {
                    most = Math.max(most, Math.max(consumers.nodes(), producers.nodes()));
                }
            }
            assertThat(most).as("nodes: the waiter, the one before it and the last aborted").isLessThanOrEqualTo(3);
            assertThat(usedHeap()).as("heap").isLessThan(before + HEAP_SLACK);
            assertThat(consumers.offer(never)).isTrue();
            assertThat(producers.poll()).hasSize(1);
        }
    }

    @ParameterizedTest
    @MethodSource(OURS)
    void requestsAbortedInAnyOrderDoNotPileUp(SynchronousQueueKind kind) {
        SynchronousQueue<Integer> queue = kind.createOurs();
        for (int pattern = 0; pattern < 4; pattern++) {
            List<CompletableFuture<Integer>> kept = new ArrayList<>();
            List<CompletableFuture<Integer>> aborted = new ArrayList<>();
            for (int i = 0; i < 10_000; i++) {
                (i % 100 == 50 ? kept : aborted).add(queue.takeAsync());
            }
            if (pattern == 1) {
                aborted = aborted.reversed();
            } else if (pattern == 2) {
                Collections.shuffle(aborted, new Random(7));
            } else if (pattern == 3) {
                aborted.parallelStream().forEach(take -> take.cancel(true));
            }
            aborted.forEach(take -> take.cancel(true));
            int limit = kind.fair ? kept.size() + 2 : 2 * kept.size() + 66;
            assertThat(queue.nodes()).as("pattern %d", pattern).isLessThanOrEqualTo(limit);
            for (int i = 0; i < kept.size(); i++) {
                assertThat(queue.offer(i)).isTrue();
                assertThat(kept.get(kind.fair ? i : kept.size() - 1 - i)).isCompletedWithValue(i);
            }
            assertThat(queue.offer(0)).isFalse();
        }
    }

    @ParameterizedTest
    @MethodSource(OURS)
    void answeredRequestsForgetTheirElements(SynchronousQueueKind kind) throws InterruptedException {
        SynchronousQueue<Object> queue = kind.createOurs();
        List<WeakReference<Object>> elements = new ArrayList<>();
        try (TestThreads threads = new TestThreads(ThreadKind.PLATFORM)) {
            for (int i = 0; i < 3; i++) {
                threads.startAndAwaitParked(() -> queue.take());
                elements.add(handOver(queue));
                threads.join();
                elements.add(handOverToFuture(queue));
                assertThat(withdraw(queue, elements)).isTrue();
            }
        }
        TestThreads.awaitTrue(() -> {
            System.gc();
            return elements.stream().allMatch(element -> element.refersTo(null));
        });
    }

    private static WeakReference<Object> handOver(SynchronousQueue<Object> queue) throws InterruptedException {
        Object element = new Object();
        queue.put(element);
        return new WeakReference<>(element);
    }

    private static WeakReference<Object> handOverToFuture(SynchronousQueue<Object> queue) throws InterruptedException {
        CompletableFuture<Object> take = queue.takeAsync();
        WeakReference<Object> element = handOver(queue);
        assertThat(take).isCompleted();
        return element;
    }

    private static boolean withdraw(SynchronousQueue<Object> queue, List<WeakReference<Object>> elements) {
        Object element = new Object();
        elements.add(new WeakReference<>(element));
        return queue.putAsync(element).cancel(true);
    }

    private static long usedHeap() {
        long least = Long.MAX_VALUE;
        for (int i = 0; i < 3; i++) {
            System.gc();
            Runtime runtime = Runtime.getRuntime();
            least = Math.min(least, runtime.totalMemory() - runtime.freeMemory());
        }
        return least;
    }
}
