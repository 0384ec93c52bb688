package dev.baton.bench.combine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.baton.HandOff;
import dev.baton.Mutex;
import dev.baton.combine.CombiningScheduler;
import dev.baton.testing.TestThreads;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Contended sections stay on one carrier if the policy says so, and move when contention ends. */
class VisitsTest {
    private static final int WAITERS = 60;
    private static final int CARRIERS = 3;

    @BeforeEach
    void needsTheFlag() {
        assumeTrue(CombiningScheduler.isAvailable(), "needs --add-opens java.base/java.lang=ALL-UNNAMED");
    }

    @Test
    void countsRunsOfContendedSectionsOnOneCarrier() {
        Thread one = new Thread();
        Thread other = new Thread();
        Visits visits = new Visits();
        visits.enter(0, 0, one); // free
        visits.leave(10);
        visits.enter(5, 12, one); // contended, run 1
        visits.leave(20);
        visits.enter(6, 24, one);
        visits.leave(30);
        visits.enter(7, 31, other); // contended, moved: run 2
        visits.leave(40);
        visits.enter(45, 46, one); // free, moved
        visits.leave(50);
        assertThat(visits.sections()).isEqualTo(5);
        assertThat(visits.contended()).isEqualTo(3);
        assertThat(visits.contendedMoves()).isEqualTo(1);
        assertThat(visits.freeMoves()).isEqualTo(1);
        assertThat(visits.meanRun()).isEqualTo(1.5);
        assertThat(visits.longestRun()).isEqualTo(2);
        assertThat(visits.delays().getTotalCount()).isEqualTo(3);
        assertThat(visits.delays().getMaxValue()).isEqualTo(4);
    }

    @ParameterizedTest
    @EnumSource(HandOff.class)
    void policyDecidesWhetherAChainOfSectionsMoves(HandOff policy) throws Exception {
        try (CombiningScheduler scheduler = CombiningScheduler.create(CARRIERS)) {
            Visits visits = chain(scheduler, policy);
            assertThat(visits.contended()).isEqualTo(WAITERS);
            if (policy == HandOff.DISPATCH) {
                assertThat(visits.contendedMoves()).as("each releaser keeps its carrier").isEqualTo(WAITERS);
                assertThat(visits.meanRun()).isEqualTo(1);
            } else {
                assertThat(visits.contendedMoves()).as("each releaser gives its carrier up").isZero();
                assertThat(visits.meanRun()).isEqualTo(WAITERS);
            }
        }
    }

    /**
     * All wait before the first leaves, and who leaves keeps its carrier busy until the next section has begun, if the
     * policy leaves it there: a dispatched owner has to enter elsewhere.
     */
    private static Visits chain(CombiningScheduler scheduler, HandOff policy) throws InterruptedException {
        Mutex mutex = new Mutex(policy);
        Visits visits = new Visits();
        AtomicInteger begun = new AtomicInteger();
        List<Thread> threads = new ArrayList<>();
        for (int index = 0; index <= WAITERS; index++) {
            boolean first = index == 0;
            Thread thread = scheduler.builder().start(() -> {
                long asked = System.nanoTime();
                mutex.lock();
                if (first) {
                    LockSupport.park(); // it may wake on another carrier
                }
                visits.enter(asked, System.nanoTime(), CarrierProbe.current());
                int number = begun.incrementAndGet();
                visits.leave(System.nanoTime());
                mutex.unlock();
                spinUntil(() -> begun.get() > Math.min(number, WAITERS));
            });
            threads.add(thread);
            TestThreads.awaitTrue(() -> thread.getState() == Thread.State.WAITING);
        }
        LockSupport.unpark(threads.getFirst());
        for (Thread thread : threads) {
            thread.join();
        }
        return visits;
    }

    @Test
    void sectionsMoveWhenContentionEnds() throws Exception {
        Mutex mutex = new Mutex(HandOff.COMBINE);
        Visits visits = new Visits();
        AtomicInteger arrived = new AtomicInteger();
        AtomicInteger left = new AtomicInteger();
        List<Thread> threads = new ArrayList<>();
        try (CombiningScheduler scheduler = CombiningScheduler.create(2)) {
            for (int index = 0; index < 2; index++) {
                int turn = index;
                threads.add(scheduler.builder().start(() -> {
                    arrived.incrementAndGet();
                    spinUntil(() -> arrived.get() == 2); // each on its own carrier
                    spinUntil(() -> left.get() == turn);
                    long asked = System.nanoTime();
                    mutex.lock();
                    visits.enter(asked, System.nanoTime(), CarrierProbe.current());
                    visits.leave(System.nanoTime());
                    mutex.unlock();
                    left.incrementAndGet();
                }));
            }
            for (Thread thread : threads) {
                thread.join();
            }
        }
        assertThat(visits.contended()).isZero();
        assertThat(visits.freeMoves()).isEqualTo(1);
    }

    private static void spinUntil(BooleanSupplier condition) {
        while (!condition.getAsBoolean()) {
            Thread.onSpinWait();
        }
    }
}
