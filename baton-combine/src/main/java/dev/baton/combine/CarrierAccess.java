package dev.baton.combine;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.util.concurrent.Executor;

import org.jspecify.annotations.Nullable;

/**
 * What combining needs of the JDK's virtual threads beyond their public interface: a scheduler of our own, and the
 * carrier a virtual thread runs on. Probed once; where the JDK does not let us, {@link #missing} says what.
 */
final class CarrierAccess {
    private static final String FLAG = "--add-opens java.base/java.lang="
            + (CarrierAccess.class.getModule().isNamed() ? CarrierAccess.class.getModule().getName() : "ALL-UNNAMED");

    private static final @Nullable MethodHandle NEW_BUILDER;
    private static final @Nullable MethodHandle CURRENT_CARRIER;
    private static final @Nullable String MISSING;

    static {
        MethodHandle newBuilder = null;
        MethodHandle currentCarrier = null;
        String missing = null;
        try {
            Class<?> builder = Class.forName("java.lang.ThreadBuilders$VirtualThreadBuilder");
            Constructor<?> constructor = builder.getDeclaredConstructor(Executor.class);
            constructor.setAccessible(true);
            Method carrier = Thread.class.getDeclaredMethod("currentCarrierThread");
            carrier.setAccessible(true);
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            newBuilder = lookup.unreflectConstructor(constructor)
                    .asType(MethodType.methodType(Thread.Builder.OfVirtual.class, Executor.class));
            currentCarrier = lookup.unreflect(carrier);
        } catch (ReflectiveOperationException unknownJdk) {
            missing = "this JDK has no scheduler interface that we know: " + unknownJdk;
        } catch (RuntimeException notOpened) {
            missing = "the JVM was started without " + FLAG;
        }
        NEW_BUILDER = newBuilder;
        CURRENT_CARRIER = currentCarrier;
        MISSING = missing;
    }

    private CarrierAccess() {}

    /** Why combining is not to be had here, or null if it is. */
    static @Nullable String missing() {
        return MISSING;
    }

    /** Builder of virtual threads that {@code scheduler} runs. */
    static Thread.Builder.OfVirtual newBuilder(Executor scheduler) {
        MethodHandle create = NEW_BUILDER;
        if (create == null) {
            throw new IllegalStateException(MISSING);
        }
        try {
            return (Thread.Builder.OfVirtual) create.invokeExact(scheduler);
        } catch (Throwable failure) {
            throw new IllegalStateException("no virtual thread builder", failure);
        }
    }

    /** The platform thread under the current thread: its carrier, or the thread itself. */
    static Thread currentCarrier() {
        MethodHandle current = CURRENT_CARRIER;
        if (current == null) {
            return Thread.currentThread();
        }
        try {
            return (Thread) current.invokeExact();
        } catch (Throwable failure) {
            throw new IllegalStateException("no carrier", failure);
        }
    }
}
