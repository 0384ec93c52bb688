package dev.baton.bench.load;

import java.util.Locale;

/** Kind of the threads that a benchmark runs on. */
public enum ThreadKind {
    PLATFORM {
        @Override
        Thread.Builder builder() {
            return Thread.ofPlatform().daemon();
        }
    },
    VIRTUAL {
        @Override
        Thread.Builder builder() {
            return Thread.ofVirtual();
        }
    };

    abstract Thread.Builder builder();

    /** The kind that a benchmark's parameter names. */
    public static ThreadKind of(String name) {
        return valueOf(name.toUpperCase(Locale.ROOT));
    }
}
