package dev.baton;

import static java.util.concurrent.TimeUnit.DAYS;
import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.testing.TestThreads;
import dev.baton.testing.ThreadKind;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A synchronous queue as the work queue of the JDK's cached thread pool. */
class SynchronousQueueExecutorTest {
    private static final String SOURCE = "dev.baton.SynchronousQueueKind#withThreads";

    private static ThreadPoolExecutor pool(SynchronousQueueKind kind, ThreadKind threadKind, int core, int most,
            long keepAliveMillis) {
        ThreadFactory factory = threadKind == ThreadKind.VIRTUAL
                ? Thread.ofVirtual().factory()
                : Thread.ofPlatform().daemon().factory();
        return new ThreadPoolExecutor(core, most, keepAliveMillis, MILLISECONDS, kind.create(), factory);
    }

    @ParameterizedTest
    @MethodSource(SOURCE)
    void cachedPoolRunsEveryTask(SynchronousQueueKind kind, ThreadKind threadKind) throws Exception {
        ThreadPoolExecutor pool = pool(kind, threadKind, 0, Integer.MAX_VALUE, 60_000);
        try {
            List<Future<Integer>> results = new ArrayList<>();
            for (int i = 0; i < 2_000; i++) {
                int task = i;
                results.add(pool.submit(() -> task));
            }
            for (int i = 0; i < results.size(); i++) {
                assertThat(results.get(i).get()).isEqualTo(i);
            }
            assertThat(pool.getLargestPoolSize()).isPositive();
        } finally {
            pool.shutdown();
            assertThat(pool.awaitTermination(1, DAYS)).isTrue();
        }
        assertThat(pool.getCompletedTaskCount()).isEqualTo(2_000);
    }

    @ParameterizedTest
    @MethodSource(SOURCE)
    void idleWorkerTakesTheNextTask(SynchronousQueueKind kind, ThreadKind threadKind) throws Exception {
        ThreadPoolExecutor pool = pool(kind, threadKind, 0, 8, 60_000);
        try {
            Thread worker = pool.submit(Thread::currentThread).get();
            TestThreads.awaitParked(worker);
            assertThat(pool.submit(Thread::currentThread).get()).isSameAs(worker);
            assertThat(pool.getPoolSize()).isEqualTo(1);
        } finally {
            pool.shutdown();
            assertThat(pool.awaitTermination(1, DAYS)).isTrue();
        }
    }

    @ParameterizedTest
    @MethodSource(SOURCE)
    void idleWorkersEndAfterTheKeepAliveTime(SynchronousQueueKind kind, ThreadKind threadKind) throws Exception {
        ThreadPoolExecutor pool = pool(kind, threadKind, 1, 8, 2);
        pool.allowCoreThreadTimeOut(true);
        try {
            for (int round = 0; round < 3; round++) {
                CountDownLatch together = new CountDownLatch(4);
                List<Future<?>> tasks = new ArrayList<>();
                for (int i = 0; i < 4; i++) {
                    tasks.add(pool.submit(() -> {
                        together.countDown();
                        together.await();
                        return 0;
                    }));
                }
                for (Future<?> task : tasks) {
                    task.get();
                }
                TestThreads.awaitTrue(() -> pool.getPoolSize() == 0);
            }
        } finally {
            pool.shutdown();
            assertThat(pool.awaitTermination(1, DAYS)).isTrue();
        }
    }

    @ParameterizedTest
    @MethodSource(SOURCE)
    void shutdownInterruptsIdleWorkers(SynchronousQueueKind kind, ThreadKind threadKind) throws Exception {
        ThreadPoolExecutor pool = pool(kind, threadKind, 2, 8, 60_000);
        List<Thread> workers = List.of(pool.submit(Thread::currentThread).get(),
                pool.submit(Thread::currentThread).get());
        workers.forEach(TestThreads::awaitParked);
        pool.shutdown();
        assertThat(pool.awaitTermination(1, DAYS)).isTrue();
        for (Thread worker : workers) {
            worker.join();
        }
        assertThatThrownBy(() -> pool.execute(() -> {})).isInstanceOf(RejectedExecutionException.class);
    }

    @ParameterizedTest
    @MethodSource(SOURCE)
    void saturatedPoolRejects(SynchronousQueueKind kind, ThreadKind threadKind) throws Exception {
        ThreadPoolExecutor pool = pool(kind, threadKind, 0, 2, 60_000);
        CountDownLatch release = new CountDownLatch(1);
        AtomicInteger ran = new AtomicInteger();
        try {
            for (int i = 0; i < 2; i++) {
                pool.execute(() -> {
                    try {
                        release.await();
                        ran.incrementAndGet();
                    } catch (InterruptedException unexpected) {
                        ran.set(-1);
                    }
                });
            }
            assertThatThrownBy(() -> pool.execute(ran::incrementAndGet))
                    .isInstanceOf(RejectedExecutionException.class);
            pool.setRejectedExecutionHandler(new ThreadPoolExecutor.CallerRunsPolicy());
            pool.execute(ran::incrementAndGet);
            assertThat(ran).as("ran in the caller").hasValue(1);
        } finally {
            release.countDown();
            assertThat(pool.shutdownNow()).isEmpty();
            assertThat(pool.awaitTermination(1, DAYS)).isTrue();
        }
    }
}
