package dev.baton.check.replay;

import java.lang.invoke.VarHandle;
import java.lang.reflect.Field;
import java.util.IdentityHashMap;
import jdk.internal.misc.Unsafe;
import org.jspecify.annotations.Nullable;

/**
 * What a VarHandle stands for: a field, an element of an array, a number within an array of bytes, or something that the
 * checker does not know, such as a view of a buffer.
 *
 * @param owner the class whose field it is: the one that declares a static field, the type of the handle's coordinate of a field;
 *              {@code void} if it is neither
 */
record HandleTarget(Kind kind, Class<?> owner, long offset) {
    enum Kind {
        FIELD, STATIC_FIELD, ELEMENT, VIEW, UNKNOWN
    }

    private static final Unsafe U = Unsafe.getUnsafe();
    private static final HandleTarget ELEMENT = new HandleTarget(Kind.ELEMENT, void.class, 0);
    private static final HandleTarget VIEW = new HandleTarget(Kind.VIEW, void.class, 0);
    private static final HandleTarget VIEW_FROM_THE_BIG_END = new HandleTarget(Kind.VIEW, void.class, 1);
    private static final HandleTarget UNKNOWN = new HandleTarget(Kind.UNKNOWN, void.class, 0);
    private static final IdentityHashMap<VarHandle, HandleTarget> KNOWN = new IdentityHashMap<>();

    static HandleTarget of(VarHandle handle) {
        synchronized (KNOWN) {
            return KNOWN.computeIfAbsent(handle, HandleTarget::find);
        }
    }

    /** What the JDK wraps the handle of a static field in, as long as the class is not initialized. */
    private static final String LAZY = "java.lang.invoke.LazyInitializingVarHandle";

    private static HandleTarget find(VarHandle handle) {
        if (handle.getClass().getName().equals(LAZY)) {
            Field wrapped = field(handle.getClass(), "target");
            return wrapped != null && U.getReference(handle, U.objectFieldOffset(wrapped)) instanceof VarHandle inner
                    ? find(inner)
                    : UNKNOWN;
        }
        var coordinates = handle.coordinateTypes();
        if (coordinates.size() == 2) {
            boolean isElement = handle.varType() == coordinates.getFirst().getComponentType()
                    && coordinates.getLast() == int.class && handle.describeConstable().isPresent();
            return isElement ? ELEMENT : handle.getClass().getName().matches(BYTES) ? view(handle) : UNKNOWN;
        }
        // describeConstable fails for a field that a superclass declares, so the handle itself says where the field is
        Field offset = field(handle.getClass(), "fieldOffset");
        if (coordinates.size() > 1 || offset == null) {
            return UNKNOWN;
        }
        long at = U.getLong(handle, U.objectFieldOffset(offset));
        if (coordinates.size() == 1) {
            return new HandleTarget(Kind.FIELD, coordinates.getFirst(), at);
        }
        Field base = field(handle.getClass(), "base");
        return base != null && U.getReference(handle, U.objectFieldOffset(base)) instanceof Class<?> declaring
                ? new HandleTarget(Kind.STATIC_FIELD, declaring, at)
                : UNKNOWN;
    }

    /** What the JDK calls the handles that see an array of bytes as numbers. */
    private static final String BYTES = "java\\.lang\\.invoke\\.VarHandleByteArrayAs\\w+\\$ArrayHandle";

    private static HandleTarget view(VarHandle handle) {
        Field order = field(handle.getClass(), "be");
        return order == null
                ? UNKNOWN
                : U.getBoolean(handle, U.objectFieldOffset(order)) ? VIEW_FROM_THE_BIG_END : VIEW;
    }

    /** Of a view: the first byte of a number is the highest. */
    boolean isBigEndian() {
        return offset != 0;
    }

    private static @Nullable Field field(Class<?> type, String name) {
        for (Class<?> at = type; at != VarHandle.class && at != null; at = at.getSuperclass()) {
            for (Field field : at.getDeclaredFields()) {
                if (field.getName().equals(name)) {
                    return field;
                }
            }
        }
        return null;
    }
}
