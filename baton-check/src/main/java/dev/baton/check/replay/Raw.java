package dev.baton.check.replay;

import jdk.internal.misc.Unsafe;
import org.jspecify.annotations.Nullable;

/** Values of every primitive type as longs: integers sign-extended, floating point as raw bits. */
final class Raw {
    private Raw() {}

    private static final Unsafe U = Unsafe.getUnsafe();

    static char kind(Class<?> type) {
        return type.isPrimitive() ? type.descriptorString().charAt(0) : 'L';
    }

    static long read(@Nullable Object holder, long offset, char kind) {
        return switch (kind) {
            case 'I' -> U.getInt(holder, offset);
            case 'J', 'D' -> U.getLong(holder, offset);
            case 'Z' -> U.getByte(holder, offset);
            case 'B' -> U.getByte(holder, offset);
            case 'S' -> U.getShort(holder, offset);
            case 'C' -> U.getChar(holder, offset);
            case 'F' -> U.getInt(holder, offset);
            default -> throw new IllegalArgumentException("reference");
        };
    }

    static void write(@Nullable Object holder, long offset, char kind, long value) {
        switch (kind) {
            case 'Z' -> U.putBoolean(holder, offset, value != 0);
            case 'B' -> U.putByte(holder, offset, (byte) value);
            case 'C' -> U.putChar(holder, offset, (char) value);
            case 'S' -> U.putShort(holder, offset, (short) value);
            case 'I' -> U.putInt(holder, offset, (int) value);
            case 'F' -> U.putFloat(holder, offset, Float.intBitsToFloat((int) value));
            case 'D' -> U.putDouble(holder, offset, Double.longBitsToDouble(value));
            default -> U.putLong(holder, offset, value);
        }
    }

    static void copy(Object from, Object to, long offset, char kind) {
        switch (kind) {
            case 'I', 'F' -> U.putInt(to, offset, U.getInt(from, offset));
            case 'J', 'D' -> U.putLong(to, offset, U.getLong(from, offset));
            case 'Z', 'B' -> U.putByte(to, offset, U.getByte(from, offset));
            case 'S' -> U.putShort(to, offset, U.getShort(from, offset));
            case 'C' -> U.putChar(to, offset, U.getChar(from, offset));
            default -> U.putReference(to, offset, U.getReference(from, offset));
        }
    }

    static long element(Object array, int index) {
        return switch (array) {
            case int[] a -> a[index];
            case long[] a -> a[index];
            case boolean[] a -> a[index] ? 1 : 0;
            case byte[] a -> a[index];
            case char[] a -> a[index];
            case short[] a -> a[index];
            case float[] a -> Float.floatToRawIntBits(a[index]);
            case double[] a -> Double.doubleToRawLongBits(a[index]);
            default -> throw new IllegalArgumentException("reference");
        };
    }

    /** A value of a primitive type in its box. */
    static Object box(char kind, long value) {
        return switch (kind) {
            case 'I' -> (int) value;
            case 'Z' -> value != 0;
            case 'B' -> (byte) value;
            case 'S' -> (short) value;
            case 'C' -> (char) value;
            case 'F' -> Float.intBitsToFloat((int) value);
            case 'D' -> Double.longBitsToDouble(value);
            default -> value;
        };
    }

    static long unbox(char kind, Object boxed) {
        return switch (kind) {
            case 'Z' -> (Boolean) boxed ? 1 : 0;
            case 'C' -> (Character) boxed;
            case 'F' -> Float.floatToRawIntBits((Float) boxed);
            case 'D' -> Double.doubleToRawLongBits((Double) boxed);
            default -> ((Number) boxed).longValue();
        };
    }

    static long add(char kind, long left, long right) {
        return switch (kind) {
            case 'F' -> Float.floatToRawIntBits(Float.intBitsToFloat((int) left) + Float.intBitsToFloat((int) right));
            case 'D' -> Double.doubleToRawLongBits(Double.longBitsToDouble(left) + Double.longBitsToDouble(right));
            default -> narrow(kind, left + right);
        };
    }

    /** Cuts a sum to the width of its type, as the hardware does. */
    static long narrow(char kind, long value) {
        return switch (kind) {
            case 'I' -> (int) value;
            case 'S' -> (short) value;
            case 'B' -> (byte) value;
            case 'C' -> (char) value;
            case 'Z' -> value & 1;
            default -> value;
        };
    }

    static String show(char kind, long value) {
        return switch (kind) {
            case 'Z' -> value == 0 ? "false" : "true";
            case 'F' -> Float.toString(Float.intBitsToFloat((int) value));
            case 'D' -> Double.toString(Double.longBitsToDouble(value));
            case 'C' -> "'" + (char) value + "'";
            default -> Long.toString(value);
        };
    }
}
