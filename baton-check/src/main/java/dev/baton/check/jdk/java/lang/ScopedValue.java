package dev.baton.check.jdk.java.lang;

import dev.baton.check.jdk.Waiting;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A value that is bound while a piece of code runs. The bindings of a thread are a list in a thread-local variable.
 *
 * @param <T> the type of the value
 */
@SuppressWarnings("AvoidCommonTypeNames") // it stands in for it
public final class ScopedValue<T> {
    private static final ThreadLocal<@Nullable Carrier> BINDINGS = new ThreadLocal<>();

    private ScopedValue() {}

    public static <T> ScopedValue<T> newInstance() {
        return new ScopedValue<>();
    }

    public static <T> Carrier where(ScopedValue<T> key, @Nullable T value) {
        return new Carrier(Objects.requireNonNull(key), value, null);
    }

    /**
     * An operation with a result.
     *
     * @param <R> the result
     * @param <X> what it throws
     */
    @FunctionalInterface
    public interface CallableOp<R, X extends Throwable> {
        R call() throws X;
    }

    /** Bindings, the newest first. */
    public static final class Carrier {
        private final ScopedValue<?> key;
        private final @Nullable Object value;
        private final @Nullable Carrier before;

        private Carrier(ScopedValue<?> key, @Nullable Object value, @Nullable Carrier before) {
            this.key = key;
            this.value = value;
            this.before = before;
        }

        public <T> Carrier where(ScopedValue<T> key, @Nullable T value) {
            return new Carrier(Objects.requireNonNull(key), value, this);
        }

        @SuppressWarnings("unchecked")
        public <T> @Nullable T get(ScopedValue<T> key) {
            Carrier found = find(this, key);
            if (found == null) {
                throw new NoSuchElementException("No mapping present");
            }
            return (T) found.value;
        }

        private Carrier on(@Nullable Carrier others) {
            return new Carrier(key, value, before == null ? others : before.on(others));
        }

        public void run(Runnable operation) {
            Objects.requireNonNull(operation);
            Carrier outer = BINDINGS.get();
            BINDINGS.set(on(outer));
            try {
                operation.run();
            } finally {
                BINDINGS.set(outer);
            }
        }

        public <R, X extends Throwable> R call(CallableOp<? extends R, X> operation) throws X {
            Objects.requireNonNull(operation);
            Carrier outer = BINDINGS.get();
            BINDINGS.set(on(outer));
            try {
                return operation.call();
            } finally {
                BINDINGS.set(outer);
            }
        }
    }

    @SuppressWarnings("ReferenceEquality") // which key it is, is the question
    private static @Nullable Carrier find(@Nullable Carrier first, ScopedValue<?> key) {
        Carrier at = first;
        while (at != null && at.key != key) {
            at = at.before;
        }
        return at;
    }

    /** Threads of a structured scope would inherit the bindings. */
    public static void refuseIfBound() {
        if (BINDINGS.get() != null) {
            Waiting.refuse("a structured scope inside of a binding of a scoped value");
        }
    }

    @SuppressWarnings("unchecked")
    public @Nullable T get() {
        Carrier found = find(BINDINGS.get(), this);
        if (found == null) {
            throw new NoSuchElementException("ScopedValue not bound");
        }
        return (T) found.value;
    }

    public boolean isBound() {
        return find(BINDINGS.get(), this) != null;
    }

    @SuppressWarnings("unchecked")
    public @Nullable T orElse(@Nullable T other) {
        Carrier found = find(BINDINGS.get(), this);
        return found == null ? Objects.requireNonNull(other) : (T) found.value;
    }

    @SuppressWarnings("unchecked")
    public <X extends Throwable> @Nullable T orElseThrow(Supplier<? extends X> exception) throws X {
        Carrier found = find(BINDINGS.get(), this);
        if (found == null) {
            throw exception.get();
        }
        return (T) found.value;
    }
}
