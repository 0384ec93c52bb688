package dev.baton;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.testing.ThreadKind;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

/** Broken barriers, to show that the check of rounds can fail. */
class BarrierMutantsTest {
    private static final int PARTIES = 4;
    private static final int ROUNDS = 2_000;

    /** A barrier of the paper made reusable the naive way. */
    private static final class SharedQueueBarrier extends CancellableQueueSynchronizer<Boolean> {
        private final AtomicLong arrived = new AtomicLong();
        private final int resumes;

        SharedQueueBarrier(int resumes) {
            super(Resumption.ASYNC, Cancellation.SIMPLE, new Tuning(2, 0));
            this.resumes = resumes;
        }

        int arrive() throws InterruptedException {
            int index = (int) (PARTIES - 1 - arrived.getAndIncrement() % PARTIES);
            if (index == 0) {
                resume(resumes, Boolean.TRUE);
                return index;
            }
            if (ThreadLocalRandom.current().nextInt(4) == 0) {
                LockSupport.parkNanos(20_000); // between arrival and suspension others run a whole round
            }
            ThreadWaiter<Boolean> waiter = new ThreadWaiter<>();
            suspend(waiter);
            waiter.await();
            return index;
        }
    }

    @Test
    void theBarrierItselfPasses() {
        Barrier barrier = new Barrier(PARTIES, new Tuning(2, 0));
        assertThat(new BarrierRounds(barrier::await, PARTIES).violationsIn(ROUNDS, ThreadKind.PLATFORM)).isZero();
    }

    @Test
    void oneQueueForAllRoundsIsRejected() {
        SharedQueueBarrier mutant = new SharedQueueBarrier(PARTIES - 1);
        assertThat(new BarrierRounds(mutant::arrive, PARTIES).violationsIn(ROUNDS, ThreadKind.PLATFORM)).isPositive();
    }

    @Test
    void oneResumeTooManyIsRejected() {
        SharedQueueBarrier mutant = new SharedQueueBarrier(PARTIES);
        assertThat(new BarrierRounds(mutant::arrive, PARTIES).violationsIn(ROUNDS, ThreadKind.PLATFORM)).isPositive();
    }
}
