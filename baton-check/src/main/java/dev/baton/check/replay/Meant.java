package dev.baton.check.replay;

/**
 * Carries an exception that a hook throws in the place of the JDK, or that code of the program threw inside of a hook,
 * over the border into the program. Whatever else leaves a hook is a mistake of the checker.
 */
final class Meant extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** Gets out as this. */
    final Throwable thrown;

    Meant(Throwable thrown) {
        super(null, thrown, false, false);
        this.thrown = thrown;
    }
}
