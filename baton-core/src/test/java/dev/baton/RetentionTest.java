package dev.baton;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A queue that is used for ever keeps only what is in use: segments that are served through are let go. */
class RetentionTest {
    private static final int ROUNDS = 100;

    /** The waiter looks before it parks, so the releaser that frees its permit does not look at the line. */
    @ParameterizedTest
    @CsvSource({"true,1", "true,2", "false,1", "false,2"})
    void headThatTakesForItselfLetsGoOfServedSegments(boolean fair, int segmentSize) throws InterruptedException {
        Semaphore semaphore = new Semaphore(1, fair, Integer.MAX_VALUE, new Tuning(segmentSize, 0));
        GrantQueue queue = semaphore.queue();
        semaphore.acquire();
        for (int round = 0; round < ROUNDS; round++) {
            ThreadWaiter<?> waiter = new ThreadWaiter<>();
            queue.enter(waiter);
            semaphore.release();
            waiter.await(false);
        }
        SegmentListInvariants.check(queue, 3);
    }

    @ParameterizedTest
    @CsvSource({"true,1", "true,2", "false,1", "false,2"})
    void servedFutureLetsGoOfServedSegments(boolean fair, int segmentSize) throws InterruptedException {
        Semaphore semaphore = new Semaphore(1, fair, Integer.MAX_VALUE, new Tuning(segmentSize, 0));
        semaphore.acquire();
        for (int round = 0; round < ROUNDS; round++) {
            var request = semaphore.acquireAsync();
            semaphore.release();
            request.join();
        }
        SegmentListInvariants.check(semaphore.queue(), 3);
    }
}
