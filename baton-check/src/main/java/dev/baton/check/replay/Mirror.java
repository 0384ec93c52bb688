package dev.baton.check.replay;

import java.lang.reflect.Array;
import jdk.internal.misc.Unsafe;
import org.jspecify.annotations.Nullable;

/** Fields and elements in the Java heap, by their index in a {@link Shadow}. */
@SuppressWarnings("ReferenceEquality") // which object it is, is the question here
final class Mirror {
    private Mirror() {}

    private static final Unsafe U = Unsafe.getUnsafe();

    private static long offset(Object object, Shadow shadow, int index) {
        return shadow.layout != null
                ? shadow.layout.slots[index].offset()
                : U.arrayBaseOffset(object.getClass()) + (long) index * U.arrayIndexScale(object.getClass());
    }

    static @Nullable Object reference(Object object, Shadow shadow, int index) {
        return U.getReference(object, offset(object, shadow, index));
    }

    static void setReference(Object object, Shadow shadow, int index, @Nullable Object value) {
        U.putReference(object, offset(object, shadow, index), value);
    }

    static long value(Object object, Shadow shadow, int index) {
        return Raw.read(object, offset(object, shadow, index), shadow.kind(Shadow.HIDDEN + index));
    }

    static void setValue(Object object, Shadow shadow, int index, long value) {
        long offset = offset(object, shadow, index);
        switch (shadow.kind(Shadow.HIDDEN + index)) {
            case 'I', 'F' -> U.putInt(object, offset, (int) value);
            case 'Z', 'B' -> U.putByte(object, offset, (byte) value);
            case 'S' -> U.putShort(object, offset, (short) value);
            case 'C' -> U.putChar(object, offset, (char) value);
            default -> U.putLong(object, offset, value);
        }
    }

    static Object copy(Object array) {
        int length = Array.getLength(array);
        Object copy = Array.newInstance(array.getClass().getComponentType(), length);
        System.arraycopy(array, 0, copy, 0, length);
        return copy;
    }

    static boolean isSame(Object array, Object other, int index) {
        return array instanceof Object[] references
                ? references[index] == ((Object[]) other)[index]
                : Raw.element(array, index) == Raw.element(other, index);
    }
}
