package dev.baton.check.relax;

/** The modes to start from do not verify: there is nothing to relax before that is repaired. */
public final class UnverifiedStartException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient Refusal refusal;

    UnverifiedStartException(Refusal refusal) {
        super("the modes to start from do not verify: " + refusal.summary());
        this.refusal = refusal;
    }

    /** Which scenario fails, and how. */
    public Refusal refusal() {
        return refusal;
    }
}
