package dev.baton.check.replay;

import dev.baton.check.program.Operation;
import dev.baton.check.program.Site;
import java.util.Objects;
import java.util.Set;
import jdk.internal.misc.Unsafe;
import org.jspecify.annotations.Nullable;

/** The places that the accesses of rewritten code are to: fields and array elements. A place is known by its number. */
public final class PlaceHooks {
    private PlaceHooks() {}

    private static final Unsafe U = Unsafe.getUnsafe();

    private static Layout.Slot slot(SimThread self, Object holder, Site site) {
        Layout layout = self.image.layout(holder.getClass());
        if (self.image.resolved.get(site.id) instanceof Layout.Slot known && known.index() < layout.slots.length
                && layout.slots[known.index()].offset() == known.offset()) {
            return known;
        }
        Operation.Field field = Objects.requireNonNull(site.field());
        Layout.Slot found = null;
        for (int i = layout.slots.length - 1; i >= 0 && found == null; i--) {
            Layout.Slot slot = layout.slots[i];
            if (slot.name().equals(field.name()) && isNamed(slot.declaring(), field.owner())) {
                found = slot;
            }
        }
        if (found == null) {
            throw self.fail("no field " + field.name() + " in " + holder.getClass().getName(), site.id);
        }
        self.image.resolved.put(site.id, found);
        return found;
    }

    private static boolean isNamed(Class<?> type, String internalName) {
        return type.getName().equals(internalName.replace('/', '.'));
    }

    public static int location(Object holder, int site) {
        SimThread self = Strand.current();
        Layout.Slot slot = slot(self, holder, self.image.sites.get(site));
        return self.image.location(self.tags.shadow(holder), Shadow.HIDDEN + slot.index());
    }

    public static int staticLocation(Class<?> owner, int site) {
        SimThread self = Strand.current();
        Shadow shadow = self.image.statics(owner);
        Layout.Slot slot = (Layout.Slot) self.image.resolved.get(site);
        if (slot == null) {
            Operation.Field field = Objects.requireNonNull(self.image.sites.get(site).field());
            slot = Objects.requireNonNull(shadow.fields().find(owner, field.name()));
            self.image.resolved.put(site, slot);
        }
        return self.image.location(shadow, Shadow.HIDDEN + slot.index());
    }

    public static int element(Object array, int index, int site) {
        SimThread self = Strand.current();
        Shadow shadow = self.tags.shadow(array);
        if (index < 0 || index >= shadow.size) {
            throw new Meant(new ArrayIndexOutOfBoundsException(
                    "Index " + index + " out of bounds for length " + shadow.size));
        }
        int location = self.image.location(shadow, Shadow.HIDDEN + index);
        Cells cells = shadow.cells;
        if (cells != null && cells.at(index) != null) {
            throw self.fail(MIXED, site);
        }
        return location;
    }

    static final String MIXED = "reads or writes the same bytes of an array in different sizes or as different types";

    /** The place of some bytes of an array that are one number. */
    static int number(byte[] bytes, int start, char kind, int site) {
        SimThread self = Strand.current();
        if (kind == 'B') {
            return element(bytes, start, site);
        }
        Shadow shadow = self.tags.shadow(bytes);
        int width = Cells.width(kind);
        if (start < 0 || start > shadow.size - width) {
            throw self.fail("reads or writes memory beyond the end of an array", site);
        }
        if (start % width != 0) {
            throw self.fail("reads or writes a number within an array at a place that is no multiple of its size",
                    site);
        }
        int location = self.image.places.number(shadow, new Cells.Cell(start, kind));
        if (location < 0) {
            Cells cells = shadow.cells;
            Cells.Cell known = cells == null ? null : cells.at(start);
            int word = start & -Long.BYTES;
            boolean isHalf = width == Integer.BYTES && known != null && known.width() == Long.BYTES;
            if (isHalf && !self.known.isHalved(shadow.size, word)) {
                self.image.places.halve(shadow, word);
                throw self.fail(new BeginAnew(new Knowledge.Halved(shadow.size, word)));
            }
            throw self.fail(MIXED, site);
        }
        return location;
    }

    /** A plain access to eight bytes that are two places of four: the complement of the first one, else a place. */
    private static int wide(SimThread self, byte[] bytes, int start, char kind, int site) {
        boolean isPlain = PLAIN_AND_WIDE.contains(self.image.sites.get(site).called());
        if (isPlain && start % Long.BYTES == 0 && isHalved(self, bytes, start)) {
            number(bytes, start + Integer.BYTES, 'I', site);
            return ~number(bytes, start, 'I', site);
        }
        return number(bytes, start, kind, site);
    }

    private static final Set<String> PLAIN_AND_WIDE = Set.of("getLong", "putLong", "getDouble", "putDouble");

    /** The eight bytes are accessed as four, or will be. */
    static boolean isHalved(SimThread self, byte[] bytes, int start) {
        Shadow shadow = self.tags.shadow(bytes);
        if (self.known.isHalved(shadow.size, start)) {
            return true;
        }
        Cells cells = shadow.cells;
        return cells != null && start >= 0 && start + Long.BYTES <= shadow.size
                && (isInt(cells.at(start)) || isInt(cells.at(start + Integer.BYTES)));
    }

    private static boolean isInt(Cells.@Nullable Cell cell) {
        return cell != null && cell.kind() == 'I';
    }

    /** The place of an element that is about to hold this value. */
    public static int elementFor(Object array, int index, Object value, int site) {
        int location = element(array, index, site);
        if (value != null && !array.getClass().getComponentType().isInstance(value)) {
            throw new Meant(new ArrayStoreException(value.getClass().getName()));
        }
        return location;
    }

    // ---- Unsafe: a field or an element is known by its object and its offset

    /** The access is a step; one without an object is to memory that the checker does not see. */
    public static boolean isUnsafeStep(Object holder, int site) {
        SimThread self = Strand.currentOrNull();
        if (self == null || self.setupDepth > 0) {
            if (self != null) {
                self.initializing.object(holder, true);
            }
            return false;
        }
        if (holder == null) {
            throw self.fail("memory by its address cannot be modelled", site);
        }
        boolean traced = self.tags.isTraced(holder);
        if (!traced) {
            self.tags.of(holder).ordered = true;
        }
        return traced;
    }

    public static int unsafeLocation(Object holder, long offset, int site) {
        SimThread self = Strand.current();
        char kind = self.image.sites.get(site).kind();
        if (holder.getClass().isArray()) {
            long at = offset - U.arrayBaseOffset(holder.getClass());
            int scale = U.arrayIndexScale(holder.getClass());
            if (holder instanceof byte[] bytes && kind != 'L') {
                return wide(self, bytes, Math.toIntExact(at), kind, site);
            }
            if (at % scale != 0 || Raw.kind(holder.getClass().getComponentType()) != kind) {
                throw self.fail("an array of " + holder.getClass().getComponentType().getName()
                        + " is read or written as another type", site);
            }
            return element(holder, Math.toIntExact(at / scale), site);
        }
        Shadow shadow = holder instanceof Class<?> type ? self.image.statics(type) : self.tags.shadow(holder);
        Layout.Slot slot = shadow.layout == null ? null : shadow.layout.at(offset);
        if (slot == null || slot.kind() != kind) {
            throw self.fail((slot == null ? "no field at offset " + offset : "another type than that of the field")
                    + " of " + holder.getClass().getName(), site);
        }
        return self.image.location(shadow, Shadow.HIDDEN + slot.index());
    }

    // ---- final fields of an object that others know before its constructor has ended

    /** Some check of this JVM has met such a field. */
    private static boolean anyLate;

    static void meetsLate() {
        anyLate = true;
    }

    /** A constructor assigns a final field: whether that is a step, because others may know the object already. */
    public static boolean comesLate(Object object, int site) {
        SimThread self = Strand.currentOrNull();
        if (self == null || self.setupDepth > 0) {
            return false;
        }
        boolean isNamed = self.tags.of(object).identity != null;
        if (!isNamed && !self.known.hasLateFinals()) {
            return false;
        }
        Layout.Slot slot = slot(self, object, self.image.sites.get(site));
        if (self.known.isLate(slot)) {
            return self.tags.isTraced(object);
        }
        if (isNamed) {
            meetsLate();
            throw self.fail(new BeginAnew(new Knowledge.LateFinal(slot.declaring(), slot.name())));
        }
        return false;
    }

    /** Whether reading this final field is a step. */
    public static boolean isLate(Object object, int site) {
        if (!anyLate) {
            return false;
        }
        SimThread self = Strand.currentOrNull();
        return self != null && self.setupDepth == 0 && object != null && self.known.hasLateFinals()
                && self.known.isLate(slot(self, object, self.image.sites.get(site))) && self.tags.isTraced(object);
    }
}
