package dev.baton;

import static java.util.concurrent.TimeUnit.NANOSECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.testing.TestThreads;
import dev.baton.testing.ThreadKind;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class BagStressTest {
    private static final int ELEMENTS = 3;

    /** Put racing cancel: the element is with the take or in the bag, never in both, never in neither. */
    @ParameterizedTest
    @EnumSource
    void putRacingCancelLosesNothing(BagForm form) {
        int rounds = 10_000;
        Bag<Integer> bag = form.bag();
        AtomicInteger turn = new AtomicInteger();
        List<CompletableFuture<Integer>> takes = new ArrayList<>();
        for (int i = 0; i < rounds; i++) {
            takes.add(new CompletableFuture<>());
        }
        boolean[] lost = new boolean[rounds];
        try (TestThreads threads = new TestThreads(ThreadKind.PLATFORM)) {
            threads.start(() -> {
                for (int i = 0; i < rounds; i++) {
                    takes.set(i, bag.takeAsync());
                    meet(turn, 4 * i + 2);
                    boolean cancelled = takes.get(i).cancel(false);
                    meet(turn, 4 * i + 4);
                    Integer element = cancelled ? bag.tryTake() : takes.get(i).join();
                    lost[i] = element == null || element != i || bag.getSize() != 0;
                }
            });
            threads.start(() -> {
                for (int i = 0; i < rounds; i++) {
                    meet(turn, 4 * i + 2);
                    bag.put(i);
                    meet(turn, 4 * i + 4);
                }
            });
        }
        assertThat(lost).doesNotContain(true);
        assertThat(bag.tryTake()).isNull();
    }

    private static void meet(AtomicInteger turn, int both) {
        turn.incrementAndGet();
        for (int spins = 0; turn.get() < both; spins++) {
            if (spins < 100) {
                Thread.onSpinWait();
            } else {
                TestThreads.giveWay();
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void platformThreadsAndFuturesWithRandomAbortsLoseNothing(BagForm form) {
        run(form, ThreadKind.PLATFORM, 4, 8_000);
    }

    @ParameterizedTest
    @EnumSource
    void virtualThreadsAndFuturesWithRandomAbortsLoseNothing(BagForm form) {
        run(form, ThreadKind.VIRTUAL, 24, 1_500);
    }

    @Test
    void tenThousandVirtualThreadsShareThreeElements() {
        run(BagForm.QUEUE_32, ThreadKind.VIRTUAL, 10_000, 3);
        run(BagForm.STACK_32, ThreadKind.VIRTUAL, 10_000, 3);
    }

    private static void run(BagForm form, ThreadKind kind, int users, int takesEach) {
        long seed = ThreadLocalRandom.current().nextLong();
        SplittableRandom root = new SplittableRandom(seed);
        Bag<Integer> bag = form.bag();
        AtomicIntegerArray held = new AtomicIntegerArray(ELEMENTS);
        for (int i = 0; i < ELEMENTS; i++) {
            bag.put(i);
        }
        try (TestThreads threads = new TestThreads(kind)) {
            for (int i = 0; i < users; i++) {
                SplittableRandom random = root.split();
                threads.start(() -> {
                    for (int j = 0; j < takesEach; j++) {
                        Integer element = takeSomehow(bag, random);
                        if (element != null) {
                            assertThat(held.incrementAndGet(element)).as("holders, seed " + seed).isEqualTo(1);
                            if (random.nextInt(8) == 0) {
                                Thread.yield();
                            }
                            held.decrementAndGet(element);
                            bag.put(element);
                        }
                    }
                });
            }
        }
        assertThat(bag.hasQueuedThreads()).as("seed " + seed).isFalse();
        assertThat(bag.getSize()).as("seed " + seed).isEqualTo(ELEMENTS);
        List<Integer> left = new ArrayList<>();
        for (Integer element = bag.tryTake(); element != null; element = bag.tryTake()) {
            left.add(element);
        }
        assertThat(left).as("seed " + seed).containsExactlyInAnyOrder(0, 1, 2);
        assertThat(SegmentListInvariants.count(bag.waiters())).isLessThanOrEqualTo(2);
    }

    private static @Nullable Integer takeSomehow(Bag<Integer> bag, SplittableRandom random) {
        switch (random.nextInt(6)) {
            case 0 :
                return bag.tryTake();
            case 1 :
                try {
                    return bag.tryTake(random.nextInt(20_000), NANOSECONDS);
                } catch (InterruptedException impossible) {
                    throw new AssertionError(impossible);
                }
            case 2 :
                CompletableFuture<Integer> hasty = bag.takeAsync();
                return hasty.cancel(false) ? null : hasty.join();
            case 3 :
                CompletableFuture<Integer> raced = bag.takeAsync();
                Thread.yield();
                return raced.completeExceptionally(new IllegalStateException("aborted")) ? null : raced.join();
            case 4 :
                Thread self = Thread.currentThread();
                CompletableFuture<Void> interrupt = CompletableFuture.runAsync(self::interrupt);
                Integer element;
                try {
                    element = bag.take();
                } catch (InterruptedException aborted) {
                    element = null;
                }
                interrupt.join();
                Thread.interrupted();
                return element;
            default :
                return bag.takeUninterruptibly();
        }
    }
}
