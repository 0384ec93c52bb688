package dev.baton;

import java.util.function.Function;

import org.jspecify.annotations.Nullable;

/** One of the things that a select waits for. */
abstract class Clause<R> {
    private final Object subject;
    private final Function<Object, ? extends R> mapping;

    /** A clause on {@code subject}; {@code mapping} makes the select's result of what the clause gets. */
    Clause(Object subject, Function<Object, ? extends R> mapping) {
        this.subject = subject;
        this.mapping = mapping;
    }

    /** Whether both ask the same of the same primitive. */
    final boolean isSameAs(Clause<?> other) {
        return subject == other.subject && kind().equals(other.kind());
    }

    /** What is asked, in a word. */
    abstract String kind();

    /** Does at once what the clause is about; null if that would have to wait. */
    @Nullable
    abstract Object poll();

    /** Stands in line for {@code selection}; false if it does not, because it need not wait now. */
    abstract boolean enter(Selection selection);

    /** The select's result if this clause got {@code value}. */
    final R result(Object value) {
        return mapping.apply(value);
    }

    @Override
    public String toString() {
        return kind() + " " + subject;
    }
}
