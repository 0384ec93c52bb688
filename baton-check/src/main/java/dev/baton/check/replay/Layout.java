package dev.baton.check.replay;

import java.lang.ref.Reference;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;
import jdk.internal.misc.Unsafe;
import org.jspecify.annotations.Nullable;

/** The fields of a class in a fixed order, those of its superclasses first. */
final class Layout {
    /** One field: where it is and how it is declared. */
    record Slot(int index, String name, char kind, long offset, @Nullable Object base, boolean isFinal,
            boolean isVolatile,
            Class<?> declaring) {
        long read(@Nullable Object holder) {
            return Raw.read(base == null ? holder : base, offset, kind);
        }

        @Nullable
        Object readReference(@Nullable Object holder) {
            return Unsafe.getUnsafe().getReference(base == null ? holder : base, offset);
        }
    }

    static final String TAG_FIELD = "$batonTag";

    final Class<?> type;
    final Slot[] slots;

    /** The hidden places of a thread, in the order of {@link ThreadCalls}' numbers. */
    static final Layout OF_THREAD = ofThread();

    private Layout(Class<?> type, List<Slot> slots) {
        this.type = type;
        this.slots = slots.toArray(new Slot[0]);
    }

    private static Layout ofThread() {
        List<Slot> slots = new ArrayList<>();
        for (Hidden place : Hidden.ofThread()) {
            slots.add(new Slot(slots.size(), place.word(), 'J', 0, null, false, false, Thread.class));
        }
        return new Layout(Thread.class, slots);
    }

    static Layout ofInstance(Class<?> type) {
        List<Slot> slots = new ArrayList<>();
        collect(type, slots);
        return new Layout(type, slots);
    }

    private static void collect(@Nullable Class<?> type, List<Slot> slots) {
        if (type == null || type == Object.class) {
            return;
        }
        collect(type.getSuperclass(), slots);
        for (Field field : type.getDeclaredFields()) {
            if (!Modifier.isStatic(field.getModifiers()) && !field.getName().equals(TAG_FIELD)
                    && !isOfCollector(field)) {
                slots.add(slot(slots.size(), field, null, Unsafe.getUnsafe().objectFieldOffset(field)));
            }
        }
    }

    /** What the collector keeps in a reference object for itself; it changes at any time. */
    private static boolean isOfCollector(Field field) {
        return field.getDeclaringClass() == Reference.class && !field.getName().equals("referent");
    }

    static Layout ofStatics(Class<?> type) {
        List<Slot> slots = new ArrayList<>();
        Unsafe.getUnsafe().ensureClassInitialized(type);
        for (Field field : type.getDeclaredFields()) {
            if (Modifier.isStatic(field.getModifiers())) {
                slots.add(slot(slots.size(), field, Unsafe.getUnsafe().staticFieldBase(field),
                        Unsafe.getUnsafe().staticFieldOffset(field)));
            }
        }
        return new Layout(type, slots);
    }

    private static Slot slot(int index, Field field, @Nullable Object base, long offset) {
        int flags = field.getModifiers();
        return new Slot(index, Failures.isMark(field) ? Failures.MARK : field.getName(), Raw.kind(field.getType()),
                offset, base, Modifier.isFinal(flags),
                Modifier.isVolatile(flags), field.getDeclaringClass());
    }

    /** A field of a rewritten class, which the checker sees. */
    static boolean isOurs(Slot slot) {
        return Tagged.class.isAssignableFrom(slot.declaring());
    }

    /** The field of that name that code in {@code owner} sees. */
    @Nullable
    Slot find(Class<?> owner, String name) {
        for (int i = slots.length - 1; i >= 0; i--) {
            Slot slot = slots[i];
            if (slot.name.equals(name) && slot.declaring.isAssignableFrom(owner)) {
                return slot;
            }
        }
        return null;
    }

    @Nullable
    Slot at(long offset) {
        for (Slot slot : slots) {
            if (slot.offset == offset) {
                return slot;
            }
        }
        return null;
    }
}
