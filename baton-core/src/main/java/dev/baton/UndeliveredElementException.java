package dev.baton;

/**
 * Says which element was received and could not be passed on, because the place where it was to go refused it. It is
 * found among the suppressed exceptions of the refusal; see {@link Channel#drainTo(java.util.Collection)}.
 */
public final class UndeliveredElementException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient Object element;

    UndeliveredElementException(Object element) {
        super("received, and refused by its target: " + element.getClass().getName());
        this.element = element;
    }

    /** {@return the element} */
    public Object element() {
        return element;
    }
}
