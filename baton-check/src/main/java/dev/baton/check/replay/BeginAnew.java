package dev.baton.check.replay;

/**
 * The program turned out to ask for more than it is shown so far, and the image has noted what: the exploration must
 * begin anew.
 */
public final class BeginAnew extends RuntimeException {
    private static final long serialVersionUID = 1L;
}
