package dev.baton.check.spec;

/** A sequential class says nothing that could be checked: it waits, or the same calls have other results each time. */
public final class UnusableSpecification extends RuntimeException {
    private static final long serialVersionUID = 1;

    UnusableSpecification(String message) {
        super(message);
    }
}
