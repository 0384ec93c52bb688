package dev.baton.check.replay;

import java.lang.reflect.Array;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.IntToLongFunction;
import org.jspecify.annotations.Nullable;

/** The names of a program's objects: numbers for references, and shadows for births. */
/*
 * An object that a thread makes is known twice. Its birth, thread and ordinal, names its places: it is settled when the
 * object is made. Its number names the reference, and says what a reader must know of the object at once: it is settled
 * when the reference is first written somewhere, together with all others that this one leads to by final fields.
 *
 * Invariants
 *   - a canonical object is complete before its name can be found
 *   - numbers are handed out under the lock, and never change
 */
final class Names {
    /** The objects that a thread of the program named together: the first one's ordinal, and what is in all. */
    record Name(int thread, int first, List<Object> content) {}

    private record Birth(int thread, int ordinal, Class<?> type, int length) {}

    private final Layouts layouts;
    private final Map<Name, Identity[]> names = new ConcurrentHashMap<>();
    private final Map<Birth, Shadow> births = new ConcurrentHashMap<>();
    private final Map<Object, Identity> values = new ConcurrentHashMap<>();
    final Labels labels = new Labels();
    private volatile Identity[] identities = new Identity[256];
    private int count = 1;

    Names(Layouts layouts) {
        this.layouts = layouts;
    }

    Identity byNumber(long id) {
        return identities[(int) id];
    }

    /** The number of a value: everything equal to it has the same one. */
    Identity ofValue(Object value) {
        Identity known = values.get(value);
        return known != null ? known : values.computeIfAbsent(value, this::newValue);
    }

    private Identity newValue(Object value) {
        String text = value instanceof String string ? '"' + string + '"' : value.toString();
        Shadow shadow = new Shadow(null, 'L', 0, text, Identity.SET_UP, 0, index -> 0);
        return add(value, shadow, Identity.SET_UP, 0, 0);
    }

    /** The places of an object that a thread makes, all at their defaults. */
    Shadow birth(int thread, int ordinal, Object model) {
        Birth birth = new Birth(thread, ordinal, model.getClass(), length(model));
        Shadow known = births.get(birth);
        return known != null
                ? known
                : births.computeIfAbsent(birth,
                        key -> newShadow(model, labels.next(model.getClass()), thread, ordinal, index -> 0));
    }

    private static int length(Object model) {
        return model.getClass().isArray() ? Array.getLength(model) : 0;
    }

    /** New places for an object. */
    Shadow newShadow(Object model, String name, int maker, int ordinal, IntToLongFunction initial) {
        Class<?> type = model.getClass();
        if (type.isArray()) {
            return new Shadow(null, Raw.kind(type.getComponentType()), Array.getLength(model), name, maker, ordinal,
                    initial);
        }
        Layout layout = model instanceof Tagged || model instanceof Throwable ? layouts.of(type) : null;
        return new Shadow(layout, 'L', layout == null ? 0 : layout.slots.length, name, maker, ordinal, initial);
    }

    /** Numbers an object. */
    synchronized Identity add(Object canonical, Shadow shadow, int maker, int ordinal, int hash) {
        if (count == identities.length) {
            identities = Arrays.copyOf(identities, count * 2);
        }
        Identity identity = new Identity(count, canonical, shadow, maker, ordinal, hash);
        identities[count++] = identity;
        return identity;
    }

    Identity @Nullable [] find(Name name) {
        return names.get(name);
    }

    /** Enters a name, its canonical objects now complete. */
    void enter(Name name, Identity[] named) {
        names.put(name, named);
    }
}
