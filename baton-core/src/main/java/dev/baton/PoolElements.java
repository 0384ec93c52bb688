package dev.baton;

import java.lang.invoke.ConstantBootstraps;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Objects;
import java.util.function.Consumer;

import org.jspecify.annotations.Nullable;

/** The life of a pool's elements: they are created, checked and closed in the slot of the thread that has it. */
final class PoolElements<E> {
    /** Place for one element; plain, because it has one owner at a time. */
    static final class Slot<E> {
        @Nullable
        E element;
    }

    private final BlockingPool.Factory<? extends E> factory;
    private final BlockingPool.@Nullable Validator<? super E> validator;
    private final BlockingPool.Closer<? super E> closer;
    private final Consumer<? super Throwable> closeFailure;
    @SuppressWarnings("UnusedVariable") // through its VarHandle
    private int alive;

    PoolElements(BlockingPoolBuilder<E> builder) {
        this.factory = builder.factory;
        this.validator = builder.validator;
        this.closer = builder.closer;
        this.closeFailure = builder.closeFailure;
    }

    /** Whether the slot can be leased without running code of the user. */
    boolean isReady(Slot<E> slot) {
        return slot.element != null && validator == null;
    }

    /** A valid element in the slot, created if need be. */
    E validIn(Slot<E> slot) {
        E element = slot.element;
        if (element != null && isValid(slot, element)) {
            return element;
        }
        dispose(slot);
        E created = create();
        slot.element = created;
        getAndAddAlive(1);
        return created;
    }

    private boolean isValid(Slot<E> slot, E element) {
        try {
            return validator == null || validator.isValid(element);
        } catch (Exception invalid) {
            reassertInterrupt(invalid);
            return false;
        } catch (Throwable error) {
            dispose(slot);
            throw error;
        }
    }

    private E create() {
        try {
            return Objects.requireNonNull(factory.create(), "the factory created null");
        } catch (RuntimeException failure) {
            throw failure;
        } catch (Exception failure) {
            reassertInterrupt(failure);
            throw new ElementCreationException(failure);
        }
    }

    /** Closes what is in the slot, if anything; never fails. */
    void dispose(Slot<E> slot) {
        E element = slot.element;
        if (element == null) {
            return;
        }
        slot.element = null;
        try {
            closer.close(element);
        } catch (Throwable failure) {
            reassertInterrupt(failure);
            report(failure);
        } finally {
            getAndAddAlive(-1);
        }
    }

    private void report(Throwable failure) {
        try {
            closeFailure.accept(failure);
        } catch (Throwable ignored) {
            // a listener that fails has nobody to tell
        }
    }

    private static void reassertInterrupt(Throwable failure) {
        if (failure instanceof InterruptedException) {
            Thread.currentThread().interrupt();
        }
    }

    // VarHandle mechanics
    private static final VarHandle ALIVE = ConstantBootstraps.fieldVarHandle(MethodHandles.lookup(), "alive",
            VarHandle.class, PoolElements.class, int.class);

    int aliveVolatile() {
        return (int) ALIVE.getVolatile(this);
    }

    private int getAndAddAlive(int delta) {
        return (int) ALIVE.getAndAdd(this, delta);
    }
}
