package dev.baton.check.replay;

import dev.baton.check.event.AccessMode;
import dev.baton.check.program.UnmodelledException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import jdk.internal.misc.Unsafe;

/** Names a thread's own objects when they are offered to others, and writes their fields out before that. */
@SuppressWarnings("ReferenceEquality") // which object it is, is the question here
final class Publisher {
    private final SimThread thread;
    private final Image image;
    private int ordinals;
    /** Objects offered by the operation under way, not yet taken. */
    private final List<Tag> offered = new ArrayList<>();
    private final List<Object> batch = new ArrayList<>();
    private final List<Tag> tags = new ArrayList<>();

    Publisher(SimThread thread) {
        this.thread = thread;
        this.image = thread.image;
    }

    void reset() {
        ordinals = 0;
        offered.clear();
        batch.clear();
        tags.clear();
    }

    /** The number of a reference that is compared only, or -1 if it is nothing that others could hold. */
    long known(Object object) {
        if (object == null) {
            return 0;
        }
        if (!(object instanceof Tagged) && Foreign.of(object) == Foreign.VALUE) {
            return image.ofValue(object).id;
        }
        Tag tag = thread.tag(object);
        if (tag.open) {
            return thread.shadow(object).id;
        }
        return tag.shadow != null ? tag.shadow.id : -1;
    }

    /** The number of a reference about to be written where others can read it. */
    long offer(Object object, int site) {
        if (object == null) {
            return 0;
        }
        if (!(object instanceof Tagged) && Foreign.of(object) == Foreign.VALUE) {
            return image.ofValue(object).id;
        }
        Tag tag = thread.tag(object);
        if (tag.open) {
            return thread.shadow(object).id;
        }
        batch.clear();
        tags.clear();
        collect(object, tag, site);
        name();
        flush(site);
        offered.addAll(tags);
        long id = tag.shadow.id;
        batch.clear();
        tags.clear();
        return id;
    }

    /** The operation took what was offered: others may see it from now on. */
    void commit() {
        if (!offered.isEmpty()) {
            for (Tag tag : offered) {
                tag.open = true;
                tag.flushed = null;
            }
            offered.clear();
        }
    }

    void withdraw() {
        offered.clear();
    }

    // ---- final fields

    /** A constructor ends: what its object's final fields refer to is seen at least as it is now. */
    void freeze(Object object) {
        Tag tag = thread.tag(object);
        if (tag == null || tag.open) {
            return;
        }
        Set<Tag> done = new HashSet<>();
        done.add(tag);
        for (Layout.Slot slot : image.layout(object.getClass()).slots) {
            if (slot.kind() == 'L' && isFrozen(object, slot)) {
                freezeFrom(slot.readReference(object), done);
            }
        }
    }

    private void freezeFrom(Object object, Set<Tag> done) {
        boolean isArray = object != null && object.getClass().isArray();
        if (!isArray && !(object instanceof Tagged)) {
            return;
        }
        Tag tag = thread.tag(object);
        if (tag == null || tag.open || tag.shadow != null || !done.add(tag)) {
            return;
        }
        tag.frozen = copy(object);
        if (object instanceof Object[] array) {
            for (Object element : array) {
                freezeFrom(element, done);
            }
        } else if (!isArray) {
            for (Layout.Slot slot : image.layout(object.getClass()).slots) {
                if (slot.kind() == 'L' && isOurs(slot)) {
                    freezeFrom(slot.readReference(object), done);
                }
            }
        }
    }

    private Object copy(Object object) {
        Object copy = image.canonicalFor(object);
        if (object.getClass().isArray()) {
            System.arraycopy(object, 0, copy, 0, java.lang.reflect.Array.getLength(object));
        } else {
            for (Layout.Slot slot : image.layout(object.getClass()).slots) {
                Raw.copy(object, copy, slot.offset(), slot.kind());
            }
        }
        return copy;
    }

    // ---- what is reachable

    private void collect(Object object, Tag tag, int site) {
        if (tags.contains(tag)) {
            return;
        }
        tags.add(tag);
        batch.add(object);
        if (tag.frozen != null) {
            collectParts(tag.frozen, site);
        }
        collectParts(object, site);
        if (object instanceof Thread started) {
            visit(ThreadCalls.task(started), site);
        } else if (object instanceof Throwable failure) {
            Failures.parts(failure).forEach(part -> visit(part, site));
        }
    }

    private void collectParts(Object object, int site) {
        if (object instanceof Object[] array) {
            for (Object element : array) {
                visit(element, site);
            }
        } else if (object instanceof Tagged) {
            Class<?> unseen = Foreign.unseenPart(object.getClass());
            if (unseen != null) {
                throw thread.fail(Foreign.describe("shares", object, unseen), site);
            }
            for (Layout.Slot slot : image.layout(object.getClass()).slots) {
                if (slot.kind() == 'L' && isOurs(slot)) {
                    visit(slot.readReference(object), site);
                }
            }
        } else if (!object.getClass().isArray()) {
            collectForeign(object, site);
        }
    }

    private void collectForeign(Object object, int site) {
        switch (Foreign.of(object)) {
            case DEEP -> {
                for (Layout.Slot slot : image.layout(object.getClass()).slots) {
                    if (slot.kind() == 'L') {
                        freezeContent(object, slot.readReference(object));
                        visit(slot.readReference(object), site);
                    }
                }
            }
            case MUTABLE -> throw thread.fail(Foreign.describe("shares", object, object.getClass()), site);
            default -> {
            }
        }
    }

    /** The array in an immutable list is read by code that is not rewritten: it must be there, with all its elements. */
    private void freezeContent(Object holder, Object part) {
        if (part != null && part.getClass().isArray() && !holder.getClass().isHidden()) {
            Tag tag = thread.tag(part);
            if (!tag.open && tag.shadow == null) {
                tag.frozen = copy(part);
            }
        }
    }

    private void visit(Object object, int site) {
        if (object == null || !(object instanceof Tagged) && Foreign.of(object) == Foreign.VALUE) {
            return;
        }
        Tag tag = thread.tag(object);
        if (tag == null) {
            throw new IllegalStateException("untagged " + object.getClass());
        }
        if (!tag.open) {
            collect(object, tag, site);
        }
    }

    private static boolean isOurs(Layout.Slot slot) {
        return Tagged.class.isAssignableFrom(slot.declaring());
    }

    // ---- names

    /**
     * Names what has no name yet, all of it together: what one object's final fields refer to is part of its name, so
     * none of them may be found under a name that the others do not have.
     */
    private void name() {
        int count = batch.size();
        int[] ordinal = new int[count];
        int first = ordinals + 1;
        for (int i = 0; i < count; i++) {
            if (tags.get(i).shadow == null) {
                ordinal[i] = ++ordinals;
            }
        }
        if (ordinals < first) {
            return;
        }
        List<Object> content = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            if (ordinal[i] != 0) {
                addContent(i, ordinal, content);
            }
        }
        Image.Name name = new Image.Name(thread.number, first, content);
        Shadow[] found = image.find(name);
        if (found == null) {
            found = create(name, ordinal);
        }
        for (int i = 0; i < count; i++) {
            if (ordinal[i] != 0) {
                tags.get(i).shadow = found[ordinal[i] - first];
            }
        }
    }

    private void addContent(int index, int[] ordinal, List<Object> content) {
        Object object = batch.get(index);
        content.add(object.getClass());
        if (object.getClass().isArray()) {
            content.add((long) java.lang.reflect.Array.getLength(object));
        } else if (object instanceof Tagged || Foreign.of(object) == Foreign.DEEP) {
            for (Layout.Slot slot : image.layout(object.getClass()).slots) {
                if (isFrozen(object, slot)) {
                    content.add(
                            slot.kind() == 'L' ? reference(slot.readReference(object), ordinal) : slot.read(object));
                }
            }
        } else {
            content.add(Foreign.content(object));
        }
        if (object instanceof Thread started) {
            content.add(reference(ThreadCalls.task(started), ordinal));
        } else if (object instanceof Throwable failure) {
            content.add(Failures.message(failure));
            Failures.parts(failure).forEach(part -> content.add(reference(part, ordinal)));
        }
        content.add(tags.get(index).hash);
        addFrozen(tags.get(index).frozen, ordinal, content);
    }

    /** What other threads see at least is part of the name: it is the initial value of the places. */
    private void addFrozen(Object frozen, int[] ordinal, List<Object> content) {
        if (frozen == null) {
            return;
        }
        if (frozen.getClass().isArray()) {
            int length = java.lang.reflect.Array.getLength(frozen);
            for (int i = 0; i < length; i++) {
                content.add(frozen instanceof Object[] array ? reference(array[i], ordinal) : Raw.element(frozen, i));
            }
        } else {
            for (Layout.Slot slot : image.layout(frozen.getClass()).slots) {
                if (!slot.isFinal() && isOurs(slot)) {
                    content.add(
                            slot.kind() == 'L' ? reference(slot.readReference(frozen), ordinal) : slot.read(frozen));
                }
            }
        }
    }

    private static boolean isFrozen(Object object, Layout.Slot slot) {
        return object instanceof Tagged ? slot.isFinal() && isOurs(slot) : true;
    }

    /** A reference within a name: by ordinal if it is being named too. */
    private Long reference(Object object, int[] ordinal) {
        if (object == null) {
            return 0L;
        }
        if (!(object instanceof Tagged) && Foreign.of(object) == Foreign.VALUE) {
            return (long) image.ofValue(object).id;
        }
        Tag tag = thread.tag(object);
        if (tag.open) {
            return (long) thread.shadow(object).id;
        }
        if (tag.shadow != null) {
            return (long) tag.shadow.id;
        }
        return (long) -ordinal[tags.indexOf(tag)];
    }

    private Shadow[] create(Image.Name name, int[] ordinal) {
        synchronized (image) {
            Shadow[] found = image.find(name);
            if (found != null) {
                return found;
            }
            found = new Shadow[ordinals - name.first() + 1];
            for (int i = 0; i < ordinal.length; i++) {
                if (ordinal[i] != 0) {
                    Object model = batch.get(i);
                    Shadow shadow = image.create(model, image.canonicalFor(model), false,
                            image.ordinalName(model.getClass()));
                    found[ordinal[i] - name.first()] = shadow;
                    tags.get(i).shadow = shadow;
                }
            }
            for (int i = 0; i < ordinal.length; i++) {
                if (ordinal[i] != 0) {
                    fill(batch.get(i), tags.get(i).frozen, tags.get(i).shadow.canonical);
                }
            }
            image.enter(name, found);
            return found;
        }
    }

    /** Gives the canonical object its final fields, all references among them canonical too. */
    private void fill(Object model, Object frozen, Object canonical) {
        if (model == canonical) {
            return;
        }
        if (model instanceof Thread && !(model instanceof Tagged)) {
            fillTask(model, canonical);
            return;
        }
        if (model.getClass().isArray()) {
            if (frozen != null) {
                fillArray(frozen, canonical);
            }
            return;
        }
        if (model instanceof Throwable && !(model instanceof Tagged)) {
            fillFailure(model, canonical);
            return;
        }
        for (Layout.Slot slot : image.layout(model.getClass()).slots) {
            boolean ours = !(model instanceof Tagged) || isOurs(slot);
            boolean isFinal = !ours || isFrozen(model, slot);
            if (!isFinal && frozen == null) {
                continue;
            }
            Object from = isFinal ? model : frozen;
            if (slot.kind() == 'L' && ours) {
                Unsafe.getUnsafe().putReference(canonical, slot.offset(), canonical(slot.readReference(from)));
            } else {
                Raw.copy(from, canonical, slot.offset(), slot.kind());
            }
        }
        fillTask(model, canonical);
        if (model instanceof Throwable failure) {
            Failures.fill(failure, (Throwable) canonical, this::canonical);
        }
    }

    private void fillFailure(Object model, Object canonical) {
        for (Layout.Slot slot : image.layout(model.getClass()).slots) {
            Raw.copy(model, canonical, slot.offset(), slot.kind());
        }
        Failures.fill((Throwable) model, (Throwable) canonical, this::canonical);
    }

    private void fillTask(Object model, Object canonical) {
        if (model instanceof Thread started) {
            ThreadCalls.setTask((Thread) canonical, started, canonical(ThreadCalls.task(started)));
        }
    }

    private void fillArray(Object frozen, Object canonical) {
        if (frozen instanceof Object[] from) {
            for (int i = 0; i < from.length; i++) {
                ((Object[]) canonical)[i] = canonical(from[i]);
            }
        } else {
            System.arraycopy(frozen, 0, canonical, 0, java.lang.reflect.Array.getLength(frozen));
        }
    }

    private Object canonical(Object object) {
        if (object == null || !(object instanceof Tagged) && Foreign.of(object) == Foreign.VALUE) {
            return object;
        }
        Tag tag = thread.tag(object);
        if (tag.shadow != null) {
            return tag.shadow.canonical;
        }
        if (tag.open) {
            return object;
        }
        throw new UnmodelledException("lost an object of " + object.getClass().getName());
    }

    // ---- fields

    private void flush(int site) {
        for (int i = 0; i < batch.size(); i++) {
            Object object = batch.get(i);
            Tag tag = tags.get(i);
            if (object.getClass().isArray()) {
                flushArray(object, tag, site);
            } else if (object instanceof Tagged) {
                flushFields(object, tag, false, site);
                flushFields(object, tag, true, site);
            }
            thread.holding.published(tag, site);
        }
    }

    private void flushFields(Object object, Tag tag, boolean volatiles, int site) {
        Layout.Slot[] slots = image.layout(object.getClass()).slots;
        if (tag.flushed == null) {
            tag.flushed = new long[slots.length];
            for (Layout.Slot slot : slots) {
                Object known = slot.isFinal() ? object : tag.frozen;
                if (known != null && isOurs(slot)) {
                    tag.flushed[slot.index()] = value(known, slot);
                }
            }
        }
        for (Layout.Slot slot : slots) {
            boolean mayChange = !slot.isFinal() || image.isLateFinal(slot);
            if (mayChange && isOurs(slot) && slot.isVolatile() == volatiles) {
                long value = value(object, slot);
                if (value != tag.flushed[slot.index()]) {
                    tag.flushed[slot.index()] = value;
                    thread.quietWrite(image.location(tag.shadow, Shadow.HIDDEN + slot.index()),
                            volatiles ? AccessMode.VOLATILE : AccessMode.PLAIN, value, site);
                }
            }
        }
    }

    private long value(Object object, Layout.Slot slot) {
        return slot.kind() == 'L' ? idNow(slot.readReference(object)) : slot.read(object);
    }

    private void flushArray(Object array, Tag tag, int site) {
        int length = tag.shadow.size;
        if (tag.flushed == null) {
            tag.flushed = new long[length];
            for (int i = 0; i < length && tag.frozen != null; i++) {
                tag.flushed[i] = element(tag.frozen, i);
            }
        }
        for (int i = 0; i < length; i++) {
            long value = element(array, i);
            if (value != tag.flushed[i]) {
                tag.flushed[i] = value;
                thread.quietWrite(image.location(tag.shadow, Shadow.HIDDEN + i), AccessMode.PLAIN, value, site);
            }
        }
    }

    private long element(Object array, int index) {
        return array instanceof Object[] references ? idNow(references[index]) : Raw.element(array, index);
    }

    /** The number of a reference all of whose target has a name by now. */
    private long idNow(Object object) {
        return known(object);
    }
}
