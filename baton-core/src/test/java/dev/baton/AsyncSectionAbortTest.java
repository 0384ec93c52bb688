package dev.baton;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.testing.TestThreads;
import dev.baton.testing.ThreadKind;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Cancels that race with grants, executors and sections: exact accounts. */
class AsyncSectionAbortTest {
    private static final int ROUNDS = 400;
    private static final int REQUESTS = 8;

    @ParameterizedTest
    @EnumSource
    void cancelsThatRaceWithMoodyExecutorsLoseNothing(SectionSource.Kind kind) {
        SectionSource source = kind.create();
        AtomicInteger ran = new AtomicInteger();
        AtomicInteger together = new AtomicInteger();
        int served = 0;
        for (int round = 0; round < ROUNDS; round++) {
            Runnable held = source.hold();
            List<CompletableFuture<Integer>> futures = new ArrayList<>();
            List<Thread> started = new ArrayList<>();
            for (int i = 0; i < REQUESTS; i++) {
                futures.add(source.run(() -> {
                    assertThat(together.incrementAndGet()).isEqualTo(1);
                    together.decrementAndGet();
                    return ran.incrementAndGet();
                }, moody(started)));
            }
            try (TestThreads threads = new TestThreads(ThreadKind.VIRTUAL)) {
                threads.start(held::run);
                for (int i = round % 2; i < REQUESTS; i += 2) {
                    CompletableFuture<Integer> future = futures.get(i);
                    threads.start(() -> future.cancel(true));
                }
            }
            TestThreads.awaitTrue(() -> futures.stream().allMatch(CompletableFuture::isDone));
            join(started);
            served += (int) futures.stream().filter(future -> !future.isCompletedExceptionally()).count();
            source.mustBeWhole();
        }
        assertThat(ran).as("a section ran exactly if its future has a result").hasValue(served);
    }

    private static void join(List<Thread> started) {
        synchronized (started) {
            for (Thread thread : started) {
                try {
                    thread.join();
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
            }
        }
    }

    /** Runs here, elsewhere, not at all, or runs and throws. */
    private static Executor moody(List<Thread> started) {
        int mood = ThreadLocalRandom.current().nextInt(4);
        return task -> {
            switch (mood) {
                case 0 -> task.run();
                case 1 -> {
                    task.run();
                    throw new RejectedExecutionException("after it ran");
                }
                case 2 -> throw new RejectedExecutionException("before it ran");
                default -> {
                    Thread thread = Thread.ofVirtual().unstarted(task);
                    synchronized (started) {
                        started.add(thread);
                    }
                    thread.start();
                }
            }
        };
    }
}
