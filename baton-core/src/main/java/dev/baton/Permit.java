package dev.baton;

import dev.baton.internal.park.StackRoom;
import java.lang.invoke.ConstantBootstraps;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Permits of a {@link Semaphore} that go back when this is closed. Made for try-with-resources.
 *
 * <pre>{@code
 * try (Permit permit = semaphore.permit()) {
 *     callTheService();
 * }
 * }</pre>
 *
 * The first {@link #close}, of any thread, gives the permits back. Further ones do nothing, so nothing is released twice
 * by mistake.
 */
public final class Permit implements AutoCloseable {
    private final PermitReturn source;
    private final int count;
    private boolean closed;

    /** Permits that {@code source} will have granted when anybody else sees this. */
    Permit(PermitReturn source, int count) {
        this.source = source;
        this.count = count;
    }

    /** {@return how many permits go back when this is closed} */
    public int getCount() {
        return count;
    }

    /** Gives the permits back, unless this was done before. */
    @Override
    public void close() {
        StackRoom.require(); // what overflows after the next step would be lost
        if (!getAndSetClosedAcquire()) {
            source.giveBack(count);
        }
    }

    @Override
    public String toString() {
        return "Permit[" + count + (closed ? ", closed]" : "]");
    }

    // VarHandle mechanics
    private static final VarHandle CLOSED = ConstantBootstraps.fieldVarHandle(MethodHandles.lookup(), "closed",
            VarHandle.class, Permit.class, boolean.class);

    /** Acquire: what counts is that one of several calls wins. Proof: Semaphore, "two closes of a permit". */
    private boolean getAndSetClosedAcquire() {
        return (boolean) CLOSED.getAndSetAcquire(this, true);
    }
}
