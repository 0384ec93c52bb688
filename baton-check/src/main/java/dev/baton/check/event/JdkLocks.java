package dev.baton.check.event;

import java.util.Locale;

/** What an unfair {@code ReentrantLock} of the JDK is to a check, in the program and inside the JDK's classes. */
public enum JdkLocks {
    /** One place that is taken and released: the JDK's code for it is taken to be right, and is not run. */
    LEAN,
    /** The JDK's code, step by step. */
    CODE;

    /** {@return the name as a user writes it} */
    public String option() {
        return name().toLowerCase(Locale.ROOT);
    }
}
