package dev.baton.jcstress;

/** How actors wait: never for long, and without being interrupted. */
final class Patience {
    /** Of the timed forms: about as long as the other side takes, so that either may come first. */
    static final long NANOS = 2_000;

    private Patience() {}

    /** What an exception means that nobody caused; jcstress's actors declare none. */
    static AssertionError uninterrupted(Exception unexpected) {
        return new AssertionError(unexpected);
    }
}
