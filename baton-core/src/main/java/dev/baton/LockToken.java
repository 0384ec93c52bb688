package dev.baton;

import dev.baton.internal.park.StackRoom;
import java.lang.invoke.ConstantBootstraps;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Ownership of a lock that was requested asynchronously. The token is the owner, not a thread: any thread may close
 * it, which unlocks. It is not reentrant: a second request waits until the first token is closed.
 *
 * <pre>{@code
 * lock.lockAsync().thenAccept(token -> {
 *     try (token) {
 *         update();
 *     }
 * });
 * }</pre>
 *
 * Closing a token again does nothing: it stands for one acquisition, so nothing else can be released by mistake.
 */
public final class LockToken implements AutoCloseable {
    private final Runnable release;
    private boolean closed;

    /** A token whose closing runs {@code release}. */
    LockToken(Runnable release) {
        this.release = release;
    }

    /** Unlocks, unless this was done before. */
    @Override
    public void close() {
        boolean unused = closes();
    }

    /** As {@link #close}; false if the token was closed or spent before. */
    boolean closes() {
        StackRoom.require(); // what overflows after the next step would be lost
        boolean first = spend();
        if (first) {
            release.run();
        }
        return first;
    }

    /** Ends the token without unlocking; false if it was closed or spent before. */
    boolean spend() {
        return !getAndSetClosedAcquire();
    }

    /** Acquire: what counts is that one of several calls wins. Proof: ReentrantLock, "close of a token". */
    private boolean getAndSetClosedAcquire() {
        return (boolean) CLOSED.getAndSetAcquire(this, true);
    }

    @Override
    public String toString() {
        return "token@" + Integer.toHexString(hashCode()) + (closed ? " (closed)" : "");
    }

    // VarHandle mechanics
    private static final VarHandle CLOSED = ConstantBootstraps.fieldVarHandle(MethodHandles.lookup(), "closed",
            VarHandle.class, LockToken.class, boolean.class);
}
