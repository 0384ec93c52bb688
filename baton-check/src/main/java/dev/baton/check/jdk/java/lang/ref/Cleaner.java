package dev.baton.check.jdk.java.lang.ref;

import java.util.Objects;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** Runs an action when the program says so; in a check nothing is collected. */
public final class Cleaner {
    private Cleaner() {}

    public static Cleaner create() {
        return new Cleaner();
    }

    public static Cleaner create(ThreadFactory factory) {
        Objects.requireNonNull(factory);
        return new Cleaner();
    }

    public Cleanable register(Object object, Runnable action) {
        Objects.requireNonNull(object);
        return new Action(Objects.requireNonNull(action));
    }

    /** An object and what is to be done when it is not needed any more. */
    public interface Cleanable {
        void clean();
    }

    private static final class Action implements Cleanable {
        private final AtomicReference<@Nullable Runnable> action;

        Action(Runnable action) {
            this.action = new AtomicReference<>(action);
        }

        @Override
        public void clean() {
            Runnable once = action.getAndSet(null);
            if (once != null) {
                once.run();
            }
        }
    }
}
