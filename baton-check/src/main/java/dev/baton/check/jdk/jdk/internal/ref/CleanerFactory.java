package dev.baton.check.jdk.jdk.internal.ref;

import dev.baton.check.jdk.java.lang.ref.Cleaner;

/** Where the JDK's classes have their cleaner from. */
public final class CleanerFactory {
    private CleanerFactory() {}

    private static final Cleaner CLEANER = Cleaner.create();

    public static Cleaner cleaner() {
        return CLEANER;
    }
}
