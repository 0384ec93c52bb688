package dev.baton.check.spec;

/**
 * Thrown by an operation of a sequential specification in a state in which a caller has to wait. The call then has no effect
 * on the state and takes place later, in a state in which the operation does not throw it; there is no order among callers
 * that wait. A specification with an order among them returns futures instead, and completes them.
 */
public final class WouldBlock extends RuntimeException {
    private static final long serialVersionUID = 1;

    /** Says that a caller has to wait here. */
    public WouldBlock() {
        super("a caller has to wait", null, false, false);
    }
}
