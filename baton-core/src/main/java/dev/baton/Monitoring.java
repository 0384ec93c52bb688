package dev.baton;

import dev.baton.internal.park.NamedWaits;
import java.lang.invoke.ConstantBootstraps;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;

import org.jspecify.annotations.Nullable;

/**
 * Names for primitives, and figures of those that have one.
 *
 * <pre>{@code
 * Semaphore orders = Monitoring.named(new Semaphore(10, true), "orders");
 * }</pre>
 *
 * A name stands in {@link Locks#dump} and in the flight recorder's {@code dev.baton.Wait}, beside the identity. From
 * then on waits for the primitive are counted, of threads that park and of futures. A primitive without a name pays
 * nothing for it, and no primitive pays while nobody waits. The name is held beside the primitive, weakly: it goes
 * when the primitive goes.
 * <p>
 * Made for the hundreds of primitives that a program knows by name, not for one a request: each name costs a copy of
 * the table of names.
 */
public final class Monitoring {
    /** Those that are told of names, the last one first; immutable. */
    private record Listener(Consumer<? super NamedPrimitive> told, @Nullable Listener before) {}

    private static @Nullable Listener listeners;

    private Monitoring() {}

    /**
     * Gives a primitive a name, in place of a name that it may have; its counts begin anew.
     *
     * @param <P> type of the primitive
     * @param primitive a lock, semaphore, pool, channel or other primitive of this library
     * @param name what dumps, events and meters will call it
     * @return the primitive
     */
    public static <P> P named(P primitive, String name) {
        Objects.requireNonNull(primitive, "primitive");
        Objects.requireNonNull(name, "name");
        NamedPrimitive named = new NamedPrimitive(NamedWaits.name(primitive, primitive, name), primitive);
        for (Listener each = listeners; each != null; each = each.before()) {
            each.told().accept(named);
        }
        return primitive;
    }

    /**
     * The name of a primitive.
     *
     * @param primitive the primitive
     * @return its name, or null
     */
    public static @Nullable String nameOf(Object primitive) {
        NamedWaits named = NamedWaits.of(primitive);
        return named == null ? null : named.name();
    }

    /** {@return the primitives that have a name and are in use} */
    public static List<NamedPrimitive> all() {
        List<NamedPrimitive> all = new ArrayList<>();
        for (NamedWaits each : NamedWaits.all()) {
            Object primitive = each.shown();
            if (primitive != null) {
                all.add(new NamedPrimitive(each, primitive));
            }
        }
        return all;
    }

    /**
     * Tells a listener of the primitives that have a name, and from now on of each that gets one. A primitive that
     * gets its name at the same time may be told twice. The listener runs on the thread that gives the name, which
     * gets what it throws.
     *
     * @param listener what is told; kept for ever
     */
    public static void onNamed(Consumer<? super NamedPrimitive> listener) {
        Objects.requireNonNull(listener, "listener");
        Listener seen;
        Listener found = listeners;
        do {
            seen = found;
            found = (Listener) LISTENERS.compareAndExchangeRelease(seen, new Listener(listener, seen));
        } while (found != seen);
        all().forEach(listener);
    }

    /** A primitive's class, identity and name, the same in dumps and events. */
    static String describe(Object primitive) {
        String name = nameOf(primitive);
        return primitive.getClass().getSimpleName() + "@" + Integer.toHexString(System.identityHashCode(primitive))
                + (name == null ? "" : " \"" + name + "\"");
    }

    // VarHandle mechanics
    private static final VarHandle LISTENERS = ConstantBootstraps.staticFieldVarHandle(MethodHandles.lookup(),
            "listeners", VarHandle.class, Monitoring.class, Listener.class);
}
