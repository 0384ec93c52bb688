package dev.baton.check.replay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.check.program.ProgramLoader;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** An object of the set-up is called by the one field that holds it for good. */
class HoldingFieldsTest {
    static final class Registry {
        static final Object LOCK = new Object();
        static final Object TWICE = new Object();
        static final Object AGAIN = TWICE;
        static final String WORD = "word";

        private Registry() {}
    }

    static class State implements Tagged {
        final int[] cells = new int[2];
        final Object lock;

        State(Object lock) {
            this.lock = lock;
        }

        @Override
        public @Nullable Tag $batonTag() {
            return null;
        }

        @Override
        public void $batonTag(@Nullable Tag tag) {}
    }

    private final ProgramLoader loader = new ProgramLoader(HoldingFieldsTest.class.getClassLoader());
    private final HoldingFields fields = new HoldingFields(new Labels(), loader.sites());

    @Test
    void staticFieldIsCalledWithItsClass() {
        Object lock = Registry.LOCK;
        fields.addStatics(Registry.class);
        assertThat(fields.names()).hasSize(1).containsEntry(lock, "Registry.LOCK");
    }

    @Test
    void fieldOfTheStateIsCalledAlone() {
        State state = new State(new Object());
        fields.addState(state);
        assertThat(fields.names()).hasSize(2).containsEntry(state.cells, "cells").containsEntry(state.lock, "lock");
    }

    @Test
    void objectThatTwoFieldsHoldHasNoSuchName() {
        Object shared = new Object();
        fields.addState(new State(shared));
        fields.addState(new State(shared));
        assertThat(fields.names()).doesNotContainKey(shared);
    }

    @Test
    void nameOfTwoObjectsIsTheNameOfNeither() {
        fields.addState(new State(new Object()));
        fields.addState(new State(new Object()));
        assertThat(fields.names()).isEmpty();
    }
}
