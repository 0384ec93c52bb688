package dev.baton;

/** A take from a {@link BlockingPool} had to create an element, and its factory failed with a checked exception. */
public final class ElementCreationException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    ElementCreationException(Throwable cause) {
        super("no element could be created: " + cause, cause);
    }
}
