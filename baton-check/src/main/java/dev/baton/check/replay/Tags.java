package dev.baton.check.replay;

import java.util.IdentityHashMap;
import org.jspecify.annotations.Nullable;

/** The Java objects that a thread meets in a run, and what it knows of each. */
final class Tags {
    private final SimThread thread;
    private final Image image;
    /** Of arrays and of objects whose classes have no room for a tag, if this thread made them. */
    private final IdentityHashMap<Object, Tag> own = new IdentityHashMap<>();

    Tags(SimThread thread) {
        this.thread = thread;
        this.image = thread.image;
    }

    void reset() {
        own.clear();
    }

    /** The tag of an object; its first sight is its birth, if it is nothing that was given. */
    Tag of(Object object) {
        if (object instanceof Tagged tagged) {
            Tag tag = tagged.$batonTag();
            if (tag == null) {
                tag = thread.births.born(object, false);
                tagged.$batonTag(tag);
            }
            return tag;
        }
        Tag tag = own.get(object);
        if (tag != null) {
            return tag;
        }
        tag = thread.program.foreignTag(object);
        if (tag == null) {
            if (!object.getClass().isArray() && Foreign.of(object) == Foreign.VALUE) {
                return Tag.given(image.names.ofValue(object));
            }
            tag = thread.births.born(object, false);
            own.put(object, tag);
        }
        return tag;
    }

    /** The thread has made this object, which has no room for its tag. */
    void add(Object made, Tag tag) {
        own.put(made, tag);
    }

    /** An object without room for a tag that this thread has made. */
    boolean isOwn(Object object) {
        return own.containsKey(object);
    }

    /** Whether an access to the object, which is about to happen, is a step. */
    boolean isTraced(@Nullable Object object) {
        if (object == null) {
            return false;
        }
        Tag tag = of(object);
        if (!tag.traced) {
            if (tag.frozen && thread.known.isTracedFromFreeze(object.getClass(), tag.place)) {
                thread.publisher.name(tag);
            } else {
                tag.touched = true;
            }
        }
        return tag.traced;
    }

    /** Other threads may hold a reference to the object. */
    boolean isOpen(@Nullable Object object) {
        return object != null && of(object).open;
    }

    /** The places of a traced object. */
    Shadow shadow(Object traced) {
        Tag tag = of(traced);
        return tag.shadow != null ? tag.shadow : image.heap.identity(traced, tag).shadow;
    }

    /** The number of an object that has one. */
    Identity identity(Object named) {
        Tag tag = of(named);
        return tag.identity != null ? tag.identity : image.heap.identity(named, tag);
    }
}
