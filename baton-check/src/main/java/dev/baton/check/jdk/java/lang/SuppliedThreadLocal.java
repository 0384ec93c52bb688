package dev.baton.check.jdk.java.lang;

import java.util.function.Supplier;

/** What {@link ThreadLocal#withInitial} makes: the supplier is seen as the program's, which the JDK's private class would hide. */
public final class SuppliedThreadLocal<T> extends ThreadLocal<T> {
    private final Supplier<? extends T> supplier;

    private SuppliedThreadLocal(Supplier<? extends T> supplier) {
        this.supplier = supplier;
    }

    public static <S> ThreadLocal<S> withInitial(Supplier<? extends S> supplier) {
        if (supplier == null) {
            throw new NullPointerException();
        }
        return new SuppliedThreadLocal<>(supplier);
    }

    @Override
    protected T initialValue() {
        return supplier.get();
    }
}
