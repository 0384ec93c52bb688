package dev.baton.check.explore;

/** The program has no execution that goes where a {@link Prefix} leads: it is not the one whose search was written down. */
public final class Mismatch extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Mismatch(String what) {
        super(what);
    }
}
