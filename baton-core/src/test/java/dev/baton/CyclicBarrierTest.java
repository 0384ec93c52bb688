package dev.baton;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.BarrierSubject.Cyclic;
import dev.baton.testing.TestThreads;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** Contract of the cyclic barrier; the same for the JDK's and ours. */
@ParameterizedClass
@MethodSource("dev.baton.BarrierSubject#all")
class CyclicBarrierTest {
    @Parameter
    BarrierSubject subject;

    private interface Await {
        int await(Cyclic barrier) throws Exception;
    }

    private static final List<Await> WAYS = List.of(Cyclic::await, barrier -> barrier.await(1, TimeUnit.DAYS),
            barrier -> barrier.await(Long.MAX_VALUE, SECONDS));

    private TestThreads threads() {
        return new TestThreads(subject.kind());
    }

    @Test
    void needsAParty() {
        for (int parties : new int[]{0, -1, Integer.MIN_VALUE}) {
            assertThatThrownBy(() -> subject.newBarrier(parties)).isInstanceOf(IllegalArgumentException.class);
            assertThatThrownBy(() -> subject.newBarrier(parties, () -> {}))
                    .isInstanceOf(IllegalArgumentException.class);
        }
        assertThat(subject.newBarrier(7).getParties()).isEqualTo(7);
    }

    @Test
    void onePartyPassesAndRunsTheAction() throws Exception {
        AtomicInteger runs = new AtomicInteger();
        Cyclic barrier = subject.newBarrier(1, runs::incrementAndGet);
        assertThat(barrier.await()).isZero();
        assertThat(barrier.await(0, SECONDS)).isZero();
        assertThat(barrier.await(Long.MIN_VALUE, SECONDS)).isZero();
        assertThat(runs).hasValue(3);
        assertThat(barrier.getNumberWaiting()).isZero();
        assertThat(barrier.isBroken()).isFalse();
    }

    @Test
    void allPassTogetherAgainAndAgain() {
        int parties = 4;
        int rounds = 50;
        AtomicInteger arrived = new AtomicInteger();
        AtomicInteger runs = new AtomicInteger();
        List<Integer> indices = Collections.synchronizedList(new ArrayList<>());
        Cyclic barrier = subject.newBarrier(parties, () -> assertThat(arrived.get())
                .isEqualTo(parties * runs.incrementAndGet()));
        try (TestThreads threads = threads()) {
            for (int t = 0; t < parties; t++) {
                threads.start(() -> {
                    for (int round = 1; round <= rounds; round++) {
                        arrived.incrementAndGet();
                        indices.add(WAYS.get(round % WAYS.size()).await(barrier));
                        assertThat(runs.get()).isGreaterThanOrEqualTo(round);
                    }
                });
            }
        }
        assertThat(runs).hasValue(rounds);
        for (int index = 0; index < parties; index++) {
            assertThat(Collections.frequency(indices, index)).isEqualTo(rounds);
        }
        assertThat(barrier.isBroken()).isFalse();
    }

    @Test
    void indexSaysTheOrderOfArrival() {
        Cyclic barrier = subject.newBarrier(3);
        try (TestThreads threads = threads()) {
            threads.startAndAwaitParked(() -> assertThat(barrier.await()).isEqualTo(2));
            assertThat(barrier.getNumberWaiting()).isEqualTo(1);
            threads.startAndAwaitParked(() -> assertThat(barrier.await()).isEqualTo(1));
            assertThat(barrier.getNumberWaiting()).isEqualTo(2);
            threads.start(() -> assertThat(barrier.await()).isZero());
        }
        assertThat(barrier.getNumberWaiting()).isZero();
    }

    @Test
    void interruptBreaksTheBarrierForAll() {
        for (Await way : WAYS) {
            Cyclic barrier = subject.newBarrier(3);
            try (TestThreads threads = threads()) {
                Thread victim = threads.startAndAwaitParked(() -> {
                    assertThatThrownBy(() -> way.await(barrier)).isInstanceOf(InterruptedException.class);
                    assertThat(Thread.currentThread().isInterrupted()).isFalse();
                });
                threads.startAndAwaitParked(
                        () -> assertThatThrownBy(() -> way.await(barrier)).isInstanceOf(BrokenBarrierException.class));
                victim.interrupt();
            }
            assertThat(barrier.isBroken()).isTrue();
            assertThat(barrier.getNumberWaiting()).isZero();
            assertThatThrownBy(() -> way.await(barrier)).isInstanceOf(BrokenBarrierException.class);
        }
    }

    @Test
    void interruptOnEntryBreaksTheBarrier() {
        Cyclic barrier = subject.newBarrier(2);
        try (TestThreads threads = threads()) {
            threads.startAndAwaitParked(
                    () -> assertThatThrownBy(barrier::await).isInstanceOf(BrokenBarrierException.class));
            Thread.currentThread().interrupt();
            assertThatThrownBy(barrier::await).isInstanceOf(InterruptedException.class);
            assertThat(Thread.currentThread().isInterrupted()).isFalse();
        }
        assertThat(barrier.isBroken()).isTrue();
        Thread.currentThread().interrupt();
        assertThatThrownBy(barrier::await).as("broken comes first").isInstanceOf(BrokenBarrierException.class);
        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    void timeoutBreaksTheBarrierForAll() {
        for (long timeout : new long[]{10, 0, -1, Long.MIN_VALUE}) {
            Cyclic barrier = subject.newBarrier(3);
            try (TestThreads threads = threads()) {
                threads.startAndAwaitParked(
                        () -> assertThatThrownBy(barrier::await).isInstanceOf(BrokenBarrierException.class));
                threads.start(() -> assertThatThrownBy(() -> barrier.await(timeout, MILLISECONDS))
                        .isInstanceOf(TimeoutException.class));
            }
            assertThat(barrier.isBroken()).isTrue();
        }
    }

    @Test
    void failingActionBreaksTheBarrier() {
        for (Throwable failure : new Throwable[]{new IllegalStateException("planted"), new Error("planted")}) {
            Cyclic barrier = subject.newBarrier(2, () -> TestThreads.<RuntimeException>throwUnchecked(failure));
            try (TestThreads threads = threads()) {
                threads.startAndAwaitParked(
                        () -> assertThatThrownBy(barrier::await).isInstanceOf(BrokenBarrierException.class));
                threads.start(() -> assertThatThrownBy(barrier::await).isSameAs(failure));
            }
            assertThat(barrier.isBroken()).isTrue();
        }
    }

    @Test
    void resetSendsWaitersAwayAndBeginsAnew() throws Exception {
        Cyclic barrier = subject.newBarrier(3);
        barrier.reset();
        assertThat(barrier.isBroken()).isFalse();
        try (TestThreads threads = threads()) {
            for (Await way : WAYS.subList(0, 2)) {
                threads.startAndAwaitParked(
                        () -> assertThatThrownBy(() -> way.await(barrier)).isInstanceOf(BrokenBarrierException.class));
            }
            barrier.reset();
            assertThat(barrier.isBroken()).isFalse();
            assertThat(barrier.getNumberWaiting()).isZero();
        }
        try (TestThreads threads = threads()) {
            for (int i = 0; i < 3; i++) {
                threads.start(barrier::await);
            }
        }
        assertThat(barrier.isBroken()).isFalse();
    }

    @Test
    void resetMendsABrokenBarrier() {
        Cyclic barrier = subject.newBarrier(2);
        assertThatThrownBy(() -> barrier.await(0, SECONDS)).isInstanceOf(TimeoutException.class);
        assertThat(barrier.isBroken()).isTrue();
        barrier.reset();
        assertThat(barrier.isBroken()).isFalse();
        try (TestThreads threads = threads()) {
            threads.start(barrier::await);
            threads.start(barrier::await);
        }
        assertThat(barrier.isBroken()).isFalse();
    }

    @Test
    void abortDuringTheActionComesTooLate() {
        AtomicInteger step = new AtomicInteger();
        Cyclic barrier = subject.newBarrier(3, () -> {
            step.set(1);
            TestThreads.awaitTrue(() -> step.get() == 2);
        });
        try (TestThreads threads = threads()) {
            Thread interrupted = threads.startAndAwaitParked(() -> {
                assertThat(barrier.await()).isEqualTo(2);
                assertThat(Thread.interrupted()).isTrue();
            });
            threads.startAndAwaitParked(() -> assertThat(barrier.await(1, TimeUnit.DAYS)).isEqualTo(1));
            threads.start(() -> assertThat(barrier.await()).isZero());
            TestThreads.awaitTrue(() -> step.get() == 1);
            interrupted.interrupt();
            step.set(2);
        }
        assertThat(barrier.isBroken()).isFalse();
    }

    @Test
    void actionMayAskTheBarrier() throws Exception {
        List<Object> seen = new ArrayList<>();
        Cyclic[] barrier = new Cyclic[1];
        barrier[0] = subject.newBarrier(1, () -> {
            seen.add(barrier[0].getNumberWaiting());
            seen.add(barrier[0].isBroken());
        });
        barrier[0].await();
        assertThat(seen).containsExactly(1, false);
    }

    @Test
    @SuppressWarnings("NullAway")
    void unitMustNotBeNull() {
        Cyclic barrier = subject.newBarrier(2);
        assertThatThrownBy(() -> barrier.await(1, null)).isInstanceOf(NullPointerException.class);
        assertThat(barrier.getNumberWaiting()).isZero();
        assertThat(barrier.isBroken()).isFalse();
    }
}
