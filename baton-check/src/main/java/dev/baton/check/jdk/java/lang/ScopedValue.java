package dev.baton.check.jdk.java.lang;

import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.function.Predicate;
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

    /** What threads of a structured scope begin with: the bindings of the thread that opened it. */
    private static final InheritableThreadLocal<@Nullable Bequest> BEQUEST = new InheritableThreadLocal<>();

    /** Bindings for the threads of a scope; other threads that its owner makes meanwhile find this too, and have no use for it. */
    public record Bequest(Carrier bindings, Predicate<Thread> scope) {}

    private ScopedValue() {}

    /** A scope is opened or closed; what the threads of the one around it, or of this one, begin with. */
    public static @Nullable Bequest open(Predicate<Thread> scope) {
        Bequest outer = BEQUEST.get();
        Carrier bindings = bindings();
        if (bindings != null) {
            BEQUEST.set(new Bequest(bindings, scope));
        }
        return outer;
    }

    /** The scope is closed: what was there before it was opened counts. */
    public static void close(@Nullable Bequest outer) {
        if (BEQUEST.get() != null) {
            BEQUEST.set(outer);
        }
    }

    private static @Nullable Carrier bindings() {
        Carrier own = BINDINGS.get();
        if (own != null) {
            return own;
        }
        Bequest left = BEQUEST.get();
        return left != null && left.scope.test(Thread.currentThread()) ? left.bindings : null;
    }

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
            BINDINGS.set(on(bindings()));
            try {
                operation.run();
            } finally {
                BINDINGS.set(outer);
            }
        }

        public <R, X extends Throwable> R call(CallableOp<? extends R, X> operation) throws X {
            Objects.requireNonNull(operation);
            Carrier outer = BINDINGS.get();
            BINDINGS.set(on(bindings()));
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

    @SuppressWarnings("unchecked")
    public @Nullable T get() {
        Carrier found = find(bindings(), this);
        if (found == null) {
            throw new NoSuchElementException("ScopedValue not bound");
        }
        return (T) found.value;
    }

    public boolean isBound() {
        return find(bindings(), this) != null;
    }

    @SuppressWarnings("unchecked")
    public @Nullable T orElse(@Nullable T other) {
        Carrier found = find(bindings(), this);
        return found == null ? Objects.requireNonNull(other) : (T) found.value;
    }

    @SuppressWarnings("unchecked")
    public <X extends Throwable> @Nullable T orElseThrow(Supplier<? extends X> exception) throws X {
        Carrier found = find(bindings(), this);
        if (found == null) {
            throw exception.get();
        }
        return (T) found.value;
    }
}
