package dev.baton;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/**
 * The interleavings of a put with aborts that lose elements if a rule is broken, made deterministic: a put lets
 * others act between its promise and the hand-over.
 */
final class BagScenario {
    /** Runs once, in the middle of the next put that has promised its element to a waiter. */
    interface Window {
        void open();
    }

    private Window window = () -> {};

    /** To be called by the bag under test in the middle of a put. */
    void inTheMiddleOfPut() {
        Window once = window;
        window = () -> {};
        once.open();
    }

    /** The only waiter aborts: the element must stay in the bag, once. */
    void onlyWaiterAborts(Function<BagScenario, Bag<Integer>> creation) {
        Bag<Integer> bag = creation.apply(this);
        CompletableFuture<Integer> waiting = bag.takeAsync();
        window = () -> assertThat(waiting.cancel(false)).isTrue();
        bag.put(7);
        assertThat(bag.getSize()).isEqualTo(1);
        assertThat(bag.tryTake()).isEqualTo(7);
        assertEmptyAndUsable(bag);
    }

    /** The first of two waiters aborts: the element must go to the second. */
    void firstOfTwoAborts(Function<BagScenario, Bag<Integer>> creation) {
        Bag<Integer> bag = creation.apply(this);
        CompletableFuture<Integer> first = bag.takeAsync();
        CompletableFuture<Integer> second = bag.takeAsync();
        window = () -> assertThat(first.cancel(false)).isTrue();
        bag.put(7);
        assertThat(second).isCompletedWithValue(7);
        assertEmptyAndUsable(bag);
    }

    /** Two waiters abort while one put is under way. */
    void bothAbort(Function<BagScenario, Bag<Integer>> creation) {
        Bag<Integer> bag = creation.apply(this);
        CompletableFuture<Integer> first = bag.takeAsync();
        CompletableFuture<Integer> second = bag.takeAsync();
        window = () -> {
            assertThat(second.cancel(false)).isTrue();
            assertThat(first.cancel(false)).isTrue();
        };
        bag.put(7);
        assertThat(bag.getSize()).isEqualTo(1);
        assertThat(bag.tryTake()).isEqualTo(7);
        assertEmptyAndUsable(bag);
    }

    /** The waiter aborts and another take comes before the element is back: it must get it. */
    void takeComesBetweenAbortAndReturn(Function<BagScenario, Bag<Integer>> creation) {
        Bag<Integer> bag = creation.apply(this);
        CompletableFuture<Integer> waiting = bag.takeAsync();
        CompletableFuture<?>[] late = new CompletableFuture<?>[1];
        window = () -> {
            assertThat(waiting.cancel(false)).isTrue();
            late[0] = bag.takeAsync();
        };
        bag.put(7);
        assertThat(late[0].isDone()).isTrue();
        assertThat(late[0].join()).isEqualTo(7);
        assertEmptyAndUsable(bag);
    }

    void all(Function<BagScenario, Bag<Integer>> creation) {
        onlyWaiterAborts(creation);
        firstOfTwoAborts(creation);
        bothAbort(creation);
        takeComesBetweenAbortAndReturn(creation);
    }

    private static void assertEmptyAndUsable(Bag<Integer> bag) {
        assertThat(bag.getSize()).isZero();
        assertThat(bag.tryTake()).isNull();
        assertThat(bag.hasQueuedThreads()).isFalse();
        CompletableFuture<Integer> next = bag.takeAsync();
        assertThat(next).as("nothing is left over").isNotDone();
        bag.put(8);
        assertThat(next).isCompletedWithValue(8);
        bag.put(9);
        assertThat(bag.tryTake()).isEqualTo(9);
        assertThat(bag.waiters().serviceIndexVolatile()).as("resumes and requests")
                .isEqualTo(bag.waiters().entryIndexVolatile());
    }
}
