package dev.baton;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.internal.store.Store;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Closing in the middle of a put: the element must come out somewhere, once. */
class BagCloseTest {
    /** The bag itself, with windows in its put, and a list of what came too late. */
    private static class Closing extends Bag<Integer> {
        final List<Integer> drained = new ArrayList<>();
        final List<Integer> rejected = new ArrayList<>();
        Runnable beforeHandOver = () -> {};

        Closing(BagForm form) {
            super(form.store(), form.tuning);
        }

        Closing(Store<Integer> store, BagForm form) {
            super(store, form.tuning);
        }

        boolean shut() {
            return close(drained::add);
        }

        @Override
        void handOver(Object prepared) {
            Runnable once = beforeHandOver;
            beforeHandOver = () -> {};
            once.run();
            super.handOver(prepared);
        }

        @Override
        void reject(Integer element) {
            rejected.add(element);
        }
    }

    private static void abortAfterClose(Closing bag) {
        CompletableFuture<Integer> waiting = bag.takeAsync();
        bag.beforeHandOver = () -> {
            assertThat(bag.shut()).isTrue();
            assertThat(waiting.cancel(false)).isTrue();
        };
        bag.put(7);
        assertThat(bag.drained).containsExactly(7);
        assertThat(bag.rejected).isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void waiterThatWasPromisedAnElementGetsIt(BagForm form) {
        Closing bag = new Closing(form);
        CompletableFuture<Integer> waiting = bag.takeAsync();
        bag.beforeHandOver = bag::shut;
        bag.put(7);
        assertThat(waiting).isCompletedWithValue(7);
        assertThat(bag.drained).isEmpty();
        assertThat(bag.rejected).isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void elementOfAPromisedWaiterThatAbortsAfterTheCloseIsLeftOver(BagForm form) {
        abortAfterClose(new Closing(form));
    }

    @ParameterizedTest
    @EnumSource
    void elementOfAPromisedWaiterThatAbortsBeforeTheCloseIsLeftOver(BagForm form) {
        Closing bag = new Closing(form);
        CompletableFuture<Integer> waiting = bag.takeAsync();
        bag.beforeHandOver = () -> {
            assertThat(waiting.cancel(false)).isTrue();
            assertThat(bag.shut()).isTrue();
        };
        bag.put(7);
        assertThat(bag.drained).containsExactly(7);
        assertThat(bag.rejected).isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void elementThatIsCountedButNotStoredYetIsRejected(BagForm form) {
        StoreInFront store = new StoreInFront(form.store());
        Closing bag = new Closing(store, form);
        bag.put(1);
        store.beforeInsert = bag::shut;
        bag.put(7);
        List<Integer> all = new ArrayList<>(bag.drained);
        all.addAll(bag.rejected);
        assertThat(all).containsExactlyInAnyOrder(1, 7);
    }

    @ParameterizedTest
    @EnumSource
    void closeTellsAllWhoWaitAndDrainsWhatIsThere(BagForm form) {
        Closing bag = new Closing(form);
        List<CompletableFuture<Integer>> waiting = List.of(bag.takeAsync(), bag.takeAsync(), bag.takeAsync());
        assertThat(waiting.get(1).cancel(false)).isTrue();
        assertThat(bag.shut()).isTrue();
        assertThat(bag.shut()).isFalse();
        for (int i : new int[]{0, 2}) {
            assertThat(waiting.get(i).handle((element, failure) -> failure).join())
                    .isInstanceOf(IllegalStateException.class);
        }
        assertThatThrownBy(bag::take).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(bag::tryTake).isInstanceOf(IllegalStateException.class);
        bag.put(1);
        assertThat(bag.rejected).containsExactly(1);
        assertThat(bag.getSize()).isZero();

        Closing full = new Closing(form);
        for (int i = 0; i < 5; i++) {
            full.put(i);
        }
        full.shut();
        assertThat(full.drained).containsExactlyInAnyOrder(0, 1, 2, 3, 4);
    }

    /** Mutant: a refused element is stored though nobody will drain it any more. */
    @ParameterizedTest
    @EnumSource
    void refusedElementThatIsStoredAfterTheCloseIsRejected(BagForm form) {
        Store<Integer> store = form.store();
        Closing mutant = new Closing(store, form) {
            @Override
            void restore(Object prepared) {
                if (!store.tryInsert(prepared)) {
                    putPrepared(prepared);
                }
            }
        };
        assertThatThrownBy(() -> abortAfterClose(mutant)).isInstanceOf(AssertionError.class);
    }

    @ParameterizedTest
    @EnumSource
    void closedBagKeepsNothingAndAcceptsNothing(BagForm form) {
        Bag<Integer> bag = form.bag();
        bag.put(1);
        bag.close();
        assertThat(bag.isClosed()).isTrue();
        assertThat(bag.getSize()).isZero();
        assertThatThrownBy(() -> bag.put(2)).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(bag.takeAsync()::join).hasCauseInstanceOf(IllegalStateException.class);
        bag.close();
        assertThat(bag.close(late -> {})).isFalse();
    }

    @ParameterizedTest
    @EnumSource
    void consumerThatThrowsGetsAllThatIsLeft(BagForm form) {
        Bag<Integer> bag = form.bag();
        List<Integer> left = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            bag.put(i);
        }
        assertThatThrownBy(() -> bag.close(element -> {
            left.add(element);
            if (element % 2 == 0) {
                throw new AssertionError("even");
            }
            throw new IllegalArgumentException("odd");
        })).isInstanceOfAny(AssertionError.class, IllegalArgumentException.class);
        assertThat(left).containsExactlyInAnyOrder(0, 1, 2, 3, 4);
    }
}
