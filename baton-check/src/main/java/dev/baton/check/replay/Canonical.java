package dev.baton.check.replay;

import dev.baton.check.program.UnmodelledException;
import java.lang.reflect.Array;
import jdk.internal.misc.Unsafe;
import org.jspecify.annotations.Nullable;

/** Makes the objects that other threads are given: they hold the final fields, all references among them canonical too. */
@SuppressWarnings("ReferenceEquality") // which object it is, is the question here
final class Canonical {
    private final SimThread thread;
    private final Naming naming;
    /** The objects that are named now, by position. */
    private final Identity[] fresh;

    Canonical(SimThread thread, Naming naming, Identity[] fresh) {
        this.thread = thread;
        this.naming = naming;
        this.fresh = fresh;
    }

    /** An empty object of the kind of {@code model}, or the thing itself if nobody can tell. */
    Object empty(Object model) {
        Class<?> type = model.getClass();
        if (type.isArray()) {
            return Array.newInstance(type.getComponentType(), Array.getLength(model));
        }
        if (!(model instanceof Tagged)) {
            if (model instanceof Thread started) {
                return new Thread(null, null, started.getName(), 0, false);
            }
            if (Foreign.of(model) != Foreign.DEEP && !(model instanceof Throwable)) {
                return model;
            }
        }
        try {
            return Unsafe.getUnsafe().allocateInstance(type);
        } catch (InstantiationException e) {
            throw new UnmodelledException("cannot share an object of " + type.getName(), e);
        }
    }

    /** Gives the object its final fields; a frozen array its elements, which code out of sight may read. */
    void fill(Object model, boolean frozen, Object canonical) {
        if (model == canonical) {
            return;
        }
        if (model.getClass().isArray()) {
            if (frozen) {
                fillArray(model, canonical);
            }
            return;
        }
        boolean foreignThread = model instanceof Thread && !(model instanceof Tagged);
        if (!foreignThread) {
            fillFields(model, canonical);
        }
        if (model instanceof Thread started) {
            ThreadCalls.setTask((Thread) canonical, started, of(ThreadCalls.task(started)),
                    of(Handlers.group(started, thread)));
            ((Thread) canonical)
                    .setUncaughtExceptionHandler((Thread.UncaughtExceptionHandler) of(Handlers.own(started)));
            ThreadKinds.copy(started, thread, (Thread) canonical);
            Inheritance.copy(started, (Thread) canonical, this::of);
        } else if (model instanceof Throwable failure) {
            Failures.fill(failure, (Throwable) canonical, this::of);
        }
    }

    private void fillFields(Object model, Object canonical) {
        boolean foreignFailure = model instanceof Throwable && !(model instanceof Tagged);
        for (Layout.Slot slot : thread.image.layout(model.getClass()).slots) {
            boolean unseen = foreignFailure || model instanceof Tagged && !Layout.isOurs(slot);
            if (unseen || slot.kind() != 'L' && naming.isFixed(model, slot)) {
                Raw.copy(model, canonical, slot.offset(), slot.kind());
            } else if (naming.isFixed(model, slot)) {
                Unsafe.getUnsafe().putReference(canonical, slot.offset(), of(slot.readReference(model)));
            }
        }
    }

    private void fillArray(Object model, Object canonical) {
        if (model instanceof Object[] from) {
            for (int i = 0; i < from.length; i++) {
                ((@Nullable Object[]) canonical)[i] = of(from[i]);
            }
        } else {
            System.arraycopy(model, 0, canonical, 0, Array.getLength(model));
        }
    }

    private @Nullable Object of(@Nullable Object object) {
        if (object == null || Publisher.isValue(object)) {
            return object;
        }
        Tag tag = thread.tags.of(object);
        if (tag.isGiven()) {
            return object;
        }
        return tag.identity != null ? tag.identity.canonical : fresh[tag.position - 1].canonical;
    }
}
