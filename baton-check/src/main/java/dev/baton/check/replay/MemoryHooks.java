package dev.baton.check.replay;

import dev.baton.check.event.AccessMode;
import java.util.Objects;
import jdk.internal.misc.Unsafe;
import org.jspecify.annotations.Nullable;

/**
 * What rewritten code calls in place of Unsafe's methods that fill and copy memory. On an array of bytes that threads share they are
 * steps: one for each number that the program has there, else for each unit that Unsafe promises to write at once.
 */
public final class MemoryHooks {
    private MemoryHooks() {}

    private static final Unsafe U = Unsafe.getUnsafe();
    private static final String WRONG = "fills or copies shared memory that is no array of bytes";

    public static void setMemory(@Nullable Object to, long offset, long length, byte value, int site) {
        SimThread self = ThreadCalls.active();
        if (self == null || to != null && !Hooks.isShared(to)) {
            U.setMemory(to, offset, length, value);
            act(self);
            return;
        }
        byte[] bytes = bytes(self, to, site);
        int at = index(offset);
        int unit = unit(at | (int) length);
        for (int end = Math.addExact(at, (int) length); at < end;) {
            Cells.Cell cell = cell(self, bytes, at, Math.min(unit, end - at), site);
            long filled = Cells.value(cell, index -> value);
            write(self, bytes, cell, filled, site);
            at += cell.width();
        }
    }

    public static void copyMemory(@Nullable Object from, long fromOffset, @Nullable Object to, long toOffset,
            long length, int site) {
        SimThread self = ThreadCalls.active();
        if (self == null || from != null && to != null && !Hooks.isShared(from) && !Hooks.isShared(to)) {
            U.copyMemory(from, fromOffset, to, toOffset, length);
            act(self);
            return;
        }
        byte[] source = bytes(self, from, site);
        byte[] target = bytes(self, to, site);
        int here = index(fromOffset);
        int there = index(toOffset);
        if (source == target && there > here && there < here + length) {
            throw self.fail("copies shared memory to a part of itself", site);
        }
        int unit = unit(here | there | (int) length);
        for (int done = 0; done < length;) {
            int most = Math.min(unit, (int) length - done);
            Cells.Cell read = cell(self, source, here + done, most, site);
            Cells.Cell written = cell(self, target, there + done, read.width(), site);
            if (written.width() < read.width()) {
                read = cell(self, source, here + done, written.width(), site);
            }
            write(self, target, written, read(self, source, read, site), site);
            done += written.width();
        }
    }

    private static void act(@Nullable SimThread self) {
        if (self != null) {
            self.effects.act();
        }
    }

    private static byte[] bytes(SimThread self, @Nullable Object memory, int site) {
        if (memory instanceof byte[] bytes) {
            return bytes;
        }
        throw self.fail(memory == null ? "memory by its address cannot be modelled" : WRONG, site);
    }

    private static int index(long offset) {
        return Math.toIntExact(offset - U.arrayBaseOffset(byte[].class));
    }

    /** As Unsafe has it: the largest number of bytes that all addresses and the length are multiples of. */
    private static int unit(int all) {
        return all == 0 ? Long.BYTES : Math.min(Long.BYTES, Integer.lowestOneBit(all));
    }

    /** The number at this place, if the program has one there; else one of at most so many bytes. */
    private static Cells.Cell cell(SimThread self, byte[] bytes, int at, int most, int site) {
        Cells.Cell known = Hooks.isShared(bytes) ? known(self.tags.shadow(bytes), at) : null;
        if (known == null) {
            int width = Integer.highestOneBit(most);
            while (width > 1 && Hooks.isShared(bytes) && (!isFree(self.tags.shadow(bytes), at, width)
                    || width == Long.BYTES && PlaceHooks.isHalved(self, bytes, at))) {
                width /= 2;
            }
            return new Cells.Cell(at, kind(width));
        }
        if (known.start() != at || known.width() > most) {
            throw self.fail(PlaceHooks.MIXED, site);
        }
        return known;
    }

    private static Cells.@Nullable Cell known(Shadow shadow, int at) {
        return shadow.cells == null || at >= shadow.size ? null : Objects.requireNonNull(shadow.cells).at(at);
    }

    private static boolean isFree(Shadow shadow, int at, int width) {
        for (int i = at; i < at + width && i < shadow.size; i++) {
            if (shadow.locations[Shadow.HIDDEN + i] != 0 || known(shadow, i) != null) {
                return false;
            }
        }
        return at + width <= shadow.size;
    }

    private static char kind(int width) {
        return switch (width) {
            case Long.BYTES -> 'J';
            case Integer.BYTES -> 'I';
            case Short.BYTES -> 'S';
            default -> 'B';
        };
    }

    private static long read(SimThread self, byte[] bytes, Cells.Cell cell, int site) {
        return Hooks.isShared(bytes)
                ? self.read(PlaceHooks.number(bytes, cell.start(), cell.kind(), site), AccessMode.PLAIN, site)
                : Cells.value(cell, index -> bytes[index]);
    }

    private static void write(SimThread self, byte[] bytes, Cells.Cell cell, long value, int site) {
        if (Hooks.isShared(bytes)) {
            int location = PlaceHooks.number(bytes, cell.start(), cell.kind(), site);
            self.write(location, AccessMode.PLAIN, value, site);
            self.publisher.commit(location, site);
        } else {
            Raw.write(bytes, U.arrayBaseOffset(byte[].class) + cell.start(), cell.kind(), value);
            self.effects.act();
        }
    }

    // ---- eight bytes that are two places

    /** @param first the place of the first four bytes */
    static long getHalves(SimThread self, int first, AccessMode mode, int site) {
        long low = self.read(first, mode, site);
        long high = self.read(second(self, first), mode, site);
        return IS_BIG ? low << Integer.SIZE | high & MASK : high << Integer.SIZE | low & MASK;
    }

    static void setHalves(SimThread self, int first, AccessMode mode, long value, int site) {
        int high = (int) (value >> Integer.SIZE);
        self.write(first, mode, IS_BIG ? high : (int) value, site);
        self.write(second(self, first), mode, IS_BIG ? (int) value : high, site);
    }

    private static final boolean IS_BIG = U.isBigEndian();
    private static final long MASK = 0xFFFF_FFFFL;

    private static int second(SimThread self, int first) {
        return self.image.location(self.image.places.shadow(first), self.image.places.index(first) + Integer.BYTES);
    }
}
