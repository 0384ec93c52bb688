package dev.baton.check.replay;

import dev.baton.check.event.AccessMode;
import dev.baton.check.event.BlockReason;
import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The objects that a thread made in this run: which of them are traced, and what their fields hold until others know. */
/*
 * A traced object's fields are written in the graph. As long as it is private they are written in the Java heap too: no
 * other thread can change them, so the heap shows whether a write changes anything, a constructor can freeze what is
 * there, and code that is not rewritten can be given a private array. What such code does to the array is
 * written out before the thread's next step.
 */
@SuppressWarnings("ReferenceEquality") // which object it is, is the question here
final class Births {
    private record Lent(Tag tag, Object before) {}

    private final SimThread thread;
    private final Image image;
    /** The line of the last allocation. */
    int place;
    private int count;
    private @Nullable Tag[] made = new @Nullable Tag[16];
    /** The shadows of earlier runs: mostly this run has the same ones. */
    private @Nullable Shadow[] remembered = new @Nullable Shadow[16];
    private final List<Lent> lent = new ArrayList<>();

    Births(SimThread thread) {
        this.thread = thread;
        this.image = thread.image;
    }

    void reset() {
        place = 0;
        Arrays.fill(made, 0, count, null);
        count = 0;
        lent.clear();
    }

    // ---- birth

    /** An object begins. If it has content already, as a copy has, that is written now. */
    Tag born(Object object, boolean hasContent) {
        Tag tag = Tag.own(object, thread.effects.now(), place);
        if (thread.known.isTracedFromBirth(object.getClass(), place)) {
            trace(tag);
        } else {
            tag.touched = hasContent;
        }
        return tag;
    }

    /** From now on accesses to this object, all of whose fields have their defaults, are steps. */
    void trace(Tag tag) {
        int ordinal = nextOrdinal();
        Shadow shadow = ordinal < remembered.length ? remembered[ordinal] : null;
        if (shadow == null || !fits(shadow, tag.object())) {
            shadow = image.names.birth(thread.number, ordinal, tag.object());
            if (ordinal >= remembered.length) {
                remembered = Arrays.copyOf(remembered, Math.max(ordinal + 1, 2 * remembered.length));
            }
            remembered[ordinal] = shadow;
        }
        enter(tag, shadow);
    }

    private static boolean fits(Shadow shadow, Object object) {
        return shadow.layout != null && shadow.layout.type == object.getClass();
    }

    /** The number of the next birth. */
    int nextOrdinal() {
        return count;
    }

    /** Notes a birth, whose number must be the next. */
    void enter(Tag tag, Shadow shadow) {
        if (count == made.length) {
            made = Arrays.copyOf(made, 2 * count);
        }
        made[count++] = tag;
        tag.traced = true;
        tag.touched = false;
        tag.frozen = false;
        tag.shadow = shadow;
    }

    /** Writes what is in an object that has just been born, as plain writes. */
    void writeContent(Tag tag, int site) {
        if (!tag.traced || tag.open) {
            return;
        }
        Shadow shadow = tag.places();
        for (int i = 0; i < shadow.size; i++) {
            if (isMirrored(shadow, i)) {
                long value = numberAt(tag, i, site);
                if (value != 0) {
                    thread.quietWrite(image.location(shadow, Shadow.HIDDEN + i), AccessMode.PLAIN, value, site);
                    thread.publisher.commit(tag);
                }
            }
        }
    }

    /** Writes that an exception has its message, which its constructor gives it. */
    void mark(Tag tag, int site) {
        if (tag.traced && !tag.open && !tag.marked) {
            tag.marked = true;
            thread.quietWrite(Failures.mark(image, tag.places()), AccessMode.PLAIN, 1, site);
        }
    }

    /** Whether anything in an object differs from its default, final fields aside. */
    boolean hasContent(Object object) {
        Class<?> type = object.getClass();
        if (object instanceof Throwable) {
            return true;
        }
        if (type.isArray()) {
            for (int i = 0; i < Array.getLength(object); i++) {
                if (object instanceof Object[] array ? array[i] != null : Raw.element(object, i) != 0) {
                    return true;
                }
            }
            return false;
        }
        if (object instanceof Tagged) {
            for (Layout.Slot slot : image.layout(type).slots) {
                if (isMirrored(slot)
                        && (slot.kind() == 'L' ? slot.readReference(object) != null : slot.read(object) != 0)) {
                    return true;
                }
            }
        }
        return false;
    }

    /** Whether an object has a volatile field, an access to which is a step. */
    boolean hasVolatiles(Object object) {
        if (object instanceof Tagged) {
            for (Layout.Slot slot : image.layout(object.getClass()).slots) {
                if (slot.isVolatile() && isMirrored(slot)) {
                    return true;
                }
            }
        }
        return false;
    }

    // ---- what only this thread knows

    /** The tag of the private object that a place belongs to, or null if others may access the place. */
    @Nullable
    Tag privateOwner(int location) {
        Shadow shadow = image.places.shadow(location);
        if (shadow.maker != thread.number) {
            return null;
        }
        Tag tag = shadow.ordinal < count ? made[shadow.ordinal] : null;
        if (tag == null) { // only a guess can lead to an object that is yet to be made, here by way of another object
            thread.block(BlockReason.BOUND, thread.events, 0);
        }
        return tag == null || tag.open ? null : tag;
    }

    private boolean isMirrored(Shadow shadow, int index) {
        return shadow.layout == null || isMirrored(shadow.layout.slots[index]);
    }

    private boolean isMirrored(Layout.Slot slot) {
        return (!slot.isFinal() || thread.known.isLate(slot)) && Layout.isOurs(slot);
    }

    /** Writes a field of a private object in the heap; whether that changes it. */
    boolean mirror(Tag tag, int location, long value) {
        int index = image.places.index(location) - Shadow.HIDDEN;
        if (index < 0) {
            return false;
        }
        Shadow shadow = tag.places();
        char kind = shadow.kind(Shadow.HIDDEN + index);
        if (kind == 'L') {
            Object now = thread.publisher.object(value);
            Object before = Mirror.reference(tag.object(), shadow, index);
            Mirror.setReference(tag.object(), shadow, index, now);
            return before != now;
        }
        long before = Mirror.value(tag.object(), shadow, index);
        Mirror.setValue(tag.object(), shadow, index, value);
        return before != value;
    }

    /** What stands in the heap, as a number; references are offered. */
    private long numberAt(Tag tag, int index, int site) {
        return tag.places().kind(Shadow.HIDDEN + index) == 'L'
                ? thread.publisher.offer(Mirror.reference(tag.object(), tag.places(), index), site)
                : Mirror.value(tag.object(), tag.places(), index);
    }

    // ---- code that is not rewritten

    /** A private array is handed to code out of sight, which may write it. */
    void lend(Tag tag) {
        for (Lent each : lent) {
            if (each.tag == tag) {
                return;
            }
        }
        lent.add(new Lent(tag, Mirror.copy(tag.object())));
    }

    boolean hasLent() {
        return !lent.isEmpty();
    }

    /** Writes out what code out of sight did to private arrays. */
    void settle(int site) {
        List<Lent> all = List.copyOf(lent);
        lent.clear();
        for (Lent each : all) {
            Tag tag = each.tag;
            if (tag.open || !tag.traced) {
                continue;
            }
            for (int i = 0; i < tag.places().size; i++) {
                if (!Mirror.isSame(tag.object(), each.before, i)) {
                    long value = numberAt(tag, i, site);
                    thread.quietWrite(image.location(tag.places(), Shadow.HIDDEN + i), AccessMode.PLAIN, value, site);
                    thread.publisher.commit(tag);
                }
            }
            lent.add(new Lent(tag, Mirror.copy(tag.object())));
        }
    }
}
