package dev.baton.check.replay;

/**
 * The number that stands for a reference in events: the same in every replay. It says what a reader must know of the
 * object at once, its class, length and final fields; what changes is in its {@linkplain Shadow places}.
 */
final class Identity {
    /** The {@link #maker} of what the set-up made, and of values. */
    static final int SET_UP = -1;

    final int id;
    /** The object that all other threads are given for this number; holds final fields only. */
    final Object canonical;
    final Shadow shadow;
    /** The thread that made it, and which of the objects it named this is. */
    final int maker;
    final int ordinal;
    /** The hash code by identity that its maker saw before it had a number; 0 if it did not ask. */
    final int hash;

    Identity(int id, Object canonical, Shadow shadow, int maker, int ordinal, int hash) {
        this.id = id;
        this.canonical = canonical;
        this.shadow = shadow;
        this.maker = maker;
        this.ordinal = ordinal;
        this.hash = hash;
    }
}
