package dev.baton.check.replay;

import dev.baton.check.event.BlockReason;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a thread writes of references: their numbers, and which of its own objects others may know from then on. */
/*
 * offer    before the write: the object has a number, or gets one
 * commit   after it: if others can read the place, they may know the object and all it leads to; if the place is in a
 *          private object, they will when they know that one
 * withdraw instead of commit: the write was not made (a compare-and-set that failed)
 *
 * A private object leads to every object that was ever put into it, not only to the last one: a racy reader may see any.
 */
@SuppressWarnings("ReferenceEquality") // which object it is, is the question here
final class Publisher {
    private final SimThread thread;
    private final Image image;
    private final Naming naming;
    /** Objects offered by the operation under way, not yet taken. */
    private final List<Tag> offered = new ArrayList<>();
    /** The thread's own objects that have a number, by ordinal. */
    private final List<Tag> named = new ArrayList<>();

    Publisher(SimThread thread) {
        this.thread = thread;
        this.image = thread.image;
        this.naming = new Naming(thread);
    }

    void reset() {
        offered.clear();
        named.clear();
    }

    // ---- numbers

    /** The number of a reference that is compared only, or -1 if it is nothing that others could hold. */
    long known(@Nullable Object object) {
        if (object == null) {
            return 0;
        }
        if (isValue(object)) {
            return image.names.ofValue(object).id;
        }
        Tag tag = thread.tags.of(object);
        return tag.isGiven() || tag.identity != null ? thread.tags.identity(object).id : -1;
    }

    /** The number of a reference about to be written. */
    long offer(@Nullable Object object, int site) {
        if (object == null) {
            return 0;
        }
        if (isValue(object)) {
            return image.names.ofValue(object).id;
        }
        Tag tag = thread.tags.of(object);
        if (tag.isGiven()) {
            return thread.tags.identity(object).id;
        }
        if (tag.identity == null) {
            if (object instanceof Throwable) {
                thread.births.mark(tag, site);
            }
            name(tag);
        }
        tag.show();
        if (!tag.open) {
            offered.add(tag);
        }
        return tag.number().id;
    }

    /** Numbers an object and what its number depends on. */
    void name(Tag tag) {
        naming.name(tag, named);
    }

    /** The object behind a number: the thread's own one, if it made it. */
    @Nullable
    Object object(long id) {
        if (id == 0) {
            return null;
        }
        Identity identity = image.names.byNumber(id);
        if (identity.maker == thread.number) {
            if (identity.ordinal >= named.size()) { // only a guess can be of an object that is yet to be made
                thread.block(BlockReason.BOUND, thread.events, 0);
            }
            Tag own = named.get(identity.ordinal);
            if (own.identity == identity) {
                return own.object();
            }
        }
        return identity.canonical;
    }

    static boolean isValue(Object object) {
        return !(object instanceof Tagged) && Foreign.of(object) == Foreign.VALUE;
    }

    // ---- who knows

    /** The write to this place was made. */
    void commit(int location, int site) {
        if (!offered.isEmpty()) {
            Tag holder = thread.births.privateOwner(location);
            if (holder != null) {
                commit(holder);
            } else {
                open(site);
            }
        }
    }

    /** A private object leads to what was offered. */
    void commit(Tag holder) {
        offered.forEach(holder::leadsTo);
        offered.clear();
    }

    /** Others may know what was offered. */
    void open(int site) {
        Deque<Tag> rest = new ArrayDeque<>(offered);
        offered.clear();
        while (!rest.isEmpty()) {
            Tag tag = rest.pop();
            if (!tag.open) {
                checkSharable(tag.object(), site);
                tag.open = true;
                rest.addAll(tag.takeLeads());
            }
        }
    }

    private void checkSharable(Object object, int site) {
        Class<?> unseen = object instanceof Tagged
                ? Foreign.unseenPart(object.getClass())
                : Foreign.of(object) == Foreign.MUTABLE ? object.getClass() : null;
        if (unseen != null) {
            throw thread.fail(Foreign.describe("shares", object, unseen), site);
        }
    }

    void withdraw() {
        offered.clear();
    }

    // ---- final fields

    /**
     * A constructor ends: what its object's final fields refer to is seen at least as it is now. Such an object, if it
     * has no number yet, is local again, and what is in it now is the initial value of the places it will have.
     */
    void freeze(Object object) {
        if (!thread.tags.of(object).open) {
            freezeParts(object);
        }
    }

    /** Freezes what an object's final fields refer to. */
    void freezeParts(Object object) {
        Deque<Object> rest = new ArrayDeque<>();
        naming.fixedReferences(object).forEach(each -> add(rest, each));
        List<Tag> done = new ArrayList<>();
        while (!rest.isEmpty()) {
            Object part = rest.pop();
            Tag reached = thread.tags.of(part);
            if (part == object || reached.isGiven() || reached.open || done.contains(reached)) {
                continue;
            }
            done.add(reached);
            if (reached.mayFreeze() && isFrozen(part) && !thread.holding.holds(part)) {
                reached.ordered |= !reached.traced && reached.touched && thread.births.hasVolatiles(part);
                reached.freeze();
            }
            naming.references(part).forEach(each -> add(rest, each));
            naming.fixedReferences(part).forEach(each -> add(rest, each));
        }
    }

    private static boolean isFrozen(Object part) {
        return Foreign.isSeen(part) || part instanceof Throwable;
    }

    private static void add(Deque<Object> rest, @Nullable Object part) {
        if (part != null && (isFrozen(part) || Foreign.isDeep(part))) {
            rest.push(part);
        }
    }
}
