package dev.baton.bench.combine;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Method;

/** The carrier that the current thread runs on. Needs {@code --add-opens java.base/java.lang=ALL-UNNAMED}. */
final class CarrierProbe {
    private static final MethodHandle CURRENT = find();

    private CarrierProbe() {}

    private static MethodHandle find() {
        try {
            Method method = Thread.class.getDeclaredMethod("currentCarrierThread");
            method.setAccessible(true);
            return MethodHandles.lookup().unreflect(method);
        } catch (ReflectiveOperationException unknownJdk) {
            throw new IllegalStateException("this JDK does not tell carriers", unknownJdk);
        }
    }

    static Thread current() {
        try {
            return (Thread) CURRENT.invokeExact();
        } catch (Throwable failure) {
            throw new IllegalStateException("no carrier", failure);
        }
    }
}
