package dev.baton.check.replay;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.IntToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * Gives numbers to a thread's own objects. What an object refers to by its final fields is part of its name, so all that
 * is reached by them and has no number yet is named together, and none can be found under a name that the others do not have.
 */
final class Naming {
    private final SimThread thread;
    private final Image image;
    private final List<Tag> batch = new ArrayList<>();
    private final List<Knowledge.Fact> facts = new ArrayList<>();
    /** The object whose name is being put together. */
    private @Nullable Tag holder;

    Naming(SimThread thread) {
        this.thread = thread;
        this.image = thread.image;
    }

    /** Names an object and adds it, and what was named along, to the list. */
    void name(Tag root, List<Tag> named) {
        collect(root);
        if (!facts.isEmpty()) {
            BeginAnew more = new BeginAnew(facts);
            facts.clear();
            forget();
            throw thread.fail(more);
        }
        for (Tag tag : batch) {
            if (!tag.traced && !tag.frozen) {
                thread.births.trace(tag);
            }
        }
        Names.Name name = new Names.Name(thread.number, named.size(), content());
        Identity[] found = image.names.find(name);
        if (found == null) {
            found = create(name);
        }
        for (int i = 0; i < found.length; i++) {
            Tag tag = batch.get(i);
            if (!tag.traced) {
                thread.births.enter(tag, found[i].shadow);
            }
            tag.know(found[i]);
            if (found.length > 1) {
                tag.show();
            }
            named.add(tag);
        }
        forget();
    }

    private void forget() {
        batch.forEach(tag -> tag.position = 0);
        batch.clear();
    }

    // ---- what is named together

    private void collect(Tag tag) {
        batch.add(tag);
        tag.position = batch.size();
        Object object = tag.object();
        if (!tag.traced) {
            boolean unordered = tag.frozen && tag.ordered;
            boolean unseen = unordered || tag.touched || !tag.frozen && thread.births.hasContent(object);
            if (unseen) {
                facts.add(new Knowledge.Offered(object.getClass(), tag.place,
                        tag.frozen && !unordered ? Knowledge.Since.FREEZE : Knowledge.Since.BIRTH));
            }
            if (unseen || tag.frozen) {
                references(object).forEach(part -> visit(tag, part));
            }
        }
        if (object instanceof Tagged) {
            addUnfinished(tag);
        }
        fixed(object, part -> visit(tag, part));
    }

    /** Final fields of an object whose constructor has not ended: others may learn of the object before they are final. */
    private void addUnfinished(Tag tag) {
        Class<?> type = tag.object().getClass();
        if (tag.built == type) {
            return;
        }
        for (Layout.Slot slot : image.layout(type).slots) {
            boolean isBuilt = tag.built != null && slot.declaring().isAssignableFrom(tag.built);
            if (!isBuilt && slot.isFinal() && Layout.isOurs(slot) && !thread.known.isLate(slot)) {
                PlaceHooks.meetsLate();
                facts.add(new Knowledge.LateFinal(slot.declaring(), slot.name()));
            }
        }
    }

    private void visit(Tag from, @Nullable Object object) {
        if (object == null || Publisher.isValue(object)) {
            return;
        }
        Tag tag = thread.tags.of(object);
        if (!tag.open) {
            from.leadsTo(tag);
            if (tag.identity == null && tag.position == 0) {
                collect(tag);
            }
        }
    }

    /** What an object refers to by fields or elements that may change. */
    List<@Nullable Object> references(Object object) {
        List<@Nullable Object> found = new ArrayList<>();
        if (object instanceof Object[] array) {
            for (@Nullable
            Object element : array) {
                found.add(element);
            }
        } else if (object instanceof Tagged) {
            for (Layout.Slot slot : image.layout(object.getClass()).slots) {
                if (slot.kind() == 'L' && Layout.isOurs(slot) && !isFixed(object, slot)) {
                    found.add(slot.readReference(object));
                }
            }
        }
        return found;
    }

    /** What an object refers to by final fields, or a lambda by what it captured. */
    List<@Nullable Object> fixedReferences(Object object) {
        List<@Nullable Object> found = new ArrayList<>();
        if (object instanceof Tagged || Foreign.isDeep(object)) {
            for (Layout.Slot slot : image.layout(object.getClass()).slots) {
                if (slot.kind() == 'L' && isFixed(object, slot)) {
                    Object held = slot.readReference(object);
                    if (held instanceof Object[] elements && Foreign.hidesArrays(object)) {
                        Collections.addAll(found, elements);
                    } else {
                        found.add(held);
                    }
                }
            }
        }
        return found;
    }

    /** What it refers to for good, as soon as it has a number. */
    private void fixed(Object object, Consumer<@Nullable Object> visitor) {
        boolean deep = Foreign.isDeep(object);
        if (object instanceof Tagged || deep) {
            for (Layout.Slot slot : image.layout(object.getClass()).slots) {
                if (slot.kind() == 'L' && isFixed(object, slot)) {
                    if (deep) {
                        freezeContent(object, slot.readReference(object));
                    }
                    visitor.accept(slot.readReference(object));
                }
            }
        }
        if (object instanceof Thread started) {
            visitor.accept(ThreadCalls.task(started));
            Inheritance.of(started).forEach(each -> visitor.accept(each.value()));
            visitor.accept(Handlers.own(started));
            visitor.accept(Handlers.group(started, thread));
        } else if (object instanceof Throwable failure) {
            Failures.parts(failure).forEach(visitor);
        }
    }

    /** The array in an immutable list is read by code that is not rewritten: it must be there, with all its elements. */
    private void freezeContent(Object holder, @Nullable Object part) {
        if (part != null && part.getClass().isArray() && !holder.getClass().isHidden()) {
            Tag tag = thread.tags.of(part);
            if (!tag.isGiven() && tag.identity == null) {
                tag.freeze();
            }
        }
    }

    /** A field whose value is part of the name. */
    boolean isFixed(Object object, Layout.Slot slot) {
        return !(object instanceof Tagged)
                || slot.isFinal() && Layout.isOurs(slot) && !thread.known.isLate(slot);
    }

    // ---- names

    private List<Object> content() {
        List<Object> content = new ArrayList<>();
        int ordinal = thread.births.nextOrdinal();
        for (Tag tag : batch) {
            Object object = tag.object();
            holder = tag;
            content.add(object.getClass());
            if (object.getClass().isArray()) {
                content.add((long) java.lang.reflect.Array.getLength(object));
            } else if (object instanceof Tagged || Foreign.of(object) == Foreign.DEEP) {
                for (Layout.Slot slot : image.layout(object.getClass()).slots) {
                    if (isFixed(object, slot)) {
                        content.add(slot.kind() == 'L' ? reference(slot.readReference(object)) : slot.read(object));
                    }
                }
            } else {
                content.add(Foreign.content(object));
            }
            if (object instanceof Thread started) {
                content.add(reference(ThreadCalls.task(started)));
                for (Inheritance.Inherited each : Inheritance.of(started)) {
                    content.add(each.local());
                    content.add(reference(each.value()));
                }
                content.add(reference(Handlers.own(started)));
                content.add(reference(Handlers.group(started, thread)));
                content.add(ThreadKinds.isDaemon(started, thread));
                content.add(ThreadTraits.given(started));
            } else if (object instanceof Throwable failure) {
                content.add(Failures.message(failure));
                Failures.parts(failure).forEach(part -> content.add(reference(part)));
            }
            content.add(tag.hash);
            if (tag.traced) {
                content.add(tag.places());
            } else {
                content.add(ordinal++);
                content.add(tag.before == null ? 0 : tag.before);
                for (long value : values(object)) {
                    content.add(value);
                }
            }
        }
        holder = null;
        return content;
    }

    /** What other threads see at least in a frozen object: the initial values of its places. */
    private long[] values(Object object) {
        if (object.getClass().isArray()) {
            long[] values = new long[java.lang.reflect.Array.getLength(object)];
            for (int i = 0; i < values.length; i++) {
                values[i] = object instanceof Object[] array ? reference(array[i]) : Raw.element(object, i);
            }
            return values;
        }
        Layout.Slot[] slots = image.layout(object.getClass()).slots;
        long[] values = new long[slots.length];
        for (Layout.Slot slot : slots) {
            if (Failures.isMark(slot)) {
                values[slot.index()] = 1;
            } else if (Layout.isOurs(slot) && !isFixed(object, slot)) {
                values[slot.index()] = slot.kind() == 'L' ? reference(slot.readReference(object)) : slot.read(object);
            }
        }
        return values;
    }

    /** A reference within a name: by its number, or by its position (negative) if it is being named too. */
    private long reference(@Nullable Object object) {
        long known = thread.publisher.known(object);
        if (object == null || Publisher.isValue(object)) {
            return known;
        }
        Tag tag = thread.tags.of(object);
        if (known >= 0 && holder != null) {
            holder.isNamedWith(tag);
        }
        return known >= 0 ? known : -tag.position;
    }

    private Identity[] create(Names.Name name) {
        Names names = image.names;
        synchronized (names) {
            Identity[] found = names.find(name);
            if (found != null) {
                return found;
            }
            found = new Identity[batch.size()];
            int ordinal = thread.births.nextOrdinal();
            Canonical canonical = new Canonical(thread, this, found);
            for (int i = 0; i < found.length; i++) {
                Tag tag = batch.get(i);
                Object model = tag.object();
                Shadow shadow = tag.traced
                        ? tag.places()
                        : names.newShadow(model, names.labels.next(model.getClass()), thread.number, ordinal++,
                                initial(values(model), found, isReference(model)));
                if (!tag.traced) {
                    shadow.before = tag.before;
                }
                found[i] = names.add(canonical.empty(model), shadow, thread.number, name.first() + i, tag.hash);
            }
            for (int i = 0; i < found.length; i++) {
                Tag tag = batch.get(i);
                canonical.fill(tag.object(), !tag.traced, found[i].canonical);
            }
            for (Identity identity : found) {
                image.heap.enter(identity);
            }
            names.enter(name, found);
            return found;
        }
    }

    /** Initial values, in which references to what is being named are positions. */
    private static IntToLongFunction initial(long[] values, Identity[] found, boolean[] isReference) {
        return index -> {
            long value = values[index];
            return value < 0 && isReference[index] ? found[(int) -value - 1].id : value;
        };
    }

    private boolean[] isReference(Object model) {
        if (model.getClass().isArray()) {
            boolean[] all = new boolean[java.lang.reflect.Array.getLength(model)];
            java.util.Arrays.fill(all, model instanceof Object[]);
            return all;
        }
        Layout.Slot[] slots = image.layout(model.getClass()).slots;
        boolean[] all = new boolean[slots.length];
        for (Layout.Slot slot : slots) {
            all[slot.index()] = slot.kind() == 'L';
        }
        return all;
    }
}
