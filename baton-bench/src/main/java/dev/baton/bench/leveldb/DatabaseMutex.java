package dev.baton.bench.leveldb;

import dev.baton.HandOff;

/** The locks that take the place of the database's mutex: each is made without arguments, as the database makes it. */
public final class DatabaseMutex {
    private DatabaseMutex() {}

    /** The type that replaces the mutex. */
    static Class<?> of(String peer) {
        return switch (peer) {
            case "combine" -> Combining.class;
            case "inline" -> Inlining.class;
            case "dispatch" -> Dispatching.class;
            case "jdk-lock-fair" -> JdkFair.class;
            case "jdk-lock-unfair" -> java.util.concurrent.locks.ReentrantLock.class;
            default -> throw new IllegalArgumentException("no mutex " + peer);
        };
    }

    /** Baton's with COMBINE. */
    public static final class Combining extends dev.baton.ReentrantLock {
        private static final long serialVersionUID = 1L;

        public Combining() {
            super(true, HandOff.COMBINE);
        }
    }

    /** Baton's with INLINE. */
    public static final class Inlining extends dev.baton.ReentrantLock {
        private static final long serialVersionUID = 1L;

        public Inlining() {
            super(true, HandOff.INLINE);
        }
    }

    /** Baton's with DISPATCH. */
    public static final class Dispatching extends dev.baton.ReentrantLock {
        private static final long serialVersionUID = 1L;

        public Dispatching() {
            super(true, HandOff.DISPATCH);
        }
    }

    /** The JDK's fair one. */
    public static final class JdkFair extends java.util.concurrent.locks.ReentrantLock {
        private static final long serialVersionUID = 1L;

        public JdkFair() {
            super(true);
        }
    }
}
