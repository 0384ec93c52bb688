package dev.baton;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.internal.store.Store;
import java.util.function.Function;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Broken bags, to show that the scenarios can fail; and the bag itself, which passes all of them. */
class PoolMutantsTest {
    /** The bag itself, with a window in its put. */
    private static class Windowed extends Bag<Integer> {
        private final BagScenario scenario;

        Windowed(BagForm form, BagScenario scenario) {
            this(form.store(), form, scenario);
        }

        Windowed(Store<Integer> store, BagForm form, BagScenario scenario) {
            super(store, form.tuning);
            this.scenario = scenario;
        }

        @Override
        void handOver(Object prepared) {
            scenario.inTheMiddleOfPut();
            super.handOver(prepared);
        }
    }

    private static void assertRejected(Function<BagScenario, Bag<Integer>> mutant) {
        assertThatThrownBy(() -> new BagScenario().all(mutant)).isInstanceOf(AssertionError.class);
    }

    @ParameterizedTest
    @EnumSource
    void theBagItselfPasses(BagForm form) {
        new BagScenario().all(scenario -> new Windowed(form, scenario));
    }

    @ParameterizedTest
    @EnumSource
    void droppedRefusalIsRejected(BagForm form) {
        assertRejected(scenario -> new Windowed(form, scenario) {
            @Override
            boolean deregister() {
                super.deregister();
                return true;
            }
        });
    }

    @ParameterizedTest
    @EnumSource
    void refusingAlwaysIsRejected(BagForm form) {
        assertRejected(scenario -> new Windowed(form, scenario) {
            @Override
            boolean deregister() {
                super.deregister();
                return false;
            }
        });
    }

    @ParameterizedTest
    @EnumSource
    void abortThatStaysInTheCountIsRejected(BagForm form) {
        assertRejected(scenario -> new Windowed(form, scenario) {
            @Override
            boolean deregister() {
                return true;
            }
        });
    }

    @ParameterizedTest
    @EnumSource
    void refusedElementThatIsDroppedIsRejected(BagForm form) {
        assertRejected(scenario -> new Windowed(form, scenario) {
            @Override
            void restore(Object prepared) {}
        });
    }

    @ParameterizedTest
    @EnumSource
    void refusedElementThatIsCountedTwiceIsRejected(BagForm form) {
        assertRejected(scenario -> new Windowed(form, scenario) {
            @Override
            void restore(Object prepared) {
                putPrepared(prepared);
            }
        });
    }

    /** A store whose retrieval gives up without leaving a mark. */
    private static final class Markless extends StoreInFront {
        Markless(Store<Integer> store) {
            super(store);
        }

        @Override
        public boolean tryInsert(Object prepared) {
            while (!super.tryInsert(prepared)) {
                // take back the mark
            }
            return true;
        }
    }

    @ParameterizedTest
    @EnumSource
    void retrievalThatLeavesNoMarkIsRejected(BagForm form) {
        assertRejected(scenario -> new Windowed(new Markless(form.store()), form, scenario));
    }
}
