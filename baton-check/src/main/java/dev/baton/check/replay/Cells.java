package dev.baton.check.replay;

import java.util.function.IntToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * Which bytes of an array are one place together, because the program reads and writes them as one number through Unsafe. Such an
 * access is one step. It stays one only as long as nobody accesses a part of it: then the program is refused.
 *
 * <p>Eight bytes that are accessed as four, too, are two places of four, and plain accesses to all eight are two steps. The
 * language allows that for a {@code long} that is not volatile, and code that clears or copies does not count on more. All other
 * accesses to the eight are refused then.
 */
final class Cells {
    /** A number within the array: where it begins, and its type. */
    record Cell(int start, char kind) {
        int width() {
            return Cells.width(kind);
        }
    }

    private final @Nullable Cell[] byByte;

    Cells(int size) {
        byByte = new Cell[size];
    }

    static int width(char kind) {
        return switch (kind) {
            case 'J', 'D' -> Long.BYTES;
            case 'I', 'F' -> Integer.BYTES;
            case 'S', 'C' -> Short.BYTES;
            default -> 1;
        };
    }

    /** The number that this byte is a part of; null if it is a place by itself, or none yet. */
    @Nullable
    Cell at(int index) {
        return byByte[index];
    }

    void remove(Cell cell) {
        for (int i = 0; i < cell.width(); i++) {
            byByte[cell.start() + i] = null;
        }
    }

    void add(Cell cell) {
        for (int i = 0; i < cell.width(); i++) {
            byByte[cell.start() + i] = cell;
        }
    }

    /** The number that some bytes are, in the order of the machine. */
    static long value(Cell cell, IntToLongFunction bytes) {
        boolean bigEndian = java.nio.ByteOrder.nativeOrder() == java.nio.ByteOrder.BIG_ENDIAN;
        return join(cell.start(), cell.kind(), bigEndian, bytes);
    }

    /** The number that the bytes from {@code start} on are. */
    static long join(int start, char kind, boolean bigEndian, IntToLongFunction bytes) {
        int width = width(kind);
        long value = 0;
        for (int i = 0; i < width; i++) {
            int shift = Byte.SIZE * (bigEndian ? width - 1 - i : i);
            value |= (bytes.applyAsLong(start + i) & 0xFF) << shift;
        }
        return kind == 'F' || kind == 'I' ? (int) value : Raw.narrow(kind, value);
    }

    /** One byte of a number. */
    static byte part(long value, int at, int width, boolean bigEndian) {
        return (byte) (value >> Byte.SIZE * (bigEndian ? width - 1 - at : at));
    }
}
