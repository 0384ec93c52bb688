package dev.baton.check.replay;

import java.util.IdentityHashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The objects that the set-up left behind, and the canonical ones: what all threads are given. They are never
 * written; what a field of the set-up's objects holds in the Java heap is its value before the first event.
 */
final class SetUpHeap {
    private final Names names;
    private final Layouts layouts;
    private final IdentityHashMap<Object, Tag> foreign = new IdentityHashMap<>();
    private final IdentityHashMap<Object, String> rootNames = new IdentityHashMap<>();
    private int hashes;
    private final Map<Class<?>, Shadow> statics = new ConcurrentHashMap<>();

    SetUpHeap(Names names, Layouts layouts) {
        this.names = names;
        this.layouts = layouts;
    }

    /** The places of a class. */
    Shadow statics(Class<?> type) {
        Shadow shadow = statics.get(type);
        if (shadow != null) {
            return shadow;
        }
        Layout layout = Layout.ofStatics(type); // may run an initializer: not under a lock
        return statics.computeIfAbsent(type, key -> new Shadow(layout, 'L', layout.slots.length,
                names.labels.of(type), Identity.SET_UP, 0, index -> value(layout.slots[index], null)));
    }

    /** The tag of an object of a class that is not rewritten, if it is given; else null. */
    synchronized @Nullable Tag foreignTag(Object object) {
        return foreign.get(object);
    }

    /** Says that an array or an object of the JDK was made by the set-up or is reached from there. */
    synchronized Tag adopt(Object object) {
        return foreign.computeIfAbsent(object, key -> Tag.given());
    }

    /** The same for what is reached through objects without state of their own: lambdas, immutable lists. */
    synchronized void adoptDeep(@Nullable Object object) {
        if (object == null || object instanceof Tagged || Foreign.of(object) == Foreign.VALUE
                || foreign.containsKey(object)) {
            return;
        }
        adopt(object);
        if (Foreign.of(object) == Foreign.DEEP) {
            for (Layout.Slot slot : layouts.of(object.getClass()).slots) {
                if (slot.kind() == 'L') {
                    adoptDeep(slot.readReference(object));
                }
            }
        }
    }

    /** Gives objects the names by which a reader knows them. */
    synchronized void name(IdentityHashMap<Object, String> objects) {
        objects.forEach(rootNames::putIfAbsent);
    }

    /** Gives an object the name by which a reader knows it. */
    synchronized void name(Object object, String name) {
        rootNames.putIfAbsent(object, name);
    }

    /** Gives a canonical object its tag. */
    synchronized void enter(Identity identity) {
        Tag tag = Tag.given(identity);
        if (identity.canonical instanceof Tagged tagged) {
            tagged.$batonTag(tag);
        } else {
            foreign.putIfAbsent(identity.canonical, tag);
        }
    }

    /** The number of a thing that the set-up made. */
    synchronized Identity identity(Object object, Tag tag) {
        if (tag.identity == null) {
            String root = rootNames.get(object);
            Shadow shadow = names.newShadow(object, root != null ? root : names.labels.next(object.getClass()),
                    Identity.SET_UP, 0, index -> value(object, index));
            tag.know(names.add(object, shadow, Identity.SET_UP, 0, 0));
        }
        return tag.number();
    }

    /** The hash by identity of an object that the set-up asks for: threads are told the same, and so is every run. */
    synchronized int hash(Object object) {
        if (!Foreign.isSeen(object) && Foreign.of(object) == Foreign.VALUE) {
            return ReferenceHooks.hash(names.ofValue(object));
        }
        Tag tag = object instanceof Tagged tagged ? tag(tagged) : adopt(object);
        if (tag.hash == 0) {
            tag.hash = ++hashes * 31;
        }
        return tag.hash;
    }

    private long value(Object object, int index) {
        if (object instanceof Object[] array) {
            return number(array[index]);
        }
        return object.getClass().isArray()
                ? Raw.element(object, index)
                : value(layouts.of(object.getClass()).slots[index], object);
    }

    private long value(Layout.Slot slot, @Nullable Object holder) {
        return slot.kind() == 'L' ? number(slot.readReference(holder)) : slot.read(holder);
    }

    /** The number of an object that the set-up reached; 0 for none. */
    private long number(@Nullable Object object) {
        if (object == null) {
            return 0;
        }
        if (object instanceof Tagged tagged) {
            return identity(object, tag(tagged)).id;
        }
        return Foreign.of(object) == Foreign.VALUE
                ? names.ofValue(object).id
                : identity(object, adopt(object)).id;
    }

    private synchronized Tag tag(Tagged object) {
        Tag tag = object.$batonTag();
        if (tag == null) {
            tag = Tag.given();
            object.$batonTag(tag);
        }
        return tag;
    }
}
