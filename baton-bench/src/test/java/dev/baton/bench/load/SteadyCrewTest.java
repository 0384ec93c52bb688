package dev.baton.bench.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class SteadyCrewTest {
    @ParameterizedTest
    @EnumSource(ThreadKind.class)
    void advancesByWhatIsAskedForAndEnds(ThreadKind kind) throws InterruptedException {
        AtomicLong begun = new AtomicLong();
        Set<Thread> workers = ConcurrentHashMap.newKeySet();
        SteadyCrew crew = new SteadyCrew(5, kind, new Watchdog(), (worker, round) -> {
            workers.add(Thread.currentThread());
            begun.incrementAndGet();
        });
        for (int invocation = 0; invocation < 3; invocation++) {
            long before = begun.get();
            crew.advance(10_000);
            assertThat(begun.get()).isGreaterThanOrEqualTo(before + 10_000 - 5); // each may be between the two counts
        }
        crew.dismiss();
        assertThat(workers).isNotEmpty().noneMatch(Thread::isAlive);
    }

    @Test
    void everyWorkerCountsItsRounds() throws InterruptedException {
        AtomicLong last = new AtomicLong(-1);
        SteadyCrew crew = new SteadyCrew(1, ThreadKind.PLATFORM, new Watchdog(), (worker, round) -> {
            if (worker != 0 || !last.compareAndSet(round - 1, round)) {
                throw new IllegalArgumentException("round " + round + " of worker " + worker + " after " + last);
            }
        });
        crew.advance(1000);
        crew.dismiss();
        assertThat(last.get()).isGreaterThanOrEqualTo(999);
    }

    @Test
    void failureOfAWorkerFailsTheRun() throws InterruptedException {
        SteadyCrew crew = new SteadyCrew(2, ThreadKind.PLATFORM, new Watchdog(), (worker, round) -> {
            throw new IllegalArgumentException("broken");
        });
        assertThatThrownBy(() -> crew.advance(2)).hasRootCauseMessage("broken");
        crew.dismiss();
    }
}
