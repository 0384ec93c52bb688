package dev.baton;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.testing.TestThreads;
import dev.baton.testing.ThreadKind;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.Condition;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Flight recording shows the waits that park, who they waited for and how they ended. */
class WaitEventTest {
    @TempDir
    Path directory;

    @ParameterizedTest
    @EnumSource
    void waitsThatParkAreRecordedWithTheirOutcome(ThreadKind kind) throws IOException {
        ProbeQueue queue = new ProbeQueue(QueueMode.SYNC_SMART, new Tuning(2, 0));
        List<RecordedEvent> events = record(() -> {
            try (TestThreads threads = new TestThreads(kind)) {
                threads.startAndAwaitParked(() -> await(queue, Long.MAX_VALUE));
                queue.resume(1);
            }
            try (TestThreads threads = new TestThreads(kind)) {
                threads.startAndAwaitParked(() -> assertThatThrownBy(() -> await(queue, Long.MAX_VALUE))
                        .isInstanceOf(InterruptedException.class)).interrupt();
            }
            try (TestThreads threads = new TestThreads(kind)) {
                threads.start(() -> await(queue, 5_000_000));
            }
        });
        assertThat(events).extracting(event -> event.getString("outcome")).containsExactlyInAnyOrder("served",
                "interrupted", "timed out");
        assertThat(events).allSatisfy(event -> {
            assertThat(event.getString("primitive")).isEqualTo(ProbeQueue.class.getName());
            assertThat(event.getInt("identity")).isEqualTo(System.identityHashCode(queue));
            assertThat(event.getDuration()).isPositive();
        });
    }

    @Test
    void waitsThatDoNotParkAreNot() throws IOException {
        ProbeQueue queue = new ProbeQueue(QueueMode.ASYNC_SMART, 2);
        List<RecordedEvent> events = record(() -> {
            queue.resume(1);
            await(queue, Long.MAX_VALUE);
            await(queue, 0);
        });
        assertThat(events).isEmpty();
    }

    @Test
    void waitsOfFuturesAreRecordedWithTheName() throws IOException {
        Semaphore semaphore = Monitoring.named(new Semaphore(0, true), "orders");
        BlockingPool<String> pool = BlockingPool.<String>builder(1, () -> "a").build();
        List<RecordedEvent> events = record(() -> {
            CompletableFuture<?> served = semaphore.acquireAsync();
            CompletableFuture<?> cancelled = semaphore.acquireAsync();
            cancelled.cancel(false);
            semaphore.release();
            served.join();
            semaphore.release();
            semaphore.acquireAsync().join(); // does not wait
            Lease<String> lease = pool.takeUninterruptibly();
            CompletableFuture<Lease<String>> next = pool.takeAsync();
            lease.close();
            next.join().close();
        });
        assertThat(events).allSatisfy(event -> assertThat(event.getString("requester")).isEqualTo("future"));
        assertThat(events).filteredOn(event -> event.getInt("identity") == System.identityHashCode(semaphore))
                .allSatisfy(event -> assertThat(event.getString("name")).isEqualTo("orders"))
                .extracting(event -> event.getString("outcome")).containsExactlyInAnyOrder("served", "cancelled");
        assertThat(events).filteredOn(event -> event.getInt("identity") == System.identityHashCode(pool))
                .singleElement().returns("served", event -> event.getString("outcome"))
                .returns(null, event -> event.getString("name"));
    }

    @ParameterizedTest
    @EnumSource
    void waitsOnAConditionAreRecordedToo(ThreadKind kind) throws IOException {
        ReentrantLock lock = new ReentrantLock();
        Condition condition = lock.newCondition();
        List<RecordedEvent> events = record(() -> {
            try (TestThreads threads = new TestThreads(kind)) {
                threads.startAndAwaitParked(() -> {
                    lock.lock();
                    try {
                        condition.await();
                    } finally {
                        lock.unlock();
                    }
                });
                lock.lock();
                condition.signal();
                lock.unlock();
            }
        });
        assertThat(events).anySatisfy(event -> {
            assertThat(event.getString("outcome")).isEqualTo("served");
            assertThat(event.getString("primitive")).isEqualTo(condition.getClass().getName());
            assertThat(event.getInt("identity")).isEqualTo(System.identityHashCode(condition));
        });
    }

    private static void await(ProbeQueue queue, long nanos) throws InterruptedException {
        ThreadWaiter<Integer> waiter = new ThreadWaiter<>();
        assertThat(queue.suspend(waiter)).isTrue();
        waiter.await(nanos);
    }

    private List<RecordedEvent> record(TestThreads.Task task) throws IOException {
        Path file = directory.resolve("waits.jfr");
        try (Recording recording = new Recording()) {
            recording.enable("dev.baton.Wait").withoutThreshold();
            recording.start();
            task.run();
            recording.stop();
            recording.dump(file);
        } catch (IOException | RuntimeException failure) {
            throw failure;
        } catch (Exception failure) {
            throw new AssertionError(failure);
        }
        return RecordingFile.readAllEvents(file).stream()
                .filter(event -> event.getEventType().getName().equals("dev.baton.Wait")).toList();
    }
}
