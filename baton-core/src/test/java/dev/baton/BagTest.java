package dev.baton;

import static java.util.concurrent.TimeUnit.DAYS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.testing.TestThreads;
import dev.baton.testing.ThreadKind;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class BagTest {
    @Test
    void queueFormPrefersTheFirstAndStackFormTheLast() throws InterruptedException {
        Bag<Integer> queue = Bag.queue();
        Bag<Integer> stack = Bag.stack();
        for (int i = 0; i < 3; i++) {
            queue.put(i);
            stack.put(i);
        }
        for (int i = 0; i < 3; i++) {
            assertThat(queue.take()).isEqualTo(i);
            assertThat(stack.take()).isEqualTo(2 - i);
        }
    }

    @ParameterizedTest
    @EnumSource
    void nullIsRefusedAndLeavesTheBagAsItWas(BagForm form) {
        Bag<Integer> bag = form.bag();
        assertThatThrownBy(() -> bag.put(Nulls.absent())).isInstanceOf(NullPointerException.class);
        assertThatThrownBy(() -> bag.tryTake(1, Nulls.absent())).isInstanceOf(NullPointerException.class);
        assertThat(bag.getSize()).isZero();
        assertThat(bag.tryTake()).isNull();
    }

    @ParameterizedTest
    @EnumSource
    void everyFormOfTakeGetsWhatIsThere(BagForm form) throws InterruptedException {
        Bag<Integer> bag = form.bag();
        for (int i = 0; i < 6; i++) {
            bag.put(i);
        }
        assertThat(bag.getSize()).isEqualTo(6);
        List<Integer> taken = new ArrayList<>();
        taken.add(bag.take());
        taken.add(bag.takeUninterruptibly());
        taken.add(bag.tryTake());
        taken.add(bag.tryTake(0, SECONDS));
        taken.add(bag.tryTake(1, DAYS));
        taken.add(bag.takeAsync().join());
        assertThat(taken).containsExactlyInAnyOrder(0, 1, 2, 3, 4, 5);
        assertThat(bag.getSize()).isZero();
        assertThat(bag.tryTake()).isNull();
        assertThat(bag.tryTake(0, SECONDS)).isNull();
        assertThat(bag.tryTake(Long.MIN_VALUE, SECONDS)).isNull();
    }

    @ParameterizedTest
    @EnumSource
    void futuresAreServedInTheirOrder(BagForm form) {
        Bag<Integer> bag = form.bag();
        List<CompletableFuture<Integer>> takes = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            takes.add(bag.takeAsync());
        }
        for (int i = 0; i < 5; i++) {
            assertThat(takes.get(i)).isNotDone();
            bag.put(i);
            assertThat(takes.get(i)).isCompletedWithValue(i);
        }
    }

    @ParameterizedTest
    @EnumSource
    void threadsAreServedInTheirOrder(ThreadKind kind) {
        Bag<Integer> bag = BagForm.QUEUE_2.bag();
        ConcurrentLinkedQueue<String> taken = new ConcurrentLinkedQueue<>();
        try (TestThreads threads = new TestThreads(kind)) {
            threads.startAndAwaitParked(() -> taken.add("first " + bag.take()));
            threads.startAndAwaitParked(() -> taken.add("second " + bag.takeUninterruptibly()));
            threads.startAndAwaitParked(() -> taken.add("third " + bag.tryTake(1, DAYS)));
            for (int i = 1; i <= 3; i++) {
                int expected = i;
                bag.put(i);
                TestThreads.awaitTrue(() -> taken.size() == expected);
            }
        }
        assertThat(taken).containsExactly("first 1", "second 2", "third 3");
    }

    @ParameterizedTest
    @EnumSource
    void tryTakeDoesNotOvertake(BagForm form) {
        Bag<Integer> bag = form.bag();
        CompletableFuture<Integer> waiting = bag.takeAsync();
        assertThat(bag.tryTake()).isNull();
        bag.put(1);
        assertThat(bag.tryTake()).isNull();
        assertThat(waiting).isCompletedWithValue(1);
    }

    @ParameterizedTest
    @EnumSource
    void inspectionShowsElementsAndWaiters(BagForm form) {
        Bag<Integer> bag = form.bag();
        bag.put(1);
        assertThat(bag.toString()).contains("Bag@").endsWith("[Size = 1, Waiting = 0]");
        bag.tryTake();
        CompletableFuture<Integer> first = bag.takeAsync();
        CompletableFuture<Integer> second = bag.takeAsync();
        assertThat(bag.hasQueuedThreads()).isTrue();
        assertThat(bag.getQueueLength()).isEqualTo(2);
        assertThat(bag.toString()).endsWith("[Size = 0, Waiting = 2]");
        assertThat(first.cancel(false)).isTrue();
        assertThat(bag.getQueueLength()).isEqualTo(1);
        bag.put(2);
        assertThat(second).isCompletedWithValue(2);
        assertThat(bag.hasQueuedThreads()).isFalse();
    }

    @ParameterizedTest
    @EnumSource
    void whatWasDoneToAnElementIsSeenByTheNext(ThreadKind kind) {
        Bag<int[]> bag = BagForm.QUEUE_2.bag();
        bag.put(new int[1]);
        try (TestThreads threads = new TestThreads(kind)) {
            for (int i = 0; i < 3; i++) {
                threads.start(() -> {
                    for (int j = 0; j < 3_000; j++) {
                        int[] counter = bag.take();
                        counter[0]++;
                        bag.put(counter);
                    }
                });
            }
        }
        assertThat(bag.takeUninterruptibly()).containsExactly(9_000);
    }
}
